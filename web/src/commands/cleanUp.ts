import { counted } from "../app/format";
import type { CleanUpReport } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useJob } from "../state/job";
import { type Notice, useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { pageWorker } from "../tools/worker";
import { changeHydrogens } from "./hydrogens";
import { failed } from "./report";
import type { Command } from "./types";

/**
 * Relaxes the molecules that hold a selected atom, all without a selection, from where
 * their atoms are; `embed` makes a new conformer of each instead. It runs beside the
 * document, in the worker that may be ended, and comes back as one step.
 */
export async function cleanUpGeometry(embed: boolean): Promise<void> {
  const { state } = useDocument.getState();
  const selected = useSelection.getState().atoms;
  const job = useJob.getState();
  if (!state || job.job) return;
  const abort = new AbortController();
  useNotices.getState().dismiss();
  job.begin({ title: embed ? "Making new conformers" : "Cleaning up", cancel: () => abort.abort() });
  try {
    const document = await core().call("edit.structure", {});
    const bufs = { ...document.bufs, ...(selected.length > 0 ? { atoms: Uint32Array.from(selected) } : {}) };
    const { json: report, bufs: moved } = await pageWorker().call(
      "structure.cleanUp",
      { structure: document.json.structure, ...(embed ? { embed, seed: randomSeed() } : {}) },
      { bufs, signal: abort.signal, onProgress: job.update },
    );
    if (report.molecules > 0) {
      await edit(
        "edit.apply",
        {
          label: stepLabel(report, embed),
          author: "person",
          ops: [{ op: "replace_positions", ...named(moved.atoms, state.atoms) }],
          ifRevision: state.revision,
        },
        { positions: moved.positions ?? new Float64Array(0) },
      );
      // Atoms have moved and are the same ones.
      useSelection.getState().select(selected);
    }
    tell(noticeOf(report, embed, selected));
  } catch (error) {
    if (abort.signal.aborted) tell({ level: "info", title: "Cancelled.", text: "The structure is as it was." });
    else if ((error as { code?: string }).code === "STALE") tell(changedMeanwhile(embed));
    else failed(embed ? "Could not make new conformers" : "Could not clean up", error);
  } finally {
    job.end();
  }
}

/** The atoms of a move; none are named when it is every atom in order, as in a box. */
function named(atoms: ArrayLike<number> | undefined, all: number): { atoms?: number[] } {
  const list = Array.from(atoms ?? []);
  return list.length === all && list.every((atom, i) => atom === i) ? {} : { atoms: list };
}

const randomSeed = () => Math.floor(Math.random() * 2 ** 31);

function tell(notice: Omit<Notice, "id">) {
  const { notify, announce } = useNotices.getState();
  notify(notice);
  announce([notice.title, notice.text, ...(notice.warnings ?? [])].filter(Boolean).join(" "));
}

function changedMeanwhile(embed: boolean): Omit<Notice, "id"> {
  return {
    level: "warning",
    title: "The structure was changed meanwhile.",
    text: "The result was for the structure as it was before, so nothing was applied.",
    action: { label: "Run again", run: () => void cleanUpGeometry(embed) },
  };
}

function stepLabel({ molecules }: CleanUpReport, embed: boolean): string {
  if (embed) return molecules === 1 ? "New conformer" : `New conformers of ${counted(molecules, "molecule")}`;
  return molecules === 1 ? "Clean up geometry" : `Clean up ${counted(molecules, "molecule")}`;
}

/** What came of it, in words; exported for its tests. */
export function noticeOf(report: CleanUpReport, embed: boolean, selected: readonly number[]): Omit<Notice, "id"> {
  const { molecules, incomplete, failed: left } = report;
  const warnings = remarks(report);
  const action =
    incomplete > 0 ? { action: { label: "Add hydrogens", run: () => void changeHydrogens("add", selected) } } : {};
  if (molecules === 0 && incomplete + left === 0)
    return {
      level: "info",
      title: "There is no molecule to clean up.",
      text: "A molecule has at least two bonded atoms.",
    };
  if (molecules === 0) return { level: "warning", title: "Nothing was changed.", warnings, ...action };
  const what = counted(molecules, "molecule");
  return {
    level: warnings.length > 0 ? "warning" : "info",
    title: embed ? `New ${molecules === 1 ? "conformer" : "conformers"} of ${what}.` : `Cleaned up ${what}.`,
    text: energies(report),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...action,
  };
}

/** "MMFF94s energy 41.3 → 2.1 kcal/mol." */
function energies({ before, after, uff, molecules }: CleanUpReport): string {
  const field = uff === 0 ? "MMFF94s" : uff === molecules ? "UFF" : "MMFF94s and UFF";
  const start = before === null ? "" : `${energy(before)} → `;
  return after === null ? `${field}.` : `${field} energy ${start}${energy(after)} kcal/mol.`;
}

const energy = (value: number) =>
  (Math.abs(value) >= 1e6 ? value.toExponential(2) : value.toFixed(1)).replace("-", "−");

function remarks(report: CleanUpReport): string[] {
  const { molecules, converged, uff, guessed, incomplete, failed: left, failures, notes } = report;
  const list: string[] = [];
  if (incomplete > 0) list.push(`${stayed(incomplete)}: hydrogens are missing, and every one must be an atom.`);
  if (left > 0) {
    const [first] = failures;
    list.push(
      `${stayed(left)}${first ? `: #${first.atom}: ${first.reason}` : ""}${left > 1 ? " (the first of them)" : ""}`,
    );
  }
  if (converged < molecules)
    list.push(`${counted(molecules - converged, "molecule")} not yet at the minimum; run it once more.`);
  if (uff > 0 && uff < molecules) list.push(`UFF was used for ${counted(uff, "molecule")} that MMFF94 does not cover.`);
  if (guessed > 0)
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
  run: () => cleanUpGeometry(false),
};

export const newConformer: Command = {
  id: "structure.newConformer",
  label: "Make new conformers",
  enabled: ready,
  run: () => cleanUpGeometry(true),
};

export const cancelJob: Command = {
  id: "structure.cancel",
  label: "Cancel clean-up",
  enabled: () => useJob.getState().job !== null,
  run: () => useJob.getState().job?.cancel(),
};
