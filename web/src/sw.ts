/// <reference lib="webworker" />
export {};

declare const self: ServiceWorkerGlobalScope;

/**
 * Keeps the built page for use offline. The list of files and its version are
 * written into this file by the build. Every file of the page is stored before
 * this version takes over; what is not the page's is none of its business.
 */

declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const base = new URL("./", self.location.href);
const assets = new URL("assets/", base).href;
/** Other pages of this kind may live under other paths of the same host. */
const prefix = `molsmith ${base.pathname} `;
const cacheName = prefix + __VERSION__;
const files = new Set(__FILES__.map((file) => new URL(file, base).href));

self.addEventListener("install", (event) => {
  event.waitUntil(store());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(clean().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  url.hash = "";
  url.search = "";
  if (url.href === base.href) url.pathname += "index.html";
  if (files.has(url.href) || url.href.startsWith(assets)) event.respondWith(answer(url.href, request));
});

/** Hashed names never change their content, so the browser's own cache may answer for them. */
async function store(): Promise<void> {
  const cache = await caches.open(cacheName);
  const put = async (file: string) => {
    const stored = await fetch(file, { cache: file.startsWith(assets) ? "default" : "no-cache" });
    if (!stored.ok) throw new Error(`${file}: status ${stored.status}`);
    await cache.put(file, stored);
  };
  // What nobody waits for comes last: the rest may still be on its way for the page too.
  const late = (file: string) => file.startsWith(`${assets}molsmith-crystals-`);
  await Promise.all([...files].filter((file) => !late(file)).map(put));
  await Promise.all([...files].filter(late).map(put));
}

/** Keeps the version before this one: another window may still show it and load its parts. */
async function clean(): Promise<void> {
  const older = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== cacheName);
  await Promise.all(older.slice(0, -1).map((key) => caches.delete(key)));
}

async function answer(file: string, request: Request): Promise<Response> {
  const current = await caches.open(cacheName);
  return (await current.match(file)) ?? (await caches.match(file)) ?? fetch(request);
}
