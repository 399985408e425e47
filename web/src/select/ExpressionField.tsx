import { History } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { count, counted } from "../app/format";
import { MarkedText } from "../molecules/MarkedText";
import "../molecules/molecules.css";
import { problemText } from "../molecules/sketch";
import { useExpression } from "../state/expression";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { Button, IconButton } from "../ui/Button";
import { MenuButton } from "../ui/MenuButton";
import { type ExpressionAnswer, readExpression, useExpressionAnswer } from "./useExpressionAnswer";

/** What the core reads at most. */
const LONGEST = 4000;

/** Atoms by an expression: how many are meant shows while it is typed, Enter selects them. */
export function ExpressionField() {
  const id = useId();
  const { text, waiting, history, setText, ask, wait, remember } = useExpression();
  const field = useRef<HTMLTextAreaElement>(null);
  const answer = useExpressionAnswer(text);
  const problem = answer.state === "wrong" ? answer.problem : null;

  useEffect(() => {
    if (waiting === null) return;
    const take = () => {
      const { current } = field;
      if (!current) return;
      current.focus();
      // The number of a distance is what one types next, and may have typed already.
      const number = /\d+(\.\d+)?/.exec(current.value);
      const [from, to] = number ? [number.index, number.index + number[0].length] : [0, current.value.length];
      if (waiting) {
        current.value = current.value.slice(0, from) + waiting + current.value.slice(to);
        setText(current.value);
        current.setSelectionRange(from + waiting.length, from + waiting.length);
      } else current.setSelectionRange(from, to);
      wait(null);
    };
    if (!document.querySelector('[role="menu"]')) {
      take();
      return;
    }
    // The menu that led here holds the focus until it closes, and gives it to its button then.
    const given = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && target.closest('[role="menu"]'))) take();
    };
    document.addEventListener("focusin", given);
    return () => document.removeEventListener("focusin", given);
  }, [waiting, setText, wait]);

  const use = async () => {
    const meant = answer.state === "found" ? answer : await readExpression(text);
    if (meant.state !== "found") return;
    useSelection.getState().select(meant.atoms);
    useNotices.getState().announce(`${counted(meant.atoms.length, "atom")} selected`);
    remember(text.trim());
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void use();
    } else if (event.key === "Escape" && text !== "") {
      event.stopPropagation();
      setText("");
    }
  };

  return (
    <div className="expression">
      <div className="expression-row">
        <div className="field-box smiles-box" data-invalid={problem ? "" : undefined}>
          <div className="smiles-text">
            <div className="smiles-under" aria-hidden>
              <MarkedText text={text} problem={problem} />
              {/* Gives an empty last line its height. */}
              {"\u200b"}
            </div>
            <textarea
              id={id}
              ref={field}
              rows={1}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              maxLength={LONGEST}
              aria-label="Expression"
              placeholder="water or element C"
              value={text}
              onChange={(event) => setText(event.target.value.replace(/\n/g, " "))}
              onKeyDown={onKeyDown}
              aria-invalid={problem ? true : undefined}
              aria-describedby={`${id}-note`}
              data-testid="expression"
            />
          </div>
        </div>
        {history.length > 0 && (
          <MenuButton
            trigger={<IconButton label="Last expressions" icon={History} data-testid="expression-history" />}
            items={history.map((line, k) => ({
              label: line,
              testId: `expression-history-${k}`,
              onSelect: () => ask(line),
            }))}
          />
        )}
        <Button disabled={answer.state !== "found"} onClick={() => void use()} data-testid="expression-use">
          Select
        </Button>
      </div>
      <div className="expression-note" id={`${id}-note`} aria-live="polite">
        <Note text={text} answer={answer} onSuggestion={setText} />
      </div>
    </div>
  );
}

function Note({
  text,
  answer,
  onSuggestion,
}: {
  text: string;
  answer: ExpressionAnswer;
  onSuggestion(text: string): void;
}) {
  switch (answer.state) {
    case "blank":
    case "reading":
      return null;
    case "failed":
      return <p className="field-problem">{answer.message}</p>;
    case "wrong": {
      const { suggestion, offset, length } = answer.problem;
      return (
        <p className="field-problem" data-testid="expression-problem">
          {problemText(text, answer.problem)}{" "}
          {suggestion && (
            <Button
              variant="link"
              onClick={() => onSuggestion(text.slice(0, offset) + suggestion + text.slice(offset + length))}
              data-testid="expression-suggestion"
            >
              {suggestion}?
            </Button>
          )}
        </p>
      );
    }
    case "found":
      return (
        <p className="field-help" data-testid="expression-found">
          <b>
            {answer.atoms.length === 0
              ? "No atoms"
              : `${count(answer.atoms.length)} ${answer.atoms.length === 1 ? "atom" : "atoms"}`}
          </b>
          {answer.readAs !== text.trim() && <> · read as {answer.readAs}</>}
          {answer.notes.length > 0 && <span className="expression-remark"> · {answer.notes.join(" ")}</span>}
        </p>
      );
  }
}
