import type { DocumentState, StepProvenance } from "../core/protocol";
import { most } from "./limits";

/** This page as a source of tools. */
export interface PageTools {
  name: string;
  version: string;
  has(tool: string): boolean;
}

/** Why a link cannot build the document again, as one line; undefined when it can. */
export function whyNot(state: DocumentState | null, page: PageTools | null): string | undefined {
  if (!state) return "Nothing is open.";
  if (!page) return "The tools of this page are not ready.";
  const { source, steps } = state;
  if (source.kind === "file")
    return "It was opened from a file, which a link cannot hold. Save it as a project instead.";
  if (source.kind === "tool" && !source.provenance) return "How it was made is not known.";
  if (steps.length > most.steps) return `It has ${steps.length} steps; a link holds at most ${most.steps}.`;
  for (const { label, provenance, broken } of [{ ...source, broken: undefined }, ...steps]) {
    if (broken) return `“${label}” could not be done.`;
    if (provenance && !isOurs(provenance, page))
      return `“${label}” was made by ${provenance.server.name}, whose tools a link cannot bring along.`;
  }
  return undefined;
}

/** A server of the same name and version has the same tools, with the same results. */
function isOurs({ server, tool }: StepProvenance, page: PageTools): boolean {
  const own = server.id === "page" || (server.name === page.name && server.version === page.version);
  return own && page.has(tool);
}
