import { useSelection } from "../state/selection";
import { useView } from "../state/view";
import type { Point2 } from "./camera";
import type { Gesture, Modifiers } from "./controls";
import type { Picked, ViewEvents } from "./events";
import { cancelIdle, whenIdle } from "./idle";
import { Picker } from "./pick";
import type { Hit } from "./probe";
import type { Stage } from "./stage";
import { type Drawn, nothingDrawn } from "./structure";
import { length, sub, type Vec3 } from "./vec";

/** How far beside a thing a click still counts, CSS pixels. */
const SLACK = { fine: 3, coarse: 12, bond: 8 };

export interface PointingOptions {
  canvas: HTMLCanvasElement;
  stage: Stage;
  events: ViewEvents;
  /** The picture is of other atoms than the document's: nothing of it can be picked. */
  foreign(): boolean;
  /** Where an atom is drawn, Å. */
  place(atom: number): Vec3;
}

/** What lies under the pointer: for clicks, for the tooltip and the highlight, and for the pointer's own look. */
export class Pointing {
  #options: PointingOptions;
  #drawn: Drawn = nothingDrawn;
  #picker = new Picker(nothingDrawn);
  #idle = 0;
  /** Where the pointer is; looked at once per frame. */
  #pointer: Point2 | null = null;
  #hovering = 0;

  constructor(options: PointingOptions) {
    this.#options = options;
  }

  dispose(): void {
    cancelAnimationFrame(this.#hovering);
    cancelIdle(this.#idle);
    useView.getState().setHover(null);
  }

  /** Another structure is drawn. */
  show(drawn: Drawn): void {
    this.#drawn = drawn;
    this.#picker = new Picker(drawn);
    this.#hover(null);
    cancelIdle(this.#idle);
    if (!this.#picker.ready) this.#idle = whenIdle(() => this.#picker.prepare());
  }

  /** What lies at a pixel; `coarse`: a finger. */
  pick(at: Point2, coarse: boolean): Picked | null {
    if (this.#options.foreign()) return null;
    const { camera } = this.#options.stage;
    return this.#picked(
      this.#picker.pick(camera.ray(at), {
        slack: camera.slack(coarse ? SLACK.coarse : SLACK.fine),
        bondSlack: camera.slack(SLACK.bond),
      }),
    );
  }

  #picked(hit: Hit | null): Picked | null {
    if (hit?.kind !== "bond") return hit && { kind: "atom", atom: hit.atom };
    const { bonds } = this.#drawn;
    return {
      kind: "bond",
      bond: hit.bond,
      atoms: [bonds[2 * hit.bond] as number, bonds[2 * hit.bond + 1] as number],
    };
  }

  /** The pointer moved: look under it with the next frame. */
  point(at: Point2 | null): void {
    const { events, foreign } = this.#options;
    this.#pointer = at;
    if (!at) {
      this.#hover(null);
      events.onPoint?.(null, null);
      return;
    }
    if (this.#hovering) return;
    this.#hovering = requestAnimationFrame(() => {
      this.#hovering = 0;
      // A large structure whose grid is not built yet is not searched for a hover.
      if (!this.#pointer || !this.#picker.ready || foreign()) return;
      const picked = this.pick(this.#pointer, false);
      this.#hover(picked);
      events.onPoint?.(picked, this.#pointer);
    });
  }

  #hover(picked: Picked | null): void {
    const { hover, setHover } = useView.getState();
    const at = this.#pointer;
    if (!picked || !at) {
      if (hover) setHover(null);
    } else if (picked.kind === "atom") setHover({ kind: "atom", atom: picked.atom, ...at });
    else {
      const [i, j] = picked.atoms;
      const { place } = this.#options;
      const order = this.#drawn.bondOrders[picked.bond] ?? 1;
      const span = length(sub(place(j), place(i)));
      setHover({ kind: "bond", bond: picked.bond, atoms: picked.atoms, order, length: span, ...at });
    }
    this.pointTo(picked);
    useSelection.getState().hover(picked?.kind === "atom" ? picked.atom : null);
    if (picked?.kind === "bond" || hover?.kind === "bond") this.highlight();
  }

  /** A drag that a tool takes over; the pointer shows that it holds something. */
  grab(at: Point2, modifiers: Modifiers, coarse: boolean): Gesture | null {
    const { events, foreign } = this.#options;
    if (foreign()) return null;
    const picked = this.pick(at, coarse);
    const gesture = events.onGrab?.(picked, at, modifiers) ?? null;
    if (!gesture) return null;
    this.pointTo(picked, true);
    return {
      move: (to, held) => gesture.move(to, held),
      end: (to, held) => {
        this.pointTo(null);
        gesture.end(to, held);
      },
      cancel: () => {
        this.pointTo(null);
        gesture.cancel();
      },
    };
  }

  /** The look of the pointer over what it is on. */
  pointTo(picked: Picked | null, dragging = false): void {
    const { canvas, events } = this.#options;
    canvas.style.cursor = events.cursor?.(picked, dragging) ?? (picked ? "pointer" : "");
  }

  /** Marks what the pointer is on, in the picture. */
  highlight(): void {
    const { stage } = this.#options;
    const { hover } = useView.getState();
    stage.molecule.setHovered(useSelection.getState().hovered, hover?.kind === "bond" ? hover.atoms : null);
    // The tooltip says it too; a picture that comes late would only be in the way.
    if (!stage.lagging) stage.invalidate();
  }
}
