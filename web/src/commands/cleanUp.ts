import { counted, decimals } from "../app/format";
import type { CleanUpReport } from "../core/protocol";
import { core } from "../state/core";
import { editsNow, useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useJob } from "../state/job";
import { type NewNotice, useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { pageWorker } from "../tools/worker";
import { changeHydrogens } from "./hydrogens";
import { showOriginal, showsOriginal } from "./original";
import { failed } from "./report";
import type { Command } from "./types";

/**
 * Each molecule alone from where its atoms are, a new conformer of each, or all together,
 * where they feel each other and the images of the cell and what is not selected is held.
 */
export type CleanUpKind = "alone" | "conformer" | "together";

const words: Record<CleanUpKind, { doing: string; failure: string }> = {
  alone: { doing: "Cleaning up", failure: "Could not clean up" },
  conformer: { doing: "Making new conformers", failure: "Could not make new conformers" },
  together: { doing: "Relaxing together", failure: "Could not relax together" },
};

/**
 * Cleans up the molecules that hold a selected atom, all without a selection. It runs
 * beside the document, in the worker that may be ended, and comes back as one step.
 */
export async function cleanUpGeometry(kind: CleanUpKind): Promise<void> {
  const { state } = useDocument.getState();
  const selected = useSelection.getState().atoms;
  const job = useJob.getState();
  if (!state || job.job) return;
  const edits = editsNow();
  const abort = new AbortController();
  useNotices.getState().dismiss();
  job.begin({ title: words[kind].doing, cancel: () => abort.abort() });
  try {
    const document = await core().call("edit.structure", {});
    const bufs = { ...document.bufs, ...(selected.length > 0 ? { atoms: Uint32Array.from(selected) } : {}) };
    const { json: report, bufs: moved } = await pageWorker().call(
      "structure.cleanUp",
      { structure: document.json.structure, ...options(kind) },
      { bufs, signal: abort.signal, onProgress: job.update },
    );
    if (report.molecules > 0) {
      await originalAway(abort.signal, () => job.update(1, "Done: it is applied once the original is put away."));
      const { revision } = useDocument.getState().state ?? {};
      if (revision === undefined || editsNow() !== edits) return tell(changedMeanwhile(kind));
      await edit(
        "edit.apply",
        {
          label: stepLabel(report, kind),
          author: "person",
          ops: [{ op: "replace_positions", ...named(moved.atoms, state.atoms) }],
          ifRevision: revision,
        },
        { positions: moved.positions ?? new Float64Array(0) },
      );
    }
    tell(noticeOf(report, kind, selected));
  } catch (error) {
    if (abort.signal.aborted) tell({ level: "info", title: "Cancelled.", text: "The structure is as it was." });
    else if ((error as { code?: string }).code === "STALE") tell(changedMeanwhile(kind));
    else failed(words[kind].failure, error);
  } finally {
    job.end();
  }
}

/**
 * Editing is paused while the original is shown: resolves once it is not, at once in the rule.
 * `waits` says that it does not. Rejects when the work is cancelled.
 */
function originalAway(signal: AbortSignal, waits: () => void): Promise<void> {
  if (!showsOriginal()) return Promise.resolve();
  waits();
  tell({
    level: "info",
    title: "The result waits.",
    text: "It is for your edits, and the original is shown.",
    action: { label: "Back to the edits", run: () => void (showsOriginal() && showOriginal.run()) },
  });
  return new Promise((resolve, reject) => {
    const stop = useDocument.subscribe(() => {
      if (showsOriginal()) return;
      stop();
      resolve();
    });
    signal.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    });
  });
}

/** The atoms of a move; none are named when it is every atom in order, as in a box. */
function named(atoms: ArrayLike<number> | undefined, all: number): { atoms?: number[] } {
  const list = Array.from(atoms ?? []);
  return list.length === all && list.every((atom, i) => atom === i) ? {} : { atoms: list };
}

function options(kind: CleanUpKind): { embed?: boolean; together?: boolean; seed?: number } {
  if (kind === "conformer") return { embed: true, seed: randomSeed() };
  return kind === "together" ? { together: true } : {};
}

const randomSeed = () => Math.floor(Math.random() * 2 ** 31);

function tell(notice: NewNotice) {
  const { notify, announce } = useNotices.getState();
  notify(notice);
  announce([notice.title, notice.text, ...(notice.warnings ?? [])].filter(Boolean).join(" "));
}

function changedMeanwhile(kind: CleanUpKind): NewNotice {
  return {
    level: "warning",
    title: "The structure was changed meanwhile.",
    text: "The result was for the structure as it was before, so nothing was applied.",
    action: { label: "Run again", run: () => void cleanUpGeometry(kind) },
  };
}

