"""Writes reference.jsonl.gz: UFF energies and gradients of RDKit.

    python3 reference.py CONFORMERS

CONFORMERS is the conformers.jsonl.gz of the reference data; from it come every
second molecule at the coordinates there (the row keeps its name alone), then the
molecules of this file at coordinates RDKit embedded, minimized and shook, rounded to four
decimals. Energies are kcal/mol, gradients kcal/mol/Å, without a cut-off and with
the interactions between components. Atoms are in the order of the SMILES, then
the hydrogens in the order of their parents.
"""

import gzip
import io
import json
import random
import sys

from rdkit import Chem, RDLogger, rdBase
from rdkit.Chem import AllChem
from rdkit.Chem.rdMolTransforms import GetAngleDeg
from rdkit.Geometry import Point3D

RDLogger.DisableLog("rdApp.*")

OWN = """
[H][H] C CC C=C C#C C=C=C C#CC#C C1CC1 C1=CC1 C=C1CC1 C1CCC1 C1=CCC1 O=C1CCC1 C1CN1 C1=CO1 C1=NC1 C1CC=C1C O=C1CO1 O=C1CC1
C12CC1C2 C1CC2CC12 C1=CC2CC2C1 C12=CCC1=CC2 N N#N NN NO OO OS SS CSSC CSeSeC C[Se][Se]C C[Te]C COOC CSOC CON CNN CS(C)=O CS(C)(=O)=O
CS(=O)(=O)N COS(=O)(=O)OC O=S=O O=S(=O)=O OS(=O)(=O)O FS(F)(F)F FS(F)(F)(F)(F)F S=C=S S=C(N)N C1CS1 c1ccsc1 c1cscn1 c1ccoc1 c1cc[nH]c1
c1ccncc1 c1cnccn1 c1ccc2ccccc2c1 c1ccccc1-c1ccccc1 Cc1ccccc1 Oc1ccccc1 Nc1ccccc1 N#Cc1ccccc1 O=Cc1ccccc1 OC(=O)c1ccccc1 C[N+](=O)[O-]
O=[N+]([O-])c1ccccc1 CC(=O)N CC(=O)NC CN(C)C=O CC(=O)OC CC(=O)OC(C)=O NC(N)=O NC(N)=[NH2+] C=CC=C C=CC=O C=CC#N C=CSC C=COC C=CN(C)C
CN=NC C/N=C/C CN=C=O CN=C=S C[N+]#[C-] CN=[N+]=[N-] C=[N+]=[N-] N#CC#N O=C=O [C-]#[O+] OC=O C(=O)[O-] CC(=O)[O-].[Na+] [NH4+].[Cl-] C[N+](C)(C)C
[O-]Cl(=O)(=O)=O [O-][N+](=O)[O-] [O-]S(=O)(=O)[O-] [O-]P([O-])([O-])=O F[B-](F)(F)F F[P-](F)(F)(F)(F)F CO[N+](=O)[O-] C[O+](C)C C[S+](C)C
P CP CP(C)C CP(C)(C)=O COP(=O)(OC)OC O=P(Cl)(Cl)Cl ClP(Cl)Cl ClP(Cl)(Cl)(Cl)Cl FP(F)(F)(F)F CP(C)(C)(C)C FP(F)(Cl)(Cl)Cl C[P+](C)(C)C C=P(C)(C)C P#P c1ccpcc1 C1CCPC1 PP
[AsH3] C[As](C)C Cl[As](Cl)Cl C[As](C)(C)=O [SbH3] C[Sb](C)C Cl[Sb](Cl)Cl C[Bi](C)C Cl[Bi](Cl)Cl c1cc[as]cc1
B BC CB(C)C OB(O)c1ccccc1 FB(F)F ClB(Cl)Cl [BH4-] B1OBOBO1 [B-](C)(C)(C)C N#B NB BB BBB CB(O)O [NH3+][BH3-] B1NBNBN1 C1OBOC1
[SiH4] C[SiH3] C[Si](C)(C)C C[Si](C)(C)O[Si](C)(C)C [SiH3][SiH3] Cl[Si](Cl)(Cl)Cl F[Si](F)(F)F C[Si](C)=C O=[Si]=O CO[Si](OC)(OC)OC C[SiH2]Cl C1CC[SiH2]C1 [SiH3]O[SiH3] C=C[SiH3]
[GeH4] C[Ge](C)(C)C Cl[Ge](Cl)(Cl)Cl [SnH4] C[Sn](C)(C)C Cl[Sn](Cl)(Cl)Cl Cl[Sn]Cl C[Pb](C)(C)C [AlH3] C[Al](C)C Cl[Al](Cl)Cl [AlH4-] C[Ga](C)C Cl[Ga](Cl)Cl C[In](C)C C[Tl](C)C
C[Hg]C Cl[Hg]Cl C[Zn]C Cl[Zn]Cl C[Cd]C C[Mg]C C[Mg]Br [MgH2] [BeH2] Cl[Be]Cl [LiH] C[Li] [NaH] [Na]Cl [KH] K[F] F[K] I[Cs] [Rb]Cl
O S [SeH2] [TeH2] F Cl Br I ClCl BrBr II FCl ICl FI(F)(F)(F)F FCl(F)F CF CCl CBr CI FC(F)(F)C(F)(F)F ClC(Cl)(Cl)Cl FN(F)F ClN(Cl)Cl FOF ClOCl CF.CCl
[CH3] [CH2]C C[CH]C C[C](C)C [CH2] [NH2] [OH] [O][O] C[O] CO[O] CC(=O)[CH2] [CH2]c1ccccc1 C[N](C)[O] [CH]=C C=[CH] [C]#C [CH3+] C[CH2+] CC(C)(C)[CH2+] [CH3-] C[CH2-] [OH-] [OH3+] [NH2-] C[S-] C[O-] [CH2-][N+]#N
[He].[He] [Ar].[Ar] [Kr].[Ar] [Xe].[He] F[Xe]F F[Xe](F)(F)F O=[Xe](=O)=O [He].C [Ar].c1ccccc1 O.O O.CO N.O C.C c1ccccc1.c1ccccc1 CC(=O)O.CC(=O)O
Cl[Ti](Cl)(Cl)Cl C[Ti](C)(C)C O=[V](Cl)(Cl)Cl Cl[Zr](Cl)(Cl)Cl C[Zr](C)(C)C Cl[Hf](Cl)(Cl)Cl Cl[Nb](Cl)(Cl)(Cl)Cl Cl[Ta](Cl)(Cl)(Cl)Cl O=[Cr](=O)(Cl)Cl F[Mo](F)(F)(F)(F)F F[W](F)(F)(F)(F)F O=[Mn](=O)(=O)[O-] O=[Os](=O)(=O)=O O=[Re](=O)(=O)O
Cl[Pt@SP1](Cl)([NH3])[NH3] Cl[Pt@SP1](Cl)(<-N)<-N Cl[Pd@SP1](Cl)(<-N)<-N N->[Ag+]<-N P->[Au]Cl [Cu]Cl C[Cu] Cl[Cu]Cl [Co@OH1](<-N)(<-N)(<-N)(Cl)(Cl)Cl Cl[Fe]Cl Cl[Fe](Cl)Cl N->[Ni](Cl)(Cl)<-N Cl[Ru@OH1](Cl)(Cl)(<-N)(<-N)<-N Cl[Rh@OH1](Cl)(Cl)(<-N)(<-N)<-N F[U](F)(F)(F)(F)F Cl[Sc](Cl)Cl Cl[Y](Cl)Cl Cl[La](Cl)Cl [Fe+2].[Cl-].[Cl-] [Zn+2].[OH-].[OH-] [Ca+2].[O-2] [Cu+].[Cl-]
CC12CCC3C(CCC4CC(=O)CCC34C)C1CCC2O CN1C=NC2=C1C(=O)N(C)C(=O)N2C CC(C)Cc1ccc(cc1)C(C)C(=O)O CC(=O)Oc1ccccc1C(=O)O OCC1OC(O)C(O)C(O)C1O NC(Cc1ccccc1)C(=O)NCC(=O)O C1CCCCCCCCCCC1 C1CC2CCC1CC2 C12C3C4C1C5C2C3C45 C1C2CC3CC1CC(C2)C3 c1ccc2c(c1)[nH]c1ccccc12 O=c1cc[nH]c(=O)[nH]1 Cn1cccc1 CSC(C)=O CC(=S)N CC#CC CC=C=CC OC1=CC1 C1=CC=CC=CC=C1 N1C=CC=C1C#N ON=C CC(C)=NO NNC=O c1nnn[nH]1 c1nc[nH]n1 O=C1C=CC(=O)C=C1 C1=CCC=CC1 c1ccc(cc1)N=Nc1ccccc1 OS(=O)(=O)c1ccccc1 NS(=O)(=O)c1ccc(N)cc1 C[N+]1=CC=CC=C1 [O-][n+]1ccccc1 C=S CSC=S OC(=S)C CP(=S)(C)C S=P(N)(N)N
"""


