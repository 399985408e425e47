"""Files that toolserver writes, read by independent programs.

    /usr/bin/python3 e2e/oracle/readback.py bin/toolserver

Structures of several kinds (a liquid in an oblique cell with bonds, a molecule without a cell,
crystals, a charged pair of ions) are written in every format and read by ASE, Gemmi, RDKit and
Open Babel; GROMACS and LAMMPS load a box with its bonds. Atoms, elements, cell, bonds and
distances must be those of the structure that was written. A program that is not installed is
named and left out (Debian: python3-ase python3-gemmi python3-rdkit openbabel lammps gromacs).
Prints "N passed, N failed".
"""

import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

SYMBOLS = (
    "X H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr "
    "Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La"
).split()

passed, failed, absent = 0, [], []


def check(name, ok, said=""):
    global passed
    if ok:
        passed += 1
    else:
        failed.append(f"{name}: {said}")


def optional(name):
    try:
        return __import__(name, fromlist=["x"])
    except ImportError:
        absent.append(name)
        return None


ase_io = optional("ase.io")
gemmi = optional("gemmi")
Chem = optional("rdkit.Chem")


def run(*command, stdin=None, cwd=None):
    return subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=cwd, timeout=300)


class Structure:
    """What was written: elements, positions, cell rows or None, bonds, orders."""

    def __init__(self, result):
        s = result.get("structure") or result
        flat = s["positions"]
        self.symbols = [SYMBOLS[z] for z in s["elements"]]
        self.positions = [flat[k : k + 3] for k in range(0, len(flat), 3)]
        c = s.get("cell")
        self.cell = [c[0:3], c[3:6], c[6:9]] if c else None
        self.bonds = s.get("bonds") or []
        self.molecules = s.get("molecules")
        self.numbers = s.get("residueIds")
        self.names, self.residues, self.chains = s.get("atomNames"), s.get("residueNames"), s.get("chainIds")
        self.charge = sum(s.get("formalCharges") or [0])
        self.orders = s.get("bondOrders") or [1] * len(self.bonds)

    def reordered(self, order):
        other = object.__new__(Structure)
        other.__dict__.update(self.__dict__)
        other.symbols = [self.symbols[k] for k in order]
        other.positions = [self.positions[k] for k in order]
        return other


def metric(cell):
    """a, b, c and the cosines between them: what a rotation leaves."""
    dot = lambda u, v: sum(x * y for x, y in zip(u, v))
    lengths = [math.sqrt(dot(v, v)) for v in cell]
    a, b, c = cell
    cosines = [
        dot(b, c) / lengths[1] / lengths[2],
        dot(a, c) / lengths[0] / lengths[2],
        dot(a, b) / lengths[0] / lengths[1],
    ]
    return lengths, cosines


def times(m, n):
    return [[sum(row[k] * n[k][j] for k in range(3)) for j in range(3)] for row in m]


def determinant(m):
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def inverse(m):
    (a, b, c), (d, e, f), (g, h, i) = m
    det = determinant(m)
    return [
        [(e * i - f * h) / det, (c * h - b * i) / det, (b * f - c * e) / det],
        [(f * g - d * i) / det, (a * i - c * g) / det, (c * d - a * f) / det],
        [(d * h - e * g) / det, (b * g - a * h) / det, (a * e - b * d) / det],
    ]


def distance(positions, cell, i, j):
    """The shortest over the images; without a cell the plain one."""
    d = [positions[j][k] - positions[i][k] for k in range(3)]
    if not cell:
        return math.sqrt(sum(x * x for x in d))
    inv = inverse(cell)
    f = [sum(d[k] * inv[k][m] for k in range(3)) for m in range(3)]
    f = [x - round(x) for x in f]
    best = math.inf
    for u in (-1, 0, 1):
        for v in (-1, 0, 1):
            for w in (-1, 0, 1):
                g = [f[0] + u, f[1] + v, f[2] + w]
                p = [sum(g[k] * cell[k][m] for k in range(3)) for m in range(3)]
                best = min(best, sum(x * x for x in p))
    return math.sqrt(best)


