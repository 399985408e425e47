import { create } from "zustand";
import type { Preset } from "../core/protocol";
import type { ToolWorker } from "../core/start";
import type { Bridge, Server } from "../servers/model";
import type { ConnectProblem } from "../tools/connectProblem";
import type { Deadline } from "../tools/deadline";
import { mergeOffers, type Offer, sameEntries, type ToolEntry } from "../tools/registry";

/** The form for a server's address. */
export interface ServerDraft {
  url: string;
  /** In memory only. */
  token: string;
  /** What is wrong with the address. */
  problem: ConnectProblem | null;
  /** Id of the server that is edited; null for a new one. */
  editing: string | null;
}

/** The run in progress; there is never a second one. */
export interface Run {
  toolId: string;
  /** Date.now() at the start. */
  started: number;
  fraction: number | null;
  message: string;
  /** Seconds after which the run ends by itself. */
  limit: number;
  deadline: Deadline;
  cancel(): void;
}

export interface FormError {
  kind: "tool" | "server" | "invalid" | "cancelled" | "timeout";
  message: string;
}

/** What a person has put into a form. It outlives the form until the page is closed. */
export interface FormState {
  values: Record<string, unknown>;
  /** JSON pointers of the values a person has set; proposals leave them alone. */
  touched: string[];
  /** A Run was tried: every problem is shown, not only those of touched fields. */
  attempted: boolean;
  /** Id of the source to run on, for tools that two sources offer. */
  runOn: string | null;
  error: FormError | null;
  /** Arguments of an earlier run that the form takes over when it opens. */
  given?: unknown;
}

export interface ToolsStore {
  /** `failed`: the core cannot run in this browser. */
  page: "starting" | "ready" | "failed";
  /** The modules of this page's tools that run; what asks another waits for it. */
  loaded: Record<ToolWorker, boolean>;
  offers: Offer[];
  /** Every button, from all offers. */
  entries: ToolEntry[];
  /** The tool servers the page knows of, in the order they were added. */
  servers: Server[];
  /** The bridge to servers that a page cannot reach itself. */
  bridge: Bridge;
  /** The form of the servers dialog that is open. */
  draft: ServerDraft | null;
  run: Run | null;
  forms: Record<string, FormState>;
  presets: Preset[];
  /** Chosen display unit by canonical unit; absent means canonical. */
  units: Record<string, string>;
  set(
    part: Partial<
      Omit<ToolsStore, "set" | "setLoaded" | "setOffer" | "dropOffer" | "updateForm" | "updateRun" | "updateServer">
    >,
  ): void;
  setLoaded(which: ToolWorker): void;
  /** Changes a server; nothing when it is not known any more. */
  updateServer(id: string, change: Partial<Server>): void;
  /** Adds or replaces what one source offers. */
  setOffer(offer: Offer): void;
  dropOffer(sourceId: string): void;
  updateForm(toolId: string, change: (form: FormState) => FormState): void;
  updateRun(part: Partial<Run>): void;
}

export const emptyForm: FormState = { values: {}, touched: [], attempted: false, runOn: null, error: null };

export const useTools = create<ToolsStore>()((set, get) => {
  const withOffers = (offers: Offer[]) => set({ offers, entries: mergeOffers(offers) });
  return {
    page: "starting",
    loaded: { tools: false, crystals: false },
    offers: [],
    entries: [],
    servers: [],
    bridge: { link: { state: "none" }, config: "", problems: [] },
    draft: null,
    run: null,
    forms: {},
    presets: [],
    units: {},
    set: (part) => set(part),
    setLoaded: (which) => set({ loaded: { ...get().loaded, [which]: true } }),
    updateServer: (id, change) =>
      set({ servers: get().servers.map((server) => (server.id === id ? { ...server, ...change } : server)) }),
    setOffer(offer) {
      const old = get().offers.find((other) => other.source.id === offer.source.id);
      const others = get().offers.filter((other) => other.source.id !== offer.source.id);
      const entries = sameEntries(offer.entries, old?.entries ?? []);
      const next = { ...offer, entries };
      withOffers(
        old
          ? get().offers.map((other) => (other === old ? next : other))
          : next.source.kind === "page"
            ? [next, ...others]
            : [...others, next],
      );
    },
    dropOffer: (sourceId) => withOffers(get().offers.filter((offer) => offer.source.id !== sourceId)),
    updateForm(toolId, change) {
      const forms = get().forms;
      set({ forms: { ...forms, [toolId]: change(forms[toolId] ?? emptyForm) } });
    },
    updateRun(part) {
      const run = get().run;
      if (run) set({ run: { ...run, ...part } });
    },
  };
});