def field(molecule):
    if not AllChem.UFFHasAllMoleculeParams(molecule):
        return None
    return AllChem.UFFGetMoleculeForceField(molecule, vdwThresh=1000.0, ignoreInterfragInteractions=False)


def place(molecule, xyz):
    conformer = Chem.Conformer(molecule.GetNumAtoms())
    for i in range(molecule.GetNumAtoms()):
        conformer.SetAtomPosition(i, Point3D(*xyz[3 * i : 3 * i + 3]))
    molecule.RemoveAllConformers()
    molecule.AddConformer(conformer)


def complete(smiles):
    molecule = Chem.MolFromSmiles(smiles)
    return molecule and Chem.AddHs(molecule)


def values(f, gradient):
    row = {"E": round(f.CalcEnergy(), 6)}
    g = f.CalcGrad()
    row["norm"] = round(sum(v * v for v in g) ** 0.5, 5)
    if gradient:
        row["grad"] = [round(v, 4) for v in g]
    return row


def narrow(molecule):
    """Whether an angle at five or more ligands is below 50°, where the terms of some are not RDKit's."""
    conformer = molecule.GetConformer()
    return any(
        GetAngleDeg(conformer, a.GetIdx(), b.GetIdx(), c.GetIdx()) < 50
        for b in molecule.GetAtoms()
        for a in b.GetNeighbors()
        for c in b.GetNeighbors()
        if a.GetIdx() < c.GetIdx() and b.GetDegree() > 4
    )


