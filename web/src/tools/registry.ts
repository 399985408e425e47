import type { ToolDefinition } from "../core/protocol";
import { type Category, categories, type Marker, readMarker } from "./marker";
import { firstSentence, limits, plainLine } from "./text";

/** Where tools come from: this page, or a server the page is connected to. */
export interface ToolSource {
  /** Half of a tool's address (contract §3): "page", or a name made from the server's. */
  id: string;
  kind: "page" | "server";
  name: string;
  version: string;
  /** Of a server. */
  url?: string;
  /** True when the server runs on this machine, so that nothing leaves it. */
  loopback: boolean;
}

/** One button. */
export interface ToolEntry {
  /** `${source.id}:${name}`. */
  id: string;
  source: ToolSource;
  name: string;
  label: string;
  /** First sentence of the description. */
  tooltip: string;
  description: string;
  /** A data: image of an allowed type. */
  icon?: string;
  marker: Marker;
  inputSchema: unknown;
  /** Why no form can be built; the entry is then shown disabled. */
  unusable?: string;
  /** The same tool of the same version on a connected server: the form offers the choice. */
  also?: ToolSource;
}

/** What one source offers, sorted into buttons and the rest. */
export interface Offer {
  source: ToolSource;
  entries: ToolEntry[];
  /** Tools for language models only; they are no buttons. */
  plain: number;
  /** Names of tools with a contract version or apply mode this page does not know. */
  unknownContract: string[];
  unknownApply: string[];
}

/** Buttons a menu can hold; a server that lists more is cut, and the notice says so. */
const MOST_TOOLS = 200;

/** Sorts a server's tools/list. The order of the list is kept inside a category. */
export function readTools(source: ToolSource, tools: readonly ToolDefinition[]): Offer {
  const offer: Offer = { source, entries: [], plain: 0, unknownContract: [], unknownApply: [] };
  const seen = new Set<string>();
  for (const tool of tools) {
    if (typeof tool.name !== "string" || tool.name === "" || seen.has(tool.name)) continue;
    seen.add(tool.name);
    const reading = readMarker(tool);
    if (reading.kind === "plain") offer.plain++;
    else if (reading.kind === "contract") offer.unknownContract.push(plainLine(tool.name, limits.label));
    else if (reading.kind === "apply") offer.unknownApply.push(plainLine(tool.name, limits.label));
    else if (offer.entries.length < MOST_TOOLS) offer.entries.push(entry(source, tool, reading.marker));
  }
  return offer;
}

function entry(source: ToolSource, tool: ToolDefinition, marker: Marker): ToolEntry {
  const description = plainLine(tool.description, limits.message);
  const icon = dataIcon(tool.icons);
  return {
    id: `${source.id}:${tool.name}`,
    source,
    name: tool.name,
    label:
      plainLine(tool.title, limits.label) ||
      plainLine(tool.annotations?.title, limits.label) ||
      plainLine(tool.name, limits.label) ||
      "Tool without a name",
    tooltip: plainLine(firstSentence(description), limits.tooltip),
    description,
    marker,
    inputSchema: tool.inputSchema,
    ...(icon ? { icon } : {}),
  };
}

/** Icons larger than this are not worth carrying in a menu. */
const LARGEST_ICON = 64 * 1024;

/** The first icon that is a data: URI of an image type; drawn by <img>, where SVG runs no script. */
function dataIcon(icons: unknown): string | undefined {
  if (!Array.isArray(icons)) return undefined;
  for (const icon of icons as unknown[]) {
    const src: unknown = typeof icon === "object" && icon !== null ? (icon as { src?: unknown }).src : undefined;
    if (typeof src !== "string" || src.length > LARGEST_ICON) continue;
    if (/^data:image\/(?:svg\+xml|png|jpeg|gif|webp)[;,]/i.test(src)) return src;
  }
  return undefined;
}

/** One sentence for the notice line when a server offers tools this page cannot show, else "". */
export function hiddenNotice(offer: Offer): string {
  const parts: string[] = [];
  if (offer.unknownContract.length)
    parts.push(`${names(offer.unknownContract)} need${s(offer.unknownContract)} another contract version`);
  if (offer.unknownApply.length)
    parts.push(`${names(offer.unknownApply)} ha${offer.unknownApply.length === 1 ? "s" : "ve"} an unknown apply mode`);
  return parts.length ? `Not shown: ${parts.join("; ")}.` : "";
}

const s = (list: unknown[]) => (list.length === 1 ? "s" : "");

function names(list: string[]): string {
  const shown = list.slice(0, 5).join(", ");
  return list.length > 5 ? `${shown} and ${list.length - 5} more` : shown;
}

/** An id for a server, made from its name, that no other source has. */
export function sourceId(name: string, taken: readonly string[]): string {
  const slug =
    plainLine(name, limits.name)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 40) || "server";
  let id = slug;
  for (let n = 2; taken.includes(id); n++) id = `${slug}-${n}`;
  return id;
}

/**
 * All buttons. A tool that this page and a server of the same name and version
 * offer is one button with a choice of where to run.
 */
export function mergeOffers(offers: readonly Offer[]): ToolEntry[] {
  const page = offers.find((offer) => offer.source.kind === "page");
  const merged = new Map(page?.entries.map((own) => [own.name, own]));
  const rest: ToolEntry[] = [];
  for (const offer of offers) {
    if (offer === page) continue;
    const twin =
      page !== undefined && offer.source.name === page.source.name && offer.source.version === page.source.version;
    for (const remote of offer.entries) {
      const own = twin ? merged.get(remote.name) : undefined;
      if (own && !own.also) merged.set(own.name, { ...own, also: offer.source });
      else rest.push(remote);
    }
  }
  return [...merged.values(), ...rest];
}

/** The Tools menu: one section a source, groups in the fixed order of categories. */
export interface MenuSection {
  source: ToolSource;
  groups: { id: Category; label: string; entries: ToolEntry[] }[];
}

export function menuSections(sources: readonly ToolSource[], entries: readonly ToolEntry[]): MenuSection[] {
  return sources.map((source) => {
    const own = entries.filter((tool) => tool.source.id === source.id);
    const groups = categories.map(({ id, label }) => ({
      id,
      label,
      entries: own.filter((tool) => tool.marker.category === id),
    }));
    return { source, groups: groups.filter((group) => group.entries.length > 0) };
  });
}