def compare(name, want, symbols, positions, cell, within, ignore_elements=False):
    """Elements in order, the shape of the cell, 300 distances within a bound in Å."""
    check(f"{name}, atoms", len(positions) == len(want.positions), f"{len(positions)} of {len(want.positions)}")
    if len(positions) != len(want.positions):
        return
    if not ignore_elements:
        check(f"{name}, elements", list(symbols) == want.symbols, "differ")
    if want.cell:
        check(f"{name}, cell", cell is not None, "none")
        if cell is None:
            return
        # Vectors of the same lattice: formats want right-handed ones, or the shortest.
        a, b = turned(cell), turned(want.cell)
        whole = [[round(x) for x in row] for row in times(a, inverse(b))]
        back = times(whole, b)
        worst = max(abs(back[i][j] - a[i][j]) for i in range(3) for j in range(3))
        # PDB rounds angles to 0.01 degrees.
        bound = max(within, 2e-3, 1e-4 * max(metric(want.cell)[0]))
        check(f"{name}, cell", abs(determinant(whole)) == 1 and worst < bound, f"off by {worst:.4f}")
    rng = random.Random(1)
    n, worst = len(positions), 0
    for _ in range(300 if n > 1 else 0):
        i, j = rng.sample(range(n), 2)
        a = distance(want.positions, want.cell, i, j)
        b = distance(positions, cell if want.cell else None, i, j)
        worst = max(worst, abs(a - b))
    check(f"{name}, distances", worst < within, f"off by {worst:.4f} Å")


def with_ase(name, path, fmt, want, within, **options):
    # Of a CIF it compares all pairs of sites, and takes those within a thousandth of an edge for one.
    if fmt == "cif" and (len(want.positions) > 5000 or max(metric(want.cell)[0]) > 1000):
        return
    if not ase_io or fmt == "proteindatabank" and want.numbers and max(want.numbers) > 9999:  # ASE knows no hybrid-36
        return
    atoms = ase_io.read(path, format=fmt, **options)
    cell = atoms.cell.array.tolist() if atoms.cell.volume > 0 and want.cell else None
    compare(f"{name} by ASE", want, atoms.get_chemical_symbols(), atoms.positions.tolist(), cell, within)


def with_gemmi(name, path, kind, want, within):
    if not gemmi:
        return
    if kind == "small":
        small = gemmi.read_small_structure(path)
        sites = [(s.element.name, list(small.cell.orthogonalize(s.fract))) for s in small.sites]
        if want.names and len(set(want.names)) == len(want.names):
            check(f"{name} by Gemmi, labels", [s.label for s in small.sites] == want.names, "differ")
        box = small.cell
    else:
        st = gemmi.read_structure(path)
        atoms = [(chain.name, res, a) for chain in st[0] for res in chain for a in res]
        sites = [(a.element.name, list(a.pos)) for _, _, a in atoms]
        whole = path.endswith(".mmcif")  # PDB cuts names to its columns
        for field, wanted, got in (
            ("residue numbers", want.numbers, [res.seqid.num for _, res, _ in atoms]),
            # Gemmi takes the fourth letter of a residue name for the first of the chain.
            ("chains", (whole or max(map(len, want.residues or [""])) < 4) and want.chains, [chain for chain, _, _ in atoms]),
            ("residue names", whole and want.residues, [res.name for _, res, _ in atoms]),
            ("atom names", whole and want.names, [a.name for _, _, a in atoms]),
        ):
            if wanted:
                check(f"{name} by Gemmi, {field}", got == wanted, f"{got[:4]}, {wanted[:4]}")
        box = st.cell
    cell = None
    if want.cell:
        # Its rows are x, y, z and its columns the vectors.
        m = box.orthogonalization_matrix.tolist()
        cell = [[m[k][axis] for k in range(3)] for axis in range(3)]
    compare(f"{name} by Gemmi", want, [s for s, _ in sites], [p for _, p in sites], cell, within)


def with_rdkit(name, path, want, within):
    if not Chem:
        return
    reader = {"mol": Chem.MolFromMolFile, "sdf": lambda p, **o: next(Chem.SDMolSupplier(p, **o)), "mol2": Chem.MolFromMol2File, "pdb": Chem.MolFromPDBFile}
    mol = reader[path.rsplit(".", 1)[1]](path, sanitize=False, removeHs=False)
    check(f"{name} by RDKit", mol is not None, "not read")
    if mol is None:
        return
    p = mol.GetConformer().GetPositions().tolist()
    compare(f"{name} by RDKit", want, [a.GetSymbol() for a in mol.GetAtoms()], p, want.cell, within)
    got = {tuple(sorted((b.GetBeginAtomIdx(), b.GetEndAtomIdx()))) for b in mol.GetBonds()}
    check(f"{name} by RDKit, bonds", got == {tuple(sorted(b)) for b in want.bonds}, f"{len(got)} of {len(want.bonds)}")


