import type { Bufs, StructureHead } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { inferredAmong } from "../state/inferred";

/** Atoms that were copied, with everything the document knows of them. */
export interface Copied {
  /** Of the document they are from. */
  name: string;
  structure: StructureHead;
  bufs: Bufs;
}

interface Kept {
  token: string;
  copied: Promise<Copied>;
}

/** The last copy of this page. The clipboard holds its token, and what it can hold at once. */
let kept: Kept | null = null;

/** Asks the core for atoms with bonds, labels and charges, and keeps them under a token. */
export function keep(token: string, atoms: readonly number[]): Promise<Copied> {
  const name = useDocument.getState().state?.name ?? "";
  const guessed = inferredAmong(atoms);
  const copied = core()
    .call("edit.copy", {}, { bufs: { atoms: Uint32Array.from(atoms) } })
    .then(async ({ json, bufs }) => ({ name, structure: json.structure, bufs: { ...bufs, ...(await guessed) } }));
  kept = { token, copied };
  listen();
  return copied;
}

/** The last copy of this page, for the menus: the browser gives its clipboard to the keyboard only. */
export const lastCopied = (): Promise<Copied> | null => kept?.copied ?? null;

/** What was copied under a token, in this page or another one of this browser; null when it is gone. */
export async function copiedAs(token: string): Promise<Copied | null> {
  if (kept?.token === token) return kept.copied;
  return askOthers(token);
}

/** Arrays are transferred when they are used: what is kept needs its own. */
export const ownBufs = (bufs: Bufs): Bufs =>
  Object.fromEntries(Object.entries(bufs).map(([name, array]) => [name, array.slice()])) as Bufs;

type Message = { ask: string } | { token: string; copied: Copied };

/** ms that another page of this browser may take to answer. */
const PATIENCE = 400;

const channelName = "molsmith.copies";
let channel: BroadcastChannel | null = null;

function listen(): void {
  if (channel || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!("ask" in data) || data.ask !== kept?.token) return;
    kept.copied.then(
      (copied) => channel?.postMessage({ token: data.ask, copied } satisfies Message),
      // The copy did not work here: the other page has to do with what the clipboard holds.
      () => undefined,
    );
  };
}

function askOthers(token: string): Promise<Copied | null> {
  if (typeof BroadcastChannel === "undefined") return Promise.resolve(null);
  return new Promise((resolve) => {
    const asking = new BroadcastChannel(channelName);
    const end = (copied: Copied | null) => {
      clearTimeout(timer);
      asking.close();
      resolve(copied);
    };
    const timer = setTimeout(() => end(null), PATIENCE);
    asking.onmessage = ({ data }: MessageEvent<Message>) => {
      if ("copied" in data && data.token === token) end(data.copied);
    };
    asking.postMessage({ ask: token } satisfies Message);
  });
}
