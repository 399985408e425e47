// RDKit's side of TestPeer in chem/forcefield/uff. Every line on standard input is a
// SMILES, a tab and the coordinates of all atoms, hydrogens included, in Å; the answer is
// a line: the UFF energy and its gradient, without a cut-off and with the interactions
// between components, or "none" where RDKit lacks parameters.
//
//   g++ -O2 -I/usr/include/rdkit uff-rdkit.cpp -lRDKitSmilesParse … (oracle.mjs has the rest)
#include <ForceField/ForceField.h>
#include <GraphMol/ForceFieldHelpers/UFF/AtomTyper.h>
#include <GraphMol/ForceFieldHelpers/UFF/Builder.h>
#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <RDGeneral/RDLog.h>
#include <RDGeneral/versions.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

static void compute(const std::string &smiles, std::istringstream &numbers) {
  std::unique_ptr<RDKit::ROMol> read(RDKit::SmilesToMol(smiles));
  if (!read) {
    std::puts("none");
    return;
  }
  std::unique_ptr<RDKit::ROMol> m(RDKit::MolOps::addHs(*read));
  auto conformer = new RDKit::Conformer(m->getNumAtoms());
  for (unsigned i = 0; i < m->getNumAtoms(); i++) {
    RDGeom::Point3D p;
    numbers >> p.x >> p.y >> p.z;
    conformer->setAtomPos(i, p);
  }
  m->addConformer(conformer, true);
  auto types = RDKit::UFF::getAtomTypes(*m);
  if (!numbers || !types.second) {
    std::puts("none");
    return;
  }
  std::unique_ptr<ForceFields::ForceField> field(
      RDKit::UFF::constructForceField(*m, types.first, 1000.0, -1, false));
  field->initialize();
  std::vector<double> gradient(3 * m->getNumAtoms());
  field->calcGrad(gradient.data());
  std::printf("%.8f", field->calcEnergy());
  for (double g : gradient) {
    std::printf(" %.6f", g);
  }
  std::puts("");
}

static void answer(const std::string &smiles, std::istringstream &numbers) {
  try {
    compute(smiles, numbers);
  } catch (const std::exception &) { // SMILES that this version cannot read
    std::puts("none");
  }
}

int main() {
  boost::logging::disable_logs("rdApp.*");
  std::printf("RDKit %s\n", RDKit::rdkitVersion);
  for (std::string line; std::getline(std::cin, line);) {
    auto tab = line.find('\t');
    std::istringstream numbers(tab == std::string::npos ? "" : line.substr(tab + 1));
    answer(line.substr(0, tab), numbers);
  }
}
