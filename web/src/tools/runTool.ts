import { confirmLoss } from "../commands/confirmLoss";
import { showsOriginal } from "../commands/original";
import type { Bufs, FormContext, FormModel, Problem, StructureHead } from "../core/protocol";
import { assemble } from "../forms/values";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { emit } from "../state/events";
import { useSelection } from "../state/selection";
import { type Run, useTools } from "../state/tools";
import { applyResult } from "./applyResult";
import { serverRunner } from "./connect";
import { Deadline } from "./deadline";
import type { ToolEntry, ToolSource } from "./registry";
import { cancelled, ToolFailure, type ToolRunner } from "./runner";
import { pageRunner } from "./start";

export interface RunRequest {
  entry: ToolEntry;
  /** Where to run: entry.source or one of entry.also. */
  source: ToolSource;
  model: FormModel;
  values: Record<string, unknown>;
}

/** How a Run ended for the form. A failure is in the form's state. */
export type RunEnd =
  | { kind: "done" }
  | { kind: "declined" }
  | { kind: "failed" }
  | { kind: "problems"; problems: Problem[] };

/** What the form check needs to know of the page. */
export function formContext(): FormContext {
  const { state } = useDocument.getState();
  return {
    documentAtoms: state?.atoms ?? null,
    selectionCount: useSelection.getState().atoms.length,
    documentCell: state?.cell ?? null,
  };
}

const runnerOf = async (source: ToolSource): Promise<ToolRunner> =>
  source.kind === "page" ? pageRunner() : serverRunner(source);

/** True from the moment Run is pressed: questions and checks belong to the run. */
let busy = false;

/**
 * Run, from the press to the atoms in the document (contract §5.2, §6): check,
 * ask before edits are lost, call, check the result, apply it as one step. One
 * run at a time; a second call answers "declined".
 */
export async function runTool(request: RunRequest): Promise<RunEnd> {
  if (busy) return { kind: "declined" };
  busy = true;
  const { entry } = request;
  const { updateForm } = useTools.getState();
  updateForm(entry.id, (form) => ({ ...form, attempted: true, error: null }));
  try {
    const end = await attempt(request);
    if (end.kind === "done") emit("molsmith:tool-done", { tool: entry.name, ok: true });
    return end;
  } catch (error) {
    const failure =
      error instanceof ToolFailure
        ? error
        : new ToolFailure("server", `The tool failed: ${error instanceof Error ? error.message : String(error)}`);
    updateForm(entry.id, (form) => ({ ...form, error: { kind: failure.kind, message: failure.message } }));
    emit("molsmith:tool-done", { tool: entry.name, ok: false, error: failure.message });
    return { kind: "failed" };
  } finally {
    busy = false;
    useTools.getState().run?.deadline.stop();
    useTools.getState().set({ run: null });
  }
}

async function attempt({ entry, source, model, values }: RunRequest): Promise<RunEnd> {
  if (showsOriginal() && (model.document || entry.marker.apply === "insert"))
    throw new ToolFailure("tool", "The original is shown: go back to your edits first.");
  const checked = await core().call("form.check", {
    inputSchema: entry.inputSchema,
    values: assemble(model, values, { selection: null }),
    context: formContext(),
  });
  if (checked.json.problems.length > 0) return { kind: "problems", problems: checked.json.problems };
  if (entry.marker.apply === "new_document" && !(await confirmLoss("Discard and run"))) return { kind: "declined" };

  const revision = useDocument.getState().state?.revision ?? null;
  const document = model.document && revision !== null ? await documentArgument(model.document.key) : undefined;
  const args = assemble(model, values, { selection: useSelection.getState().atoms });
  const abort = new AbortController();
  const run: Run = {
    toolId: entry.id,
    started: Date.now(),
    fraction: null,
    message: "",
    ...deadline(entry, abort),
    cancel: () => abort.abort(cancelled()),
  };
  useTools.getState().set({ run });
  const start = performance.now();
  const runner = await runnerOf(source);
  const result = await runner.run(entry, args, {
    ...(document ? { document } : {}),
    signal: abort.signal,
    onProgress(fraction, message) {
      if (!abort.signal.aborted) useTools.getState().updateRun({ fraction, message });
    },
  });
  const seconds = (performance.now() - start) / 1000;
  run.deadline.stop();
  const record = document ? { ...args, [document.key]: { atoms: document.head.atoms, sha256: document.sha256 } } : args;
  const applied = await applyResult({ entry, source, args: record, result, seconds, revision });
  return applied ? { kind: "done" } : { kind: "declined" };
}

function deadline(entry: ToolEntry, abort: AbortController): Pick<Run, "deadline" | "limit"> {
  const clock = new Deadline(entry.marker.expectedSeconds, (seconds) =>
    abort.abort(new ToolFailure("timeout", `No result within ${seconds} s; the run was stopped.`)),
  );
  return { deadline: clock, limit: clock.limit };
}

/** More time for the run in progress, up to 30 minutes in all. */
export function keepWaiting(): void {
  const { run, updateRun } = useTools.getState();
  run?.deadline.keepWaiting();
  if (run) updateRun({ limit: run.deadline.limit });
}

/** The open document as an argument: rounded, with the hash of what is sent (contract §4.3, §7). */
export async function documentArgument(
  key: string,
): Promise<{ key: string; head: StructureHead; bufs: Bufs; sha256: string }> {
  const { json, bufs } = await core().call("edit.structure", { payload: true });
  return { key, head: json.structure, bufs, sha256: json.sha256 ?? "" };
}
