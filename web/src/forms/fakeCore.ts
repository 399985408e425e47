/** A core for tests of forms and runs: what a test does not script is refused. Never part of the page. */
import { type CallOptions, type Core, type CoreAnswer, CoreError } from "../core";
import type { Bufs, Change, CommandName, DocumentState, FormModel, Preset, Problem, Request } from "../core/protocol";

type Script = {
  [C in CommandName]?: (request: Request<C>, options: CallOptions) => unknown;
};

/** An answer with arrays: `withBufs(json, bufs)`. */
export const withBufs = (json: unknown, bufs: Bufs) => ({ [BUFS]: bufs, json });
const BUFS = Symbol("bufs");

export class FakeCore implements Core {
  readonly calls: { cmd: CommandName; request: unknown }[] = [];

  constructor(readonly script: Script) {}

  async call<C extends CommandName>(cmd: C, request: Request<C>, options: CallOptions = {}): Promise<CoreAnswer<C>> {
    this.calls.push({ cmd, request });
    const step = this.script[cmd] as ((request: unknown, options: CallOptions) => unknown) | undefined;
    if (!step) throw new Error(`the test has no answer to ${cmd}`);
    const answer = await Promise.race([step(request, options), aborted(options.signal)]);
    if (typeof answer === "object" && answer !== null && BUFS in answer)
      return { json: (answer as unknown as { json: unknown }).json, bufs: answer[BUFS] } as CoreAnswer<C>;
    return { json: answer, bufs: {} } as CoreAnswer<C>;
  }

  of<C extends CommandName>(cmd: C): Request<C>[] {
    return this.calls.filter((call) => call.cmd === cmd).map((call) => call.request as Request<C>);
  }
}

/** Rejects when the signal aborts, as a worker's client does. */
const aborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(new CoreError("cancelled", ""))));

export const documentState = (more: Partial<DocumentState> = {}): DocumentState => ({
  revision: 1,
  name: "untitled",
  atoms: 3,
  bonds: 0,
  cell: null,
  formula: "H2O",
  components: [],
  mass: 18,
  charge: 0,
  density: null,
  steps: [],
  redo: [],
  source: { kind: "file", label: "x.xyz", atoms: 3 },
  dirty: false,
  symmetry: null,
  original: false,
  ...more,
});

/** A Change whose arrays fit its atoms. */
export function change(state: DocumentState, more: Partial<Change> = {}) {
  return withBufs(
    { state, atomsFrom: 0, bondsFrom: 0, opened: false, ...more },
    {
      positions: new Float64Array(3 * state.atoms),
      elements: new Uint8Array(state.atoms).fill(8),
      bonds: new Uint32Array(2 * state.bonds),
      bondOrders: new Uint8Array(state.bonds),
    },
  );
}

export const preset = (id: string, name: string, formula: string, smiles: string): Preset => ({
  id,
  name,
  group: "Basic",
  formula,
  charge: 0,
  atoms: 1,
  smiles,
  aliases: [],
  molblock: `${name}\n  Molsmith            3D\n\n`,
});

export const water = preset("water", "Water", "H2O", "O");
export const ethanol = preset("ethanol", "Ethanol", "C2H6O", "CCO");

/** The model and the checks of a liquid box, reduced to what the tests look at. */
export const boxModel: FormModel = {
  fields: [
    {
      path: "/components",
      key: "components",
      label: "Components",
      required: true,
      optional: false,
      control: "table",
      minItems: 1,
      maxItems: 3,
      initialRows: [{ count: 100 }],
      fields: [
        { path: "/molecule", key: "molecule", label: "Molecule", required: true, optional: false, control: "molecule" },
        {
          path: "/count",
          key: "count",
          label: "Count",
          required: true,
          optional: false,
          control: "integer",
          unit: "count",
          initial: 100,
          minimum: 1,
        },
      ],
    },
    {
      path: "/density",
      key: "density",
      label: "Density",
      help: "Of the whole box.",
      required: false,
      optional: false,
      control: "number",
      unit: "g/cm3",
      initial: 1,
      exclusiveMinimum: 0,
    },
    { path: "/seed", key: "seed", label: "Seed", required: true, optional: false, control: "seed", initial: 7 },
  ],
};

/** What contract/form says about the two number fields of boxModel. */
export function checkBox(values: unknown): Problem[] {
  const { components = [], density } = values as { components?: { count?: unknown }[]; density?: unknown };
  const problems: Problem[] = [];
  components.forEach(({ count }, index) => {
    const path = `/components/${index}/count`;
    if (count === undefined) problems.push({ path, rule: "required", message: "Count is required" });
    else if (typeof count !== "number") problems.push({ path, rule: "type", message: "Count must be a whole number" });
    else if (count < 1) problems.push({ path, rule: "minimum", message: "Count must be at least 1" });
  });
  if (typeof density === "number" && density <= 0)
    problems.push({ path: "/density", rule: "exclusiveMinimum", message: "Density must be greater than 0" });
  return problems;
}
