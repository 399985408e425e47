import { RecipeProblem } from "./codec";
import { most } from "./limits";

/**
 * A recipe is a project file (docs/project-file.md) without what tools of this page make
 * again: each structure of theirs stands there as its number of atoms and its SHA-256.
 */
export interface Recipe {
  name: string;
  source: RecipeSource;
  steps: RecipeStep[];
  /** Of the structure after the steps. */
  sha256: string;
}

export interface RecipeSource {
  kind: "tool" | "new";
  label: string;
  /** Of `tool`. */
  provenance?: ToolRecord;
  structure: Made | Json;
}

export interface RecipeStep {
  id: string;
  label: string;
  author: string;
  provenance?: ToolRecord;
  /** As in a project file; the core reads them. */
  ops: Json[];
}

/** What is needed of the record of contract §7 to call a tool again. */
export interface ToolRecord {
  server: { id: string; name: string; version: string };
  tool: string;
  contract: number;
  arguments: Json;
  atoms: number;
}

/** Stands for a structure that a tool made. */
export interface Made {
  atoms: number;
  /** Of its JSON; "" where the browser computes none. */
  sha256: string;
}

export type Json = Record<string, unknown>;

const FORMAT = "molsmith-project";
const VERSION = 1;

/** The JSON of a recipe, as a link holds it. */
export function recipeText({ name, source, steps, sha256 }: Recipe): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, name, source, steps, sha256 });
}

/**
 * The recipe of a project file, as the core writes it with its hash. Everything that a tool
 * made has to be of this page; see whyNot.
 */
export async function recipeOf(project: Json): Promise<Recipe> {
  const source = project.source as RecipeSource;
  const { kind, label, provenance, structure } = source;
  return {
    name: project.name as string,
    source: {
      kind,
      label,
      ...(provenance ? { provenance: recordOf(provenance) } : {}),
      structure: provenance ? await made(structure) : structure,
    },
    steps: await Promise.all(
      (project.steps as RecipeStep[]).map(async ({ id, label, author, provenance, ops }) => ({
        id,
        label,
        author,
        ...(provenance ? { provenance: recordOf(provenance) } : {}),
        ops: provenance ? await Promise.all(oneFragment(label, ops).map(withoutStructure)) : ops,
      })),
    ),
    sha256: project.sha256 as string,
  };
}

function oneFragment(label: string, ops: Json[]): Json[] {
  if (ops.filter(({ op }) => op === "add_fragment").length === 1) return ops;
  throw new RecipeProblem(`a link cannot say how “${label}” was made`);
}

const withoutStructure = async (op: Json): Promise<Json> =>
  op.op === "add_fragment" ? { ...op, structure: await made(op.structure as Json) } : op;

/** Whoever ran the tool, this page runs it again: addresses of servers are left out. */
function recordOf({ server, tool, contract, arguments: args, atoms }: ToolRecord): ToolRecord {
  const { name, version } = server;
  return { server: { id: "page", name, version }, tool, contract, arguments: args, atoms };
}

async function made(structure: object): Promise<Made> {
  return { atoms: (structure as { elements: unknown[] }).elements.length, sha256: await sha256(structure) };
}

