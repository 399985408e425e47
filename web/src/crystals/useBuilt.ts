import { useCallback, useEffect, useRef } from "react";
import type { Bufs, BuiltStructure, Change } from "../core/protocol";
import { core } from "../state/core";
import { nextArrays, useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useView } from "../state/view";
import { type Asked, useAnswer } from "./useAnswer";

/** Answers that are another structure of the whole document. */
type BuildCommand = "crystal.reduce" | "crystal.stack";

/** Arrays for one call: those that are sent are gone. */
const copyOf = (bufs: Bufs): Bufs =>
  Object.fromEntries(Object.entries(bufs).map(([name, array]) => [name, array.slice()]));

/**
 * Shows what the document would become, as the core builds it beside the document, and
 * takes it as one step.
 */
export function useBuilt<C extends BuildCommand>(cmd: C, request: Asked<C> | null) {
  const asked = useAnswer(cmd, request);
  const applying = useRef(false);
  const built = asked.answer as { json: BuiltStructure; bufs: Bufs } | null;

  useEffect(() => {
    const { setPreview } = useView.getState();
    const { state } = useDocument.getState();
    if (!built || !state) {
      if (!applying.current) setPreview(null);
      return;
    }
    let current = true;
    const { json, bufs } = built;
    core()
      .call(
        "edit.preview",
        {
          label: "",
          author: "person",
          ops: [{ op: "rebuild", name: json.name }],
          fragment: json.structure,
          ifRevision: state.revision,
        },
        { bufs: copyOf(bufs) },
      )
      .then(
        (answer) => {
          if (!current) return;
          const arrays = nextArrays(useDocument.getState().arrays, answer.json, answer.bufs);
          setPreview({ cell: answer.json.state.cell, atoms: true, changed: { arrays, state: answer.json.state } });
        },
        // The document has moved on; the question is asked anew.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [built]);

  useEffect(
    () => () => {
      if (!applying.current) useView.getState().setPreview(null);
    },
    [],
  );

  const apply = useCallback(async (): Promise<Change | null> => {
    const { state } = useDocument.getState();
    if (!built || !state) return null;
    applying.current = true;
    try {
      const change = await edit(
        "edit.apply",
        {
          label: "",
          author: "person",
          ops: [{ op: "rebuild", name: built.json.name }],
          fragment: built.json.structure,
          ifRevision: state.revision,
        },
        copyOf(built.bufs),
      );
      useView.getState().setPreview(null, true);
      return change;
    } finally {
      applying.current = false;
    }
  }, [built]);

  return { ...asked, built: built?.json ?? null, apply };
}
