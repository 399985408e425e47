import type { Size } from "./camera";
import type { Label } from "./labels";
import type { Stroke } from "./overlay";

/** What a picture is made of besides the drawing itself. */
export interface PictureParts {
  size: Size;
  /** Canvas pixels per CSS pixel. */
  scale: number;
  /** Nothing behind the structure. */
  transparent: boolean;
  labels: readonly Label[];
  strokes: readonly Stroke[];
  /** A custom property of the page. */
  css(name: string): string;
}

export const TAG = { height: 18, side: 6, radius: 4 };

/** The drawing with its ground, lines and texts, as the page shows them. */
export function compose(drawing: CanvasImageSource, parts: PictureParts): HTMLCanvasElement {
  const { size, scale, transparent, css } = parts;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.scale(scale, scale);
  if (!transparent) ground(pen, size, css);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(drawing, 0, 0, size.width, size.height);
  for (const stroke of parts.strokes) line(pen, stroke, css);
  for (const label of parts.labels) text(pen, label, css);
  return canvas;
}

/** As `backdrop` of look.ts: an ellipse of 120 % × 90 % about 50 %, 35 %. */
function ground(pen: CanvasRenderingContext2D, { width, height }: Size, css: PictureParts["css"]): void {
  pen.save();
  pen.translate(width / 2, 0.35 * height);
  pen.scale(1.2 * width, 0.9 * height);
  const fill = pen.createRadialGradient(0, 0, 0, 0, 0, 1);
  fill.addColorStop(0, css("--view"));
  fill.addColorStop(1, css("--view2"));
  pen.fillStyle = fill;
  pen.fillRect(-1, -1, 2, 2);
  pen.restore();
}

function line(pen: CanvasRenderingContext2D, { points, className }: Stroke, css: PictureParts["css"]): void {
  pen.beginPath();
  for (const { x, y } of points) pen.lineTo(x, y);
  pen.strokeStyle = css(className === "measure" ? "--accent" : "--picked");
  pen.lineWidth = 1.6;
  pen.setLineDash(className === "axis" ? [] : [5, 3.5]);
  pen.stroke();
  pen.setLineDash([]);
}

function text(pen: CanvasRenderingContext2D, label: Label, css: PictureParts["css"]): void {
  const tag = label.className === "measure-tag";
  const small = label.className === "atom-label";
  pen.font = `600 ${small ? 11 : 12}px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const { x, y } = label.at;
  if (tag) {
    const wide = pen.measureText(label.text).width + 2 * TAG.side;
    pen.beginPath();
    pen.roundRect(x - wide / 2, y - TAG.height / 2, wide, TAG.height, TAG.radius);
    pen.fillStyle = css("--raised");
    pen.fill();
    pen.strokeStyle = css("--line-strong");
    pen.lineWidth = 1;
    pen.stroke();
  } else {
    // Readable over balls of any color.
    pen.strokeStyle = css("--view");
    pen.lineWidth = 3;
    pen.lineJoin = "round";
    pen.strokeText(label.text, x, y);
  }
  const named = /^var\((--[a-z-]+)\)$/.exec(label.color)?.[1];
  pen.fillStyle = css(tag ? "--accent" : (named ?? "--text"));
  pen.fillText(label.text, x, y);
}
