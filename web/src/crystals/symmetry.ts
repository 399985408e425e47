/** Of the search for symmetry, Å: what the core takes, and what it does without being told. */
export const tolerances = { least: 1e-6, most: 0.5, usual: 0.01 };

/** What is wrong with a tolerance that was typed; "" for nothing. */
export const toleranceProblem = (typed: unknown): string =>
  typeof typed === "number" && typed >= tolerances.least && typed <= tolerances.most
    ? ""
    : `A number from ${tolerances.least} to ${tolerances.most} Å is needed.`;

const lowered = "₀₁₂₃₄₅";

const screw = (axis: string, by: string) => axis + lowered[Number(by)];

/**
 * A space group's name as it is printed: "Fm-3m" is "Fm3̅m", "P63/mmc" is "P6₃/mmc". Digits are
 * lowered where they can be nothing but a screw: in "P321" the 2 is an axis of its own.
 */
export function printedGroup(name: string): string {
  return name
    .replace(/^([A-Z])([246])([1-5])(?=[a-z/])/, (_, lattice, axis, by) => lattice + screw(axis, by))
    .replace(/^([A-QS-Z])([2346])([1-5])$/, (all, lattice, axis, by) => (by < axis ? lattice + screw(axis, by) : all))
    .replace(/^[A-Z][12]+$/, (all) => all.replaceAll("21", screw("2", "1")))
    .replace(/([a-z])21$/, (_, plane) => plane + screw("2", "1"))
    .replace(/-(\d)/g, "$1\u0305");
}

/** The name with the choice of axes or origin behind it. */
export const settingText = ({ name, choice }: { name: string; choice: string }): string =>
  choice ? `${printedGroup(name)}, ${choice}` : printedGroup(name);
