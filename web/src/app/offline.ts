import { useNotices } from "../state/notices";

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
    const controlled = navigator.serviceWorker.controller !== null;
    await navigator.serviceWorker.ready;
    document.documentElement.dataset.offline = "ready";
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh?.addEventListener("statechange", () => {
        if (fresh.state === "installed" && controlled) offer(fresh);
      });
    });
  } catch {
    // Storage is forbidden or full, or the page is not in a secure context: it works online only.
  }
}

function offer(fresh: ServiceWorker) {
  useNotices.getState().notify({
    level: "info",
    lasting: true,
    title: "A new version of the page is ready.",
    text: "It is used from the next start on.",
    action: {
      label: "Reload",
      run: () => {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        fresh.postMessage("take over");
      },
    },
  });
}
