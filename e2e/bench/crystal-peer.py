"""ASE and spglib at the tasks of crystal/main.go: seconds of the fastest of three runs, as
JSON. The supercell is ASE's repeat: its make_supercell copies all atoms for every image."""

import json
import time

from ase.build import bulk, surface

seconds = {}


def task(name, run):
    best = None
    for _ in range(3):
        begin = time.perf_counter()
        run()
        took = time.perf_counter() - begin
        best = took if best is None else min(best, took)
    seconds[name] = best


copper = bulk("Cu", "fcc", a=3.61, cubic=True)
task("supercell", lambda: copper.repeat((62, 63, 64)))
task("surface", lambda: surface(copper, (1, 1, 1), 25, vacuum=10).repeat((10, 10, 1)))
try:
    import spglib

    silicon = bulk("Si", "diamond", a=5.43, cubic=True).repeat(4)
    cell = (silicon.cell.array, silicon.get_scaled_positions(), silicon.numbers)
    impure = (cell[0], cell[1], [32 if i == 7 else 14 for i in range(len(silicon))])
    task("symmetry", lambda: spglib.get_symmetry_dataset(cell, symprec=1e-3))
    task("symmetry impure", lambda: spglib.get_symmetry_dataset(impure, symprec=1e-3))
except ImportError:
    pass
print(json.dumps(seconds))
