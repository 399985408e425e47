import type { Core } from "../core";
import type { Bufs, DocumentState, Preview, StructureHead } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useTools } from "../state/tools";
import type { PickMolecule } from "../view/PickView";
import { workerOf } from "./worker";

/** A small molecule to show, such as two linked repeat units. */
export interface PreviewPicture extends PickMolecule {
  /** Words beside atoms, "" for none; shorter than the atoms when the tool gave none. */
  atomNames: string[];
}

/** What a tool says before it runs. */
export interface ToolPreview extends Omit<Preview, "structure"> {
  picture: PreviewPicture | null;
}

export interface PreviewRequest {
  name: string;
  args: unknown;
  /** The tool takes the open document, when there is one. */
  document: boolean;
}

/**
 * Asks a tool of this page what it would make. One question at a time: while one is
 * answered only the newest waits. null: nothing was asked, because a newer question
 * came or a tool runs, whose worker hears nothing.
 */
export async function previewTool(request: PreviewRequest): Promise<ToolPreview | null> {
  if (!(await myTurn())) return null;
  try {
    if (useTools.getState().run) return null;
    const { json, bufs } = await ask(request);
    const { structure, ...preview } = json;
    return { ...preview, picture: structure ? pictureOf(structure, bufs) : null };
  } finally {
    nextTurn();
  }
}

let asking = false;
let waiting: ((go: boolean) => void) | null = null;

function myTurn(): boolean | Promise<boolean> {
  if (!asking) {
    asking = true;
    return true;
  }
  waiting?.(false);
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

function nextTurn(): void {
  const next = waiting;
  waiting = null;
  asking = next !== null;
  next?.(true);
}

async function ask({ name, args, document }: PreviewRequest) {
  const { state } = useDocument.getState();
  const worker = workerOf(name);
  if (!document || !state) return worker.call("tool.preview", { name, args });
  const revision = revisionOf(state);
  try {
    if (revision === sent.get(worker)) return await worker.call("tool.preview", { name, args, revision });
  } catch (error) {
    // The worker was started anew, or gave its memory to a run.
    if ((error as { code?: string }).code !== "DOCUMENT_UNKNOWN") throw error;
  }
  sent.delete(worker);
  const { json, bufs } = await core().call("edit.structure", { payload: true, unhashed: true });
  const answer = await worker.call("tool.preview", { name, args, revision, document: json.structure }, { bufs });
  sent.set(worker, revision);
  return answer;
}

/** What a worker was sent last. */
const sent = new WeakMap<Core, number>();
let known: DocumentState | null = null;
let revisions = 0;

/** A number for each state of the document, never used again: revisions begin anew with a core that had to restart. */
function revisionOf(state: DocumentState): number {
  if (state !== known) revisions++;
  known = state;
  return revisions;
}

function pictureOf(head: StructureHead, bufs: Bufs): PreviewPicture {
  const names = bufs.atomNames as Uint32Array | undefined;
  return {
    positions: bufs.positions as Float64Array,
    elements: bufs.elements as Uint8Array,
    bonds: bufs.bonds as Uint32Array,
    bondOrders: (bufs.bondOrders as Uint8Array | undefined) ?? new Uint8Array(head.bonds).fill(1),
    atomNames: names ? Array.from(names, (index) => head.atomNameTable?.[index] ?? "") : [],
  };
}

/** Whether two pictures show the same: one that does not change stays as it was turned. */
export function samePicture(a: PreviewPicture | null, b: PreviewPicture | null): boolean {
  if (!a || !b) return a === b;
  const text = ({ positions, elements, bonds, atomNames }: PreviewPicture) =>
    [positions, elements, bonds, atomNames].join("\n");
  return text(a) === text(b);
}
