import type { Point2 } from "./camera";

/** A line over the picture; its look is the class's. */
export interface Stroke {
  points: readonly Point2[];
  className: string;
}

const SVG = "http://www.w3.org/2000/svg";

/** Lines over the canvas, as SVG nodes that are kept and moved. Part of the picture, as the labels are. */
export class Overlay {
  #layer = document.createElementNS(SVG, "svg");
  #nodes: SVGPolylineElement[] = [];

  constructor(container: HTMLElement) {
    this.#layer.setAttribute("aria-hidden", "true");
    this.#layer.setAttribute("class", "view-strokes");
    container.append(this.#layer);
  }

  show(strokes: readonly Stroke[]): void {
    while (this.#nodes.length < strokes.length) {
      const node = document.createElementNS(SVG, "polyline");
      this.#layer.append(node);
      this.#nodes.push(node);
    }
    this.#nodes.forEach((node, i) => {
      const stroke = strokes[i];
      node.setAttribute("points", stroke?.points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") ?? "");
      node.setAttribute("class", stroke?.className ?? "");
    });
  }

  dispose(): void {
    this.#layer.remove();
  }
}
