import { useEffect, useRef, useState } from "react";
import type { MoleculeSketch, SmilesProblem } from "../core/protocol";
import { core } from "../state/core";
import { useShownTheme } from "../state/theme";
import { limits, plainLine } from "../tools/text";
import { Recent } from "./cache";

/** CSS pixels of a picture. */
export interface PictureSize {
  width: number;
  height: number;
  /** The longest a bond may be drawn; absent for that of small pictures. */
  bondLength?: number;
}

/** What tells pictures of one molecule apart. */
export const pictureKey = (dark: boolean, { width, height, bondLength = 0 }: PictureSize): string =>
  `${width}×${height} ${bondLength} ${dark}`;

export type Sketched = { sketch: MoleculeSketch; problem?: never } | { problem: SmilesProblem; sketch?: never };

const kept = new Recent<Sketched>(60);

/** Reads a SMILES and draws it. Rejects only when the core itself fails. */
export function sketchOf(smiles: string, dark: boolean, size: PictureSize): Promise<Sketched> {
  return kept.get(`${pictureKey(dark, size)} ${smiles}`, async () => {
    const { json } = await core().call("molecule.sketch", { smiles, dark, ...size });
    if (!json.sketch) return json;
    return { sketch: { ...json.sketch, title: plainLine(json.sketch.title, limits.label) } };
  });
}

/** Reads and draws a mol block, half drawn or not. */
export async function drawingOf(molblock: string, dark: boolean, size: PictureSize): Promise<Sketched> {
  const { json } = await core().call("molecule.sketch", { molblock, dark, ...size });
  return json.sketch ? { sketch: json.sketch } : json;
}

/** How long the person has to pause before the text is read. */
const TYPING_DELAY = 120;

export interface LiveSketch {
  /** The last text that was a molecule; stays while the next one is typed. */
  sketch: MoleculeSketch | null;
  /** What is wrong with the present text. */
  problem: SmilesProblem | null;
  /** The answer for the present text is still to come. */
  pending: boolean;
  /** The core failed. */
  failure: string | null;
}

const nothing: LiveSketch = { sketch: null, problem: null, pending: false, failure: null };

/** Reads a text while it is being typed, a moment after the last key. Blank text is nothing. */
export function useSketch(text: string, size: PictureSize): LiveSketch {
  const dark = useShownTheme() === "dark";
  const { width, height } = size;
  const [answered, setAnswered] = useState<{ text: string; live: LiveSketch }>({ text: "", live: nothing });
  const blank = text.trim() === "";

  useEffect(() => {
    if (blank) {
      setAnswered({ text: "", live: nothing });
      return;
    }
    let current = true;
    const answer = (part: Partial<LiveSketch>) => {
      if (current) setAnswered(({ live }) => ({ text, live: { ...live, problem: null, failure: null, ...part } }));
    };
    const timer = setTimeout(() => {
      sketchOf(text, dark, { width, height }).then(
        ({ sketch, problem }) => answer(sketch ? { sketch } : { problem }),
        (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
      );
    }, TYPING_DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, blank, dark, width, height]);

  if (blank) return nothing;
  if (answered.text === text) return answered.live;
  return { ...answered.live, problem: null, failure: null, pending: true };
}

/**
 * Enter in a field whose text is still being read: the action runs once the answer
 * for this very text is there. Returns what Enter calls.
 */
export function useWhenRead(text: string, pending: boolean, act: () => void): () => void {
  const [wanted, setWanted] = useState<string | null>(null);
  const action = useRef(act);
  action.current = act;
  useEffect(() => {
    if (wanted === null || pending) return;
    setWanted(null);
    if (wanted === text) action.current();
  }, [wanted, text, pending]);
  return () => setWanted(text);
}

/** The problem as one sentence for everyone: where it is, counted from 1, and what it is. */
export function problemText(text: string, { offset, length, message }: SmilesProblem): string {
  // What is wrong with all of it has no place.
  if (length > 1 && length >= text.length) return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const at = [...text.slice(0, offset)].length + 1;
  const where = length === 0 ? "At the end" : `Character ${at}`;
  return `${where}: ${message}.`;
}
