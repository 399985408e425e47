import { useMemo, useState } from "react";
import { count, counted } from "../app/format";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { ElementField } from "../ui/ElementField";
import { symbolOf } from "../ui/elements";
import { type ElementsQuestion, useOpening } from "./opening";
import "../forms/fields.css";
import "./opening.css";
import { answerOf, isOpen, type LabelRow, rowsOf } from "./rows";

/** Asks what the labels of a file stand for that states no elements. */
export function ElementsDialog() {
  const question = useOpening((opening) => opening.question);
  return question && <Question key={question.file} question={question} />;
}

function Question({ question }: { question: ElementsQuestion }) {
  const { file, labels, answer } = question;
  const rows = useMemo(() => rowsOf(labels), [labels]);
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const open = rows.filter((row) => isOpen(row, chosen)).length;
  const description =
    open > 0
      ? `${file} does not state its elements, and its names do not say what ${counted(open, "label")} ${open === 1 ? "is" : "are"}.`
      : `${file} does not state its elements. These are taken from its names and masses; please check them.`;
  return (
    <Dialog
      open
      size="medium"
      title="Which elements are these?"
      description={description}
      onClose={() => answer(null)}
      testId="elements-dialog"
      footer={
        <>
          <Button onClick={() => answer(null)} data-testid="elements-cancel">
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={open > 0}
            onClick={() => answer(answerOf(rows, chosen))}
            data-testid="elements-open"
          >
            Open
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (open === 0) answer(answerOf(rows, chosen));
        }}
      >
        <table className="elements-table">
          <thead>
            <tr>
              <th scope="col">Label</th>
              <th scope="col">Atoms</th>
              <th scope="col">Element</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label} data-open={isOpen(row, chosen) || undefined}>
                <th scope="row">{row.label}</th>
                <td>{count(row.atoms)}</td>
                <td>
                  <ElementField
                    label={`Element of ${row.label}`}
                    value={chosen[row.label] ?? row.proposed}
                    placeholder={placeholder(row)}
                    onChange={(element) => setChosen({ ...chosen, [row.label]: element })}
                    testId={`element-of-${row.label}`}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {/* Enter in a field opens the file. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function placeholder({ dummy, mixed }: LabelRow): string {
  if (mixed.length > 0)
    return mixed.map(({ element, atoms }) => `${element ? symbolOf(element) : "?"} ×${count(atoms)}`).join(", ");
  return dummy ? "left out, no atom" : "symbol";
}