def scatter(molecule, shake):
    """Places atoms at random, none nearer to another than 1.5 Å."""
    n = molecule.GetNumAtoms()
    while True:
        points = []
        while len(points) < n:
            p = [shake.uniform(-1, 1) * (1.5 + n**0.5) for _ in range(3)]
            if all(sum((a - b) ** 2 for a, b in zip(p, q)) > 2.25 for q in points):
                points.append(p)
        place(molecule, [v for p in points for v in p])
        if not narrow(molecule):
            return


def rows(conformers):
    with gzip.open(conformers, "rt") as file:
        for k, line in enumerate(file):
            if k % 2:
                continue
            row = json.loads(line)
            molecule = complete(row["smi"])
            if molecule is None or [a.GetSymbol() for a in molecule.GetAtoms()] != row["sym"]:
                continue
            xyz = row.get("xyz")
            if xyz is None:
                continue
            if isinstance(xyz[0], list):
                xyz = [v for point in xyz for v in point]
            place(molecule, xyz)
            f = field(molecule)
            if f is not None:
                yield {"mol": row["mol"], **values(f, k % 6 == 0)}
    shake = random.Random(20261130)
    for smiles in OWN.split():
        molecule = complete(smiles)
        if molecule is None:
            print("cannot be read:", smiles, file=sys.stderr)
            continue
        for seed in range(20):
            try:
                done = AllChem.EmbedMolecule(molecule, randomSeed=seed, useRandomCoords=True) == 0
            except RuntimeError:
                done = False
            if done and field(molecule):
                field(molecule).Minimize(maxIts=1000)
            if done and not narrow(molecule):
                break
        else:
            scatter(molecule, shake)
        start = [v for p in molecule.GetConformer().GetPositions() for v in p]
        for k, part in enumerate(Chem.GetMolFrags(molecule)):
            # RDKit may put one component upon another.
            center = [sum(start[3 * i + c] for i in part) / len(part) for c in range(3)]
            for i in part:
                for c in range(3):
                    start[3 * i + c] -= center[c]
                start[3 * i] += 4.5 * k
        xyz = [round(v + shake.gauss(0, 0.08), 4) for v in start]
        place(molecule, xyz)
        f = field(molecule)
        if f is None:
            print("no parameters:", smiles, file=sys.stderr)
            continue
        yield {"smi": smiles, "xyz": xyz, **values(f, True)}


def main():
    text = io.StringIO()
    header = {"made_by": "reference.py", "rdkit": rdBase.rdkitVersion, "field": "UFF", "vdwThresh": 1000}
    count = 0
    text.write(json.dumps(header) + "\n")
    for row in rows(sys.argv[1]):
        text.write(json.dumps(row, separators=(",", ":")) + "\n")
        count += 1
    with open("reference.jsonl.gz", "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as packed:
        packed.write(text.getvalue().encode())
    print(count, "rows")


main()
