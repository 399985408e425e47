import { Camera, type Point2 } from "./camera";
import { pointsToFit } from "./content";
import { Controls } from "./controls";
import { LARGEST_BALL } from "./elements";
import { type Label, Labels } from "./labels";
import { Picker } from "./pick";
import { bestSide } from "./side";
import { Stage } from "./stage";
import { atomCount, type Drawn, everyRow, nothingDrawn } from "./structure";
import type { Vec3 } from "./vec";

/** One molecule, as mol.read gives it. */
export interface PickMolecule {
  /** Å, x y z per atom. */
  positions: Float64Array;
  elements: Uint8Array;
  bonds: Uint32Array;
  bondOrders?: Uint8Array;
}

export interface PickViewOptions {
  /** An atom was clicked. Without it the picture only shows. */
  onPick?(atom: number): void;
  /** The atom under the pointer changed. */
  onHover?(atom: number | null): void;
  /** Name of the picture for screen readers. */
  label?: string;
  /** CSS pixels at the top and the bottom that other things cover. */
  covered?: { top: number; bottom: number };
}

/** An atom that stands out, with a word beside it. */
export interface Mark {
  atom: number;
  text: string;
}

const SLACK = { fine: 4, coarse: 14 };

/** A small 3D picture of one molecule, in which an atom can be chosen. Draws as View does. */
export class PickView {
  #canvas: HTMLCanvasElement;
  #options: PickViewOptions;
  #stage: Stage;
  #controls: Controls;
  #labels: Labels;
  #marks: readonly Mark[] = [];
  #drawn: Drawn = nothingDrawn;
  #picker = new Picker(nothingDrawn);
  #hovered: number | null = null;

  constructor(canvas: HTMLCanvasElement, container: HTMLElement, options: PickViewOptions = {}) {
    this.#canvas = canvas;
    this.#options = options;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", options.label ?? "3D picture of the molecule");
    this.#labels = new Labels(container);
    this.#stage = new Stage(canvas, container, { onMoved: () => this.#label() });
    const { top = 8, bottom = 8 } = options.covered ?? {};
    this.#stage.camera.insets = { top, right: 8, bottom, left: 8 };
    this.#controls = new Controls(canvas, {
      onOrbit: (dx, dy) => this.#turn((camera) => camera.orbit(dx, dy)),
      onPan: (dx, dy) => this.#turn((camera) => camera.pan(dx, dy)),
      onZoom: (factor, at) => this.#turn((camera) => camera.zoom(factor, at)),
      onHover: (at) => this.#hover(at && this.#atomAt(at, false)),
      onClick: (at, _modifiers, coarse) => {
        const atom = this.#atomAt(at, coarse);
        if (atom !== null) this.#options.onPick?.(atom);
      },
      onDoubleClick: () => undefined,
    });
  }

  /** Shows a molecule whole, from its best side; nothing is marked or pale. */
  setMolecule({ positions, elements, bonds, bondOrders = new Uint8Array(0) }: PickMolecule): void {
    this.#drawn = { positions, elements, bonds, bondOrders, cell: null };
    this.#picker = new Picker(this.#drawn);
    this.#hover(null);
    this.setMarks([]);
    this.setPale([]);
    this.#stage.show(this.#drawn, everyRow, true);
    const { camera } = this.#stage;
    const side = bestSide(positions, elements, Camera.startRotation);
    camera.state = camera.fitted(pointsToFit(this.#drawn), LARGEST_BALL, side);
    this.#stage.moved();
  }

  /** Marks atoms, such as the chosen one. */
  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks.filter(({ atom }) => atom >= 0 && atom < atomCount(this.#drawn));
    this.#stage.molecule.setSelected(this.#marks.map(({ atom }) => atom));
    this.#label();
    this.#stage.invalidate();
  }

  /** Draws atoms pale that are no sensible choice, such as those without a hydrogen. They can still be clicked. */
  setPale(atoms: readonly number[]): void {
    this.#stage.molecule.setDimmed(atoms);
    this.#stage.invalidate();
  }

  /** Marks an atom as the pointer would, for a list beside the picture. */
  setHovered(atom: number | null): void {
    this.#stage.molecule.setHovered(atom, null);
    this.#stage.invalidate();
  }

  /** Resolves when the picture is at its best; false when nothing can be drawn here. */
  settled(): Promise<boolean> {
    return this.#stage.settled();
  }

  dispose(): void {
    this.#controls.dispose();
    this.#labels.dispose();
    this.#stage.dispose();
  }

  #turn(change: (camera: Camera) => void): void {
    change(this.#stage.camera);
    this.#stage.moved();
  }

  #atomAt(at: Point2, coarse: boolean): number | null {
    const { camera } = this.#stage;
    const slack = (coarse ? SLACK.coarse : SLACK.fine) * camera.slope;
    const hit = this.#picker.pick(camera.ray(at), { slack });
    return hit?.kind === "atom" ? hit.atom : null;
  }

  #hover(atom: number | null): void {
    if (atom === this.#hovered) return;
    this.#hovered = atom;
    this.#canvas.style.cursor = atom !== null && this.#options.onPick ? "pointer" : "";
    this.setHovered(atom);
    this.#options.onHover?.(atom);
  }

  /** The words of the marks beside their atoms. */
  #label(): void {
    const stage = this.#stage as Stage | undefined;
    if (!stage) return;
    const { camera } = stage;
    const at = (atom: number) => camera.project(this.#place(atom));
    const marks = this.#marks.filter(({ text }) => text);
    const atoms = marks.length > 0 ? Array.from(this.#drawn.elements.keys(), at).filter((point) => point !== null) : [];
    const labels: Label[] = [];
    for (const { atom, text } of marks) {
      const center = at(atom);
      if (!center) continue;
      const ball = LARGEST_BALL / (camera.slope * center.depth);
      labels.push({ text, at: freePlace(center, ball, text, labels, atoms), color: "var(--accent)" });
    }
    this.#labels.show(labels);
  }

  #place(atom: number): Vec3 {
    const { positions } = this.#drawn;
    return [positions[3 * atom] as number, positions[3 * atom + 1] as number, positions[3 * atom + 2] as number];
  }
}

/** Half of the height of a word, and of the width of a letter, in CSS pixels. */
const HALF = { height: 7, letter: 3.7 };

/** Where a word stands beside a ball: above, else where it covers no other word and the fewest atoms. */
function freePlace(center: Point2, ball: number, text: string, words: readonly Label[], atoms: readonly Point2[]) {
  const half = HALF.letter * text.length;
  const covered = (x: number, y: number) => {
    let sum = 0;
    for (const { at, text: other } of words)
      if (Math.abs(at.x - x) < half + HALF.letter * other.length && Math.abs(at.y - y) < 2 * HALF.height) sum += 100;
    for (const at of atoms) if (Math.abs(at.x - x) < half + 3 && Math.abs(at.y - y) < HALF.height + 3) sum++;
    return sum;
  };
  const [up, side] = [0.6 * ball + HALF.height + 3, 0.6 * ball + half + 4];
  let best: Point2 = center;
  let least = Number.POSITIVE_INFINITY;
  for (const [right, down] of beside) {
    const place = { x: center.x + right * side, y: center.y + down * up };
    const cost = covered(place.x, place.y);
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** Above, below, at the sides, then at the corners. */
const beside = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
  [-0.8, -0.8],
  [0.8, -0.8],
  [-0.8, 0.8],
  [0.8, 0.8],
] as const;
