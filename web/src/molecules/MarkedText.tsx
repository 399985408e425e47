import type { SmilesProblem } from "../core/protocol";

/** A text with the characters underlined that are wrong; at its end, where something is missing. */
export function MarkedText({ text, problem }: { text: string; problem: SmilesProblem | null }) {
  if (!problem) return <>{text}</>;
  const { offset, length } = problem;
  return (
    <>
      {text.slice(0, offset)}
      <mark className="smiles-mark" data-testid="smiles-mark">
        {length === 0 ? "\u00a0" : text.slice(offset, offset + length)}
      </mark>
      {text.slice(offset + length)}
    </>
  );
}
