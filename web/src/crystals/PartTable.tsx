import { Quantity } from "../forms/fields/NumberControl";
import { isElement } from "../ui/elements";
import { Table } from "../ui/Table";
import { limits, type PartEntry } from "./defects";
import { ElementInput } from "./ElementInput";

const NICKEL = 28;

export interface PartTableProps {
  parts: readonly PartEntry[];
  onChange(parts: PartEntry[]): void;
  /** "part-0" of a row, "parts" of all. */
  problems: Record<string, string>;
}

/** The elements of an alloy with their shares of the sites. */
export function PartTable({ parts, onChange, problems }: PartTableProps) {
  const change = (index: number, part: Partial<PartEntry>) =>
    onChange(parts.map((old, i) => (i === index ? { ...old, ...part } : old)));
  return (
    <fieldset className="structure-field" data-invalid={problems.parts ? "" : undefined}>
      <legend className="field-label">Elements put there</legend>
      <Table
        rowName="element"
        keys={parts.map(({ key }) => key)}
        columns={[
          { name: "Element", width: "grows" },
          { name: "Share", width: "fits" },
        ]}
        path="defects-parts"
        canAdd={parts.length < limits.parts}
        canRemove={parts.length > 1}
        onAdd={() => {
          const key = String(1 + Math.max(0, ...parts.map((one) => Number(one.key))));
          onChange([...parts, { key, element: NICKEL, share: 10 }]);
        }}
        onRemove={(index) => onChange(parts.filter((_, i) => i !== index))}
        row={(index) => {
          const part = parts[index];
          if (!part) return null;
          const wrong = problems[`part-${index}`];
          const known = isElement(part.element);
          const described =
            wrong && known ? `defects-part-${index}-problem` : problems.parts ? "defects-parts-problem" : undefined;
          return (
            <>
              <div className="grows">
                <ElementInput
                  id={`defects-part-${index}-element`}
                  label={`Element ${index + 1}`}
                  value={part.element}
                  onChange={(element) => change(index, { element })}
                  problem={known ? undefined : wrong}
                  problemId={`defects-part-${index}-problem`}
                  unlabelled
                />
              </div>
              <div className="fits">
                <Quantity
                  id={`defects-part-${index}-share`}
                  testId={`defects-part-${index}-share`}
                  value={part.share}
                  onChange={(share) => change(index, { share })}
                  unit="%"
                  minimum={0}
                  maximum={100}
                  invalid={problems.parts !== undefined || (wrong !== undefined && known)}
                  required
                  label={`Share of element ${index + 1}`}
                  describedBy={described}
                />
              </div>
            </>
          );
        }}
        notes={(index) => {
          const wrong = problems[`part-${index}`];
          return (
            wrong && (
              <p
                className="field-problem"
                id={`defects-part-${index}-problem`}
                data-testid={`defects-part-${index}-problem`}
              >
                {wrong}
              </p>
            )
          );
        }}
      />
      {problems.parts && (
        <p className="field-problem" id="defects-parts-problem" data-testid="defects-parts-problem">
          {problems.parts}
        </p>
      )}
    </fieldset>
  );
}
