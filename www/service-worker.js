// Caches the whole page for offline use. The build writes the list of files and their version into it.
// A new version is fetched completely and waits until the user agrees, so that a page never mixes two versions.
const version = "__VERSION__";
const files = ["__FILES__"];
const prefix = "hrglass-";
const cacheName = prefix + version;

addEventListener("install", (event) => {
  const store = async () => {
    const cache = await caches.open(cacheName);
    // Bypass the HTTP cache, which may contain files of an older version, except for files whose names contain their version.
    await cache.addAll(files.map((file) => new Request(file, { cache: file.startsWith("./assets/") ? "default" : "reload" })));
  };
  event.waitUntil(store());
});

addEventListener("activate", (event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clear());
});

addEventListener("message", (event) => {
  if (event.data === "activate") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(cacheName);
    const folder = url.pathname.endsWith("/") ? new URL("index.html", url).href : request;
    // There is one copy of each file, whatever the server varies by.
    return (await cache.match(folder, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
