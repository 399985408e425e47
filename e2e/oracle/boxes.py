"""Packed boxes, checked by a program that shares nothing with the packer.

    /usr/bin/python3 e2e/oracle/boxes.py bin/toolserver [boxes]

Random calls of liquid_box, solvate and ions: mixtures, cells of every shape, gases, layers, ions,
shells and slabs. Of each result: molecules are copies of each other up to a rotation, counts
are those asked for, the smallest distance between atoms of different molecules, images included,
is the one reported and not below the minimum (unless a warning says so), the density is that of
masses and the cell's determinant, residues are numbered without gaps, atoms stay in their layer
(needs numpy). Prints "N passed, N failed".
"""

import itertools
import json
import math
import random
import subprocess
import sys

import numpy as np

# As RDKit has them, which the tools follow.
WEIGHTS = {1: 1.008, 6: 12.011, 7: 14.007, 8: 15.999, 9: 18.998, 11: 22.99, 16: 32.067, 17: 35.453}
MOLECULES = {
    "Water": "O", "Methanol": "CO", "Ethanol": "CCO", "Acetone": "CC(C)=O", "Benzene": "c1ccccc1", "n-Hexane": "CCCCCC",
    "Glycerol": "OCC(O)CO", "Acetonitrile": "CC#N", "DMSO": "CS(C)=O", "Methane": "C", "Chloroform": "ClC(Cl)Cl",
    "Neopentane": "CC(C)(C)C", "Fluorobenzene": "Fc1ccccc1", "Glycine": "NCC(=O)O",
}  # fmt: skip

passed, failed = 0, []


def check(name, ok, said=""):
    global passed
    if ok:
        passed += 1
    else:
        failed.append(f"{name}: {said}")


def random_cell(r, volume):
    while True:
        a, b, c = (r.uniform(0.7, 1.5) for _ in range(3))
        al, be, ga = (math.radians(r.uniform(60, 120)) for _ in range(3))
        x = (math.cos(al) - math.cos(be) * math.cos(ga)) / math.sin(ga)
        rest = 1 - math.cos(be) ** 2 - x * x
        if rest <= 0:
            continue
        m = np.array([[a, 0, 0], [b * math.cos(ga), b * math.sin(ga), 0], [c * math.cos(be), c * x, c * math.sqrt(rest)]])
        if np.linalg.det(m) < 0.3 * a * b * c:
            continue
        q, _ = np.linalg.qr(np.array([[r.gauss(0, 1) for _ in range(3)] for _ in range(3)]))
        if np.linalg.det(q) < 0:
            q[:, 0] *= -1
        return m @ q * (volume / np.linalg.det(m)) ** (1 / 3)


def closest(x, groups, cell):
    """The smallest distance of atoms of different groups, images of a group being different."""
    inverse = np.linalg.inv(cell)
    heights = 1 / np.linalg.norm(inverse, axis=0)
    reach = [range(-n, n + 1) for n in np.ceil(6 / heights).astype(int)]
    fractional = x @ inverse
    best = math.inf
    for i in range(len(x)):
        d = fractional - fractional[i]
        whole = np.round(d)
        base = d - whole
        for shift in itertools.product(*reach):
            other = base + shift
            r2 = ((other @ cell) ** 2).sum(axis=1)
            same = (groups == groups[i]) & (np.abs(whole - shift).sum(axis=1) == 0)
            r2[same] = math.inf
            best = min(best, float(r2.min()))
    return math.sqrt(best)


def call(tool, args):
    run = subprocess.run([sys.argv[1], "call", tool, "--args", json.dumps(args)], capture_output=True, text=True, timeout=300)
    return (json.loads(run.stdout), "") if run.returncode == 0 else (None, (run.stderr or run.stdout).strip())


def rigid(x, elements, molecules):
    """The largest difference of inner distances of molecules with the same atoms in a row."""
    shapes, worst = {}, 0.0
    for m in np.unique(molecules):
        at = np.flatnonzero(molecules == m)
        key = tuple(elements[i] for i in at)
        inner = np.linalg.norm(x[at][:, None] - x[at][None, :], axis=2)
        worst = max(worst, float(np.abs(inner - shapes.setdefault(key, inner)).max()))
    return worst