def with_openbabel(name, path, fmt, want, within, bonds=True):
    if not shutil.which("obabel"):
        return
    done = run("obabel", f"-i{fmt}", path, "-omol2")
    atoms, pairs, part = [], set(), ""
    for line in done.stdout.splitlines():
        if line.startswith("@<TRIPOS>"):
            part = line[9:]
        elif part == "ATOM" and line.strip():
            f = line.split()
            atoms.append((f[5].split(".")[0], [float(x) for x in f[2:5]]))
        elif part == "BOND" and line.strip():
            f = line.split()
            pairs.add(tuple(sorted((int(f[1]) - 1, int(f[2]) - 1))))
    compare(f"{name} by Open Babel", want, [s for s, _ in atoms], [p for _, p in atoms], want.cell, within)
    if bonds:
        check(f"{name} by Open Babel, bonds", pairs == {tuple(sorted(b)) for b in want.bonds}, f"{len(pairs)} of {len(want.bonds)}")


def with_lammps(name, path, want, style):
    """LAMMPS loads the file; what it has of atoms, cell, bonds, molecules and charges is what the style holds."""
    program = shutil.which("lmp")
    if not program:
        absent.append("LAMMPS")
        return
    molecular, charged = style in ("full", "molecular"), style in ("full", "charge")
    dump = path + ".dump"
    bonded = molecular and want.bonds
    cutoff = max([4.0] + [edge / 200 for edge in (metric(want.cell)[0] if want.cell else [])])  # it limits its bins
    script = f"""units real
atom_style {style}
atom_modify map array sort 0 0
pair_style zero {cutoff} nocoeff
{"bond_style zero nocoeff" if bonded else ""}
read_data {path}
pair_coeff * *
{"bond_coeff *" if bonded else ""}
thermo_style custom step atoms bonds vol
run 0 pre yes
write_dump all custom {dump} id mass {"mol" if molecular else "type"} {"q" if charged else "type"} xu yu zu modify sort id format float %.6f
"""
    done = run(program, "-log", "none", stdin=script, cwd=os.path.dirname(path))
    row = next((line.split() for line in done.stdout.splitlines() if line.split()[:1] == ["0"] and len(line.split()) == 4), None)
    check(f"{name} by LAMMPS", row is not None and os.path.exists(dump), (done.stdout + done.stderr)[-400:])
    if not row or not os.path.exists(dump):
        return
    check(f"{name} by LAMMPS, atoms and bonds", row[1:3] == [str(len(want.positions)), str(len(want.bonds) if molecular else 0)], str(row))
    if want.cell:
        volume = abs(determinant(want.cell))
        check(f"{name} by LAMMPS, volume", abs(float(row[3]) - volume) < 1e-3 * volume, f"{row[3]}, {volume}")
    with open(dump) as f:
        rows = [line.split() for line in f.read().split("ITEM: ATOMS")[1].splitlines()[1:]]
    heavy = "".join(sorted({"1" if float(r[1]) > 1.5 else "0" for r in rows}))
    check(f"{name} by LAMMPS, masses", heavy == "".join(sorted({"0" if s == "H" else "1" for s in want.symbols})), heavy)
    if charged:
        check(f"{name} by LAMMPS, charge", abs(sum(float(r[3]) for r in rows) - want.charge) < 1e-6, str(want.charge))
    if molecular and want.molecules:
        check(f"{name} by LAMMPS, molecules", [int(r[2]) for r in rows] == [m + 1 for m in want.molecules], "differ")
    p = [[float(x) for x in r[4:7]] for r in rows]
    # LAMMPS wraps the atoms: only distances over the images are kept.
    compare(f"{name} by LAMMPS", want, [], p, want.cell and turned(want.cell), 5e-3, ignore_elements=True)


def turned(cell):
    """The cell with a along x, b in the xy plane and c upward: of left-handed ones c is reversed."""
    (la, lb, lc), (ca, cb, cg) = metric(cell)
    sg = math.sqrt(1 - cg * cg)
    cy = (ca - cb * cg) / sg
    sign = -1 if determinant(cell) < 0 else 1
    return [[la, 0, 0], [lb * cg, lb * sg, 0], [sign * lc * cb, sign * lc * cy, lc * math.sqrt(1 - cb * cb - cy * cy)]]


