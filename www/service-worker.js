// Keeps the whole page for use without a network. The build writes the files and their common version into it.
// A new version is fetched whole and waits until the person agrees, so that a page never mixes two versions.
const version = "__VERSION__";
const files = ["__FILES__"];
const prefix = "hrglass-";
const cacheName = prefix + version;

addEventListener("install", (event) => {
  const store = async () => {
    const cache = await caches.open(cacheName);
    // Past the HTTP cache, which may hold files of an older version; those whose names say their version have been fetched already.
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
    // Whatever the server varies by, there is one copy of each file.
    return (await cache.match(folder, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
