#!/usr/bin/env python3
"""Judges the geometries of generate_3d by RDKit.

    python3 e2e/oracle/geometries.py TOOLSERVER SMILES_FILE     (Debian: python3-rdkit)

SMILES_FILE has one SMILES a line. Every molecule goes through `toolserver call
generate_3d --batch`. RDKit then reads the mol block, takes the configuration from the
coordinates alone, and has to find the molecule that was asked for, with the
configuration that was asked for. How many molecules get a geometry is compared with
RDKit's ETKDGv3, random coordinates where that fails. Exit code 1 when fewer do, or when
a molecule or a configuration is another one.
"""
import json
import subprocess
import sys

from rdkit import Chem, RDLogger, rdBase
from rdkit.Chem import AllChem

LARGEST = 999  # atoms of generate_3d, hydrogens included


def with_hydrogens(smiles):
    m = Chem.MolFromSmiles(smiles)
    return None if m is None else Chem.AddHs(m)


def stated(m):
    """The atoms and bonds of m whose configuration counts, by RDKit's perception."""
    Chem.AssignStereochemistry(m, cleanIt=True, force=True)
    atoms = [a.GetIdx() for a in m.GetAtoms() if a.GetChiralTag() in TETRAHEDRAL]
    bonds = [b.GetIdx() for b in m.GetBonds() if b.GetStereo() > Chem.BondStereo.STEREOANY]
    return atoms, bonds


TETRAHEDRAL = (Chem.ChiralType.CHI_TETRAHEDRAL_CW, Chem.ChiralType.CHI_TETRAHEDRAL_CCW)


def fault(asked, block):
    """Why the geometry of a mol block is not the molecule that was asked for, or None."""
    got = Chem.MolFromMolBlock(block, removeHs=False)
    if got is None:
        return "the mol block cannot be read"
    if [a.GetAtomicNum() for a in got.GetAtoms()] != [a.GetAtomicNum() for a in asked.GetAtoms()]:
        return "other atoms"
    solid = Chem.Mol(asked)
    solid.RemoveAllConformers()
    solid.AddConformer(got.GetConformer(), assignId=True)
    atoms, bonds = stated(asked)
    Chem.AssignStereochemistryFrom3D(solid, replaceExistingTags=True)
    # Tags are about the order of an atom's bonds, which both have.
    for i in atoms:
        a = asked.GetAtomWithIdx(i)
        # With a lone pair: nitrogen inverts and has no configuration, as in RDKit since 2026;
        # that of arsenic RDKit does not read from coordinates (TestLonePairs does).
        if a.GetAtomicNum() in (7, 33) and a.GetDegree() == 3:
            continue
        if solid.GetAtomWithIdx(i).GetChiralTag() != a.GetChiralTag():
            return f"the configuration of atom {i} is another one"
    for k in bonds:
        if solid.GetBondWithIdx(k).GetStereo() != asked.GetBondWithIdx(k).GetStereo():
            return f"the configuration of bond {k} is another one"
    return None


def embeds(m):
    """Whether RDKit's ETKDGv3 makes a geometry."""
    for random in (False, True):
        p = AllChem.ETKDGv3()
        p.randomSeed = 42
        p.useRandomCoords = random
        p.maxIterations = 20
        if AllChem.EmbedMolecule(Chem.Mol(m), p) == 0:
            return True
    return False


def main(toolserver, source):
    RDLogger.DisableLog("rdApp.*")
    texts = open(source, encoding="utf-8").read().split()
    known = [(s, m) for s in texts if (m := with_hydrogens(s)) is not None and m.GetNumAtoms() <= LARGEST]
    lines = "".join(json.dumps({"smiles": s}) + "\n" for s, _ in known)
    run = subprocess.run([toolserver, "call", "generate_3d", "--batch"], input=lines, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(known):
        print(f"{len(answers)} answers to {len(known)} lines: {run.stderr[-500:]}")
        return 1
    ours = theirs = unread = wrong = 0
    for (smiles, m), answer in zip(known, answers):
        rdkit = embeds(m)
        theirs += rdkit
        if not answer["ok"]:
            print(f"no geometry{', RDKit has one' if rdkit else ''}: {smiles}: {answer['error']['message']}")
            continue
        ours += 1
        block = answer["result"]["molblock"]
        if not block:
            unread += 1
            continue
        why = fault(m, block)
        if why:
            wrong += 1
            print(f"{smiles}: {why}")
    print(
        f"RDKit {rdBase.rdkitVersion}, {len(known)} of {len(texts)} molecules that it reads: "
        f"{ours} with a geometry, RDKit {theirs}; {wrong} with another configuration; {unread} that no mol block holds"
    )
    return 0 if ours >= theirs and not wrong else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
