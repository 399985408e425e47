import { create } from "zustand";
import type { Bufs, Change, DocumentState } from "../core/protocol";

/** The drawn copy of the document. The truth is in the core worker (`chem/edit`). */
export interface DocumentArrays {
  positions: Float64Array;
  elements: Uint8Array;
  bonds: Uint32Array;
  bondOrders: Uint8Array;
}

export interface DocumentStore {
  /** null: nothing is open. */
  state: DocumentState | null;
  arrays: DocumentArrays;
  /** Rows from here on changed in the last commit; the view uploads them. */
  atomsFrom: number;
  bondsFrom: number;
  /** Of atoms also: other rows than those from the first to before the second, and from the third on, are as they were. */
  changed: readonly [from: number, to: number, after: number];
  /** Rows of atoms that the last commit says are new: the first, and the one after the last. */
  added: readonly [number, number] | null;
  /** Rows after the last change of the atoms that the core was asked to watch; null where it does not say. */
  watched: Uint32Array | null;
  /** Counts documents opened; a new value means: fit the camera. */
  opened: number;
  commit(change: Change, bufs: Bufs): void;
  /** Sets everything at once: a document that was rebuilt. `opened` fits the camera. */
  restore(state: DocumentState, arrays: DocumentArrays, opened: boolean): void;
  close(): void;
}

export const noArrays: DocumentArrays = {
  positions: new Float64Array(0),
  elements: new Uint8Array(0),
  bonds: new Uint32Array(0),
  bondOrders: new Uint8Array(0),
};

export const useDocument = create<DocumentStore>()((set, get) => ({
  state: null,
  arrays: noArrays,
  atomsFrom: 0,
  bondsFrom: 0,
  changed: [0, 0, 0],
  added: null,
  watched: null,
  opened: 0,
  commit(change, bufs) {
    const { arrays, opened } = get();
    const { state, atomsFrom, bondsFrom } = change;
    set({
      state,
      atomsFrom,
      bondsFrom,
      changed: [atomsFrom, change.kept?.[0] ?? atomsFrom, change.kept?.[1] ?? atomsFrom],
      added: change.added ?? null,
      watched: (bufs.watched as Uint32Array | undefined) ?? null,
      opened: change.opened ? opened + 1 : opened,
      arrays: nextArrays(arrays, change, bufs, true),
    });
  },
  restore(state, arrays, opened) {
    set({
      state,
      arrays,
      atomsFrom: 0,
      bondsFrom: 0,
      changed: [0, 0, 0],
      added: null,
      watched: null,
      opened: get().opened + (opened ? 1 : 0),
    });
  },
  close() {
    set({ state: null, arrays: noArrays, atomsFrom: 0, bondsFrom: 0, changed: [0, 0, 0], added: null, watched: null });
  },
}));

/**
 * The arrays after a change: rows that are not the changed ones are kept, and so is an array
 * that has no others. `grow`: nobody will need the old arrays, new rows may be written behind theirs.
 */
export function nextArrays(arrays: DocumentArrays, change: Change, bufs: Bufs, grow = false): DocumentArrays {
  const { state, atomsFrom, bondsFrom, kept } = change;
  const { positions, elements, bonds, bondOrders } = bufs;
  const atoms: Span = [atomsFrom, kept?.[0] ?? atomsFrom, kept?.[1] ?? atomsFrom, state.atoms];
  const links: Span = [bondsFrom, kept?.[2] ?? bondsFrom, kept?.[3] ?? bondsFrom, state.bonds];
  return {
    positions: splice(arrays.positions, positions as Float64Array, atoms, 3, Float64Array, grow),
    elements: splice(arrays.elements, elements as Uint8Array, atoms, 1, Uint8Array, grow),
    bonds: splice(arrays.bonds, bonds as Uint32Array, links, 2, Uint32Array, grow),
    bondOrders: splice(arrays.bondOrders, bondOrders as Uint8Array, links, 1, Uint8Array, grow),
  };
}

/** Rows of an array: the first that arrived, from where to where rows are kept, and how many there are. */
type Span = readonly [from: number, to: number, after: number, length: number];

type Values = Float64Array | Uint8Array | Uint32Array;

/** Room behind the rows of an array, for those that edits add. */
const room = (rows: number): number => 256 + (rows >> 5);

/** The old rows with those that arrived. */
function splice<T extends Values>(
  old: T,
  rows: T | undefined,
  [from, to, after, length]: Span,
  width: number,
  make: { new (n: number): T; new (buffer: ArrayBuffer, offset: number, n: number): T },
  grow: boolean,
): T {
  const size = width * length;
  if (from === 0 && to === after && rows?.length === size) return rows;
  const between = width * (to - from);
  const behind = width * after;
  const early = rows?.subarray(0, between) as T | undefined;
  const late = rows?.subarray(between) as T | undefined;
  const same = !early || agrees(early, old, width * from);
  if (same && old.length === size && (!late || agrees(late, old, behind))) return old;
  if (grow && same && old.byteOffset === 0 && size * old.BYTES_PER_ELEMENT <= old.buffer.byteLength) {
    // Rows behind those of the old array may be written: nobody reads them there.
    const tail = old.length - behind;
    if (tail <= 0 || !late || agrees(late.subarray(0, tail) as T, old, behind)) {
      const out = new make(old.buffer as ArrayBuffer, 0, size);
      if (late) out.set(late as never, behind);
      return out;
    }
  }
  const out = new make(new ArrayBuffer((size + width * room(length)) * old.BYTES_PER_ELEMENT), 0, size);
  out.set(old.subarray(0, Math.min(behind, size)) as never);
  if (early) out.set(early as never, width * from);
  if (late) out.set(late as never, behind);
  return out;
}

/** Whether rows are in an array already, from one of its values on. */
function agrees(rows: Values, old: Values, at: number): boolean {
  if (at + rows.length > old.length) return false;
  for (let k = 0; k < rows.length; k++) if (rows[k] !== old[at + k]) return false;
  return true;
}

/**
 * Names what the edits have made of the document: the same before and after a save, another name,
 * a look at the original, an undo that is redone. A revision counts all of these.
 */
export function editsNow(): string {
  const { state, opened } = useDocument.getState();
  const steps = state?.steps ?? [];
  return `${opened} ${steps.length} ${steps.at(-1)?.id ?? ""}`;
}
