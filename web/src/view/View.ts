import { useDocument } from "../state/document";
import { useMeasure } from "../state/measure";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import {
  type CellPreview,
  type Ghost,
  view as mountedView,
  type PictureSize,
  provideView,
  useView,
  type ViewHandle,
} from "../state/view";
import { Camera, type CameraState, type Direction, type Insets, type Point2 } from "./camera";
import { pointsToFit } from "./content";
import { Controls } from "./controls";
import type { Picked, ViewEvents } from "./events";
import { type Label, Labels } from "./labels";
import { type Moved, Moving } from "./moving";
import { over } from "./over";
import { Overlay, type Stroke } from "./overlay";
import { cellOf } from "./periodic";
import { compose } from "./picture";
import { Pointing } from "./pointing";
import { type Drawing, Stage } from "./stage";
import { atomCount, type ChangedRows, type Drawn, everyRow, joined, nothingDrawn } from "./structure";
import { lookFor } from "./styles";
import { add, scale, type Vec3 } from "./vec";
import { atomsWithin } from "./within";

export type { Picked, ViewEvents } from "./events";

/** What a preview hides: where the camera was. */
interface Hidden {
  camera: CameraState;
  whole: boolean;
  /** Another document was opened meanwhile, so the camera has nowhere to go back to. */
  opened: boolean;
}

export interface ViewOptions {
  /** Canvas pixels per CSS pixel instead of the screen's; see StageOptions. */
  pixelRatio?: number;
  /** Camera moves are shown on the way. Default true. */
  animate?: boolean;
  /** Id of the element whose text describes the picture. */
  describedBy?: string;
}

/** What lies over the edges of the view, CSS pixels: the line of facts and the buttons above, a notice below. */
const insets: Insets = { top: 44, right: 20, bottom: 52, left: 20 };

/** In a larger structure it would take too long to draw atoms that may come with every move of the pointer. */
const GHOST_ATOMS = 20_000;

/**
 * The document in 3D. It follows the document, the selection and the theme by
 * itself, draws on demand, and never changes the document.
 */
export class View implements ViewHandle {
  #canvas: HTMLCanvasElement;
  #stage: Stage;
  #controls: Controls;
  #pointing: Pointing;
  #labels: Labels;
  #overlay: Overlay;
  /** What lies over the picture. */
  #over: { labels: readonly Label[]; strokes: readonly Stroke[] } = { labels: [], strokes: [] };
  #events: ViewEvents;
  #drawn: Drawn = nothingDrawn;
  #moving: Moving;
  /** Atoms are drawn that may come. */
  #ghost = false;
  #firstFrame = false;
  /** The camera was fitted and only turned since. */
  #whole = true;
  /** While a preview is drawn. */
  #hidden: Hidden | null = null;
  #unsubscribe: (() => void)[] = [];

