"""Chains of 43 monomers in every tacticity, judged by RDKit.

    /usr/bin/python3 e2e/oracle/polymers.py bin/toolserver [units]

Each monomer is a SMILES with two link points. RDKit joins copies of it by itself; the chain that
toolserver returns must be the same molecule. R and S are read by RDKit's CIP code from the
positions and must be those of the report, dyads are read from signed volumes along the
backbone, bonds are compared with those of the first unit's kind, and heavy atoms four or more
bonds apart must not be nearer than 2.4 Å (Debian: python3-rdkit). Prints "N passed, N failed".
"""

import json
import subprocess
import sys
from collections import Counter

import numpy as np
from rdkit import Chem, RDLogger
from rdkit.Chem import rdCIPLabeler

RDLogger.DisableLog("rdApp.*")

MONOMERS = """
*CC* *CC(*)C *CC(*)CC *CC(*)c1ccccc1 *CC(*)Cl *CC(*)F *CC(*)C#N *CC(*)O *CC(*)OC(C)=O *CC(*)OC *CC(*)C(=O)OC
*CC(*)C(=O)O *CC(*)C(N)=O *CC(*)(C)C(=O)OC *CC(*)(C)C *CC(*)(F)F *CC(*)(Cl)Cl *C(F)(F)C(*)(F)F *CC(*)N1CCCC1=O
*CC(*)c1ccncc1 *CC(*)(C)c1ccccc1 *OCC* *OCCC* *OCCCC* *OCC(*)C *SCC* *NCC* *O[Si](*)(C)C *C* *OC*
*OC(C)C(=O)* *OCC(=O)* *OCCCCCC(=O)* *NCCCCCC(=O)* *NCC(=O)* *NC(C)C(=O)* *CC=CC* *CC(C)=CC* *CC(Cl)=CC*
*OCCOC(=O)c1ccc(cc1)C(=O)* *c1ccc(*)cc1 *c1ccc(*)s1 *CC(*)CC(C)C
""".split()

passed, failed = 0, []


def check(name, ok, said=""):
    global passed
    if ok:
        passed += 1
    else:
        failed.append(f"{name}: {said}")


def expected(smiles, units):
    """The chain as RDKit joins it, and the backbone atoms of a unit."""
    unit = Chem.MolFromSmiles(smiles)
    stars = [a.GetIdx() for a in unit.GetAtoms() if a.GetAtomicNum() == 0]
    ends = [unit.GetAtomWithIdx(s).GetNeighbors()[0].GetIdx() for s in stars]
    n = unit.GetNumAtoms()
    chain = unit
    for _ in range(units - 1):
        chain = Chem.CombineMols(chain, unit)
    edit = Chem.RWMol(chain)
    for k in range(units - 1):
        edit.AddBond(k * n + ends[1], (k + 1) * n + ends[0], Chem.BondType.SINGLE)
    kept = {stars[0], (units - 1) * n + stars[1]}  # the hydrogens of the chain's ends
    for i in kept:
        edit.GetAtomWithIdx(i).SetAtomicNum(1)
    for i in sorted({k * n + s for k in range(units) for s in stars} - kept, reverse=True):
        edit.RemoveAtom(i)
    mol = edit.GetMol()
    Chem.SanitizeMol(mol)
    path = Chem.GetShortestPath(unit, stars[0], stars[1])
    return mol, [i - sum(s < i for s in stars) for i in path[1:-1]]


def built(structure, charges):
    edit = Chem.RWMol()
    for k, z in enumerate(structure["elements"]):
        atom = Chem.Atom(z)
        atom.SetFormalCharge(charges[k])
        atom.SetNoImplicit(True)
        edit.AddAtom(atom)
    kinds = {1: Chem.BondType.SINGLE, 2: Chem.BondType.DOUBLE, 3: Chem.BondType.TRIPLE, 4: Chem.BondType.AROMATIC}
    for (a, b), order in zip(structure["bonds"], structure.get("bondOrders") or [1] * len(structure["bonds"])):
        edit.AddBond(a, b, kinds[order])
        if order == 4:
            for i in (a, b):
                edit.GetAtomWithIdx(i).SetIsAromatic(True)
    x = np.array(structure["positions"]).reshape(-1, 3)
    conformer = Chem.Conformer(len(x))
    conformer.Set3D(True)
    for i, p in enumerate(x):
        conformer.SetAtomPosition(i, p.tolist())
    mol = edit.GetMol()
    mol.AddConformer(conformer)
    Chem.SanitizeMol(mol)
    return mol, x


def plain(mol):
    mol = Chem.RemoveHs(mol)
    Chem.RemoveStereochemistry(mol)
    return Chem.MolToSmiles(mol)


