import { reason } from "../commands/report";
import { startCores } from "../core/start";
import { openLibrary } from "../library/library";
import { core, journal, provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { emit } from "../state/events";
import { projectFormat, useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { startTools } from "../tools";

/** Starts the chemistry core, then the tools. Ends with `molsmith:ready` either way. */
export async function startCore(): Promise<void> {
  const ui = useUi.getState();
  try {
    const started = await startCores({
      onCrash: (which, error, recovering) => {
        // Without the crystals' worker the rest works; who asked it hears why.
        if (which === "crystals") return;
        if (!recovering) {
          useUi.getState().set({ core: "none", coreProblem: error.message });
        } else if (which === "core") void rebuild();
      },
      onReady: (which) => useTools.getState().setLoaded(which),
    });
    provideCore(started.core);
    const { json } = await core().call("file.formats", {});
    useFiles.getState().set({ formats: [projectFormat, ...json.formats] });
    ui.set({ core: "wasm", coreVersion: started.version });
    performance.mark("molsmith:core-ready");
    emit("molsmith:ready", { core: "wasm" });
    void startTools(started);
    void openLibrary();
    void import("../persist/persist").then(({ startPersistence }) => startPersistence()).catch(() => undefined);
  } catch (error) {
    ui.set({ core: "none", coreProblem: reason(error) });
    emit("molsmith:ready", { core: "none" });
  }
}

/** The core died and a new one, which knows nothing, has taken its place. */
async function rebuild(): Promise<void> {
  const { notify } = useNotices.getState();
  try {
    const rebuilt = await journal()?.replay();
    useSelection.getState().clear();
    if (rebuilt) useDocument.getState().restore(rebuilt.change.state, rebuilt.arrays, false);
    notify({
      level: "warning",
      title: "The chemistry core stopped and was started again.",
      text: rebuilt ? "The document and its history are as they were." : "Nothing was lost.",
    });
  } catch (error) {
    journal()?.lose();
    useDocument.getState().close();
    notify({
      level: "error",
      title: "The chemistry core stopped, and the document could not be built again:",
      text: `${reason(error)}. File › Reopen last document tries once more.`,
    });
  }
}

/** The document that the person has agreed to lose, as it was then. */
let agreed: unknown = null;

/** The person has been asked about the open document: the browser does not ask again. */
export function agreeToLeave(): void {
  agreed = useDocument.getState().state;
}

/** The browser asks before a window with unsaved edits is closed. */
export function guardUnsaved(): void {
  window.addEventListener("beforeunload", (event) => {
    const { state } = useDocument.getState();
    if ((state?.dirty && state !== agreed) || journal()?.unsaved) event.preventDefault();
  });
}
