import { useEffect, useState } from "react";
import { PREVIEW_DELAY } from "../cells/usePreview";
import { reason } from "../commands/report";
import type { CoreAnswer } from "../core";
import type { CrystalCommands, Request } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { pageWorker } from "../tools/worker";

/** Questions to the crystals' worker. */
export type CrystalQuestion = Exclude<keyof CrystalCommands, "edit.arrange">;

/** Those about the open document, which is sent along. */
const aboutDocument = new Set<CrystalQuestion>([
  "crystal.terminations",
  "crystal.slab",
  "crystal.symmetry",
  "crystal.reduce",
  "crystal.cif",
  "crystal.defects",
  "crystal.matches",
  "crystal.stack",
]);

/** Of each kind of a question its own fields. */
type Without<T> = T extends unknown ? Omit<T, "structure"> : never;

export type Asked<C extends CrystalQuestion> = Without<Request<C>>;

export interface AnswerState<C extends CrystalQuestion> {
  /** To the question as it is now; null while it is not known. */
  answer: CoreAnswer<C> | null;
  /** The last one, of an earlier question too: what is shown while a new one is on its way. */
  last: CoreAnswer<C> | null;
  /** Why there is none; "" when there is one, or when nothing was asked. */
  problem: string;
  /** The field that the problem is about, as a JSON pointer; "" for none. */
  pointer: string;
  asking: boolean;
}

/** ms that a question may take before it is worth a new worker to be rid of it. */
const PATIENCE = 1000;

/** ms until a question is asked again whose worker could not be loaded. */
const AGAIN = 5000;

/** Questions are answered one after the other. */
let before: Promise<unknown> = Promise.resolve();

function inTurn<T>(wanted: () => boolean, work: () => Promise<T>): Promise<T | null> {
  const turn = before.then(() => (wanted() ? work() : null));
  before = turn.catch(() => undefined);
  return turn;
}

/**
 * What the core says of a question, asked a moment after it changed; null asks nothing.
 * Questions that are not current any more are dropped before they are asked, and ended
 * when they take long.
 */
export function useAnswer<C extends CrystalQuestion>(cmd: C, request: Asked<C> | null, delay = PREVIEW_DELAY) {
  const [tries, setTries] = useState(0);
  const withDocument = aboutDocument.has(cmd);
  const revision = useDocument((doc) => (withDocument ? doc.state?.revision : 0));
  const key = request && revision !== undefined ? JSON.stringify([revision, request]) : "";
  const [known, setKnown] = useState<{ key: string; answer: CoreAnswer<C> | null; error: unknown }>(nothing);
  const [last, setLast] = useState<CoreAnswer<C> | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (!key) return;
    let current = true;
    let done = false;
    let since = 0;
    let again: ReturnType<typeof setTimeout> | undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const work = async () => {
        const [, asked] = JSON.parse(key) as [number, Request<C>];
        const sent = withDocument ? await core().call("edit.structure", {}) : null;
        if (!current) return null;
        since = performance.now();
        const whole = sent ? { ...asked, structure: sent.json.structure } : asked;
        return pageWorker("crystals").call(cmd, whole, { bufs: sent?.bufs ?? {}, signal: abort.signal });
      };
      inTurn(() => current, work).then(
        (answer) => {
          done = true;
          if (!current || !answer) return;
          setKnown({ key, answer, error: null });
          setLast(answer);
        },
        (error: unknown) => {
          done = true;
          if (!current) return;
          setKnown({ key, answer: null, error });
          if ((error as { code?: string }).code === "core_unavailable")
            again = setTimeout(() => setTries((n) => n + 1), AGAIN);
        },
      );
    }, delay);
    return () => {
      current = false;
      clearTimeout(timer);
      clearTimeout(again);
      const end = () => !done && abort.abort();
      if (since > 0 && !done) setTimeout(end, Math.max(0, PATIENCE - (performance.now() - since)));
    };
  }, [key, cmd, withDocument, delay, tries]);

  const fresh = known.key === key && key !== "";
  const error = fresh ? known.error : null;
  const state: AnswerState<C> = {
    answer: fresh ? known.answer : null,
    last,
    problem: error ? reason(error) : "",
    pointer: error ? pointerOf(error) : "",
    asking: key !== "" && !fresh,
  };
  return state;
}

const nothing = { key: "", answer: null, error: null };

const pointerOf = (error: unknown): string => (error as { details?: { pointer?: string } }).details?.pointer ?? "";
