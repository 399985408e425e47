/**
 * What crosses the border between the page and its workers.
 *
 * A call is one command name, one JSON object and a named map of typed arrays.
 * Every typed array is transferred, never cloned: the sender's buffers are gone
 * after the call. Atom data never crosses as JSON. The Go side is `wasm/`.
 */

export type Bufs = Record<string, TypedArray>;
export type TypedArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint8Array;

export type ToWorker =
  | { type: "init"; module: WebAssembly.Module }
  | { type: "call"; id: number; cmd: CommandName; json: string; bufs: Bufs };

export type FromWorker =
  | { type: "ready"; version: string; commands: string[] }
  | { type: "progress"; id: number; fraction: number | null; message: string }
  /** `memory`: bytes of WebAssembly memory after the call, and `ms` it took; added by the worker's script. */
  | { type: "done"; id: number; json: string; bufs: Bufs; memory?: number; ms?: number }
  | {
      type: "fail";
      id: number;
      code: string;
      message: string;
      pointer?: string;
      problems?: Problem[];
      memory?: number;
      ms?: number;
    }
  /** The Go program has ended, which it never does on purpose; from the worker's script. */
  | { type: "exit"; message: string };

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

/** One field of a form, made by Go `contract/form` from an inputSchema. */
export interface FormField {
  /** JSON pointer of the value; inside rows relative to the row ("/molecule"). */
  path: string;
  key: string;
  label: string;
  help?: string;
  required: boolean;
  /** Neither required nor defaulted: blank means left out of the arguments. */
  optional: boolean;
  control:
    | "number"
    | "integer"
    | "select"
    | "text"
    | "checkbox"
    | "vector"
    | "table"
    | "group"
    | "molecule"
    | "atom"
    | "element"
    | "cell"
    | "selection"
    | "seed"
    | "document";
  unit?: string;
  initial?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  maxLength?: number;
  minLength?: number;
  options?: string[];
  /** vector: number of components and whether they are whole numbers. */
  length?: number;
  integer?: boolean;
  /** table: limits of the row count; group and table: the inner fields. */
  minItems?: number;
  maxItems?: number;
  fields?: FormField[];
  /** table: the initial rows. */
  initialRows?: Record<string, unknown>[];
  /** atom: key of the sibling molecule field. */
  of?: string;
  /**
   * Shown while the select or checkbox `field`, beside it or of the whole form, has one
   * of the values; see forms/shown.ts. Absent: always.
   */
  when?: { field: string; in: string[] };
}

export interface FormModel {
  fields: FormField[];
  /** The document argument, when the tool takes one. */
  document?: { key: string; required: boolean };
}

/** What the form knows besides its values. */
export interface FormContext {
  /** Atoms of the open document; null when none is open. */
  documentAtoms: number | null;
  selectionCount: number;
  /** A fresh random seed for a `seed` field's initial value. */
  seed?: number;
  /** Row-major cell of the open document, for the initial value of a `cell` field. */
  documentCell?: number[] | null;
}

export interface Preview {
  facts: { label: string; value: string }[];
  proposals?: { path: string; value: unknown; reason: string }[];
  problems?: Problem[];
  warnings?: string[];
  /** The box a run would make, row-major, Å. */
  cell?: number[];
  /** A small picture of what a run would make; its arrays are beside it. */
  structure?: StructureHead;
}

export interface ToolMarker {
  contract: number;
  category: string;
  apply: string;
  document: string;
  stochastic: boolean;
  expectedSeconds?: number;
}

/** A tool as tools/list gives it. Everything in it is text of a stranger. */
export interface ToolDefinition {
  name: string;
  title?: string;
  description?: string;
  icons?: { src: string; mimeType?: string; sizes?: string[] }[];
  inputSchema: unknown;
  outputSchema?: unknown;
  annotations?: { title?: string };
  _meta?: Record<string, unknown>;
}

/** A checked BuilderResult without its arrays, which travel as bufs. */
export interface ResultHead {
  name: string;
  structure: StructureHead;
  warnings: string[];
  provenance: Record<string, string | number>;
}