def judge(name, smiles, tacticity, units):
    args = {"monomer": {"name": "unit", "smiles": smiles}, "head": 0, "tail": 0, "seed": 7, "length": units, "tacticity": tacticity}
    run = subprocess.run([sys.argv[1], "call", "polymer_chain", "--args", json.dumps(args)], capture_output=True, text=True, timeout=300)
    if run.returncode != 0:
        check(name, False, (run.stderr or run.stdout).strip()[:200])
        return
    result = json.loads(run.stdout)
    structure, report = result["structure"], result["provenance"]
    mol, x = built(structure, structure.get("formalCharges") or [0] * len(structure["elements"]))
    want, backbone = expected(smiles, units)
    check(name + ", the molecule", plain(mol) == plain(want), f"got {plain(mol)}, RDKit joins {plain(want)}")

    # R and S from the positions.
    Chem.AssignStereochemistryFrom3D(mol, replaceExistingTags=True)
    rdCIPLabeler.AssignCIPLabels(mol)
    residues = structure["residueIds"]
    words = Counter()
    heavy = [[i for i, r in enumerate(residues) if r == k + 1 and structure["elements"][i] > 1] for k in range(units)]
    labels = []
    for k in range(units):
        for i in backbone:
            atom = mol.GetAtomWithIdx(heavy[k][i])
            if atom.HasProp("_CIPCode"):
                words[atom.GetProp("_CIPCode")] += 1
                labels.append(atom.GetProp("_CIPCode"))
    stated = dict(part.rsplit(" ", 1) for part in report.get("configurations", "").split(", ") if part)
    got = {w: int(n) for w, n in stated.items() if w in "RSrs"}
    check(name + ", R and S", got == dict(words), f"reported {got}, RDKit has {dict(words)}")

    # Dyads: the handedness of the first center of each unit, seen along the chain.
    centers = [i for i in backbone if sum(1 for n in mol.GetAtomWithIdx(heavy[1][i]).GetNeighbors()) == 4]
    hands = []
    chain = [heavy[k][i] for k in range(units) for i in backbone]
    for k in range(units):
        for i in backbone:
            at = heavy[k][i]
            place = chain.index(at)
            hydrogens = [n.GetIdx() for n in mol.GetAtomWithIdx(at).GetNeighbors() if n.GetAtomicNum() == 1]
            if place in (0, len(chain) - 1) and len(hydrogens) != 1:
                continue
            before = chain[place - 1] if place > 0 else hydrogens[0]
            after = chain[place + 1] if place < len(chain) - 1 else hydrogens[0]
            sides = [n.GetIdx() for n in mol.GetAtomWithIdx(at).GetNeighbors() if n.GetIdx() not in (before, after)]
            if len(sides) != 2 or i not in centers:
                continue

            def weight(j):
                seen, shell, sums = {at}, [j], []
                while shell and len(sums) < 8:
                    sums.append(sorted((mol.GetAtomWithIdx(a).GetAtomicNum() for a in shell), reverse=True))
                    seen.update(shell)
                    shell = [n.GetIdx() for a in shell for n in mol.GetAtomWithIdx(a).GetNeighbors() if n.GetIdx() not in seen]
                return sums

            low, high = sorted(sides, key=weight)
            if weight(low) == weight(high):
                continue
            u, v, w = x[before] - x[at], x[after] - x[at], x[high] - x[at]
            hands.append((k, i, np.sign(np.dot(u, np.cross(v, w)))))
    first = {}
    for k, i, h in hands:
        first.setdefault(i, []).append((k, h))
    if first and report.get("dyads"):
        sequence = max(first.values(), key=len)
        m = sum(a[1] == b[1] for a, b in zip(sequence, sequence[1:]))
        r = len(sequence) - 1 - m
        check(name + ", dyads", report["dyads"] == f"m {m}, r {r}", f"reported {report['dyads']}, positions have m {m}, r {r}")
        asked = {"isotactic": r == 0, "syndiotactic": m == 0}.get(tacticity, True)
        check(name + ", the tacticity asked for", asked, f"m {m}, r {r}")

    # Bonds of one kind have one length; contacts.
    kinds = {}
    for b in mol.GetBonds():
        a, c = b.GetBeginAtom(), b.GetEndAtom()
        key = tuple(sorted((q.GetAtomicNum(), q.GetDegree(), str(q.GetHybridization())) for q in (a, c))) + (str(b.GetBondType()),)
        kinds.setdefault(key, []).append(np.linalg.norm(x[a.GetIdx()] - x[c.GetIdx()]))
    spread = max(max(v) - min(v) for v in kinds.values())
    check(name + ", bond lengths", spread < 0.12, f"bonds of a kind differ by {spread:.3f} Å")
    bonds = Chem.GetDistanceMatrix(mol)
    big = np.array([z > 1 for z in structure["elements"]])
    far = (bonds >= 4) & big[:, None] & big[None, :]
    distances = np.linalg.norm(x[:, None] - x[None, :], axis=2)
    if far.any():
        check(name + ", contacts", distances[far].min() > 2.4, f"{distances[far].min():.2f} Å")


units = int(sys.argv[2]) if len(sys.argv) > 2 else 12
for smiles in MONOMERS:
    for tacticity in ("monomer", "isotactic", "syndiotactic", "atactic"):
        judge(f"{smiles} {tacticity}", smiles, tacticity, units)
print(f"{len(MONOMERS)} monomers: {passed} passed, {len(failed)} failed")
for line in failed[:40]:
    print("  " + line)
sys.exit(1 if failed else 0)
