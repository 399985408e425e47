/** Items per texture row; item i is texel (i mod 2048, i / 2048). A power of two: the shaders shift. */
export const ROW = 2048;

/** Values per item. */
const PARTS = 4;

type Parts = Float32Array | Uint8Array | Uint32Array;

/**
 * The page's side of a data texture: four values per item, rows of ROW items,
 * room that grows by doubling, and which rows changed since they were last sent.
 */
export class Rows<T extends Parts> {
  data: T;
  /** Rows of the texture; a new value means that `data` is another array. */
  height = 1;
  #make: new (
    n: number,
  ) => T;
  #dirty: Uint8Array = new Uint8Array(1);

  constructor(make: new (n: number) => T) {
    this.#make = make;
    this.data = new make(ROW * PARTS);
  }

  /** Makes room for n items; what is there stays. */
  reserve(n: number): void {
    let { height } = this;
    while (height * ROW < n) height *= 2;
    if (height === this.height) return;
    const data = new this.#make(height * ROW * PARTS);
    data.set(this.data as never);
    const dirty = new Uint8Array(height);
    dirty.set(this.#dirty);
    this.data = data;
    this.#dirty = dirty;
    this.height = height;
  }

  /** Writes one item; a row counts as changed only if a value did. */
  set(i: number, a: number, b: number, c: number, d: number): void {
    const { data } = this;
    const at = PARTS * i;
    if (data[at] === a && data[at + 1] === b && data[at + 2] === c && data[at + 3] === d) return;
    data[at] = a;
    data[at + 1] = b;
    data[at + 2] = c;
    data[at + 3] = d;
    this.#dirty[i >> 11] = 1;
  }

  /** The rows that changed since the last call, ascending. */
  takeDirty(): number[] {
    const rows: number[] = [];
    const dirty = this.#dirty;
    for (let row = 0; row < dirty.length; row++) if (dirty[row]) rows.push(row);
    dirty.fill(0);
    return rows;
  }
}
