import type { Measurement } from "../state/measure";
import { symbolOf } from "../ui/elements";
import type { Measured } from "../view/measure";

const kinds: Record<number, string> = { 2: "distance", 3: "angle", 4: "dihedral" };

/** Measurements as a table for a spreadsheet: kind, atoms by index from 0, elements, value, unit (RFC 4180). */
export function csvOf(
  list: readonly Measurement[],
  elements: ArrayLike<number>,
  value: (atoms: readonly number[]) => Measured | null,
): string {
  const rows = list.flatMap(({ atoms }) => {
    const measured = value(atoms);
    if (!measured) return [];
    const digits = measured.unit === "Å" ? 4 : 2;
    const symbols = atoms.map((atom) => symbolOf(elements[atom] ?? 0)).join(" ");
    return [
      `${kinds[atoms.length]},${atoms.join(" ")},${symbols},${measured.value.toFixed(digits)},${measured.unit === "Å" ? "angstrom" : "degree"}`,
    ];
  });
  return `${["kind,atoms,elements,value,unit", ...rows].join("\r\n")}\r\n`;
}
