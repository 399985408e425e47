import { useEffect, useState } from "react";
import type { SelectProblem } from "../core/protocol";
import { core, hasCore } from "../state/core";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";

/** How long the person has to pause before the text is read. */
const DELAY = 120;

export type ExpressionAnswer =
  | { state: "blank" }
  | { state: "reading" }
  | { state: "found"; atoms: number[]; readAs: string; notes: readonly string[] }
  | { state: "wrong"; problem: SelectProblem }
  | { state: "failed"; message: string };

/** What an expression means in the open document; atoms of another state of it are never found. */
export async function readExpression(query: string): Promise<ExpressionAnswer> {
  if (query.trim() === "") return { state: "blank" };
  const revision = () => useDocument.getState().state?.revision;
  const before = revision();
  try {
    const { atoms } = useSelection.getState();
    const { json, bufs } = await core().call("edit.select", { query }, { bufs: { atoms: Uint32Array.from(atoms) } });
    if (json.problem) return { state: "wrong", problem: json.problem };
    if (revision() !== before) return { state: "reading" };
    return { state: "found", atoms: Array.from(bufs.atoms ?? []), readAs: json.readAs, notes: json.notes };
  } catch (error) {
    return { state: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** The same while the text is typed and the document changes. */
export function useExpressionAnswer(text: string): ExpressionAnswer {
  const revision = useDocument((doc) => doc.state?.revision);
  // "selected" is what is selected now.
  const selected = useSelection((selection) => (/sele/i.test(text) ? selection.atoms : null));
  const [answer, setAnswer] = useState<{ of: readonly unknown[]; value: ExpressionAnswer }>({
    of: [],
    value: { state: "blank" },
  });
  useEffect(() => {
    if (text.trim() === "" || !hasCore()) return;
    let current = true;
    const timer = setTimeout(() => {
      void readExpression(text).then((value) => current && setAnswer({ of: [text, revision, selected], value }));
    }, DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, revision, selected]);
  if (text.trim() === "") return { state: "blank" };
  const same = [text, revision, selected].every((one, k) => one === answer.of[k]);
  return same ? answer.value : { state: "reading" };
}