def with_gromacs(name, gro, top, want, folder):
    program = shutil.which("gmx")
    if not program:
        absent.append("GROMACS")
        return
    kinds = sorted(set(want.symbols))
    head = "[ defaults ]\n1 2 yes 0.5 0.5\n[ atomtypes ]\n"
    head += "".join(f"{s} 1.0 0.0 A 0.3 0.3\n" for s in kinds) + "[ bondtypes ]\n"
    head += "".join(f"{s} {t} 1 0.1 1000\n" for k, s in enumerate(kinds) for t in kinds[k:])
    whole = os.path.join(folder, "whole.top")
    with open(top) as skeleton, open(whole, "w") as out:
        out.write(head + skeleton.read())
    mdp = os.path.join(folder, "run.mdp")
    with open(mdp, "w") as out:
        out.write("integrator = md\nnsteps = 0\ncutoff-scheme = Verlet\nrlist = 0.5\nrvdw = 0.5\nrcoulomb = 0.5\nverlet-buffer-tolerance = -1\n")
    tpr = os.path.join(folder, "run.tpr")
    done = run(program, "grompp", "-f", mdp, "-c", gro, "-p", whole, "-o", tpr, "-po", os.path.join(folder, "out.mdp"), "-maxwarn", "3")
    check(f"{name} by GROMACS", done.returncode == 0, done.stderr[-600:])
    if done.returncode == 0:
        dump = run(program, "dump", "-s", tpr).stdout
        atoms = next((line.split()[-1] for line in dump.splitlines() if line.strip().startswith("natoms")), "")
        check(f"{name} by GROMACS, atoms", atoms == str(len(want.positions)), atoms)


def convert(toolserver, folder, ending, text, *options):
    """The structure of a text in some format, as JSON."""
    path, out = os.path.join(folder, "source." + ending), os.path.join(folder, "source.json")
    with open(path, "w") as f:
        f.write(text)
    done = run(toolserver, "convert", path, out, *options)
    if done.returncode != 0:
        return done.stderr
    with open(out) as f:
        return f.read()


ROCK_SALT = """data_NaCl
_cell_length_a 5.64
_cell_length_b 5.64
_cell_length_c 5.64
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
_symmetry_space_group_name_H-M 'F m -3 m'
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
Na1 Na 0 0 0
Cl1 Cl 0.5 0.5 0.5
"""


def sources(toolserver, folder):
    """name → Structure, made by the tools themselves or from a file of the page's tests."""
    water, ethanol = {"name": "water", "smiles": "O"}, {"name": "ethanol", "smiles": "CCO"}
    calls = {
        "liquid": ("liquid_box", {"components": [{"molecule": water, "count": 120}, {"molecule": ethanol, "count": 20}], "seed": 3}),
        "oblique liquid": (
            "liquid_box",
            {"components": [{"molecule": water, "count": 100}], "seed": 5, "size_by": "cell", "cell": [16, 0, 0, 4, 15, 0, -3, 5, 15]},
        ),
        "salt water": (
            "liquid_box",
            {
                "components": [
                    {"molecule": water, "count": 100},
                    {"molecule": {"name": "sodium", "smiles": "[Na+]"}, "count": 4},
                    {"molecule": {"name": "chloride", "smiles": "[Cl-]"}, "count": 4},
                ],
                "seed": 2,
            },
        ),
    }
    for name, (tool, args) in calls.items():
        yield name, run(toolserver, "call", tool, "--args", json.dumps(args)).stdout
    for name, smiles in {"aspirin": "CC(=O)Oc1ccccc1C(=O)O", "glycine ion": "[NH3+]CC(=O)[O-]"}.items():
        made = run(toolserver, "call", "generate_3d", "--args", json.dumps({"smiles": smiles})).stdout
        yield name, convert(toolserver, folder, "mol", json.loads(made)["molblock"])
    yield "rock salt", convert(toolserver, folder, "cif", ROCK_SALT, "--expand-symmetry")

    yield from hostile()


