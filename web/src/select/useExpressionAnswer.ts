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

/** What an expression means in the open document. */
export async function readExpression(query: string): Promise<ExpressionAnswer> {
  if (query.trim() === "") return { state: "blank" };
  try {
    const { atoms } = useSelection.getState();
    const { json, bufs } = await core().call("edit.select", { query }, { bufs: { atoms: Uint32Array.from(atoms) } });
    if (json.problem) return { state: "wrong", problem: json.problem };
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
  const [answer, setAnswer] = useState<{ text: string; value: ExpressionAnswer }>({
    text: "",
    value: { state: "blank" },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies(revision): another document, another answer
  // biome-ignore lint/correctness/useExhaustiveDependencies(selected): another selection, another answer
  useEffect(() => {
    if (text.trim() === "" || !hasCore()) return;
    let current = true;
    const timer = setTimeout(() => {
      void readExpression(text).then((value) => current && setAnswer({ text, value }));
    }, DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, revision, selected]);
  if (text.trim() === "") return { state: "blank" };
  return answer.text === text ? answer.value : { state: "reading" };
}