async function sha256(value: unknown): Promise<string> {
  // Browsers hide it from pages that did not come over https.
  if (!globalThis.crypto?.subtle) return "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(value)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A run of a tool that a recipe asks for. */
export interface ToolCall {
  /** Steps that come before it; −1: it makes the source. */
  before: number;
  label: string;
  record: ToolRecord;
  expected: Made;
}

/** The runs of tools, in their order. */
export function callsOf({ source, steps }: Recipe): ToolCall[] {
  const begin = source.provenance
    ? [{ before: -1, label: source.label, record: source.provenance, expected: source.structure as Made }]
    : [];
  return [
    ...begin,
    ...steps.flatMap(({ label, provenance, ops }, before) =>
      provenance ? [{ before, label, record: provenance, expected: fragmentOf(ops)?.structure as Made }] : [],
    ),
  ];
}

export const fragmentOf = (ops: readonly Json[]) => ops.find(({ op }) => op === "add_fragment");

/** The argument that stands for the document, by its shape (contract §7). */
export function documentKey(args: Json): string | undefined {
  return Object.keys(args).find((key) => {
    const value = args[key];
    return isObject(value) && typeof value.atoms === "number" && typeof value.sha256 === "string";
  });
}

/** Reads the JSON of a link. Throws RecipeProblem; what the ops hold is the core's to check. */
export function readRecipe(text: string): Recipe {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RecipeProblem("its text is no JSON");
  }
  const file = object(json, "it");
  if (file.format !== FORMAT) throw new RecipeProblem("it is no recipe");
  if (file.version !== VERSION)
    throw new RecipeProblem(
      `its steps are of version ${String(file.version).slice(0, 20)}, and this page reads ${VERSION}`,
    );
  const steps = list(file.steps, "steps", most.steps).map(step);
  const recipe: Recipe = {
    name: line(file.name, "name"),
    source: sourceOf(object(file.source, "source")),
    steps,
    sha256: hash(file.sha256, "sha256"),
  };
  const runs = callsOf(recipe).length;
  if (runs > most.runs) throw new RecipeProblem(`it runs tools ${runs} times; at most ${most.runs} are done`);
  return recipe;
}

function sourceOf(source: Json): RecipeSource {
  const { kind } = source;
  if (kind !== "tool" && kind !== "new") throw new RecipeProblem('its source is neither "tool" nor "new"');
  const structure = object(source.structure, "source.structure");
  const label = line(source.label, "source.label");
  if (kind === "new") return { kind, label, structure };
  return { kind, label, provenance: record(source.provenance, "source"), structure: madeOf(structure, "source") };
}

function step(value: unknown, index: number): RecipeStep {
  const place = `steps[${index}]`;
  const { id, label, author, provenance, ops: given } = object(value, place);
  const ops = list(given, `${place}.ops`, most.ops).map((op, k) => object(op, `${place}.ops[${k}]`));
  const common = {
    id: line(id, `${place}.id`),
    label: line(label, `${place}.label`),
    author: line(author, `${place}.author`),
  };
  if (provenance === undefined) return { ...common, ops };
  const fragments = ops.filter(({ op }) => op === "add_fragment");
  if (fragments.length !== 1) throw new RecipeProblem(`${place} of a tool adds not one structure`);
  return {
    ...common,
    provenance: record(provenance, place),
    ops: ops.map((op) =>
      op.op === "add_fragment" ? { ...op, structure: madeOf(object(op.structure, `${place}.structure`), place) } : op,
    ),
  };
}

function record(value: unknown, place: string): ToolRecord {
  const { server, tool, contract, arguments: args, atoms } = object(value, `${place}.provenance`);
  const { name, version } = object(server, `${place}.provenance.server`);
  return {
    server: {
      id: "page",
      name: line(name, `${place}: server.name`),
      version: line(version, `${place}: server.version`),
    },
    tool: line(tool, `${place}: tool`),
    contract: whole(contract, `${place}: contract`),
    arguments: object(args, `${place}: arguments`),
    atoms: whole(atoms, `${place}: atoms`),
  };
}

function madeOf({ atoms, sha256 }: Json, place: string): Made {
  return {
    atoms: whole(atoms, `${place}: structure.atoms`),
    sha256: sha256 === "" ? "" : hash(sha256, `${place}: structure.sha256`),
  };
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function object(value: unknown, place: string): Json {
  if (!isObject(value)) throw new RecipeProblem(`${place} is no object`);
  return value;
}

function list(value: unknown, place: string, limit: number): unknown[] {
  if (!Array.isArray(value)) throw new RecipeProblem(`${place} is no list`);
  if (value.length > limit) throw new RecipeProblem(`${place} has ${value.length} entries; at most ${limit} are read`);
  return value;
}

function line(value: unknown, place: string): string {
  if (typeof value !== "string") throw new RecipeProblem(`${place} is no text`);
  if (value.length > most.text)
    throw new RecipeProblem(`${place} has ${value.length} characters; at most ${most.text} are read`);
  return value;
}

function whole(value: unknown, place: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new RecipeProblem(`${place} is no whole number`);
  return value as number;
}

function hash(value: unknown, place: string): string {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value)) throw new RecipeProblem(`${place} is no SHA-256`);
  return value;
}