export interface StepInfo {
  id: string;
  label: string;
  /** Right-hand remark of the history line: "1 200 atoms", "−2". */
  detail: string;
  author: "person" | "tool" | "file";
  provenance?: StepProvenance;
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

/** What the page knows of the document after a change. */
export interface DocumentState {
  revision: number;
  name: string;
  atoms: number;
  bonds: number;
  cell: number[] | null;
  formula: string;
  /** Formula as runs for display, e.g. one run per kind of molecule ("H2O", 400). */
  components: { formula: string; count: number }[];
  mass: number;
  charge: number;
  density: number | null;
  /** Steps done, oldest first; the source is not a step. */
  steps: StepInfo[];
  /** Steps that redo would bring back, next first. */
  redo: StepInfo[];
  source: { kind: string; label: string; atoms: number; provenance?: StepProvenance };
  /** Any step since the document was opened or last saved. */
  dirty: boolean;
}

/**
 * The answer of every edit command. The arrays hold rows `atomsFrom`…`atoms` and
 * `bondsFrom`…`bonds` only; earlier rows did not change. Bufs: `positions`
 * Float64Array, `elements` Uint8Array, `bonds` Uint32Array, `bondOrders` Uint8Array.
 */
export interface Change {
  state: DocumentState;
  atomsFrom: number;
  bondsFrom: number;
  /** True when another document was opened: re-fit the camera, clear the selection. */
  opened: boolean;
  /** Atoms the step added, for the selection: [from, to). */
  added?: [number, number];
}

export interface HydrogensChange extends Change {
  /** Added, or removed where `remove` was asked for. */
  hydrogens: number;
  /** Removed by an adjustment. */
  removed: number;
  /** How many atoms got or lost some. */
  atoms: number;
  /** What was left as it was, and what is uncertain; one line each. */
  notes: string[];
}

/** A cell that a person enters, in both forms; `cell` is null when `problem` says why it is none. */
export interface MadeCell {
  /** Row-major lattice vectors, Å. */
  cell: number[] | null;
  /** a, b, c in Å, α, β, γ in degrees. */
  parameters: number[] | null;
  /** Å³. */
  volume: number;
  /** Between opposite faces, Å. */
  heights: [number, number, number];
  problem?: string;
}

/** What the document would be; it is as it was. */
export interface PreviewChange extends Change {
  /** What to know before it is done; one line each. */
  notes: string[];
}

export interface ImagesChange extends Change {
  /** Atoms that moved, and the molecules that hold them. No step when there are none. */
  moved: number;
  molecules: number;
  /** Molecules with bonds to their own images, of which `notes` name the first. */
  networks: number;
  notes: string[];
}

export interface IonsChange extends PreviewChange {
  cations: number;
  anions: number;
  /** As they are written: "Na⁺". */
  cation: string;
  anion: string;
  /** Waters there were, and those of them that are far enough from everything else. */
  waters: number;
  free: number;
  /** Of the document afterward, from the charge that was given. */
  charge: number;
  /** Between an ion and another molecule, images included, Å; null when nothing is near. */
  closest: number | null;
}

/**
 * How cleaning up went; energies in kcal/mol. Every molecule is by itself and the energies
 * are sums, unless they were relaxed together.
 */
export interface CleanUpReport {
  /** With new positions. */
  molecules: number;
  /** Of these: at a minimum; with UFF, since MMFF94 does not cover them; with guessed charges. */
  converged: number;
  uff: number;
  guessed: number;
  /** Atoms that stayed and were felt, of a relaxation together. */
  held: number;
  /** null: not finite. */
  before: number | null;
  after: number | null;
  /** Left as they were since hydrogens are missing, and for other reasons, of which the first are listed. */
  incomplete: number;
  failed: number;
  failures: { atom: number; reason: string }[];
  notes: string[];
}

/**
 * Atoms are named by their index in the document before the step; those that the step
 * adds follow in their order. `bonds` are pairs of atoms, one after the other.
 */
export type EditOp =
  | { op: "delete_atoms"; atoms: number[] }
  | {
      op: "add_atom";
      /** Stem of the ids. */
      name?: string;
      elements: number[];
      /** Å, three per atom. */
      positions: number[];
      charges?: number[];
      /** The atom that each one is bonded to, and the order of the bond. */
      parents?: number[];
      orders?: number[];
    }
  | { op: "add_bond"; bonds: number[]; orders?: number[] }
  | { op: "set_order"; bonds: number[]; orders: number[] }
  | { op: "delete_bond"; bonds: number[] }
  | { op: "set_element"; atoms: number[]; elements: number[] }
  /** `by` instead of `charges`: raises each formal charge by so much. */
  | { op: "set_charge"; atoms: number[]; charges?: number[]; by?: number }
  | { op: "set_cell"; cell: number[] | null; scaleAtoms?: boolean }
  /** Along some of the vectors: "c", "abc". Without a vacuum (Å on each side) the cell stays. */
  | { op: "center"; axes: string; vacuum?: number }
  | { op: "add_fragment"; name: string } // structure in the bufs of the call
  | { op: "replace_positions"; atoms?: number[] }; // positions in bufs.positions

export interface FormatInfo {
  id: string;
  label: string;
  extensions: string[];
  canRead: boolean;
  canWrite: boolean;
}

/** What saving in a format would lose or change; shown before the file is written. */
export interface ExportReport {
  format: string;
  losses: string[];
  changes: string[];
  /** The format cannot hold the document at all; one line. */
  refused?: string;
}

export interface Preset {
  id: string;
  name: string;
  group: string;
  formula: string;
  charge: number;
  atoms: number;
  smiles: string;
  aliases: string[];
  density?: number;
  molblock: string;
  /** Of a repeat unit: the atoms that bond to the units before and behind. */
  links?: [number, number];
}

/** A library molecule that a molecule is. */
export interface PresetRef {
  id: string;
  name: string;
}

/** Where a text is no SMILES: UTF-16 units of the text. Length 0 marks its end, where something is missing. */
export interface SmilesProblem {
  offset: number;
  length: number;
  message: string;
}

/** A name with its molecule. */
export interface NameSuggestion {
  name: string;
  smiles: string;
}

/** What a text stands for that is a SMILES or a name. */
export interface ResolvedMolecule {
  /** Canonical. */
  smiles: string;
  /** The name as it is usually spelled; of a SMILES what stands behind it, "" for nothing. */
  name: string;
  source: "smiles" | "dictionary" | "rules";
  /** What to know: other meanings, what was assumed. */
  notes: string[];
  /** Molecules that the text is used for as well. */
  others: NameSuggestion[];
  /** A polymer: `smiles` is its repeat unit with two `*`, no molecule. */
  repeatUnit: boolean;
}

/** Why a text is neither SMILES nor name; offsets as in SmilesProblem. */
export interface NameProblem extends SmilesProblem {
  /** It is a name, but of each of the suggestions: ask which one. Else they are names spelled almost so. */
  ambiguous: boolean;
  suggestions: NameSuggestion[];
}

export interface MoleculeSketch {
  /** Canonical. */
  smiles: string;
  /** Hill order with the charge at the end ("H4N+"). */
  formula: string;
  /** What stood behind the SMILES; "" for nothing. */
  title: string;
  preset: PresetRef | null;
  /** SVG without a background; "" when `undrawn` says why there is none. */
  picture: string;
  undrawn?: string;
  /** The mol block it was read from, as the library would keep it; absent for a SMILES. */
  given?: LibraryMolecule;
}

/** A molecule as the library keeps it. */
export interface LibraryMolecule {
  /** What the source calls it; "" for nothing. */
  name: string;
  /** Of the molecule that is drawn, or of the atoms that are there. */
  formula: string;
  /** "" when the bonds make no molecule. */
  smiles: string;
  atoms: number;
  /** V2000; its dimension code says what `flat` says. */
  molblock: string;
  flat: boolean;
  /** Hydrogens that valence asks for and that are no atoms. */
  missing: number;
}

/** A record of an SD file; the members beside those of the molecule are its data items. */
export interface ImportedMolecule extends LibraryMolecule {
  origin?: string;
  created?: string;
  sketch?: string;
}

export interface LibraryExport {
  name: string;
  smiles: string;
  molblock: string;
  origin: string;
  created: string;
  sketch?: string;
}

/** One atom of a molecule for a table; atoms in the order of the SMILES. */
export interface AtomRow {
  symbol: string;
  charge: number;
  /** Hydrogens that are no rows of their own. */
  hydrogens: number;
  /** R or S; "" for none. */
  label: string;
  /** Order 4 is aromatic; the label is E or Z. */
  bonds: { to: number; order: number; label: string }[];
}

/** Descriptors of a molecule; definitions and units are those of chem/descriptors. */
export interface MoleculeProperties {
  /** Canonical. */
  smiles: string;
  preset: PresetRef | null;
  formula: string;
  charge: number;
  heavyAtoms: number;
  /** Average, g/mol. */
  mass: number;
  /** Of the most abundant isotopes, u. */
  exactMass: number;
  logP: number;
  /** Å². */
  tpsa: number;
  donors: number;
  acceptors: number;
  rotatableBonds: number;
  rings: number;
  aromaticRings: number;
  fsp3: number;
  qed: number;
  /** null while the core has no table of fragments; see molecule.fragments. */
  synthetic: number | null;
  pains: string[];
  brenk: string[];
  /** Alerts that the step limit of the search left open. */
  undecided: string[];
}

/** Molecules of the open document that are alike. */
export interface MoleculeKind {
  /** First atom of the first of them. */
  first: number;
  atoms: number;
  count: number;
  formula: string;
  charge: number;
  /** Of small molecules that are in the library. */
  preset: PresetRef | null;
}

/** One molecule of the open document. */
export interface DocumentMolecule {
  /** Canonical; picture and properties are asked for by it. */
  smiles: string;
  formula: string;
  atoms: number;
  first: number;
  /** Hydrogens that the document does not have and that valence added. */
  added: number;
  preset: PresetRef | null;
}

/**
 * The command table: request JSON → answer JSON. Arrays in and out are named in
 * the comments; `structure` stands for the arrays of StructureHead.
 */
export interface Commands {
  // tools
  "tools.list": [Record<string, never>, { server: { name: string; version: string }; tools: ToolDefinition[] }];
  /**
   * in: structure of the document, kept by the worker under its revision; the revision
   * alone means the kept one, and fails with DOCUMENT_UNKNOWN when that is not there.
   * out: structure of the picture, when there is one.
   */
  "tool.preview": [{ name: string; args: unknown; document?: StructureHead; revision?: number }, Preview];
  /**
   * in: structure of the document argument, when the tool takes one. out: structure.
   * Tools without a structure answer with `value` instead of the result.
   */
  "tool.run": [
    { name: string; args: unknown; document?: StructureHead },
    { text: string; result: ResultHead; value?: unknown },
  ];
  // forms
  "form.build": [{ inputSchema: unknown; context: FormContext }, { model: FormModel }];
  "form.check": [{ inputSchema: unknown; values: unknown; context: FormContext }, { problems: Problem[] }];
  /** Checks a server's result by every rule of contract §5.1. in and out: structure. */
  "result.check": [{ result: unknown; structure: StructureHead }, { result: ResultHead }];
  // the document; every answer is a Change with its arrays
  "edit.open": [
    {
      name: string;
      source: { kind: "file" | "tool" | "new"; label: string; provenance?: StepProvenance };
      structure: StructureHead;
    },
    Change,
  ]; // in: structure
  "edit.apply": [
    {
      label: string;
      author: "person" | "tool";
      ops: EditOp[];
      fragment?: StructureHead;
      provenance?: StepProvenance;
      /** Refused with STALE when the document has moved on. */
      ifRevision?: number;
    },
    Change,
  ]; // in: structure of the fragment, or positions
  /**
   * Gives atoms the hydrogens that valence asks for, takes them away, or does what is
   * needed of both (`adjust`): one step, none when there is nothing to do. `ops` come first
   * in the step, and the hydrogens of their atoms are adjusted where they fitted before.
   * in: `atoms` Uint32Array, absent for the whole document. out: `atoms`, their rows then.
   */
  "edit.hydrogens": [{ remove?: boolean; adjust?: boolean; ops?: EditOp[]; ifRevision?: number }, HydrogensChange];
  /** As edit.apply, without doing it: the answer is of the document as it would be. */
  "edit.preview": [{ label: string; author: "person"; ops: EditOp[]; ifRevision?: number }, PreviewChange];
  /** Wraps atoms or whole molecules into the cell, or makes molecules whole: one step, none when nothing moves. */
  "edit.images": [{ mode: "atoms" | "molecules" | "unwrap"; ifRevision?: number }, ImagesChange];
  /**
   * Replaces waters by ions of the library (`cation` and `anion` are ids): one step, or
   * with `preview` none. `concentration` is mol/L of the salt, in the volume of the cell or
   * of the water; `apart` and `fromOthers` are Å.
   */
  "edit.ions": [
    {
      cation: string;
      anion: string;
      amount: "none" | "count" | "volume" | "water";
      cations?: number;
      anions?: number;
      concentration?: number;
      neutralize: boolean;
      charge: number;
      apart: number;
      fromOthers: number;
      seed: number;
      preview?: boolean;
      ifRevision?: number;
    },
    IonsChange,
  ];
  /** Checks lengths and angles, which change the cell `like` when there is one, or vectors. */
  "cell.make": [{ parameters?: number[]; vectors?: number[]; like?: number[] | null }, MadeCell];
  "edit.undo": [Record<string, never>, Change];
  "edit.redo": [Record<string, never>, Change];
  /** Goes to the state after step n (0: the source). */
  "edit.jump": [{ steps: number }, Change];
  "edit.rename": [{ name: string }, Change];
  "edit.markSaved": [Record<string, never>, Change];
  "edit.close": [Record<string, never>, Record<string, never>];
  "edit.hash": [Record<string, never>, { hash: string }];
  /**
   * out: structure. `payload`: rounded to 5 decimals as a document argument, with its
   * SHA-256 unless `unhashed`.
   */
  "edit.structure": [{ payload?: boolean; unhashed?: boolean }, { structure: StructureHead; sha256?: string }];
  "edit.atom": [
    { atom: number },
    {
      symbol: string;
      position: [number, number, number];
      atomName?: string;
      residueName?: string;
      residueId?: number;
      chainId?: string;
      molecule?: number;
      formalCharge?: number;
      neighbors: number[];
    },
  ];
  /** Every atom of the molecules that the given atoms belong to, ascending. in and out: `atoms` Uint32Array. */
  "edit.component": [Record<string, never>, Record<string, never>];
  /**
   * Relaxes the molecules that hold one of the atoms, makes new conformers of them
   * (`embed`), or relaxes the atoms in the field of all others, images in the cell
   * included (`together`). in: structure, `atoms` Uint32Array, absent for all. out: `atoms`
   * Uint32Array and `positions` Float64Array of those that moved.
   */
  "structure.cleanUp": [
    { structure: StructureHead; embed?: boolean; together?: boolean; seed?: number },
    CleanUpReport,
  ];
  // files
  "file.formats": [Record<string, never>, { formats: FormatInfo[] }];
  /** in: `data` Uint8Array. out: structure of the first frame. */
  "file.read": [
    { name: string },
    { format: string; name: string; frames: number; structure: StructureHead; warnings: string[] },
  ];
  "file.report": [{ format: string }, ExportReport];
  /** out: `data` Uint8Array. */
  "file.write": [{ format: string }, { fileName: string; mime: string; report: ExportReport }];
  // library
  "library.list": [Record<string, never>, { presets: Preset[] }];
  /** Reads every molecule of a file. in: `data` Uint8Array. */
  "library.import": [
    { name: string },
    { molecules: ImportedMolecule[]; problems: { record: number; message: string }[] },
  ];
  /** Writes an SD file. out: `data` Uint8Array. */
  "library.export": [{ entries: LibraryExport[] }, Record<string, never>];
  /** Reads one mol block for a picture. out: structure. */
  "mol.read": [{ molblock: string }, { name: string; dimension: "2D" | "3D" | ""; structure: StructureHead }];
  // molecules as graphs
  /**
   * Reads a SMILES that may be half typed, or a mol block that may be half drawn; the
   * picture is fitted into width × height CSS pixels.
   */
  "molecule.sketch": [
    { smiles?: string; molblock?: string; dark: boolean; width: number; height: number; bondLength?: number },
    { sketch: MoleculeSketch; problem?: never } | { problem: SmilesProblem; sketch?: never },
  ];
  "molecule.properties": [{ smiles: string }, MoleculeProperties];
  /** The kinds of molecules in the open document, or the reason why it has none. */
  "molecule.kinds": [Record<string, never>, { kinds: MoleculeKind[]; others: number; reason?: string }];
  /** The molecule of one atom of the open document. */
  "molecule.at": [
    { atom: number },
    { molecule: DocumentMolecule; reason?: never } | { reason: string; molecule?: never },
  ];
  /** Loads the table of fragment scores. in: `data` Uint8Array, as the file is. */
  "molecule.fragments": [Record<string, never>, { fragments: number }];
  /** Loads the dictionary of names. in: `data` Uint8Array, as the file is. */
  "molecule.names": [Record<string, never>, { names: number }];
  /** Reads a SMILES or a name. TABLE_NOT_LOADED asks for molecule.names first. */
  "molecule.resolve": [
    { text: string },
    { molecule: ResolvedMolecule; problem?: never } | { problem: NameProblem; molecule?: never },
  ];
  /** Lays a molecule out for an editor: a flat mol block with wedges, "" where no mol block can hold it. */
  "molecule.draw": [{ smiles: string }, { molblock: string; atoms: AtomRow[] }];
  /** Describes a 3D mol block, as generate_3d gives it, for the library. */
  "molecule.solid": [{ molblock: string; name: string }, LibraryMolecule];
  /** Adds the hydrogens that a 3D mol block lacks. */
  "molecule.complete": [{ molblock: string }, LibraryMolecule];
  /** Some atoms of the open document with the bonds among them; all without bufs. in: `atoms` Uint32Array. */
  "molecule.part": [Record<string, never>, LibraryMolecule];
  /** A molecule at a free place of the open document. out: structure. */
  "molecule.place": [{ molblock: string; name: string }, { structure: StructureHead; name: string }];
  // the dispatcher of contract/mcp, for foreign hosts and the conformance lane
  "mcp.message": [{ message: unknown }, { answer: unknown | null }];
}

export type CommandName = keyof Commands;
export type Request<C extends CommandName> = Commands[C][0];
export type Answer<C extends CommandName> = Commands[C][1];
