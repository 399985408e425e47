import { confirmLoss } from "../commands/confirmLoss";
import { reason } from "../commands/report";
import { resetCamera } from "../commands/view";
import { linksOf, unitValue } from "../forms/links";
import { moleculeValue } from "../forms/values";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useJob } from "../state/job";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { type ViewAxis, view } from "../state/view";
import { applyResult } from "../tools/applyResult";
import { findTool } from "../tools/openTool";
import { cancelled, ToolFailure } from "../tools/runner";
import { documentArgument } from "../tools/runTool";
import { PAGE, pageRunner } from "../tools/start";
import { Built, Left } from "./built";
import type { ExampleId } from "./list";

/** What a tool is called with, and what is open before it. */
interface Recipe {
  /** Of the document. */
  name: string;
  tool: string;
  args(): Record<string, unknown>;
  /** Opens what the tool works on; `run` calls a tool and opens its result. */
  prepare?(run: Runs, built: Built): Promise<void>;
  /** Looks at it from a side that shows more than the usual one. */
  from?: ViewAxis;
}

type Runs = (tool: string, args: Record<string, unknown>) => Promise<void>;

const SEED = 1;

const preset = (id: string) => {
  const found = useTools.getState().presets.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`the library has no ${id}`);
  return found;
};
const molecule = (id: string) => moleculeValue(preset(id));

/** Å. */
const CAFFEINE_CELL = 28;

const COPPER = 29;
/** Its place in the library's ethanol. */
const ETHANOL_OXYGEN = 2;

const recipes: Record<ExampleId, Recipe> = {
  water: {
    name: "water-box",
    tool: "liquid_box",
    args: () => ({ components: [{ molecule: molecule("water"), count: 1000 }], density: 0.997, seed: SEED }),
  },
  caffeine: {
    name: "caffeine-in-water",
    tool: "solvate",
    args: () => ({ solvent: molecule("water"), density: 0.997, seed: SEED }),
    async prepare(_, built) {
      const { name, molblock } = preset("caffeine");
      const { json, bufs } = await core().call("molecule.place", { molblock, name });
      const source = { kind: "new" as const, label: `${name} from the library` };
      const { state } = await edit("edit.open", { name: "caffeine", source, structure: json.structure }, bufs);
      built.opened();
      const edge = CAFFEINE_CELL;
      await edit("edit.apply", {
        label: `Set cell ${edge} Å, center`,
        author: "person",
        ops: [
          { op: "set_cell", cell: [edge, 0, 0, 0, edge, 0, 0, 0, edge] },
          { op: "center", axes: "abc" },
        ],
        ifRevision: state.revision,
      });
      built.stepped();
    },
  },
  pmma: {
    name: "pmma-chain",
    tool: "polymer_chain",
    args() {
      const unit = preset("unit-methyl-methacrylate");
      const monomer = unitValue(unit);
      const [head, tail] = linksOf(monomer, [unit]) ?? [0, 0];
      return { monomer, head, tail, length: 25, tacticity: "atactic", meso: 0.35, seed: SEED };
    },
  },
  ionicLiquid: {
    name: "emim-bf4",
    tool: "liquid_box",
    args: () => ({
      components: [
        { molecule: molecule("emim"), count: 100 },
        { molecule: molecule("tetrafluoroborate"), count: 100 },
      ],
      density: 1.28,
      seed: SEED,
    }),
  },
  surface: {
    name: "ethanol-on-copper",
    tool: "adsorb",
    from: "x",
    // The oxygen above an atom, on places of one kind as far apart as they go.
    args: () => ({
      molecule: molecule("ethanol"),
      site: "top",
      count: 3,
      anchor: "atom",
      atom: ETHANOL_OXYGEN,
      height: 2.3,
      tilt: 270,
      azimuth: 30,
      seed: SEED,
    }),
    prepare: (run) =>
      run("surface_slab", {
        crystal: "prototype",
        prototype: "fcc",
        element_a: COPPER,
        a: 3.61,
        miller: [1, 1, 1],
        layers: 4,
        vacuum: 8,
        repeat: [3, 3],
      }),
  },
  nanotube: {
    name: "carbon-nanotube",
    tool: "nanotube",
    args: () => ({ n: 8, m: 8, length: 8 }),
  },
};

/**
 * Builds an example with the tools of this page and opens it: the document has the
 * history of one that a person made. Asks before unsaved edits are lost.
 */
export async function buildExample(id: ExampleId, title: string): Promise<void> {
  const recipe = recipes[id];
  const entry = findTool(`${PAGE}:${recipe.tool}`);
  if (!entry || useJob.getState().job || useTools.getState().run) return;
  if (!(await confirmLoss("Discard and open the example"))) return;
  const built = new Built();
  const abort = new AbortController();
  useJob.getState().begin({ title: `Building ${title}`, cancel: () => abort.abort(cancelled()) });
  useUi.getState().set({ panel: { kind: "none" } });
  const run = (name: string, args: Record<string, unknown>, document: DocumentArgument | null) =>
    runAndApply(name, args, document, abort.signal, built);
  try {
    const args = recipe.args();
    await recipe.prepare?.((name, given) => run(name, given, null), built);
    if (recipe.prepare) built.check();
    const document = recipe.prepare ? await documentArgument("document") : null;
    await run(recipe.tool, args, document);
    built.check();
    const edited = built.edited();
    // What an example adds is not what the person is about to change.
    useSelection.getState().clear();
    const { state } = await edit("edit.rename", { name: recipe.name });
    resetCamera();
    if (recipe.from) view()?.lookAlong(recipe.from);
    useFiles.getState().set({ format: null });
    // It can be built again, where nothing of the person's is in it.
    if (!edited) await edit("edit.markSaved", { ifRevision: state.revision });
  } catch (error) {
    await built.takeBack();
    if (error instanceof Left || (error instanceof ToolFailure && error.kind === "cancelled")) return;
    useNotices.getState().notify({ level: "error", title: `Could not build ${title}:`, text: reason(error) });
  } finally {
    built.end();
    useJob.getState().end();
  }
}

type DocumentArgument = Awaited<ReturnType<typeof documentArgument>>;

/** Runs a tool of this page, and makes its result the document or a step of it; throws Left when the person declines. */
async function runAndApply(
  tool: string,
  args: Record<string, unknown>,
  document: DocumentArgument | null,
  signal: AbortSignal,
  built: Built,
): Promise<void> {
  const entry = findTool(`${PAGE}:${tool}`);
  if (!entry) throw new Error(`this page has no ${tool}`);
  // What was open was asked about; only a document that comes meanwhile is asked about again.
  const revision = useDocument.getState().state?.revision ?? null;
  const start = performance.now();
  const result = await pageRunner().run(entry, args, {
    ...(document ? { document } : {}),
    signal,
    onProgress: (fraction, message) => useJob.getState().update(fraction, message),
  });
  const seconds = (performance.now() - start) / 1000;
  const record = document ? { ...args, document: { atoms: document.head.atoms, sha256: document.sha256 } } : args;
  if (document) built.edited();
  if (!(await applyResult({ entry, source: entry.source, args: record, result, seconds, revision }))) throw new Left();
  if (document) built.stepped();
  else built.opened();
}
