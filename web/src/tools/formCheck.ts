import { core } from "../state/core";
import type { Offer } from "./registry";

/** The entries, with the reason where no form can be built (contract §4.1). */
export async function withFormCheck(entries: Offer["entries"]): Promise<Offer["entries"]> {
  const context = { documentAtoms: null, selectionCount: 0 };
  return Promise.all(
    entries.map(async (entry) => {
      try {
        await core().call("form.build", { inputSchema: entry.inputSchema, context });
        return entry;
      } catch (error) {
        return { ...entry, unusable: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}
