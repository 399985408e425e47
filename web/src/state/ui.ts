import { create } from "zustand";
import type { Style } from "../view/styles";

export type RailTool = "select" | "move" | "rotate" | "add" | "bond" | "element" | "delete" | "place" | "measure";
export type DetailsTab = "document" | "properties" | "library";
export type Theme = "light" | "dark" | "auto";
/** What is written at the atoms. */
export type AtomLabels = "none" | "element" | "index" | "name";
export type Projection = "perspective" | "orthographic";

/** Forms about the structure that are no tools. */
export type StructureFormName = "setCell" | "center" | "ions" | "newCell" | "bonds" | CrystalFormName;

/** Those about crystals. */
export type CrystalFormName =
  | "bulk"
  | "supercell"
  | "slab"
  | "symmetry"
  | "stack"
  | "defects"
  | "transform"
  | "overlaps";

/** What the Details panel shows. */
export type Panel =
  | { kind: "none" }
  | { kind: "tool"; toolId: string }
  | { kind: "structure"; form: StructureFormName };

export type Reply = "cancel" | "confirm" | "other";

/** A question that waits for the person; one at a time. */
export interface Question {
  title: string;
  body: string;
  confirm: string;
  cancel: string;
  danger?: boolean;
  /** A third way, beside `cancel` and `confirm`. */
  other?: string;
  answer(reply: Reply): void;
}

/** A molecule as a person gives it. */
export interface MoleculeStart {
  /** A name, a SMILES or a mol block. */
  text: string;
  /** What it is to be called; "" for what the text says. */
  name: string;
  /** What was drawn; null when it was typed. */
  sketch: string | null;
  /** Takes the molecule: the field of a form that asked for it. null: the page itself asks. */
  use: ((molecule: { name: string; molblock?: string; smiles?: string }) => void) | null;
}

export const emptyMolecule: MoleculeStart = { text: "", name: "", sketch: null, use: null };

export interface UiStore {
  tool: RailTool;
  theme: Theme;
  drawStyle: Style;
  atomLabels: AtomLabels;
  projection: Projection;
  panel: Panel;
  dialog: "none" | "server" | "shortcuts" | "guide" | "about" | "licenses" | "save" | "picture" | "molecule";
  question: Question | null;
  /** "wasm" once both workers answer; "none" when the core cannot run here. */
  core: "starting" | "wasm" | "none";
  coreVersion: string;
  /** Why the core cannot run; one line. */
  coreProblem: string;
  /** What the page is doing that blocks a second action, e.g. "Opening water.gro"; "" when idle. */
  busy: string;
  /** Whether the 3D view can draw: `missing` without WebGL 2, `lost` until the context comes back. */
  drawing: "ok" | "missing" | "lost";
  /** The Details panel: open beside the view, or as a sheet on a narrow window. */
  detailsOpen: boolean;
  /** Width in CSS pixels. */
  detailsWidth: number;
  historyOpen: boolean;
  /** What Details shows while no tool's form is open. */
  detailsTab: DetailsTab;
  /** What the molecule dialog starts with, and what it was left with. */
  molecule: MoleculeStart;
  /** What was typed since the molecule dialog was asked for, before its field had the focus. */
  typed: string;
  /** Single-letter shortcuts work. */
  letterShortcuts: boolean;
  set(part: Partial<Omit<UiStore, "set" | "ask" | "choose" | "openMolecule">>): void;
  /** Opens the molecule dialog: with what it was left with, unless it is given something. */
  openMolecule(start?: Partial<MoleculeStart>): void;
  /** Resolves false at once when another question is open. */
  ask(question: Omit<Question, "answer" | "other">): Promise<boolean>;
  /** The same with a third way; "cancel" at once when another question is open. */
  choose(question: Omit<Question, "answer">): Promise<Reply>;
}

export const useUi = create<UiStore>()((set, get) => ({
  tool: "select",
  theme: "auto",
  drawStyle: "ballStick",
  atomLabels: "none",
  projection: "perspective",
  panel: { kind: "none" },
  dialog: "none",
  question: null,
  core: "starting",
  coreVersion: "",
  coreProblem: "",
  busy: "",
  drawing: "ok",
  detailsOpen: true,
  detailsWidth: 324,
  historyOpen: true,
  detailsTab: "document",
  molecule: emptyMolecule,
  typed: "",
  letterShortcuts: true,
  set: (part) => set(part),
  openMolecule(start) {
    const { molecule } = get();
    set({
      dialog: "molecule",
      typed: "",
      molecule: start ? { ...emptyMolecule, ...start } : { ...molecule, use: null },
    });
  },
  ask: async (question) => (await get().choose(question)) === "confirm",
  choose: (question) =>
    new Promise((resolve) => {
      if (get().question) {
        resolve("cancel");
        return;
      }
      set({
        question: {
          ...question,
          answer(reply) {
            set({ question: null });
            resolve(reply);
          },
        },
      });
    }),
}));
