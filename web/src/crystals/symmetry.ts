/** A space group's name as it is printed: "Fm-3m" is "Fm3̅m", "P63/mmc" is "P6₃/mmc". */
export function printedGroup(name: string): string {
  return name
    .replace(/(\d)([1-5])\//g, (_, axis: string, screw: string) => `${axis}${"₀₁₂₃₄₅"[Number(screw)]}/`)
    .replace(/-(\d)/g, "$1\u0305");
}

/** The name with the choice of axes or origin behind it. */
export const settingText = ({ name, choice }: { name: string; choice: string }): string =>
  choice ? `${printedGroup(name)}, ${choice}` : printedGroup(name);
