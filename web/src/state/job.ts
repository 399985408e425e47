import { create } from "zustand";

/** Work on the document that takes its time and can be cancelled; never a second one. */
export interface Job {
  /** "Cleaning up". */
  title: string;
  fraction: number | null;
  /** "Molecule 3 of 12". */
  message: string;
  cancel(): void;
}

export interface JobStore {
  job: Job | null;
  begin(job: Pick<Job, "title" | "cancel">): void;
  update(fraction: number | null, message: string): void;
  end(): void;
}

export const useJob = create<JobStore>()((set, get) => ({
  job: null,
  begin: (job) => set({ job: { ...job, fraction: null, message: "" } }),
  update(fraction, message) {
    const { job } = get();
    if (job) set({ job: { ...job, fraction, message } });
  },
  end: () => set({ job: null }),
}));
