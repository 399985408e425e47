// The peer of geometry/main.go: RDKit makes a relaxed 3D geometry of a molecule, one
// thread. The argument is a file with one SMILES a line. Every number on standard input
// is a molecule (lines counted from 0); the answer is a line: seconds from the SMILES to
// the minimum, its MMFF94s energy in kcal/mol ("none" without MMFF parameters, "failed"
// without coordinates).
//
//   g++ -O2 -I/usr/include/rdkit geometry-rdkit.cpp -lRDKitSmilesParse … (geometry.mjs has the rest)
#include <GraphMol/DistGeomHelpers/Embedder.h>
#include <GraphMol/ForceFieldHelpers/MMFF/MMFF.h>
#include <GraphMol/ForceFieldHelpers/UFF/UFF.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <RDGeneral/RDLog.h>
#include <RDGeneral/versions.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

static std::string geometry(const std::string &text) {
  std::unique_ptr<RDKit::ROMol> read(RDKit::SmilesToMol(text));
  if (!read) {
    return "failed";
  }
  std::unique_ptr<RDKit::ROMol> m(RDKit::MolOps::addHs(*read));
  auto parameters = RDKit::DGeomHelpers::ETKDGv3;
  parameters.randomSeed = 1;
  if (RDKit::DGeomHelpers::EmbedMolecule(*m, parameters) < 0) {
    parameters.useRandomCoords = true;
    if (RDKit::DGeomHelpers::EmbedMolecule(*m, parameters) < 0) {
      return "failed";
    }
  }
  auto minimum = RDKit::MMFF::MMFFOptimizeMolecule(*m, 2000, "MMFF94s");
  if (minimum.first >= 0) {
    char energy[32];
    std::snprintf(energy, sizeof energy, "%.4f", minimum.second);
    return energy;
  }
  try {
    RDKit::UFF::UFFOptimizeMolecule(*m, 2000);
  } catch (const std::exception &) {
  }
  return "none";
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::cerr << "usage: geometry-rdkit SMILES-FILE\n";
    return 2;
  }
  boost::logging::disable_logs("rdApp.*");
  std::vector<std::string> molecules;
  std::ifstream file(argv[1]);
  for (std::string line; std::getline(file, line);) {
    molecules.push_back(line);
  }
  std::cout << "RDKit " << RDKit::rdkitVersion << std::endl;
  for (std::size_t i; std::cin >> i;) {
    auto start = std::chrono::steady_clock::now();
    std::string answer;
    try {
      answer = geometry(molecules.at(i));
    } catch (const std::exception &) {
      answer = "failed";
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::cout << took.count() << " " << answer << std::endl;
  }
}