  constructor(canvas: HTMLCanvasElement, container: HTMLElement, events: ViewEvents, options: ViewOptions = {}) {
    this.#canvas = canvas;
    this.#events = events;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "3D view of the structure");
    if (options.describedBy) canvas.setAttribute("aria-describedby", options.describedBy);
    this.#overlay = new Overlay(container);
    this.#labels = new Labels(container);
    this.#stage = new Stage(canvas, container, {
      ...(options.pixelRatio !== undefined ? { pixelRatio: options.pixelRatio } : {}),
      animate: options.animate ?? true,
      onMoved: () => this.#label(),
      onFrame: () => this.#mark(),
      onDrawing: (drawing: Drawing) => useUi.getState().set({ drawing }),
    });
    this.#moving = new Moving(this.#stage);
    this.#pointing = new Pointing({
      canvas,
      stage: this.#stage,
      events,
      foreign: () => this.#foreign,
      place: (atom) => this.place(atom),
    });
    this.#stage.camera.insets = insets;
    useUi.getState().set({ drawing: this.#stage.drawing });
    this.#controls = new Controls(canvas, {
      onOrbit: (dx, dy) => this.#turn((camera) => camera.orbit(dx, dy), this.#whole),
      onPan: (dx, dy) => this.#turn((camera) => camera.pan(dx, dy), false),
      onZoom: (factor, at) => this.#turn((camera) => camera.zoom(factor, at), false),
      onHover: (at) => this.#pointing.point(at),
      onGrab: (at, modifiers, coarse) => this.#pointing.grab(at, modifiers, coarse),
      onMenu: (at, coarse) => {
        const { left, top } = this.#canvas.getBoundingClientRect();
        if (!this.#foreign) this.#events.onMenu?.(this.#pointing.pick(at, coarse), { x: left + at.x, y: top + at.y });
      },
      onClick: (at, modifiers, coarse) => {
        if (!this.#foreign) this.#events.onPick(this.#pointing.pick(at, coarse), modifiers, at);
      },
      onArrow: (right, up, shift) => !this.#foreign && (this.#events.onArrow?.(right, up, shift) ?? false),
      onArrowEnd: () => this.#events.onArrowEnd?.(),
      onDoubleClick: (at, modifiers, coarse) => {
        const picked = this.#pointing.pick(at, coarse);
        if (picked) this.#events.onDoublePick(picked, modifiers);
      },
    });
    this.#unsubscribe.push(
      useDocument.subscribe((now, before) => {
        if (now.arrays !== before.arrays || now.state?.cell !== before.state?.cell || now.opened !== before.opened)
          this.#takeDocument(now.opened !== before.opened || !before.state);
      }),
      useSelection.subscribe((now, before) => {
        if (now.atoms !== before.atoms) {
          this.#stage.molecule.setSelected(now.atoms);
          if (useUi.getState().atomLabels !== "none") this.#label();
          this.#stage.invalidate();
        }
        if (now.hovered !== before.hovered) this.#pointing.highlight();
      }),
      useView.subscribe((now, before) => {
        if (now.preview !== before.preview) this.#takePreview(now.preview);
        if (now.lines !== before.lines || now.names !== before.names) this.#label();
      }),
      useRail.subscribe((now, before) => {
        if (now.pending !== before.pending || now.measuring !== before.measuring) this.#takePicked();
        if (now.minimumImage !== before.minimumImage) this.#label();
      }),
      useMeasure.subscribe(() => this.#label()),
      useUi.subscribe((now, before) => {
        if (now.drawStyle !== before.drawStyle) {
          this.#show(this.#moving.stop(this.#drawn), everyRow, false);
          // Larger balls need more room.
          if (this.#whole) this.#fit(this.#stage.camera.state.rotation, true);
        }
        if (now.tool !== before.tool) this.#pointing.pointTo(null);
        if (now.projection !== before.projection) this.#takeProjection();
        if (now.atomLabels !== before.atomLabels) this.#label();
      }),
    );
    this.#takeProjection();
    this.#takeDocument(true);
    this.#takePreview(useView.getState().preview);
    this.#stage.molecule.setSelected(useSelection.getState().atoms);
    this.#takePicked();
    provideView(this);
  }

  dispose(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#pointing.dispose();
    this.#controls.dispose();
    this.#labels.dispose();
    this.#overlay.dispose();
    this.#stage.dispose();
    if (mountedView() === this) provideView(null);
  }

  focus(): void {
    this.#canvas.focus({ preventScroll: true });
  }

  /** Shows everything, from the side a fresh document is seen from. */
  resetCamera(): void {
    this.#fit(Camera.startRotation, true);
  }

  /** Moves back until everything is in the picture, from the side it is seen from. */
  showAll(): void {
    this.#fit(this.#stage.camera.state.rotation, true);
  }

  /** Whether the atoms from this one on are in the picture. */
  shows(from: number): boolean {
    const { camera } = this.#stage;
    const { width, height } = camera.size;
    const { top, right, bottom, left } = camera.insets;
    for (let atom = from; atom < atomCount(this.#drawn); atom++) {
      const at = camera.project(this.place(atom));
      if (!at || at.x <= left || at.x >= width - right || at.y <= top || at.y >= height - bottom) return false;
    }
    return true;
  }

  /** Turns about the middle of these atoms from now on, and shows it in the middle. */
  center(atoms: readonly number[]): void {
    if (atoms.length === 0) return;
    const sum = atoms.reduce((total, atom) => add(total, this.place(atom)), [0, 0, 0] as Vec3);
    this.#whole = false;
    this.#stage.moveTo({ ...this.#stage.camera.state, target: scale(sum, 1 / atoms.length) });
  }

  /**
   * Turns so that an axis points at the viewer, or away from them. Where the person
   * has moved or zoomed to stays; a whole view stays whole.
   */
  lookAlong(axis: Direction): void {
    const rotation = Camera.rotationAlong(axis, this.#drawn.cell?.vectors ?? null);
    if (!rotation) return;
    if (this.#whole) this.#fit(rotation, true);
    else this.#stage.moveTo({ ...this.#stage.camera.state, rotation });
  }

  /** Where an atom is drawn, CSS pixels of the browser window; null when it is behind the eye. */
  project(atom: number): Point2 | null {
    if (!(atom >= 0 && atom < atomCount(this.#drawn))) return null;
    const at = this.#stage.camera.project(this.place(atom));
    if (!at) return null;
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: left + at.x, y: top + at.y };
  }

  /** Atoms whose center is drawn inside a polygon, or a box given by two corners; CSS pixels of the canvas. */
  atomsWithin(outline: readonly Point2[]): number[] {
    return this.#foreign ? [] : atomsWithin(this.#stage.camera, this.#drawn.positions, outline);
  }

  /** Where an atom is drawn, Å. */
  place(atom: number): Vec3 {
    const glides = this.#moving.placeOf(atom);
    if (glides) return glides;
    const { positions } = this.#drawn;
    return [positions[3 * atom] as number, positions[3 * atom + 1] as number, positions[3 * atom + 2] as number];
  }

  pointAt(at: Point2, through?: Vec3): Vec3 {
    return this.#stage.camera.pointAt(at, through);
  }

  pixelOf(place: Vec3): Point2 | null {
    return this.#stage.camera.project(place);
  }

  pickAt(at: Point2): Picked | null {
    return this.#pointing.pick(at, false);
  }

  size(): number {
    const { width, height } = this.#stage.camera.size;
    return Math.min(width, height);
  }

  drawMoved(moved: Moved | null): void {
    this.#drawn = moved ? this.#moving.draw(this.#drawn, moved) : this.#moving.stop(this.#drawn);
    // A drag begins or ends: labels of atoms that glide would stay behind.
    this.#label();
  }

  drawGhost(ghost: Ghost | null): void {
    const n = atomCount(this.#drawn);
    if (ghost && (this.#foreign || this.#moving.active || n > GHOST_ATOMS)) return;
    if (!ghost && !this.#ghost) return;
    this.#ghost = ghost !== null;
    const { molecule } = this.#stage;
    molecule.setDimmed([]);
    this.#stage.show(ghost ? joined(this.#drawn, ghost) : this.#drawn, [n, n, n], false);
    if (ghost) molecule.setDimmed(Array.from(ghost.elements, (_, k) => n + k));
  }

  pictureSize(scale: PictureSize): { width: number; height: number } {
    const { width, height } = this.#stage.camera.size;
    return { width: Math.round(width * scale), height: Math.round(height * scale) };
  }

  async picture(options: { scale: PictureSize; transparent: boolean; labels: boolean }): Promise<Blob | null> {
    const css = getComputedStyle(this.#canvas);
    const over = options.labels ? this.#over : { labels: [], strokes: [] };
    const picture = this.#stage.capture(options.scale, (drawing) =>
      compose(drawing, {
        ...over,
        size: this.#stage.camera.size,
        scale: options.scale,
        transparent: options.transparent,
        css: (name) => css.getPropertyValue(name).trim(),
      }),
    );
    return picture && new Promise((resolve) => picture.toBlob(resolve, "image/png"));
  }

  camera(): CameraState & { position: Vec3 } {
    const { camera } = this.#stage;
    return { ...camera.state, position: camera.position };
  }

  lastFrameMs(): number {
    return this.#stage.lastFrameMs;
  }

  /** Texture rows sent to the GPU before the last frame: the work an edit made. */
  rowsSent(): number {
    return this.#stage.molecule.rowsSent;
  }

  /** Resolves when the picture shows the present state, perhaps roughly. */
  shown(): Promise<boolean> {
    return this.#stage.drawn();
  }

  settled(): Promise<boolean> {
    return this.#stage.settled();
  }

  #takeDocument(opened: boolean): void {
    const { state, arrays, changed } = useDocument.getState();
    const fresh = opened || !state;
    if (this.#hidden) {
      this.#hidden.opened ||= fresh;
      this.#takePreview(useView.getState().preview);
      return;
    }
    this.#show({ ...arrays, cell: cellOf(state?.cell ?? null) }, fresh ? everyRow : changed, fresh);
    this.#firstFrame = fresh && state !== null;
    if (fresh) this.#fit(Camera.startRotation, false);
  }

  #show(shown: Drawn, changed: ChangedRows, fresh: boolean): void {
    const drawn = { ...shown, style: useUi.getState().drawStyle };
    this.#drawn = drawn;
    const moved = this.#moving.forget();
    if (this.#ghost) this.#stage.molecule.setDimmed([]);
    this.#ghost = false;
    this.#pointing.show(drawn);
    this.#stage.show(drawn, changed, fresh, moved);
  }

  /**
   * A preview re-fits and keeps the angle, or all of the camera when the cell is the
   * document's; at its end everything is where it was, unless it was applied or another
   * document was opened.
   */
  #takePreview(preview: CellPreview | null): void {
    if (!preview) {
      const hidden = this.#hidden;
      if (!hidden) return;
      this.#hidden = null;
      // What was applied is seen as it was shown.
      const { camera, whole } = useView.getState().applied
        ? { camera: this.#stage.camera.state, whole: this.#whole }
        : hidden;
      this.#takeDocument(true);
      this.#stage.molecule.setSelected(useSelection.getState().atoms);
      if (hidden.opened) return;
      this.#whole = whole;
      this.#stage.camera.state = camera;
      this.#stage.moved();
      return;
    }
    const { camera } = this.#stage;
    this.#hidden ??= { camera: camera.state, whole: this.#whole, opened: false };
    const { arrays } = useDocument.getState();
    const kept = preview.changed && String(preview.cell) === String(useDocument.getState().state?.cell ?? null);
    this.#show(
      { ...(preview.changed?.arrays ?? (preview.atoms ? arrays : nothingDrawn)), cell: cellOf(preview.cell) },
      everyRow,
      true,
    );
    if (!kept) this.#fit(camera.state.rotation, false);
  }

  /** The picture is of other atoms than the document's: nothing of it can be picked. */
  get #foreign(): boolean {
    return useView.getState().preview?.changed !== undefined;
  }

  #fit(rotation: CameraState["rotation"], eased: boolean): void {
    this.#whole = true;
    const { camera } = this.#stage;
    const state = camera.fitted(pointsToFit(this.#drawn), lookFor(this.#drawn.style).largest, rotation);
    if (eased) this.#stage.moveTo(state);
    else {
      this.#stage.stop();
      camera.state = state;
      this.#stage.moved();
    }
  }

  #turn(change: (camera: Camera) => void, whole: boolean): void {
    this.#whole = whole;
    this.#stage.stop();
    change(this.#stage.camera);
    this.#stage.moved();
  }

  /** What lies over the picture follows it. */
  #label(): void {
    // The stage tells of its first size before it is complete.
    const stage = this.#stage as Stage | undefined;
    if (!stage) return;
    const { labels, strokes } = over(stage.camera, this.#drawn, stage.radius, this.#hidden !== null);
    // Atoms that glide leave their labels behind.
    const shown = this.#moving?.gliding ? labels.filter(({ className }) => className !== "atom-label") : labels;
    this.#over = { labels: shown, strokes };
    this.#labels.show(shown);
    this.#overlay.show(strokes);
  }

  #takeProjection(): void {
    this.#stage.camera.parallel = useUi.getState().projection === "orthographic";
    this.#stage.moved();
  }

  /** What the tools have picked. */
  #takePicked(): void {
    const { pending, measuring } = useRail.getState();
    this.#stage.molecule.setPicked(pending === null ? measuring : [pending, ...measuring]);
    this.#stage.invalidate();
  }

  #mark(): void {
    if (!this.#firstFrame) return;
    this.#firstFrame = false;
    performance.mark("molsmith:first-frame");
  }
}
