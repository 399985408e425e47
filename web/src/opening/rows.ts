import type { ElementLabel } from "../core/protocol";

/** A line of the question: a label, and what it is proposed to be. */
export interface LabelRow {
  label: string;
  atoms: number;
  /** 0: nothing is proposed. */
  proposed: number;
  dummy: boolean;
  /** The residues decide: proposals differ among the atoms with this label. */
  mixed: { element: number; atoms: number }[];
}

/** One row a label; those that a person has to answer come first, else the order of the file. */
export function rowsOf(labels: readonly ElementLabel[]): LabelRow[] {
  const rows = new Map<string, LabelRow>();
  for (const { label, atoms, element, dummy = false } of labels) {
    const row = rows.get(label);
    if (!row) {
      rows.set(label, { label, atoms, proposed: element, dummy, mixed: [] });
      continue;
    }
    if (row.mixed.length === 0) row.mixed.push({ element: row.proposed, atoms: row.atoms });
    row.mixed.push({ element, atoms });
    row.atoms += atoms;
    row.proposed = 0;
    row.dummy = false;
  }
  return [...rows.values()].sort((a, b) => Number(isOpen(b, {})) - Number(isOpen(a, {})));
}

/** Nothing says what the atoms are. */
export function isOpen({ label, proposed, dummy, mixed }: LabelRow, chosen: Readonly<Record<string, number>>): boolean {
  if (chosen[label]) return false;
  return !dummy && (mixed.length > 0 ? mixed.some(({ element }) => element === 0) : proposed === 0);
}

/** What the reader is told: every label that one element stands for; the rest is as proposed. */
export function answerOf(rows: readonly LabelRow[], chosen: Readonly<Record<string, number>>): Record<string, number> {
  const pairs = rows.map(({ label, proposed }) => [label, chosen[label] ?? proposed] as const);
  return Object.fromEntries(pairs.filter(([, element]) => element > 0));
}
