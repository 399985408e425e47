import { count, counted, densityText, shortSeconds } from "../app/format";
import type { DocumentState } from "../core/protocol";
import type { NewNotice } from "../state/notices";
import type { Applied } from "./applyResult";
import { limits, plainLine } from "./text";

/**
 * What happened, and its proof in the tool's own words: "Packed 400 molecules in
 * 0.03 s." and the summary the tool gave.
 */
export function resultNotice(run: Applied & { molecules: number; state: DocumentState }): NewNotice {
  const { entry, result, seconds, molecules, state } = run;
  const { structure, warnings, provenance } = result.result;
  const insert = entry.marker.apply === "insert";
  const what = molecules > 1 ? counted(molecules, "molecule") : counted(structure.atoms, "atom");
  const packs = entry.marker.category === "bulk" && molecules > 1;
  const verb = insert ? "Added" : packs ? "Packed" : "Built";
  const told = summary(result.text, entry.label, warnings);
  const facts = [insert ? told.replace(/^added /i, "") : told];
  if (!/densit|g\/cm/i.test(facts[0] ?? "") && state.density !== null)
    facts.push(`density ${densityText(state.density)}`);
  const seed = provenance.seed;
  if (typeof seed === "number" && !new RegExp(`\\bseed\\W+${seed}\\b`, "i").test(facts[0] ?? ""))
    facts.push(`seed ${seed}`);
  const text = facts.filter(Boolean).join(" · ");
  const lines = warnings.map((line) => plainLine(line, limits.message)).filter(Boolean);
  return {
    level: lines.length > 0 ? "warning" : "info",
    title: `${verb} ${what} in ${shortSeconds(seconds)} s.`,
    ...(text ? { text } : {}),
    ...(lines.length > 0 ? { warnings: lines } : {}),
  };
}

/**
 * The tool's summary without what the notice shows itself: the tool's name in
 * front, the warnings behind, the full stop.
 */
function summary(text: string, label: string, warnings: readonly string[]): string {
  let line = plainLine(text, limits.summary);
  for (const start of [`${label}: `, `${label} `]) if (line.startsWith(start)) line = line.slice(start.length);
  const end = line.indexOf(" Warnings: ");
  if (warnings.length > 0 && end >= 0) line = line.slice(0, end);
  return line
    .replace(/\.$/, "")
    .replace(/\b\d{4,}(?=(?:\.\d+)? (?:atoms|bonds|molecules|Å))/g, (n) => count(Number(n)));
}
