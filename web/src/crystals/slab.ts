import type { Typed } from "../cells/useCellEntry";
import type { SlabCut, Terminations } from "../core/protocol";

/** What the core takes. */
export const limits = { miller: 20, layers: 1000, vacuum: 1000, repeat: 1000 };

/** What the form of a slab holds. */
export interface SlabValues {
  miller: readonly Typed[];
  layers: Typed;
  vacuum: Typed;
  repeat: readonly Typed[];
  /** Which of the different cuts. */
  termination: number;
  rectangular: boolean;
}

const whole = (value: Typed, least: number, most: number): boolean =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** Why three numbers are no plane; "" when they are. */
export function millerProblem(miller: readonly Typed[]): string {
  if (!miller.every((index) => whole(index, -limits.miller, limits.miller)))
    return `Three whole numbers from −${limits.miller} to ${limits.miller} are needed.`;
  return miller.every((index) => index === 0) ? "0 0 0 is no plane: one index must not be 0." : "";
}

/** Problems by field: "miller", "layers", "vacuum", "repeat". */
export function slabProblems({ miller, layers, vacuum, repeat }: SlabValues): Record<string, string> {
  const found: Record<string, string> = {};
  const wrong = millerProblem(miller);
  if (wrong) found.miller = wrong;
  if (!whole(layers, 1, limits.layers)) found.layers = "A whole number from 1 to 1\u202f000.";
  if (!(typeof vacuum === "number" && vacuum >= 0 && vacuum <= limits.vacuum))
    found.vacuum = "A number from 0 to 1\u202f000 Å.";
  if (!repeat.every((times) => whole(times, 1, limits.repeat))) found.repeat = "Two whole numbers from 1 are needed.";
  return found;
}

/** What the op cuts; null while the terminations are not known or there is no such one. */
export function cutOf(values: SlabValues, found: Terminations | null): SlabCut | null {
  const chosen = found?.terminations[values.termination];
  if (!found || !chosen) return null;
  const [p, q] = values.repeat as number[];
  const [a = 1, b = 0, c = 0, d = 1] = (values.rectangular && found.rectangle) || [1, 0, 0, 1];
  return {
    miller: values.miller as number[],
    layers: values.layers as number,
    vacuum: values.vacuum as number,
    shift: chosen.shift,
    lateral: [a * (p ?? 1), b * (p ?? 1), c * (q ?? 1), d * (q ?? 1)],
  };
}

/** What a slab of whole layers comes to, without building it. */
export function sizeOf(cut: SlabCut, values: SlabValues, found: Terminations) {
  const [a = 1, b = 0, c = 0, d = 1] = cut.lateral ?? [];
  const cells = Math.abs(a * d - b * c);
  const thickness = found.terminations[values.termination]?.thickness ?? 0;
  return {
    atoms: found.atoms * cut.layers * cells,
    thickness: thickness + (cut.layers - 1) * found.repeat,
    area: found.area * cells,
  };
}

/** "(1 −1 0)" */
export const millerText = (miller: readonly Typed[]): string =>
  `(${miller.map((index) => String(index).replace("-", "−")).join(" ")})`;
