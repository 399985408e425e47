import { create } from "zustand";

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
}

export interface NoticeStore {
  /** Newest last; the newest one is shown until dismissed. */
  list: Notice[];
  current: Notice | null;
  /** Read out by screen readers and not shown. */
  announcement: string;
  notify(notice: Omit<Notice, "id">): void;
  dismiss(): void;
  announce(text: string): void;
}

const KEPT = 20;
let next = 1;

export const useNotices = create<NoticeStore>()((set, get) => ({
  list: [],
  current: null,
  announcement: "",
  notify(notice) {
    const current = { ...notice, id: next++ };
    set({ current, list: [...get().list, current].slice(-KEPT) });
  },
  dismiss: () => set({ current: null }),
  announce: (announcement) => set({ announcement }),
}));
