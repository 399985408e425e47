import { confirmLoss } from "../commands/confirmLoss";
import { outside } from "../commands/insertStructure";
import { showsOriginal } from "../commands/original";
import { showEverything } from "../commands/view";
import type { Change, EditOp, StepProvenance } from "../core/protocol";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useUi } from "../state/ui";
import { useView } from "../state/view";
import type { ToolResult } from "./bridge";
import type { ToolEntry, ToolSource } from "./registry";
import { resultNotice } from "./resultNotice";

export interface Applied {
  entry: ToolEntry;
  source: ToolSource;
  /** Arguments for the record: the document replaced by its size and hash. */
  args: Record<string, unknown>;
  result: ToolResult;
  seconds: number;
  /** Of the document when the run started; null when none was open. */
  revision: number | null;
}

/** A cell that differs less than this is the same cell (rounded document arguments). */
const SAME_CELL = 1e-4;

/**
 * Puts a checked result into the document as one step (contract §5.2) and says
 * so. False when the document has changed meanwhile and the person declined.
 */
export async function applyResult(applied: Applied): Promise<boolean> {
  const { entry, result } = applied;
  const molecules = moleculeCount(result);
  const isNew = entry.marker.apply === "new_document";
  const change = isNew ? await open(applied) : await insert(applied);
  if (!change) return false;
  const notice = resultNotice({ ...applied, molecules, state: change.state });
  useNotices.getState().notify(!isNew && liesOutside(change) ? { ...notice, action: showEverything } : notice);
  useNotices.getState().announce([notice.title, notice.text].filter(Boolean).join(" "));
  return true;
}

async function open(applied: Applied): Promise<Change | null> {
  const { entry, result, revision } = applied;
  // Unsaved edits were asked about before the call; edits made during it were not.
  if (revision !== currentRevision() && !(await confirmLoss("Discard and open the result"))) return null;
  const { name, structure } = result.result;
  const change = await edit(
    "edit.open",
    {
      name,
      source: { kind: "tool", label: stepLabel(entry, applied.args), provenance: provenance(applied) },
      structure,
    },
    result.bufs,
  );
  // The document has not been saved in any format yet.
  useFiles.getState().set({ format: null });
  return change;
}

async function insert(applied: Applied): Promise<Change | null> {
  const { entry, result, revision } = applied;
  if (currentRevision() === null) throw new Error("the structure it was for has been closed");
  if (showsOriginal()) {
    if (!(await askOriginal())) return null;
    await edit("edit.original", { on: false });
  } else if (revision !== currentRevision()) {
    const yes = await useUi.getState().ask({
      title: "Add the atoms to the changed structure?",
      body: "The structure was edited while the tool ran. The new atoms were placed for the structure as it was before.",
      confirm: "Add the atoms",
      cancel: "Drop the result",
    });
    if (!yes) return null;
  }
  const { name, structure } = result.result;
  const { state } = useDocument.getState();
  const ops: EditOp[] = [];
  if (structure.cell && differs(structure.cell, state?.cell ?? null))
    ops.push({ op: "set_cell", cell: structure.cell });
  ops.push({ op: "add_fragment", name });
  return edit(
    "edit.apply",
    {
      label: stepLabel(entry, applied.args),
      author: "tool",
      ops,
      fragment: structure,
      provenance: provenance(applied),
      ...(state ? { ifRevision: state.revision } : {}),
    },
    result.bufs,
  );
}

/** Whether what was added is beside the picture, as it is without what the form drew before. */
function liesOutside({ added }: Change): boolean {
  useView.getState().setPreview(null);
  return added !== undefined && outside(added[0]);
}

/** Editing waits while the original is shown; what a tool has made does not. */
function askOriginal(): Promise<boolean> {
  return useUi.getState().ask({
    title: "Add the atoms to your edits?",
    body: "The original is shown. The new atoms were placed for the structure as it was when the tool started.",
    confirm: "Back to the edits and add",
    cancel: "Drop the result",
  });
}

const currentRevision = () => useDocument.getState().state?.revision ?? null;

function differs(cell: readonly number[], other: readonly number[] | null): boolean {
  return other === null || cell.some((value, i) => Math.abs(value - (other[i] ?? Number.NaN)) > SAME_CELL);
}

/** "Liquid box · seed 42". */
function stepLabel(entry: ToolEntry, args: Record<string, unknown>): string {
  return typeof args.seed === "number" ? `${entry.label} · seed ${args.seed}` : entry.label;
}

/** The record of contract §7. */
export function provenance({ entry, source, args, result }: Applied): StepProvenance {
  const { id, name, version, url } = source;
  return {
    server: { id, name, version, ...(url ? { url } : {}) },
    tool: entry.name,
    contract: entry.marker.contract,
    arguments: args,
    provenance: result.result.provenance,
    atoms: result.result.structure.atoms,
  };
}

/** Molecules of a result, from its molecule indices; 0 when it has none. */
function moleculeCount({ bufs: { molecules } }: ToolResult): number {
  return molecules ? new Set<number>(molecules).size : 0;
}
