/** What documents, files, tools and forms have in common: arrays, structures, problems, records. */

export type Bufs = Record<string, TypedArray>;
export type TypedArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;
/**
 * A Structure as JSON head and typed arrays. Names of the arrays:
 * `elements` Uint8Array N, `positions` Float64Array 3N, `bonds` Uint32Array 2M and,
 * when present, `bondOrders` Uint8Array M, `molecules`, `residueIds`,
 * `formalCharges` Int32Array N, `residueNames`, `atomNames`, `chainIds` Uint32Array N
 * (indices into the tables of the head), `scalars.0` … Float64Array N.
 */
export interface StructureHead {
  atoms: number;
  bonds: number;
  cell: number[] | null;
  residueNameTable?: string[];
  atomNameTable?: string[];
  chainIdTable?: string[];
  scalarNames?: string[];
}

export interface Problem {
  path: string;
  rule: string;
  limit?: unknown;
  message: string;
}

/** A checked BuilderResult without its arrays, which travel as bufs. */
export interface ResultHead {
  name: string;
  structure: StructureHead;
  warnings: string[];
  provenance: Record<string, string | number>;
}

/** Contract §7. */
export interface StepProvenance {
  server: { id: string; name: string; version: string; url?: string };
  tool: string;
  contract: number;
  arguments: unknown;
  provenance: Record<string, string | number>;
  atoms: number;
}

/** Symmetry operations of a crystal file, whose structure is the asymmetric unit. */
export interface SymmetryRecord {
  /** "-x,y+1/2,-z" */
  operations: string[];
  spaceGroup?: string;
  from?: string;
  occupancies?: number[];
}
