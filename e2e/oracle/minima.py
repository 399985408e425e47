#!/usr/bin/env python3
"""RDKit's minima of molecules whose geometry is unusual.

Reads lines {smi, force, elements, x, places} that `MOLSMITH_UNUSUAL=FILE go test
./chem/conformer` writes: a geometry, and the bonds, angles (3 atoms) and aromatic rings
(more) of it that are outside the usual ranges. Writes lines {Smi, Force, Places: [{Atoms,
Same, Own}]}: the value there in the minimum that RDKit's minimizer of the same force field
finds from that geometry, and those in the minima that it finds from its own embeddings
(ETKDGv3, seeds 1 to 10). Å and degrees; of a ring the largest distance from its plane.
The atoms of that geometry are moved by some 0.02 Å first, at random: a saddle point,
where any minimizer may stay, is left so.

    python3 e2e/oracle/minima.py UNUSUAL MINIMA     (Debian: python3-rdkit)
"""
import json
import math
import sys

import numpy
from rdkit import Chem, RDLogger, rdBase
from rdkit.Chem import AllChem
from rdkit.Geometry import Point3D

OWN = 10  # embeddings
MOVED = 0.02  # Å, of each coordinate


def molecule(row):
    """The molecule with all hydrogens, its atoms in the order of the row."""
    for merge in (True, False):
        p = Chem.SmilesParserParams()
        p.removeHs = merge
        m = Chem.MolFromSmiles(row["smi"], p)
        if m is None:
            return None
        m = Chem.AddHs(m)
        if [a.GetAtomicNum() for a in m.GetAtoms()] == row["elements"]:
            return m
    return None


def relax(m, force, conformer):
    """The positions of the minimum next to a conformer, None when there is none."""
    properties = AllChem.MMFFGetMoleculeProperties(m, mmffVariant=force)
    if properties is None:
        return None
    field = AllChem.MMFFGetMoleculeForceField(m, properties, confId=conformer)
    field.Initialize()
    for _ in range(20):
        if field.Minimize(maxIts=2000, forceTol=1e-6, energyTol=1e-10) == 0:
            break
    return numpy.array(field.Positions()).reshape(-1, 3)


def value(x, atoms):
    p = x[atoms]
    if len(atoms) == 2:
        return round(float(numpy.linalg.norm(p[0] - p[1])), 4)
    if len(atoms) == 3:
        u, v = p[0] - p[1], p[2] - p[1]
        return round(math.degrees(math.atan2(numpy.linalg.norm(numpy.cross(u, v)), numpy.dot(u, v))), 3)
    p = p - p.mean(axis=0)
    return round(float(numpy.abs(p @ numpy.linalg.svd(p)[2][2]).max()), 4)


def fragment(whole, row, atoms):
    """The component of the molecule that holds some atoms, with the geometry of the row;
    and the numbers of its atoms."""
    numbers = next(f for f in Chem.GetMolFrags(whole) if atoms[0] in f)
    part = Chem.GetMolFrags(whole, asMols=True)[Chem.GetMolFrags(whole).index(numbers)]
    given = Chem.Conformer(len(numbers))
    noise = numpy.random.RandomState(1).normal(0, MOVED, (len(numbers), 3))
    for k, i in enumerate(numbers):
        given.SetAtomPosition(k, Point3D(*(numpy.array(row["x"][3 * i : 3 * i + 3]) + noise[k])))
    part.AddConformer(given, assignId=True)
    return part, list(numbers)


def minima(row):
    whole = molecule(row)
    if whole is None:
        print(f"{row['smi']}: RDKit reads another molecule", file=sys.stderr)
        return None
    known, places = {}, []
    for atoms in row["places"]:
        part, numbers = fragment(whole, row, atoms)
        key = tuple(numbers)
        if key not in known:
            same = relax(part, row["force"], 0)
            if same is None:
                print(f"{row['smi']}: RDKit has no {row['force']}", file=sys.stderr)
                return None
            known[key] = same, embedded(part, row["force"])
        same, own = known[key]
        at = [numbers.index(i) for i in atoms]
        places.append({"Atoms": atoms, "Same": value(same, at), "Own": sorted({value(x, at) for x in own})})
    return {"Smi": row["smi"], "Force": row["force"], "Places": places}


def embedded(m, force):
    """The minima next to RDKit's own embeddings."""
    own = []
    for seed in range(1, OWN + 1):
        p = AllChem.ETKDGv3()
        p.randomSeed = seed
        p.maxIterations = 20
        if AllChem.EmbedMolecule(m, p) == 0:
            own.append(relax(m, force, 0))
    return own


def main(source, target):
    RDLogger.DisableLog("rdApp.*")
    rows = [json.loads(line) for line in open(source, encoding="utf-8")]
    found = [m for m in map(minima, rows) if m is not None]
    with open(target, "w", encoding="utf-8") as file:
        for m in found:
            file.write(json.dumps(m, separators=(",", ":")) + "\n")
    print(f"RDKit {rdBase.rdkitVersion}: minima of {len(found)} of {len(rows)} molecules")
    return 0 if len(found) == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
