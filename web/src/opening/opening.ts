import { create } from "zustand";
import type { ElementLabel } from "../core/protocol";

/** What a person is asked about a file while it is opened. */
export interface ElementsQuestion {
  file: string;
  labels: readonly ElementLabel[];
  /** Elements by label; null: the file is not opened. */
  answer(elements: Record<string, number> | null): void;
}

export interface OpeningStore {
  question: ElementsQuestion | null;
  /** Asks which elements the labels of a file stand for. */
  ask(file: string, labels: readonly ElementLabel[]): Promise<Record<string, number> | null>;
}

export const useOpening = create<OpeningStore>()((set) => ({
  question: null,
  ask: (file, labels) =>
    new Promise((resolve) => {
      set({
        question: {
          file,
          labels,
          answer(elements) {
            set({ question: null });
            resolve(elements);
          },
        },
      });
    }),
}));
