import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { familyOf, isElement, LAST_ELEMENT, nameOf, placeOf, symbolOf } from "./elements";

export interface PeriodicTableProps {
  value: number | null;
  onPick(z: number): void;
  testId?: string;
}

const all = Array.from({ length: LAST_ELEMENT }, (_, i) => i + 1);
const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => all.filter((z) => placeOf(z).row === row));

/**
 * The periodic table as a grid: arrow keys move over the gaps, Home and End to the
 * ends of a row, letters to the next symbol that starts with them, Enter picks.
 */
export function PeriodicTable({ value, onPick, testId }: PeriodicTableProps) {
  const [active, setActive] = useState(isElement(value) ? value : 6);
  const grid = useRef<HTMLDivElement>(null);

  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);

  const go = (z: number) => {
    setActive(z);
    grid.current?.querySelector<HTMLElement>(`[data-z="${z}"]`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(active, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    go(next);
  };

  return (
    <div className="periodic">
      {/* biome-ignore lint/a11y/useSemanticElements: the table has gaps, which CSS grid draws without empty cells */}
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label="Periodic table"
        className="periodic-grid"
        onKeyDown={onKeyDown}
        data-testid={testId}
      >
        {rows.map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the cells have the focus
          // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
          <div key={row[0]} role="row">
            {row.map((z) => (
              <Cell key={z} z={z} active={z === active} chosen={z === value} onPick={onPick} />
            ))}
          </div>
        ))}
      </div>
      <p className="periodic-name" aria-hidden>
        <b>{symbolOf(active)}</b> {nameOf(active)} <span>{active}</span>
      </p>
    </div>
  );
}

interface CellProps {
  z: number;
  active: boolean;
  chosen: boolean;
  onPick(z: number): void;
}

function Cell({ z, active, chosen, onPick }: CellProps) {
  const { row, column } = placeOf(z);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid that can be pressed
    <button
      type="button"
      role="gridcell"
      aria-selected={chosen}
      aria-colindex={column}
      tabIndex={active ? 0 : -1}
      className={`periodic-cell ${familyOf(z)}`}
      aria-label={`${nameOf(z)}, ${symbolOf(z)}, ${z}`}
      title={`${nameOf(z)} (${z})`}
      style={{ gridRow: row > 7 ? row + 1 : row, gridColumn: column }}
      data-z={z}
      data-testid={`element-${symbolOf(z)}`}
      onClick={() => onPick(z)}
    >
      {symbolOf(z)}
    </button>
  );
}

/** Where a key leads from an element; null when it is not the table's. */
export function target(from: number, key: string): number | null {
  const { row, column } = placeOf(from);
  const inRow = rows[row - 1] ?? [];
  switch (key) {
    case "ArrowLeft":
      return inRow[inRow.indexOf(from) - 1] ?? from;
    case "ArrowRight":
      return inRow[inRow.indexOf(from) + 1] ?? from;
    case "ArrowUp":
      return vertical(from, row, column, -1);
    case "ArrowDown":
      return vertical(from, row, column, 1);
    case "Home":
      return inRow[0] ?? from;
    case "End":
      return inRow.at(-1) ?? from;
  }
  if (/^[a-z]$/i.test(key)) {
    const letter = key.toUpperCase();
    const order = [...all.slice(from), ...all.slice(0, from)];
    return order.find((z) => symbolOf(z).startsWith(letter)) ?? from;
  }
  return null;
}

/** The next row in a direction that has something in this column; the same place without one. */
function vertical(from: number, row: number, column: number, by: 1 | -1): number {
  for (let r = row + by; r >= 1 && r <= rows.length; r += by) {
    const found = rows[r - 1]?.find((z) => placeOf(z).column === column);
    if (found) return found;
  }
  return from;
}