def judge(name, result, tolerance, document=None):
    s, report = result["structure"], result["provenance"]
    x = np.array(s["positions"]).reshape(-1, 3)
    cell = np.array(s["cell"]).reshape(3, 3)
    molecules = np.array(s["molecules"])
    elements = s["elements"]
    check(name + ", rigid", rigid(x, elements, molecules) < 1e-3, f"{rigid(x, elements, molecules):.5f} Å")
    ids = s["residueIds"]
    check(name + ", residues", sorted(set(ids)) == list(range(min(ids), max(ids) + 1)) and len(set(ids)) == len(set(molecules)), "gaps")
    mass = sum(WEIGHTS[z] for z in elements)
    everything, groups = x, molecules.astype(int) + 1
    if document is not None:
        old = np.array(document["positions"]).reshape(-1, 3)
        everything = np.vstack([x, old])
        groups = np.concatenate([groups, np.zeros(len(old), int)])
        mass += sum(WEIGHTS[z] for z in document["elements"])
        check(name + ", cell", s["cell"] == document["cell"], "another cell than the document's")
    density = mass / 0.602214076 / abs(np.linalg.det(cell))
    check(name + ", density", abs(density / report["density"] - 1) < 1e-6, f"{density} and {report['density']}")
    least = closest(everything, groups, cell)
    warned = any("minimum distance" in w for w in result["warnings"])
    check(name + ", distance", warned or least > tolerance - 1e-4, f"{least:.4f} Å, asked for {tolerance}")
    if least < 6:
        check(name + ", proof", abs(least - report["closestDistance"]) < 2e-4, f"{least:.5f}, reported {report['closestDistance']}")


def box(r, k):
    names = r.sample(sorted(MOLECULES), r.choice([1, 1, 2, 3]))
    rows = [{"molecule": {"name": n, "smiles": MOLECULES[n]}, "count": r.randint(5, 60)} for n in names]
    args = {"components": rows, "seed": r.randrange(2**53), "tolerance": r.choice([1.5, 2, 2, 2.4]), "density": r.uniform(0.3, 0.8)}
    kind = r.choice(["density", "cell", "layered", "gas"])
    total = sum(row["count"] for row in rows)
    if kind == "cell":
        args |= {"size_by": "cell", "cell": random_cell(r, 260 * total).ravel().tolist()}
    elif kind == "gas":
        args |= {"size_by": "gas", "temperature": 400, "pressure": 20}
    elif kind == "layered" and len(rows) > 1:
        args |= {"layout": "layered"}
        for i, row in enumerate(rows):
            row["layer"] = i + 1
    result, error = call("liquid_box", args)
    name = f"box {k} ({kind}: {', '.join(names)})"
    if result is None:
        # What does not fit is refused with its code, nothing else is.
        check(name, "[IMPOSSIBLE_DENSITY]" in error or "[BOX_TOO_SMALL]" in error, error[:160])
        return
    molecules = result["structure"]["molecules"]
    check(name + ", counts", len(set(molecules)) == total, f"{len(set(molecules))} molecules, asked for {total}")
    judge(name, result, args["tolerance"])


def around(r, k):
    cell = random_cell(r, r.uniform(16, 26) ** 3)
    elements, positions = [6, 1, 1, 1, 1], []
    middle = np.array([r.random() for _ in range(3)]) @ cell
    for p in ([0, 0, 0], [0.63, 0.63, 0.63], [-0.63, -0.63, 0.63], [-0.63, 0.63, -0.63], [0.63, -0.63, -0.63]):
        positions += (middle + p).tolist()
    document = {"elements": elements, "positions": positions, "cell": cell.ravel().tolist(), "bonds": [[0, 1], [0, 2], [0, 3], [0, 4]]}
    name = r.choice(["Water", "Methanol", "Acetonitrile", "Benzene"])
    tolerance = r.choice([1.8, 2, 2.3])
    args = {"document": document, "seed": r.randrange(2**53), "tolerance": tolerance}
    if r.random() < 0.3:
        tool = "ions"
        args |= {"amount": "count", "cations": r.randint(1, 6), "anions": r.randint(1, 6)}
    else:
        tool = "solvate"
        args |= {"solvent": {"name": name, "smiles": MOLECULES[name]}, "density": r.uniform(0.4, 0.8), "ions": r.choice(["none", "count"])}
    result, error = call(tool, args)
    what = f"{tool} {k} ({name})"
    if result is None:
        check(what, False, error[:160])
        return
    judge(what, result, tolerance, document)


count = int(sys.argv[2]) if len(sys.argv) > 2 else 250
r = random.Random(20)
for k in range(count):
    (box if k % 5 < 3 else around)(r, k)
print(f"{count} boxes: {passed} passed, {len(failed)} failed")
for line in failed[:40]:
    print("  " + line)
sys.exit(1 if failed else 0)
