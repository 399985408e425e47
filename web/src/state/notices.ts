import { create } from "zustand";
import { useDocument } from "./document";

export interface Notice {
  id: number;
  level: "info" | "warning" | "error";
  /** Bold first part: what happened. */
  title: string;
  /** The proof in words, or what to do. */
  text?: string;
  /** Shown as separate lines in amber. */
  warnings?: string[];
  /** One thing to do about it. */
  action?: { label: string; run(): void };
  /** It does not speak of the document: later steps and Undo leave it. */
  lasting?: boolean;
  /** The document's last step when it was given. */
  step: StepMark;
  /** Date.now() when it was given. */
  time: number;
}

/** Where a document's history stands. */
export interface StepMark {
  /** Which of the documents opened. */
  document: number;
  /** Id of its last step; "" for the source or no document. */
  step: string;
}

export type NewNotice = Omit<Notice, "id" | "step" | "time">;

export interface NoticeStore {
  /** Newest last; the newest one is shown until dismissed, or until the document moves on. */
  list: Notice[];
  current: Notice | null;
  /** Read out by screen readers and not shown. */
  announcement: string;
  notify(notice: NewNotice): void;
  dismiss(): void;
  /** What the notice in the view offers has been done: it offers it no longer. */
  withdraw(action: Notice["action"]): void;
  announce(text: string): void;
}

const KEPT = 20;
let next = 1;

export const useNotices = create<NoticeStore>()((set, get) => ({
  list: [],
  current: null,
  announcement: "",
  notify(notice) {
    const current = { ...notice, id: next++, step: stepMark(), time: Date.now() };
    set({ current, list: [...get().list, current].slice(-KEPT) });
  },
  dismiss: () => set({ current: null }),
  withdraw(action) {
    const { current, list } = get();
    if (!current?.action || current.action !== action) return;
    const { action: _, ...rest } = current;
    set({ current: rest, list: list.map((notice) => (notice === current ? rest : notice)) });
  },
  announce: (announcement) => set({ announcement }),
}));

export function stepMark(): StepMark {
  const { state, opened } = useDocument.getState();
  return { document: opened, step: state?.steps.at(-1)?.id ?? "" };
}

const same = (a: StepMark, b: StepMark) => a.document === b.document && a.step === b.step;

/** Whether the step that a notice speaks of has been undone. */
export function isUndone({ step }: Notice): boolean {
  const { state, opened } = useDocument.getState();
  if (!state || step.document !== opened || step.step === "") return false;
  return !state.steps.some(({ id }) => id === step.step);
}

// A notice is about what was done last: another step, Undo, Redo or another document
// takes it out of the view. The list keeps it.
let shownStep = stepMark();
useDocument.subscribe((now, before) => {
  if (now.state === before.state) return;
  const { current, announcement, dismiss, announce } = useNotices.getState();
  const mark = stepMark();
  // What was read out spoke of the step before, too: it is not there to be read again.
  if (!same(shownStep, mark) && announcement) announce("");
  shownStep = mark;
  if (current && !current.lasting && !same(current.step, stepMark())) dismiss();
});
