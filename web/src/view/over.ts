import { useMeasure } from "../state/measure";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import { type ToolLine, useView } from "../state/view";
import { symbolOf } from "../ui/elements";
import type { Camera } from "./camera";
import { labelled } from "./labelled";
import type { Label } from "./labels";
import { measure, measureText } from "./measure";
import type { Stroke } from "./overlay";
import type { Drawn } from "./structure";
import { length, scale, type Vec3 } from "./vec";

/** Lines and texts over the picture. */
export interface Over {
  labels: Label[];
  strokes: Stroke[];
}

/**
 * What lies over the picture of a structure: the letters of the cell, with its lengths in a
 * preview; else also labels of atoms, measurements and the lines of tools. `radius` is that
 * of everything, Å.
 */
export function over(camera: Camera, drawn: Drawn, radius: number, preview: boolean): Over {
  const out: Over = { labels: [], strokes: [] };
  cellLetters(camera, drawn, radius, preview, out);
  if (preview) return out;
  atomLabels(camera, drawn, out);
  measurements(camera, drawn, out);
  for (const line of useView.getState().lines) toolLine(camera, drawn, line, out);
  return out;
}

/** The letters of the cell's vectors, a little beyond their ends. */
function cellLetters(camera: Camera, { cell }: Drawn, radius: number, lengths: boolean, { labels }: Over): void {
  cell?.vectors.forEach((vector, k) => {
    const beyond = 1 + (0.03 * radius) / Math.max(length(vector), 1e-6);
    const at = camera.project(scale(vector, beyond));
    const letter = "abc"[k] as string;
    const text = lengths ? `${letter} ${length(vector).toFixed(1)} Å` : letter;
    if (at) labels.push({ text, at, color: `var(--axis-${letter})` });
  });
}

/** Elements, indices or names at the atoms that there is room for. */
function atomLabels(camera: Camera, { elements, positions }: Drawn, { labels }: Over): void {
  const kind = useUi.getState().atomLabels;
  if (kind === "none") return;
  const { names } = useView.getState();
  const text = (atom: number) => {
    if (kind === "index") return String(atom);
    return (kind === "name" && names?.(atom)) || symbolOf(elements[atom] as number);
  };
  for (const { atom, at } of labelled(camera, positions, useSelection.getState().atoms))
    labels.push({ text: text(atom), at, color: "var(--text)", className: "atom-label" });
}

/** The measurements: their lines, and the values as tags. */
function measurements(camera: Camera, drawn: Drawn, { labels, strokes }: Over): void {
  const { list, shown } = useMeasure.getState();
  if (!shown) return;
  const { minimumImage } = useRail.getState();
  for (const { atoms } of list) {
    const measured = measure(atoms, drawn, minimumImage);
    if (!measured) continue;
    for (const points of [measured.path, measured.arc]) {
      const seen = points.map((p) => camera.project(p));
      if (points.length > 1 && seen.every((p) => p !== null)) strokes.push({ points: seen, className: "measure" });
    }
    const at = camera.project(measured.labelAt);
    if (at) labels.push({ text: measureText(measured), at, color: "", className: "measure-tag" });
  }
}

/** Above the end of a line, CSS pixels. */
const TEXT_ABOVE = 18;

function toolLine(camera: Camera, { positions }: Drawn, line: ToolLine, { labels, strokes }: Over): void {
  const place = (i: number): Vec3 => [
    positions[3 * i] as number,
    positions[3 * i + 1] as number,
    positions[3 * i + 2] as number,
  ];
  const points = line.through.map((p) => camera.project(typeof p === "number" ? place(p) : p));
  if (!points.every((p) => p !== null)) return;
  const all = line.to ? [...points, line.to] : points;
  strokes.push({ points: all, className: line.look });
  const end = all.at(-1);
  if (line.text && end)
    labels.push({ text: line.text, at: { x: end.x, y: end.y - TEXT_ABOVE }, color: "", className: "measure-tag" });
}
