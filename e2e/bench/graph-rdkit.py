"""What graph-rdkit.cpp does, for machines without RDKit's C++ headers."""
import sys
import time

import rdkit
from rdkit import Chem, RDLogger
from rdkit.Chem import AllChem

RDLogger.DisableLog("rdApp.*")


def lines(name):
    with open(name) as file:
        return file.read().splitlines()


read = [(text, Chem.MolFromSmiles(text)) for text in lines(sys.argv[1])]
refused = [str(i) for i, (_, m) in enumerate(read) if m is None]
texts = [text for text, m in read if m is not None]
molecules = [m for _, m in read if m is not None]
queries = [Chem.MolFromSmarts(text) for text in lines(sys.argv[2])]


def parse():
    check = 0
    for text in texts:
        m = Chem.MolFromSmiles(text)
        check += m.GetNumAtoms() + m.GetNumBonds()
    return check


def canonical():
    return sum(len(Chem.MolToSmiles(m)) for m in molecules)


def ecfp4():
    return sum(AllChem.GetMorganFingerprintAsBitVect(m, 2, 2048).GetNumOnBits() for m in molecules)


def smarts():
    return sum(len(m.GetSubstructMatches(q)) for m in molecules for q in queries)


tasks = {"parse": parse, "canonical": canonical, "ecfp4": ecfp4, "smarts": smarts}
print("RDKit", rdkit.__version__, flush=True)
for line in sys.stdin:
    for word in line.split():
        if word == "refused":
            print(" ".join(refused), flush=True)
            continue
        start = time.perf_counter()
        check = tasks[word]()
        print(time.perf_counter() - start, check, flush=True)
