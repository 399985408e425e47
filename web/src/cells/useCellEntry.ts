import { useCallback, useEffect, useState } from "react";
import { reason } from "../commands/report";
import type { MadeCell } from "../core/protocol";
import { parametersOf } from "../forms/cellMath";
import { core } from "../state/core";
import type { CellEntry } from "../ui/CellField";

/** What is in a field: a number, text that is none, or nothing. */
export type Typed = number | string | undefined;

/** The cell as it was typed: six lengths and angles or nine components. */
interface Source {
  kind: CellEntry;
  values: readonly Typed[];
}

/** A cell is entered in one form; the other one follows. */
export interface CellEntryState {
  entry: CellEntry;
  setEntry(entry: CellEntry): Promise<void>;
  values(kind: CellEntry): readonly Typed[];
  set(index: number, value: Typed): void;
  /** What the core made of it; null while that is not known. */
  made: MadeCell | null;
  /** Why it is no cell; "" when it is one or not known yet. */
  problem: string;
  /** Checks what is typed at once. */
  resolve(): Promise<MadeCell>;
}

const cube: readonly Typed[] = [10, 10, 10, 90, 90, 90];
const noCell: MadeCell = { cell: null, parameters: null, volume: 0, heights: [0, 0, 0] };

/**
 * The cell of a form, starting with one (row-major) or a cube of 10 Å. Lengths and angles
 * change the cell it started with: they keep how that one is turned.
 */
export function useCellEntry(start: readonly number[] | null): CellEntryState {
  const [entry, setEntry] = useState<CellEntry>("parameters");
  const [source, setSource] = useState<Source>(() =>
    start ? { kind: "vectors", values: start } : { kind: "parameters", values: cube },
  );
  const [checked, setChecked] = useState<{ of: Source | null; made: MadeCell }>({ of: null, made: noCell });
  /** The last lengths and angles that are known. */
  const [known, setKnown] = useState<readonly Typed[]>(() => (start ? parametersOf(start) : cube));

  const check = useCallback(
    async (of: Source) => {
      const made = await make(of, start);
      setChecked({ of, made });
      if (made.parameters) setKnown(made.parameters);
      return made;
    },
    [start],
  );

  // At once: it is a small question, and what is shown waits by itself.
  useEffect(() => void check(source), [check, source]);

  const made = checked.of === source ? checked.made : null;
  const values = (kind: CellEntry): readonly Typed[] => {
    if (kind === source.kind) return source.values;
    if (kind === "parameters") return known;
    return checked.made.cell ?? Array.from({ length: 9 }, () => undefined);
  };
  return {
    entry,
    async setEntry(next) {
      if (!made) await check(source);
      setEntry(next);
    },
    values,
    set: (index, value) =>
      setSource({ kind: entry, values: values(entry).map((old, i) => (i === index ? value : old)) }),
    made,
    problem: made?.problem ?? "",
    resolve: () => (made ? Promise.resolve(made) : check(source)),
  };
}

async function make({ kind, values }: Source, like: readonly number[] | null): Promise<MadeCell> {
  if (!values.every((value) => typeof value === "number")) {
    const problem =
      kind === "parameters" ? "A cell needs three lengths and three angles." : "A cell needs three numbers per vector.";
    return { ...noCell, problem };
  }
  const numbers = values as readonly number[];
  try {
    const request =
      kind === "vectors" ? { vectors: [...numbers] } : { parameters: [...numbers], like: like ? [...like] : null };
    return (await core().call("cell.make", request)).json;
  } catch (error) {
    return { ...noCell, problem: reason(error) };
  }
}
