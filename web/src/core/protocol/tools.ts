/** Tools and their forms, made by Go `contract/form` from an inputSchema. */

import type { Problem, ResultHead, StructureHead } from "./shared";

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

/** Request JSON → answer JSON; `structure` stands for the arrays of StructureHead. */
export interface ToolCommands {
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
}
