import { type Box, bounds, type ChangedRows, type Drawn } from "./structure";

/** Atoms of a block. */
const BLOCK = 4096;

/** The box around atoms that are edited: of atoms that an edit leaves where they are it knows the boxes by blocks. */
export class Extent {
  #boxes: (Box | null)[] = [];

  /** The box around all atoms, of which only those of `changed` may be elsewhere than the last time. */
  of({ positions }: Drawn, [from, to, after]: ChangedRows): Box | null {
    const boxes = this.#boxes;
    const atoms = positions.length / 3;
    const blocks = Math.ceil(atoms / BLOCK);
    // A block that was not full has other atoms when there are more or fewer.
    const last = Math.min(boxes.length - 1, Math.floor(after / BLOCK));
    boxes.length = Math.min(boxes.length, blocks);
    for (let k = 0; k < blocks; k++) {
      const [low, high] = [k * BLOCK, (k + 1) * BLOCK];
      if (k < last && k < boxes.length && !(low < to && from < high)) continue;
      boxes[k] = bounds({ positions: positions.subarray(3 * low, 3 * high) });
    }
    let all: Box | null = null;
    for (const box of boxes) {
      if (!box) continue;
      if (!all) {
        all = { low: [...box.low], high: [...box.high] };
        continue;
      }
      for (const k of [0, 1, 2] as const) {
        all.low[k] = Math.min(all.low[k], box.low[k]);
        all.high[k] = Math.max(all.high[k], box.high[k]);
      }
    }
    return all;
  }
}
