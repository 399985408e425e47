import type { ReactNode } from "react";

export type CellEntry = "parameters" | "vectors";

export interface CellFieldProps {
  /** How the cell is entered now. */
  entry: CellEntry;
  onEntry(entry: CellEntry): void;
  /** One input by name ("a", "gamma", "0" … "8" for the vectors). */
  input(name: string, label: string): ReactNode;
  /** The unit of the vectors' components, which one switch changes for all of them. */
  unit: ReactNode;
  testId: string;
}

const parameters = [
  ["a", "a"],
  ["b", "b"],
  ["c", "c"],
  ["alpha", "α"],
  ["beta", "β"],
  ["gamma", "γ"],
] as const;

/** A cell as three lengths and three angles, or as three vectors. */
export function CellField({ entry, onEntry, input, unit, testId }: CellFieldProps) {
  return (
    <div className="cell-field">
      <div className="segments" role="radiogroup" aria-label="Enter the cell as">
        {(["parameters", "vectors"] as const).map((one) => (
          <label key={one} className="segment" data-checked={one === entry ? "" : undefined}>
            <input
              type="radio"
              name={testId}
              checked={one === entry}
              onChange={() => onEntry(one)}
              data-testid={`${testId}-${one}`}
            />
            {one === "parameters" ? "Lengths and angles" : "Vectors"}
          </label>
        ))}
      </div>
      {entry === "parameters" ? (
        <div className="cell-grid">
          {parameters.map(([name, label]) => (
            <div key={name} className="cell-part">
              <span aria-hidden>{label}</span>
              {input(name, label)}
            </div>
          ))}
        </div>
      ) : (
        <div className="cell-vectors">
          {["a", "b", "c"].map((vector, row) => (
            <div key={vector} className="cell-vector">
              <span aria-hidden>{vector}</span>
              {["x", "y", "z"].map((axis, column) => (
                <span key={axis}>{input(String(3 * row + column), `${vector} ${axis}`)}</span>
              ))}
            </div>
          ))}
          <p className="cell-unit">x, y and z in {unit}</p>
        </div>
      )}
    </div>
  );
}
