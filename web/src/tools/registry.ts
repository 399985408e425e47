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
  also?: ToolSource[];
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
  /** The same tools as the menu lists them, with the reason. */
  unsupported: Unsupported[];
}

/** A Builder tool that this page cannot offer. */
export interface Unsupported {
  name: string;
  label: string;
  reason: string;
}

/** Buttons a menu can hold; a server that lists more is cut, and the notice says so. */
const MOST_TOOLS = 200;

/** Sorts a server's tools/list. The order of the list is kept inside a category. */
export function readTools(source: ToolSource, tools: readonly ToolDefinition[]): Offer {
  const offer: Offer = { source, entries: [], plain: 0, unknownContract: [], unknownApply: [], unsupported: [] };
  const refuse = (tool: ToolDefinition, names: string[], reason: string) => {
    if (offer.unsupported.length >= MOST_TOOLS) return;
    names.push(plainLine(tool.name, limits.label));
    offer.unsupported.push({ name: tool.name, label: labelOf(tool), reason });
  };
  const seen = new Set<string>();
  for (const tool of tools) {
    if (typeof tool.name !== "string" || tool.name === "" || seen.has(tool.name)) continue;
    seen.add(tool.name);
    const reading = readMarker(tool);
    if (reading.kind === "plain") offer.plain++;
    else if (reading.kind === "contract")
      refuse(tool, offer.unknownContract, `Needs version ${plainLine(reading.contract, 20)} of the contract`);
    else if (reading.kind === "apply")
      refuse(tool, offer.unknownApply, `Has the unknown apply mode ${plainLine(reading.apply, 40)}`);
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
    label: labelOf(tool),
    tooltip: plainLine(firstSentence(description), limits.tooltip),
    description,
    marker,
    inputSchema: tool.inputSchema,
    ...(icon ? { icon } : {}),
  };
}

const labelOf = (tool: ToolDefinition): string =>
  plainLine(tool.title, limits.label) ||
  plainLine(tool.annotations?.title, limits.label) ||
  plainLine(tool.name, limits.label) ||
  "Tool without a name";

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

/** One sentence for the notice line when a server offers tools this page cannot use, else "". */
export function hiddenNotice(offer: Offer): string {
  const parts: string[] = [];
  if (offer.unknownContract.length)
    parts.push(`${names(offer.unknownContract)} need${s(offer.unknownContract)} another contract version`);
  if (offer.unknownApply.length)
    parts.push(`${names(offer.unknownApply)} ha${offer.unknownApply.length === 1 ? "s" : "ve"} an unknown apply mode`);
  return parts.length ? `Not usable here: ${parts.join("; ")}.` : "";
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
 * All buttons. A tool that this page and servers of the same name and version offer,
 * however they are reached, is one button with a choice of where to run.
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
      const own = merged.get(remote.name);
      if (!twin) rest.push(remote);
      else merged.set(remote.name, own ? { ...own, also: [...(own.also ?? []), offer.source] } : remote);
    }
  }
  return [...merged.values(), ...rest];
}

/**
 * The entries of a list that was read again: those that are as they were stay the same
 * objects, so that an open form of one of them is not built anew.
 */
export function sameEntries(entries: ToolEntry[], old: readonly ToolEntry[]): ToolEntry[] {
  return entries.map((entry) => {
    const before = old.find(({ id }) => id === entry.id);
    return before && JSON.stringify(before) === JSON.stringify(entry) ? before : entry;
  });
}

/** A group of the Tools menu; tools of all sources stand in it together. */
export interface MenuGroup {
  id: Category;
  label: string;
  entries: MenuEntry[];
}

export interface MenuEntry {
  entry: ToolEntry;
  /** Whose it is, where another tool has the same label; else "". */
  mark: string;
}

/** The Tools menu: groups in the fixed order of categories. */
export function menuGroups(entries: readonly ToolEntry[]): MenuGroup[] {
  const labels = new Map<string, number>();
  const key = (entry: ToolEntry) => entry.label.toLowerCase();
  for (const entry of entries) labels.set(key(entry), (labels.get(key(entry)) ?? 0) + 1);
  const sources = entries.map(({ source }) => source);
  const groups = categories.map(({ id, label }) => ({
    id,
    label,
    entries: entries
      .filter((entry) => entry.marker.category === id)
      .map((entry) => ({ entry, mark: (labels.get(key(entry)) ?? 0) > 1 ? sourceMark(entry.source, sources) : "" })),
  }));
  return groups.filter((group) => group.entries.length > 0);
}

/** Whose a tool is, in a word: two servers of one name are told apart by their ids. */
export function sourceMark(source: ToolSource, all: readonly ToolSource[]): string {
  if (source.kind === "page") return "this page";
  return all.some(({ id, name }) => name === source.name && id !== source.id) ? source.id : source.name;
}
