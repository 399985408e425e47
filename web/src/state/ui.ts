import { create } from "zustand";

export type RailTool = "select" | "delete";
export type Theme = "light" | "dark" | "auto";

/** What the Details panel shows. */
export type Panel = { kind: "none" } | { kind: "tool"; toolId: string };

/** A question that waits for the person; one at a time. */
export interface Question {
  title: string;
  body: string;
  confirm: string;
  cancel: string;
  danger?: boolean;
  answer(yes: boolean): void;
}

export interface UiStore {
  tool: RailTool;
  theme: Theme;
  panel: Panel;
  dialog: "none" | "server" | "shortcuts" | "about" | "licenses" | "save";
  question: Question | null;
  /** "wasm" once both workers answer; "none" when the core cannot run here. */
  core: "starting" | "wasm" | "none";
  coreVersion: string;
  set(part: Partial<Omit<UiStore, "set" | "ask">>): void;
  ask(question: Omit<Question, "answer">): Promise<boolean>;
}

export const useUi = create<UiStore>()((set) => ({
  tool: "select",
  theme: "auto",
  panel: { kind: "none" },
  dialog: "none",
  question: null,
  core: "starting",
  coreVersion: "",
  set: (part) => set(part),
  ask: (question) =>
    new Promise((resolve) => {
      set({
        question: {
          ...question,
          answer(yes) {
            set({ question: null });
            resolve(yes);
          },
        },
      });
    }),
}));
