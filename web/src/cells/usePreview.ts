import { useCallback, useEffect, useRef, useState } from "react";
import { reason } from "../commands/report";
import type { PreviewChange, Request } from "../core/protocol";
import { core } from "../state/core";
import { nextArrays, useDocument } from "../state/document";
import { useView } from "../state/view";

/** ms from the last change of a form to its preview. */
export const PREVIEW_DELAY = 120;

/** A change of more atoms than this is not shown before it is applied. */
export const PREVIEW_ATOMS = 200_000;

/** Commands that show what they would do. */
export type PreviewCommand = "edit.preview" | "edit.ions" | "edit.bondsByDistance" | "edit.arrange";

/** What a form would do; null while it is not valid. */
export type PreviewRequest = { [C in PreviewCommand]: { cmd: C; request: Request<C> } }[PreviewCommand];

export interface PreviewState {
  /** What the core says of the change; null while it is not known. */
  answer: PreviewChange | null;
  /** Why the change cannot be made. */
  problem: string;
  /** The document is too large for a preview. */
  skipped: boolean;
  /** Makes the change with `work`; what was shown stays in view. Rejects as `work` does. */
  apply(work: () => Promise<unknown>): Promise<void>;
}

/**
 * Shows in the view what a form would do, a moment after its last change. Another state
 * of the document drops the picture, and a new one is asked for; so does closing the form.
 */
export function usePreview(asked: PreviewRequest | null): PreviewState {
  const revision = useDocument((doc) => doc.state?.revision);
  const skipped = useDocument((doc) => (doc.state?.atoms ?? 0) > PREVIEW_ATOMS);
  const [shown, setShown] = useState({ key: "", answer: null as PreviewChange | null, problem: "" });
  const applying = useRef(false);
  const key = asked && revision !== undefined && !skipped ? JSON.stringify([revision, asked]) : "";

  useEffect(() => {
    const { setPreview } = useView.getState();
    if (!key) {
      // The change that is being made may leave the form without a question: its picture stays in view.
      if (!applying.current) setPreview(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      const [ifRevision, { cmd, request }] = JSON.parse(key) as [number, PreviewRequest];
      core()
        .call(cmd, { ...request, ifRevision, ...(cmd === "edit.preview" ? {} : { preview: true }) } as typeof request)
        .then(
          ({ json, bufs }) => {
            if (!current) return;
            const arrays = nextArrays(useDocument.getState().arrays, json, bufs);
            setPreview({ cell: json.state.cell, atoms: true, changed: { arrays, state: json.state } });
            setShown({ key, answer: json, problem: "" });
          },
          (error) => {
            if (!current) return;
            setPreview(null);
            setShown({ key, answer: null, problem: reason(error) });
          },
        );
    }, PREVIEW_DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture was of another state
  useEffect(
    () => () => {
      if (!applying.current) useView.getState().setPreview(null);
    },
    [revision],
  );

  const apply = useCallback(async (work: () => Promise<unknown>) => {
    applying.current = true;
    try {
      await work();
      useView.getState().setPreview(null, true);
    } finally {
      applying.current = false;
    }
  }, []);

  const fresh = shown.key === key && key !== "";
  return { answer: fresh ? shown.answer : null, problem: fresh ? shown.problem : "", skipped, apply };
}
