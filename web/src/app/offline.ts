import { confirmLoss } from "../commands/confirmLoss";
import { useJob } from "../state/job";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { agreeToLeave } from "./start";

/** An open page looks for a new version when it is looked at again, at most this often. */
const LOOK_MS = 3_600_000;

/**
 * Registers the service worker that keeps the page usable offline. Not under
 * `toolserver serve`, which marks its page: a new binary must never show an old
 * page. `data-offline="ready"` on the document element says that everything is
 * stored.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    if (document.querySelector('meta[name="molsmith-host"][content="serve"]')) {
      // One from another page that once was at this address.
      for (const old of await navigator.serviceWorker.getRegistrations()) await old.unregister();
      return;
    }
    const registration = await navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" });
    watchForUpdate(registration, offer);
    lookAgain(registration);
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "ready";
  } catch {
    // Storage is forbidden or full, or the page is not in a secure context: it works online only.
  }
}

/**
 * Calls `found` with each version that is stored and waits for the one that is used. The
 * first one of all is no update.
 */
export function watchForUpdate(
  registration: Pick<ServiceWorkerRegistration, "active" | "waiting" | "installing" | "addEventListener">,
  found: (fresh: ServiceWorker) => void,
): void {
  const follow = (fresh: ServiceWorker | null) =>
    fresh?.addEventListener("statechange", () => {
      if (fresh.state === "installed" && registration.active) found(fresh);
    });
  if (registration.waiting && registration.active) found(registration.waiting);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
}

function lookAgain(registration: ServiceWorkerRegistration): void {
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - last < LOOK_MS) return;
    last = Date.now();
    // Offline there is none.
    registration.update().catch(() => undefined);
  });
}

function offer(fresh: ServiceWorker): void {
  useNotices.getState().notify({
    level: "info",
    lasting: true,
    title: "A new version is ready.",
    text: "It is used from the next start on.",
    action: { label: "Reload", run: () => void reloadInto(fresh) },
  });
}

/** Lets the new version take over and loads it: not while something runs, nor over unsaved edits without a question. */
export async function reloadInto(fresh: ServiceWorker): Promise<void> {
  if (useTools.getState().run || useJob.getState().job) {
    const { notify } = useNotices.getState();
    notify({ level: "info", title: "A tool is running.", text: "Reload when it is done, or cancel it first." });
    offer(fresh);
    return;
  }
  if (!(await confirmLoss("Discard and reload"))) return;
  agreeToLeave();
  // Another window has let it take over, or a newer one has come in its place.
  if (["activating", "activated", "redundant"].includes(fresh.state)) {
    location.reload();
    return;
  }
  // Other windows hear of it too, and go on with the files of their own version.
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  fresh.postMessage("take over");
}
