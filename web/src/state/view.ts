import { create } from "zustand";
import type { DocumentState } from "../core/protocol";
import type { CameraState, Direction, Point2 } from "../view/camera";
import type { Moved } from "../view/moving";
import type { Picked } from "../view/View";
import type { Vec3 } from "../view/vec";
import type { DocumentArrays } from "./document";

/** What lies under the pointer, for the tooltip. `x` and `y` are CSS pixels from the view's top left corner. */
export type Hover =
  | { kind: "atom"; atom: number; x: number; y: number }
  | { kind: "bond"; bond: number; atoms: [number, number]; order: number; length: number; x: number; y: number };

/** What a form or dialog would make, drawn while it is filled; the document is as it was. */
export interface CellPreview {
  /** Row-major, Å; null: no cell. */
  cell: number[] | null;
  /** With the document's atoms, or alone. */
  atoms: boolean;
  /** The document as it would be: what is drawn in place of its atoms, and its facts. */
  changed?: { arrays: DocumentArrays; state: DocumentState };
}

/** A line that a tool draws over the picture: through atoms and places, and on to the pointer. */
export interface ToolLine {
  through: readonly (number | Vec3)[];
  /** CSS pixels of the canvas. */
  to?: Point2;
  look: "band" | "axis";
  /** Beside its end. */
  text?: string;
}

export interface ViewStore {
  hover: Hover | null;
  lines: readonly ToolLine[];
  /** Names of the document's atoms, for labels; null where nobody asked for them. */
  names: ((atom: number) => string) | null;
  preview: CellPreview | null;
  /** The last preview became the document: the camera stays where it is. */
  applied: boolean;
  setHover(hover: Hover | null): void;
  setLines(lines: readonly ToolLine[]): void;
  setPreview(preview: CellPreview | null, applied?: boolean): void;
}

/** What the 3D view tells the page. It changes with the pointer: subscribe to as little of it as you need. */
export const useView = create<ViewStore>()((set, get) => ({
  hover: null,
  lines: [],
  names: null,
  preview: null,
  applied: false,
  setHover: (hover) => set({ hover }),
  setLines: (lines) => (lines.length > 0 || get().lines.length > 0) && set({ lines }),
  setPreview: (preview, applied = false) => set({ preview, applied }),
}));

/** `x` points at the viewer, `-x` away; a, b and c are the cell's. */
export type ViewAxis = Direction;

/** Atoms that may come: as the document's arrays, with bonds among themselves. */
export type Ghost = Pick<DocumentArrays, "positions" | "elements" | "bonds" | "bondOrders">;

/** How many pixels of a saved picture a CSS pixel of the view has. */
export const pictureSizes = [1, 2, 4] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** What the page may ask of the 3D view. */
export interface ViewHandle {
  resetCamera(): void;
  /** Takes the keys: arrows turn the picture, or move what a tool holds. */
  focus(): void;
  /** Moves back until everything is in the picture, from the side it is seen from. */
  showAll(): void;
  /** Whether the atoms from this one on are in the picture. */
  shows(from: number): boolean;
  /** Turns about the middle of these atoms from now on, and shows it in the middle. */
  center(atoms: readonly number[]): void;
  lookAlong(axis: ViewAxis): void;
  /** Where an atom is drawn, CSS pixels of the browser window; null when it is behind the eye. */
  project(atom: number): Point2 | null;
  /** Atoms whose center is drawn inside a polygon, or a box given by two corners; CSS pixels of the canvas. */
  atomsWithin(outline: readonly Point2[]): number[];
  /** Where an atom is drawn, Å: elsewhere than in the document while it is dragged. */
  place(atom: number): Vec3;
  /** What lies under a pixel of the canvas, Å: as far away as a point, else as what the camera turns about. */
  pointAt(at: Point2, through?: Vec3): Vec3;
  /** Where a place is drawn, CSS pixels of the canvas; null behind the eye. */
  pixelOf(place: Vec3): Point2 | null;
  /** What is drawn under a pixel of the canvas. */
  pickAt(at: Point2): Picked | null;
  /** CSS pixels of the shorter side of the canvas. */
  size(): number;
  /** Draws atoms moved until the document changes, the same ones with every move of a drag; null: not moved. */
  drawMoved(moved: Moved | null): void;
  /** Draws atoms that are no part of the document, pale, until it changes; nothing in a large one. */
  drawGhost(ghost: Ghost | null): void;
  /** Pixels of a saved picture. */
  pictureSize(scale: PictureSize): { width: number; height: number };
  /** The view as a PNG; null where nothing can be drawn. */
  picture(options: { scale: PictureSize; transparent: boolean; labels: boolean }): Promise<Blob | null>;
  camera(): CameraState & { position: Vec3 };
  /** How long the last frame took until the GPU had finished it, ms. */
  lastFrameMs(): number;
  /** Resolves when the picture shows the present state at its best. */
  settled(): Promise<boolean>;
}

let current: ViewHandle | null = null;

/** The 3D view on the page; null before it is mounted. */
export function view(): ViewHandle | null {
  return current;
}

/** Called by the view itself, and with null when it ends. */
export function provideView(mounted: ViewHandle | null): void {
  current = mounted;
}
