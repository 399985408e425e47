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
}

export interface NoticeStore {
  /** Newest last; the newest one is shown until dismissed. */
  list: Notice[];
  current: Notice | null;
  notify(notice: Omit<Notice, "id">): void;
  dismiss(): void;
}

const KEPT = 20;
let next = 1;

export const useNotices = create<NoticeStore>()((set, get) => ({
  list: [],
  current: null,
  notify(notice) {
    const current = { ...notice, id: next++ };
    set({ current, list: [...get().list, current].slice(-KEPT) });
  },
  dismiss: () => set({ current: null }),
}));
