import type { Typed } from "../cells/useCellEntry";
import type { Arrangement } from "../core/protocol";

export type Motion = "translate" | "rotate" | "align" | "mirror";
type Vector = [number, number, number];

/** A direction that a form offers: along an axis of space, or a vector of the cell. */
export type Direction = "x" | "y" | "z" | "a" | "b" | "c";

/** The longest axis of the atoms, the two selected atoms, or a direction. */
export type AlignFrom = "longest" | "selected" | Direction;

export interface ArrangeValues {
  motion: Motion;
  by: readonly Typed[];
  axis: Direction;
  angle: Typed;
  from: AlignFrom;
  to: "x" | "y" | "z";
  normal: Direction;
}

export const firstArrange: ArrangeValues = {
  motion: "translate",
  by: [0, 0, 0],
  axis: "z",
  angle: 90,
  from: "longest",
  to: "z",
  normal: "z",
};

const space: Record<string, Vector> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

export function vectorOf(direction: Direction, cell: readonly number[] | null): Vector | null {
  const fixed = space[direction];
  if (fixed) return fixed;
  const row = "abc".indexOf(direction);
  return cell ? (cell.slice(3 * row, 3 * row + 3) as Vector) : null;
}

/** Problems by field: "by", "angle", "from". */
export function arrangeProblems(values: ArrangeValues, selected: readonly number[]): Record<string, string> {
  const { motion, by, angle, from } = values;
  if (motion === "translate" && !by.every((part) => typeof part === "number"))
    return { by: "Three numbers of Å are needed." };
  if (motion === "rotate" && typeof angle !== "number") return { angle: "A number of degrees is needed." };
  if (motion === "align" && from === "selected" && selected.length !== 2)
    return { from: "Select two atoms: the line from the first to the second is taken." };
  return {};
}

/** What is asked of the core; null where nothing would change. */
export function arrangement(
  values: ArrangeValues,
  selected: readonly number[],
  cell: readonly number[] | null,
): Arrangement | null {
  const { motion, from } = values;
  switch (motion) {
    case "translate": {
      const by = values.by as Vector;
      return by.every((part) => part === 0) ? null : { kind: "translate", by };
    }
    case "rotate": {
      const axis = vectorOf(values.axis, cell);
      return axis && values.angle !== 0 ? { kind: "rotate", axis, angle: values.angle as number } : null;
    }
    case "align": {
      const to = space[values.to] as Vector;
      if (from === "longest") return { kind: "align", to };
      if (from === "selected") return { kind: "align", from: { atoms: [selected[0] ?? 0, selected[1] ?? 0] }, to };
      const vector = vectorOf(from, cell);
      return vector && { kind: "align", from: vector, to };
    }
    case "mirror": {
      const normal = vectorOf(values.normal, cell);
      return normal && { kind: "mirror", normal };
    }
  }
}
