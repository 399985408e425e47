import { create } from "zustand";
import type { SessionInfo } from "./database";

/** Documents of tabs that are no more, which can be opened again. */
export interface SessionsStore {
  /** Newest first. */
  offers: readonly SessionInfo[];
  set(part: Partial<Omit<SessionsStore, "set">>): void;
}

export const useSessions = create<SessionsStore>()((set) => ({ offers: [], set: (part) => set(part) }));
