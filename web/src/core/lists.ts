import type { Bufs, CommandName } from "./protocol";

/** Lists of atoms this long travel as arrays: as JSON they take longer than the edit. */
export const longList = 500;

/** Commands that take `atoms` as bufs.atoms too. */
const withAtoms: ReadonlySet<CommandName> = new Set(["edit.element", "edit.remove", "edit.copy"]);

/**
 * A request without its long lists of atoms, which are added to `bufs`: `atoms` of some
 * commands as `atoms`, that of op i as `ops.i.atoms`. The request given stays as it is.
 */
export function withoutLists(cmd: CommandName, request: unknown, bufs: Bufs): unknown {
  let out = request as { atoms?: unknown; ops?: unknown };
  if (withAtoms.has(cmd) && isLong(out.atoms) && !bufs.atoms) {
    bufs.atoms = Uint32Array.from(out.atoms);
    out = { ...out, atoms: undefined };
  }
  if (Array.isArray(out.ops) && out.ops.some((op) => isLong(op?.atoms))) {
    const ops = out.ops.map((op, i) => {
      if (!isLong(op?.atoms)) return op;
      bufs[`ops.${i}.atoms`] = Uint32Array.from(op.atoms);
      return { ...op, atoms: undefined };
    });
    out = { ...out, ops };
  }
  return out;
}

/** Indices that a Uint32Array holds as they are. */
function isLong(list: unknown): list is number[] {
  return Array.isArray(list) && list.length >= longList && list.every((a) => a >>> 0 === a);
}
