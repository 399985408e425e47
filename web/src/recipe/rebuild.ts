import { counted } from "../app/format";
import { confirmLoss } from "../commands/confirmLoss";
import { reason } from "../commands/report";
import type { Core } from "../core";
import type { Answer, StepProvenance } from "../core/protocol";
import { scratchCore } from "../core/start";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useJob } from "../state/job";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { provenance } from "../tools/applyResult";
import { Deadline } from "../tools/deadline";
import { structureJson } from "../tools/payload";
import { cancelled, ToolFailure } from "../tools/runner";
import { pageRunner } from "../tools/start";
import { plainLine } from "../tools/text";
import { differences, otherVersions } from "./compare";
import { readProject } from "./copy";
import { toolOf } from "./offer";
import {
  callsOf,
  documentKey,
  fragmentOf,
  type Json,
  type Recipe,
  recipeOf,
  recipeText,
  type ToolCall,
} from "./recipe";

/** Stands for a structure that is not made yet. */
const nothing = { elements: [], positions: [], cell: null, bonds: [] };

/**
 * Does the steps of a recipe in a core of their own and opens what came of them: until all
 * is done the document is as it was. Asks before unsaved edits are lost.
 */
export async function rebuild(recipe: Recipe): Promise<void> {
  if (useJob.getState().job || useTools.getState().run) return;
  if (!(await confirmLoss("Discard and build"))) return;
  const name = plainLine(recipe.name, 60);
  const abort = new AbortController();
  const revision = useDocument.getState().state?.revision;
  useJob.getState().begin({ title: `Building ${name}`, cancel: () => abort.abort(cancelled()) });
  useUi.getState().set({ panel: { kind: "none" } });
  const scratch = scratchCore();
  try {
    const { data, warnings, again } = await build(recipe, scratch, abort.signal);
    if (revision !== useDocument.getState().state?.revision && !(await confirmLoss("Discard and open"))) return;
    const change = await edit("project.open", {}, { data });
    useSelection.getState().clear();
    useFiles.getState().set({ format: null });
    tell(recipe, again, change.state.atoms, warnings);
  } catch (error) {
    if (abort.signal.aborted && abort.signal.reason?.kind === "cancelled") return;
    const text = reason(abort.signal.aborted ? abort.signal.reason : error);
    useNotices.getState().notify({ level: "error", title: `Could not build ${name}:`, text: plainLine(text, 600) });
  } finally {
    scratch.dispose();
    useJob.getState().end();
  }
}

interface Built {
  /** The project file. */
  data: Uint8Array;
  /** Steps that were left out. */
  warnings: string[];
  /** The recipe of what was built. */
  again: Recipe;
}

/** The project that the steps lead to. `scratch` is a core without a document. */
export async function build(recipe: Recipe, scratch: Core, signal: AbortSignal): Promise<Built> {
  const project: Json = JSON.parse(recipeText(recipe));
  const steps = project.steps as Json[];
  delete project.sha256;
  const calls = callsOf(recipe);
  const put = ({ before }: ToolCall, structure: Json, record: Partial<StepProvenance>) => {
    const target = before < 0 ? (project.source as Json) : (steps[before] as Json);
    Object.assign(target, { provenance: { ...(target.provenance as Json), ...record } });
    const place = before < 0 ? target : fragmentOf(target.ops as Json[]);
    // What a step adds has no cell of its own.
    if (place) place.structure = before < 0 ? structure : { ...structure, cell: null };
  };
  const open = (count: number) => openIn(scratch, { ...project, steps: steps.slice(0, count) }, signal);

  // What is malformed is found before anything runs.
  for (const call of calls) put(call, nothing, { provenance: {} });
  await open(steps.length);

  for (const [done, call] of calls.entries()) {
    const { before, label, record } = call;
    const entry = toolOf(call);
    const report = (fraction: number | null, message: string) =>
      useJob
        .getState()
        .update((done + (fraction ?? 0)) / calls.length, [plainLine(label, 60), message].filter(Boolean).join(": "));
    report(0, "");
    const key = entry.marker.document === "none" ? undefined : documentKey(record.arguments);
    const args = { ...record.arguments };
    let document: Parameters<ReturnType<typeof pageRunner>["run"]>[2]["document"];
    if (key !== undefined) {
      await open(before);
      const { json, bufs } = await scratch.call("edit.structure", { payload: true }, { signal });
      document = { key, head: json.structure, bufs };
      args[key] = { atoms: json.structure.atoms, sha256: json.sha256 };
    }
    const { result, seconds } = await run(call, args, document, signal, report);
    put(
      call,
      structureJson(result.result.structure, result.bufs),
      provenance({
        entry,
        source: entry.source,
        args,
        result,
        seconds,
        revision: null,
      }),
    );
  }
  const warnings = await open(steps.length);
  const { bufs } = await scratch.call("project.save", { hash: true }, { signal });
  const data = bufs.text as Uint8Array;
  return { data, warnings, again: await recipeOf(readProject(data)) };
}

async function run(
  call: ToolCall,
  args: Json,
  document:
    | { key: string; head: Parameters<typeof structureJson>[0]; bufs: Parameters<typeof structureJson>[1] }
    | undefined,
  signal: AbortSignal,
  onProgress: (fraction: number | null, message: string) => void,
) {
  const entry = toolOf(call);
  const late = new AbortController();
  const deadline = new Deadline(entry.marker.expectedSeconds, (seconds) =>
    late.abort(new ToolFailure("timeout", `${entry.label} gave no result within ${seconds} s`)),
  );
  const start = performance.now();
  try {
    const given = { ...args };
    if (document) delete given[document.key];
    const result = await pageRunner().run(entry, given, {
      ...(document ? { document } : {}),
      signal: AbortSignal.any([signal, late.signal]),
      onProgress,
    });
    return { result, seconds: (performance.now() - start) / 1000 };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Error(`${entry.label}: ${reason(late.signal.aborted ? late.signal.reason : error)}`);
  } finally {
    deadline.stop();
  }
}

/** Opens a project; what was left out of it. */
async function openIn(core: Core, project: Json, signal: AbortSignal): Promise<string[]> {
  const data = new TextEncoder().encode(JSON.stringify(project));
  const { json } = await core.call("project.open", {}, { bufs: { data }, signal });
  return (json as Answer<"project.open">).warnings;
}

function tell(recipe: Recipe, again: Recipe, atoms: number, warnings: readonly string[]): void {
  const { notify, announce } = useNotices.getState();
  const differ = differences(recipe, again);
  const lines = [...differ, ...warnings.map((line) => plainLine(line, 600))];
  const built = `${counted(recipe.steps.length + 1, "step")}, ${counted(atoms, "atom")}`;
  if (lines.length === 0) {
    notify({ level: "info", title: "Rebuilt exactly.", text: `${built}; the hashes are those of the recipe.` });
    announce(`Rebuilt exactly, ${built}`);
    return;
  }
  const [version] = otherVersions(recipe);
  const text = version ? `The recipe was made with version ${version}.` : undefined;
  notify({
    level: "warning",
    title: "Rebuilt, but it differs from the recipe.",
    ...(text ? { text } : {}),
    warnings: lines,
  });
  announce("Rebuilt, but it differs from the recipe");
}
