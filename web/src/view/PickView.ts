import { Camera, type Point2 } from "./camera";
import { pointsToFit } from "./content";
import { Controls } from "./controls";
import { LARGEST_BALL } from "./elements";
import { type Label, Labels, MOST_LABELS } from "./labels";
import { Picker } from "./pick";
import { bestSide } from "./side";
import { Stage } from "./stage";
import { atomCount, type Drawn, nothingDrawn } from "./structure";
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
  /** The number of each atom is written on it (up to 200 atoms). */
  numbers?: boolean;
  /** Name of the picture for screen readers. */
  label?: string;
}

const SLACK = { fine: 4, coarse: 14 };

/** A small 3D picture of one molecule, in which an atom can be chosen. Draws as View does. */
export class PickView {
  #canvas: HTMLCanvasElement;
  #options: PickViewOptions;
  #stage: Stage;
  #controls: Controls;
  #labels: Labels | null;
  #drawn: Drawn = nothingDrawn;
  #picker = new Picker(nothingDrawn);
  #hovered: number | null = null;

  constructor(canvas: HTMLCanvasElement, container: HTMLElement, options: PickViewOptions = {}) {
    this.#canvas = canvas;
    this.#options = options;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", options.label ?? "3D picture of the molecule");
    this.#labels = options.numbers ? new Labels(container) : null;
    this.#stage = new Stage(canvas, container, { onMoved: () => this.#label() });
    this.#stage.camera.insets = { top: 8, right: 8, bottom: 8, left: 8 };
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

  /** Shows a molecule whole, from its best side; nothing is chosen or pale. */
  setMolecule({ positions, elements, bonds, bondOrders = new Uint8Array(0) }: PickMolecule): void {
    this.#drawn = { positions, elements, bonds, bondOrders, cell: null };
    this.#picker = new Picker(this.#drawn);
    this.#hover(null);
    this.setChosen(null);
    this.setPale([]);
    this.#stage.show(this.#drawn, 0, true);
    const { camera } = this.#stage;
    const side = bestSide(positions, elements, Camera.startRotation);
    camera.state = camera.fitted(pointsToFit(this.#drawn), LARGEST_BALL, side);
    this.#stage.moved();
  }

  /** Marks the chosen atom. */
  setChosen(atom: number | null): void {
    this.#stage.molecule.setSelected(atom === null ? [] : [atom]);
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
    this.#labels?.dispose();
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

  #label(): void {
    const stage = this.#stage as Stage | undefined;
    if (!stage || !this.#labels) return;
    const { positions } = this.#drawn;
    const labels: Label[] = [];
    for (let i = 0; i < Math.min(atomCount(this.#drawn), MOST_LABELS); i++) {
      const place: Vec3 = [positions[3 * i] as number, positions[3 * i + 1] as number, positions[3 * i + 2] as number];
      const at = stage.camera.project(place);
      if (!at) continue;
      // Not through what covers the atom.
      const front = this.#picker.pick(stage.camera.ray(at));
      if (front?.kind === "atom" && front.atom === i) labels.push({ text: String(i), at, color: "var(--text)" });
    }
    this.#labels.show(labels);
  }
}