def hostile():
    """Structures that formats find hard to hold."""
    water = [0, 0, 0, 0.757, 0.414, 0.414, -0.757, 0.414, 0.414]
    molecule = {"elements": [8, 1, 1], "positions": water, "bonds": [[0, 1], [0, 2]]}
    yield "one atom", json.dumps({"elements": [2], "positions": [0.5, 0.25, 0], "cell": [5, 0, 0, 0, 5, 0, 0, 0, 5], "bonds": []})
    yield "turned and outside", json.dumps({**molecule, "positions": [x + 40 for x in water], "cell": [0, 12, 0, 0, 3, 11, 10, -2, 1]})
    yield "left-handed", json.dumps({**molecule, "positions": [x - 30 for x in water], "cell": [12, 0, 0, -3, 11, 0, -2, 1, -10]})
    yield "far tilt", json.dumps({**molecule, "cell": [12, 0, 0, -17, 11, 0, 20, -9, 10]})
    yield "great cell", json.dumps({**molecule, "cell": [9000, 0, 0, 100, 8000, 0, -50, 20, 9500]})
    names = ["O1'", 'H"1', "H\u00e92"]
    yield "odd names", json.dumps({**molecule, "cell": [15, 0, 0, 0, 15, 0, 0, 0, 15], "atomNames": names, "residueNames": ["WATE", "LIG 1", "x"], "residueIds": [-1, 10000, 99999], "chainIds": ["A", "b", "9"], "formalCharges": [-1, 0, 1]})
    many = 100_001
    yield "many residues", json.dumps(
        {
            "elements": [18] * many,
            "positions": [4.0 * v for k in range(many) for v in (k % 50, k // 50 % 50, k // 2500)],
            "cell": [200, 0, 0, 0, 200, 0, 0, 0, 164],
            "bonds": [],
            "residueIds": list(range(1, many + 1)),
            "residueNames": ["ARG"] * many,
        }
    )


def main(toolserver):
    folder = tempfile.mkdtemp()
    for name, text in sources(os.path.abspath(toolserver), folder):
        check(f"{name} was made", text.startswith("{"), text[:200])
        if not text.startswith("{"):
            continue
        want = Structure(json.loads(text))
        source = os.path.join(folder, "in.json")
        with open(source, "w") as out:
            out.write(text)

        def write(ending, *options):
            path = os.path.join(folder, f"{name.replace(' ', '-')}.{ending}")
            done = run(toolserver, "convert", source, path, "--json", *options)
            if done.returncode != 0:
                check(f"{name} as {ending}", False, done.stderr)
                return None, want
            order = json.loads(done.stdout).get("order")
            return path, want.reordered(order) if order else want

        for ending, fmt in (("xyz", "extxyz"), ("pdb", "proteindatabank"), ("cif", "cif"), ("gro", "gromacs"), ("vasp", "vasp"), ("xsf", "xsf")):
            if not want.cell and ending in ("cif", "gro", "vasp", "xsf"):
                continue
            path, as_written = write(ending)
            if path:
                with_ase(f"{name}.{ending}", path, fmt, as_written, 0.03 if ending == "gro" else 5e-3)
        path, as_written = write("cif") if want.cell else (None, want)
        if path:
            with_gemmi(f"{name}.cif", path, "small", as_written, 5e-3)
        for ending in ("pdb", "mmcif"):
            path, as_written = write(ending)
            if path:
                with_gemmi(f"{name}.{ending}", path, "model", as_written, 5e-3)
        if len(want.positions) <= 999:
            for ending in ("mol", "sdf", "mol2"):
                path, _ = write(ending)
                if path and not (ending == "mol2" and want.cell):
                    with_rdkit(f"{name}.{ending}", path, want, 5e-3)
                if path:
                    with_openbabel(f"{name}.{ending}", path, ending, want, 5e-3)
            path, _ = write("cml")
            if path:
                with_openbabel(f"{name}.cml", path, "cml", want, 5e-3)
        for style in ("full", "molecular", "charge", "atomic"):
            path, as_written = write("data", "--style", style)
            if path:
                with_lammps(f"{name}.data, {style}", path, as_written, style)
        if want.cell and want.bonds:
            path, as_written = write("gro", "--top")
            if path:
                with_gromacs(f"{name}.gro", path, path[:-4] + ".top", as_written, folder)
    shutil.rmtree(folder)
    for program in sorted(set(absent)):
        print(f"not installed, left out: {program}")
    for line in failed:
        print(f"FAIL {line}")
    print(f"{passed} passed, {len(failed)} failed")
    sys.exit(1 if failed or passed == 0 else 0)


main(sys.argv[1])