function stepLabel({ molecules, held }: CleanUpReport, kind: CleanUpKind): string {
  if (kind === "together")
    return held > 0
      ? `Relax ${counted(molecules, "molecule")}, others held`
      : `Relax ${counted(molecules, "molecule")} together`;
  if (kind === "conformer")
    return molecules === 1 ? "New conformer" : `New conformers of ${counted(molecules, "molecule")}`;
  return molecules === 1 ? "Clean up geometry" : `Clean up ${counted(molecules, "molecule")}`;
}

/** What came of it, in words; exported for its tests. */
export function noticeOf(report: CleanUpReport, kind: CleanUpKind, selected: readonly number[]): NewNotice {
  const { molecules, incomplete, failed: left } = report;
  const warnings = remarks(report, kind);
  const action =
    incomplete > 0 ? { action: { label: "Add hydrogens", run: () => void changeHydrogens("add", selected) } } : {};
  if (molecules === 0 && incomplete + left === 0)
    return {
      level: "info",
      title: "There is no molecule to clean up.",
      text: "A molecule has at least two bonded atoms.",
    };
  if (molecules === 0) return { level: "warning", title: "Nothing was changed.", warnings, ...action };
  return {
    level: warnings.length > 0 ? "warning" : "info",
    title: noticeTitle(kind, report),
    text: energies(report),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...action,
  };
}

function noticeTitle(kind: CleanUpKind, { molecules, held }: CleanUpReport): string {
  const what = counted(molecules, "molecule");
  if (kind === "together")
    return held > 0 ? `Relaxed ${what}, ${counted(held, "atom")} held.` : `Relaxed ${what} together.`;
  if (kind === "conformer") return `New ${molecules === 1 ? "conformer" : "conformers"} of ${what}.`;
  return `Cleaned up ${what}.`;
}

/** "MMFF94s energy 41.3 → 2.1 kcal/mol." */
function energies({ before, after, uff, molecules }: CleanUpReport): string {
  const field = uff === 0 ? "MMFF94s" : uff === molecules ? "UFF" : "MMFF94s and UFF";
  const start = before === null ? "" : `${energy(before)} → `;
  return after === null ? `${field}.` : `${field} energy ${start}${energy(after)} kcal/mol.`;
}

const energy = (value: number) =>
  Math.abs(value) >= 1e6 ? value.toExponential(2).replace("-", "−") : decimals(value, 1);

function remarks(report: CleanUpReport, kind: CleanUpKind): string[] {
  const { molecules, converged, uff, guessed, incomplete, failed: left, failures, notes } = report;
  const list: string[] = [];
  if (incomplete > 0) list.push(`${stayed(incomplete)}: hydrogens are missing, and every one must be an atom.`);
  if (left > 0) {
    const [first] = failures;
    list.push(
      `${stayed(left)}${first ? `: #${first.atom}: ${first.reason}` : ""}${left > 1 ? " (the first of them)" : ""}`,
    );
  }
  if (converged < molecules && kind !== "together")
    list.push(`${counted(molecules - converged, "molecule")} not yet at the minimum; run it once more.`);
  if (uff > 0 && uff < molecules) list.push(`UFF was used for ${counted(uff, "molecule")} that MMFF94 does not cover.`);
  if (guessed > 0 && kind === "together")
    list.push("Some atoms were taken as charged, as the bonds ask for it; set the charges to be sure.");
  else if (guessed > 0)
    list.push(`${counted(guessed, "molecule")} taken as charged, as the bonds ask for it; set the charges to be sure.`);
  return [...list, ...notes];
}

const stayed = (n: number) => `${counted(n, "molecule")} stayed as ${n === 1 ? "it was" : "they were"}`;

const ready = () =>
  (useDocument.getState().state?.bonds ?? 0) > 0 &&
  useJob.getState().job === null &&
  useTools.getState().run === null &&
  useTools.getState().page === "ready";

export const cleanUp: Command = {
  id: "structure.cleanUp",
  label: "Clean up geometry",
  shortcut: "mod+shift+l",
  enabled: ready,
  run: () => cleanUpGeometry("alone"),
};

export const cleanUpTogether: Command = {
  id: "structure.cleanUpTogether",
  label: "Clean up all together",
  enabled: ready,
  run: () => cleanUpGeometry("together"),
};

export const newConformer: Command = {
  id: "structure.newConformer",
  label: "Make new conformers",
  enabled: ready,
  run: () => cleanUpGeometry("conformer"),
};

export const cancelJob: Command = {
  id: "structure.cancel",
  label: "Cancel clean-up",
  enabled: () => useJob.getState().job !== null,
  reason: () => "Nothing is being cleaned up.",
  run: () => useJob.getState().job?.cancel(),
};
