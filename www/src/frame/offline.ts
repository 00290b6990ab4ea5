/** Offline use: the service worker caches the page, and a new version is loaded when the user agrees. */
import { texts } from "../text/language";
import { scriptUrl } from "../trusted";
import { notify } from "./notices";

const t = texts({
  en: { update: "A new version of the playground is ready. Your draft is kept.", reload: "Reload" },
  de: { update: "Eine neue Version des Playgrounds ist bereit. Ihr Entwurf bleibt erhalten.", reload: "Neu laden" },
});

function offer(waiting: ServiceWorker): void {
  const take = (): void => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("activate");
  };
  notify({ text: t.update, actions: [{ title: t.reload, run: take }], stays: true });
}

/** Starts caching the page. Does nothing in browsers without service workers and for pages opened as files. */
export async function keepOffline(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(scriptUrl(new URL("./service-worker.js", document.baseURI).href));
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker?.addEventListener("statechange", () => {
        // The very first one takes over by itself.
        if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
      });
    });
  } catch {
    // Not allowed here, as in some embedded or private windows.
  }
}
