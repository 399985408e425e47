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
  /** Rows of atoms that the last commit says are new: the first, and the one after the last. */
  added: readonly [number, number] | null;
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
  added: null,
  opened: 0,
  commit(change, bufs) {
    const { arrays, opened } = get();
    const { state, atomsFrom, bondsFrom } = change;
    set({
      state,
      atomsFrom,
      bondsFrom,
      added: change.added ?? null,
      opened: change.opened ? opened + 1 : opened,
      arrays: nextArrays(arrays, change, bufs),
    });
  },
  restore(state, arrays, opened) {
    set({ state, arrays, atomsFrom: 0, bondsFrom: 0, added: null, opened: get().opened + (opened ? 1 : 0) });
  },
  close() {
    set({ state: null, arrays: noArrays, atomsFrom: 0, bondsFrom: 0, added: null });
  },
}));

/** The arrays after a change: rows before the changed ones are kept. */
export function nextArrays(arrays: DocumentArrays, change: Change, bufs: Bufs): DocumentArrays {
  const { state, atomsFrom, bondsFrom } = change;
  const { positions, elements, bonds, bondOrders } = bufs;
  return {
    positions: splice(arrays.positions, positions as Float64Array, 3 * atomsFrom, 3 * state.atoms, Float64Array),
    elements: splice(arrays.elements, elements as Uint8Array, atomsFrom, state.atoms, Uint8Array),
    bonds: splice(arrays.bonds, bonds as Uint32Array, 2 * bondsFrom, 2 * state.bonds, Uint32Array),
    bondOrders: splice(arrays.bondOrders, bondOrders as Uint8Array, bondsFrom, state.bonds, Uint8Array),
  };
}

/** Rows before `from` of the old array, then the rows that arrived. */
function splice<T extends Float64Array | Uint8Array | Uint32Array>(
  old: T,
  rows: T | undefined,
  from: number,
  length: number,
  make: new (n: number) => T,
): T {
  if (from === 0 && rows?.length === length) return rows;
  if (from >= length && old.length === length) return old;
  const out = new make(length);
  out.set(old.subarray(0, from) as never);
  if (rows) out.set(rows as never, from);
  return out;
}
