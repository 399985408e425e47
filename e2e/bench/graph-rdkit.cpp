// The peer of graph/main.go: RDKit on the same molecules, one thread. The first argument is
// a file with one SMILES a line, the second one with one SMARTS a line. Every word on
// standard input runs one task over all molecules and answers with a line: seconds
// and a check sum that both programs must agree on. "refused" names the molecules
// (lines counted from 0) that the parser refuses; they are left out of all tasks.
//
//   g++ -O2 -I/usr/include/rdkit rdkit.cpp -lRDKitSmilesParse … (graph.mjs has the rest)
#include <GraphMol/Fingerprints/MorganFingerprints.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <GraphMol/SmilesParse/SmilesWrite.h>
#include <GraphMol/Substruct/SubstructMatch.h>
#include <DataStructs/ExplicitBitVect.h>
#include <RDGeneral/RDLog.h>
#include <RDGeneral/versions.h>

#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using Molecule = std::unique_ptr<RDKit::ROMol>;

static std::vector<std::string> lines(const char *name) {
  std::ifstream file(name);
  std::vector<std::string> all;
  for (std::string line; std::getline(file, line);) {
    all.push_back(line);
  }
  return all;
}

static Molecule parse(const std::string &text) {
  try {
    return Molecule(RDKit::SmilesToMol(text));
  } catch (const std::exception &) {
    return nullptr;
  }
}

int main(int argc, char **argv) {
  if (argc < 3) {
    std::cerr << "usage: rdkit SMILES-FILE SMARTS-FILE\n";
    return 2;
  }
  boost::logging::disable_logs("rdApp.*");
  std::vector<std::string> texts;
  std::vector<Molecule> molecules, queries;
  std::string refused;
  size_t row = 0;
  for (const auto &text : lines(argv[1])) {
    if (auto m = parse(text)) {
      texts.push_back(text);
      molecules.push_back(std::move(m));
    } else {
      refused += " " + std::to_string(row);
    }
    row++;
  }
  for (const auto &text : lines(argv[2])) {
    queries.emplace_back(RDKit::SmartsToMol(text));
    if (!queries.back()) {
      std::cerr << "bad SMARTS " << text << "\n";
      return 1;
    }
  }
  std::cout << "RDKit " << RDKit::rdkitVersion << std::endl;
  for (std::string task; std::cin >> task;) {
    if (task == "refused") {
      std::cout << refused << std::endl;
      continue;
    }
    uint64_t check = 0;
    const auto start = std::chrono::steady_clock::now();
    if (task == "parse") {
      for (const auto &text : texts) {
        const auto m = parse(text);
        check += m->getNumAtoms() + m->getNumBonds();
      }
    } else if (task == "canonical") {
      for (const auto &m : molecules) {
        check += RDKit::MolToSmiles(*m).size();
      }
    } else if (task == "ecfp4") {
      for (const auto &m : molecules) {
        const std::unique_ptr<ExplicitBitVect> bits(
            RDKit::MorganFingerprints::getFingerprintAsBitVect(*m, 2, 2048));
        check += bits->getNumOnBits();
      }
    } else if (task == "smarts") {
      std::vector<RDKit::MatchVectType> found;
      for (const auto &m : molecules) {
        for (const auto &q : queries) {
          check += RDKit::SubstructMatch(*m, *q, found);
        }
      }
    } else {
      std::cerr << "no task " << task << "\n";
      return 2;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::cout << took.count() << " " << check << std::endl;
  }
  return 0;
}
