/** Which atoms hang together, from the drawn bonds. */

/** Every atom that bonds connect to one, itself first; without going over one bond where `not` names its other end. */
export function connected(from: number, bonds: Uint32Array, atoms: number, not?: number): number[] {
  const { start, list } = neighbors(bonds, atoms);
  const seen = new Uint8Array(atoms);
  seen[from] = 1;
  const found = [from];
  for (let k = 0; k < found.length; k++) {
    const atom = found[k] as number;
    for (let n = start[atom] as number; n < (start[atom + 1] as number); n++) {
      const other = list[n] as number;
      if (seen[other] || (atom === from && other === not)) continue;
      seen[other] = 1;
      found.push(other);
    }
  }
  return found;
}

/** The atoms on one side of a bond, `to` first; null when the bond is in a ring and has no sides. */
export function sideOf(from: number, to: number, bonds: Uint32Array, atoms: number): number[] | null {
  const side = connected(to, bonds, atoms, from);
  return side.includes(from) ? null : side;
}

/** Neighbors of atom i: `list[start[i]]` to before `list[start[i + 1]]`. */
function neighbors(bonds: Uint32Array, atoms: number): { start: Uint32Array; list: Uint32Array } {
  const start = new Uint32Array(atoms + 1);
  for (const atom of bonds) if (atom < atoms) start[atom + 1] = (start[atom + 1] as number) + 1;
  for (let i = 0; i < atoms; i++) start[i + 1] = (start[i + 1] as number) + (start[i] as number);
  const next = start.slice();
  const list = new Uint32Array(bonds.length);
  for (let k = 0; k + 1 < bonds.length; k += 2) {
    const [i, j] = [bonds[k] as number, bonds[k + 1] as number];
    if (i >= atoms || j >= atoms) continue;
    const [p, q] = [next[i] as number, next[j] as number];
    list[p] = j;
    list[q] = i;
    next[i] = p + 1;
    next[j] = (next[j] as number) + 1;
  }
  return { start, list };
}
