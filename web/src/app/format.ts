import type { DocumentState } from "../core/protocol";

/** Numbers as the page shows them: thin spaces between thousands, units always. */

const thin = "\u202f";

/** 1200 → "1 200", with narrow no-break spaces. */
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, thin);
}

/** "1 atom", "24 atoms". */
export function counted(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
}

export interface CellShape {
  lengths: [number, number, number];
  angles: [number, number, number];
}

/** Lengths in Å and angles α β γ in degrees of a row-major cell. */
export function cellShape(cell: readonly number[]): CellShape {
  const row = (i: number) => [cell[3 * i] ?? 0, cell[3 * i + 1] ?? 0, cell[3 * i + 2] ?? 0] as const;
  const [a, b, c] = [row(0), row(1), row(2)];
  const dot = (u: readonly number[], v: readonly number[]) =>
    (u[0] ?? 0) * (v[0] ?? 0) + (u[1] ?? 0) * (v[1] ?? 0) + (u[2] ?? 0) * (v[2] ?? 0);
  const length = (u: readonly number[]) => Math.sqrt(dot(u, u));
  const angle = (u: readonly number[], v: readonly number[]) =>
    (Math.acos(Math.min(1, Math.max(-1, dot(u, v) / (length(u) * length(v))))) * 180) / Math.PI;
  return { lengths: [length(a), length(b), length(c)], angles: [angle(b, c), angle(a, c), angle(a, b)] };
}

/** "22.87 × 22.87 × 22.87 Å", with the angles when any differs from 90° by 0.05° or more. */
export function cellText(cell: readonly number[]): string {
  const { lengths, angles } = cellShape(cell);
  const box = `${lengths.map((l) => l.toFixed(2)).join(" × ")} Å`;
  if (angles.every((angle) => Math.abs(angle - 90) < 0.05)) return box;
  return `${box}, ${angles.map((angle) => `${angle.toFixed(1)}°`).join(" ")}`;
}

/** "a,b,c,α,β,γ" with 4 decimals; "" without a cell. */
export function cellAttribute(cell: readonly number[] | null): string {
  if (!cell) return "";
  const { lengths, angles } = cellShape(cell);
  return [...lengths, ...angles].map((value) => value.toFixed(4)).join(",");
}

/** "+1", "−2"; "" for a neutral document. */
export function chargeText(charge: number): string {
  if (charge === 0) return "";
  return `${charge > 0 ? "+" : "−"}${Math.abs(charge)}`;
}

export function densityText(density: number): string {
  return `${density.toFixed(3)} g/cm³`;
}

export function massText(mass: number): string {
  const [whole = "0", part = "00"] = mass.toFixed(2).split(".");
  return `${count(Number(whole))}.${part} g/mol`;
}

/** More kinds of molecules than this are shown as one formula. */
const KINDS = 3;

/** What the document is made of: its molecules by number, or its formula when that says more. */
export function composition(state: DocumentState): { formula: string; times: number | null }[] {
  const { components } = state;
  if (state.atoms === 0) return [];
  const single = components.every(({ formula }) => /^[A-Z][a-z]?$/.test(formula));
  if (components.length === 0 || components.length > KINDS || single) return [{ formula: state.formula, times: null }];
  return components.map(({ formula, count: n }) => ({ formula, times: n > 1 || components.length > 1 ? n : null }));
}
