import type { FormField, FormModel, Preset } from "../core/protocol";
import { testMode } from "../state/testMode";
import { atomsOf, linkFields, linksOf, unitValue } from "./links";
import { isShown, type Scope } from "./shown";

/** The wire value of a molecule field (contract §4.2). */
export interface MoleculeValue {
  name: string;
  molblock?: string;
  smiles?: string;
}

/** A library molecule as a tool argument. */
export function moleculeValue(molecule: { name: string; molblock: string; smiles?: string }): MoleculeValue {
  const { name, molblock, smiles } = molecule;
  return smiles ? { name, molblock, smiles } : { name, molblock };
}

export function isMolecule(value: unknown): value is MoleculeValue {
  return typeof value === "object" && value !== null && typeof (value as { name?: unknown }).name === "string";
}

/**
 * What a form starts with. The model has the schema's defaults and examples; a
 * molecule starts as the preset its example names, else as the first preset.
 */
export function initialValues(model: FormModel, presets: readonly Preset[]): Record<string, unknown> {
  return initialFields(model.fields, presets);
}

/** The values of one new row of a table. */
export function initialRow(table: FormField, presets: readonly Preset[]): Record<string, unknown> {
  return initialFields(table.fields ?? [], presets);
}

function initialFields(fields: readonly FormField[], presets: readonly Preset[]): Record<string, unknown> {
  const values: [string, unknown][] = [];
  for (const field of fields) {
    const value =
      field.control === "molecule"
        ? initialMolecule(field, field.initial, presets, linkFields(fields, field.key) !== null)
        : initialValue(field, presets);
    if (value !== undefined) values.push([field.key, value]);
  }
  const filled = Object.fromEntries(values);
  for (const { control, key } of fields)
    if (control === "molecule" && linksOf(filled[key], presets))
      Object.assign(filled, Object.fromEntries(atomsOf(fields, key, filled[key], presets)));
  return filled;
}

function initialValue(field: FormField, presets: readonly Preset[]): unknown {
  switch (field.control) {
    case "group":
      return initialFields(field.fields ?? [], presets);
    case "table":
      return (field.initialRows ?? []).map((row) => ({
        ...initialRow(field, presets),
        ...rowMolecules(field, row, presets),
      }));
    default:
      return field.initial;
  }
}

/** A given row with the molecules it names replaced by library ones. */
function rowMolecules(table: FormField, row: Record<string, unknown>, presets: readonly Preset[]) {
  const filled: Record<string, unknown> = { ...row };
  for (const field of table.fields ?? [])
    if (field.control === "molecule") filled[field.key] = initialMolecule(field, row[field.key], presets);
  return filled;
}

/** `unit`: of the library's molecules, those that are repeat units go first. */
function initialMolecule(
  field: FormField,
  given: unknown,
  presets: readonly Preset[],
  unit = false,
): MoleculeValue | undefined {
  const first = (list: readonly Preset[]) => (unit && list.find(({ links }) => links)) || list[0];
  const taken = (preset: Preset) => (unit && preset.links ? unitValue(preset) : moleculeValue(preset));
  if (isMolecule(given)) {
    if (given.molblock) return given;
    const name = given.name.toLowerCase();
    const known = first(
      presets.filter((preset) => (given.smiles ? preset.smiles === given.smiles : preset.name.toLowerCase() === name)),
    );
    if (known) return taken(known);
    if (given.smiles) return given;
  }
  const start = first(presets);
  return start && !field.optional ? taken(start) : undefined;
}

/** What the page adds to the values when it checks or runs. */
export interface Live {
  /** Selected atoms of the open document; null leaves them out, for a check that knows their number. */
  selection: readonly number[] | null;
}

/**
 * The arguments as sent: blank fields left out, the selection filled in, text of
 * number fields that is no number kept so that the check can name it, what the form
 * does not show left to its default. The document argument is not part of it; its atoms
 * travel as typed arrays.
 */
export function assemble(model: FormModel, values: Record<string, unknown>, live: Live): Record<string, unknown> {
  return assembleFields(model.fields, values, live, []) ?? {};
}

function assembleFields(
  fields: readonly FormField[],
  values: unknown,
  live: Live,
  around: readonly Scope[],
): Record<string, unknown> | undefined {
  const given = typeof values === "object" && values !== null ? (values as Record<string, unknown>) : {};
  const scopes = [{ fields, values }, ...around];
  const args: [string, unknown][] = [];
  for (const field of fields) {
    if (!field.required && !isShown(field, scopes)) continue;
    const own = Object.hasOwn(given, field.key) ? given[field.key] : undefined;
    const value = assembleValue(field, own, live, scopes);
    if (value !== undefined) args.push([field.key, value]);
  }
  return args.length > 0 ? Object.fromEntries(args) : undefined;
}

function assembleValue(field: FormField, value: unknown, live: Live, scopes: readonly Scope[]): unknown {
  switch (field.control) {
    case "document":
      return undefined;
    case "selection":
      if (live.selection === null || (field.optional && live.selection.length === 0)) return undefined;
      return [...live.selection];
    case "group":
      return assembleFields(field.fields ?? [], value, live, scopes) ?? (field.optional ? undefined : {});
    case "table": {
      const rows = Array.isArray(value) ? value : [];
      if (rows.length === 0 && field.optional) return undefined;
      return rows.map((row: unknown) => assembleFields(field.fields ?? [], row, live, scopes) ?? {});
    }
    case "vector":
    case "cell": {
      // Lengths and angles that make no cell: the check says that they are no vectors.
      if (!Array.isArray(value)) return value;
      if (value.every(blank)) return undefined;
      // null marks the blank component for the check.
      return value.map((part: unknown) => (blank(part) ? null : part));
    }
    case "text":
    case "select":
      return value === "" && field.optional ? undefined : value;
    default:
      return blank(value) ? undefined : value;
  }
}

const blank = (value: unknown) => value === undefined || value === null || value === "";

/**
 * The values of a form from the arguments of an earlier run: what the model still
 * has, in place of what the form starts with. Text a stranger recorded is only
 * taken where a field of its kind exists.
 */
export function valuesFromArguments(
  model: FormModel,
  args: unknown,
  presets: readonly Preset[],
): Record<string, unknown> {
  const start = initialValues(model, presets);
  if (typeof args !== "object" || args === null) return start;
  const given = args as Record<string, unknown>;
  for (const field of model.fields) {
    if (field.control === "document" || field.control === "selection") continue;
    if (Object.hasOwn(given, field.key)) start[field.key] = given[field.key];
    else if (field.optional) delete start[field.key];
  }
  return start;
}

/** In test mode seeds count up from 1, so that a test can name the next one. */
let counted = 0;

/** A seed of the form's range, 0 … 2³¹ − 1. */
export function freshSeed(): number {
  if (testMode) return ++counted;
  const word = new Uint32Array(1);
  crypto.getRandomValues(word);
  return (word[0] ?? 0) >>> 1;
}
