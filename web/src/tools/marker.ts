import type { ToolDefinition, ToolMarker } from "../core/protocol";

/** The `_meta` member that makes an MCP tool a Builder tool (contract §3). */
export const META_KEY = "io.github.megane-labs/builder";

/** Contract versions this page understands. */
const CONTRACTS: readonly unknown[] = [1];

/** Menu groups in their fixed order. */
export const categories = [
  { id: "bulk", label: "Bulk" },
  { id: "molecule", label: "Molecule" },
  { id: "polymer", label: "Polymer" },
  { id: "surface", label: "Surface" },
  { id: "solvation", label: "Solvation" },
  { id: "other", label: "Other" },
] as const;

export type Category = (typeof categories)[number]["id"];

export interface Marker extends ToolMarker {
  category: Category;
  apply: "new_document" | "insert";
  document: "none" | "optional" | "required";
}

/** What a marker says, or why its tool is no button here. */
export type MarkerReading =
  | { kind: "button"; marker: Marker }
  | { kind: "plain" }
  | { kind: "contract"; contract: string }
  | { kind: "apply"; apply: string };

/**
 * Reads a tool's marker. A tool without one is an ordinary MCP tool. An unknown
 * category falls back to `other` and a malformed `document` to `none`, since both
 * are additive; an unknown contract or apply mode hides the tool (contract §3, §11).
 */
export function readMarker(tool: ToolDefinition): MarkerReading {
  const raw: unknown = tool._meta?.[META_KEY];
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return { kind: "plain" };
  const given = raw as Record<string, unknown>;
  if (!CONTRACTS.includes(given.contract)) return { kind: "contract", contract: String(given.contract).slice(0, 20) };
  const apply = given.apply;
  if (apply !== "new_document" && apply !== "insert") return { kind: "apply", apply: String(apply).slice(0, 40) };
  const { category, document, expectedSeconds } = given;
  return {
    kind: "button",
    marker: {
      contract: given.contract as number,
      category: categories.find((known) => known.id === category)?.id ?? "other",
      apply,
      document: document === "optional" || document === "required" ? document : "none",
      stochastic: given.stochastic === true,
      ...(typeof expectedSeconds === "number" && expectedSeconds > 0 && Number.isFinite(expectedSeconds)
        ? { expectedSeconds }
        : {}),
    },
  };
}
