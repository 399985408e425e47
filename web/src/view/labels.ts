import type { Point2 } from "./camera";

export interface Label {
  text: string;
  at: Point2;
  /** A CSS color. */
  color: string;
  /** More of its look: "tag" stands on a ground of its own. */
  className?: string;
}

/** More labels than this are never shown. */
export const MOST_LABELS = 200;

/**
 * Texts over the canvas, as DOM nodes that are kept and moved. They are part of
 * the picture: hidden from screen readers, and the pointer goes through them.
 */
export class Labels {
  #layer = document.createElement("div");
  #nodes: HTMLSpanElement[] = [];

  constructor(container: HTMLElement) {
    this.#layer.setAttribute("aria-hidden", "true");
    Object.assign(this.#layer.style, { position: "absolute", inset: "0", overflow: "hidden", pointerEvents: "none" });
    container.append(this.#layer);
  }

  show(labels: readonly Label[]): void {
    const shown = labels.slice(0, MOST_LABELS);
    while (this.#nodes.length < shown.length) this.#add();
    this.#nodes.forEach((node, i) => {
      const label = shown[i];
      node.hidden = !label;
      if (!label) return;
      if (node.textContent !== label.text) node.textContent = label.text;
      node.style.color = label.color;
      node.className = `view-label${label.className ? ` ${label.className}` : ""}`;
      node.style.transform = `translate(${label.at.x}px, ${label.at.y}px) translate(-50%, -50%)`;
    });
  }

  dispose(): void {
    this.#layer.remove();
  }

  #add(): void {
    const node = document.createElement("span");
    Object.assign(node.style, {
      position: "absolute",
      left: "0",
      top: "0",
      // Readable over balls of any color.
      textShadow: "0 0 3px var(--view), 0 0 3px var(--view), 0 0 2px var(--view)",
    });
    this.#layer.append(node);
    this.#nodes.push(node);
  }
}
