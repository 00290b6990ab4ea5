/** The pages besides the playground: the one for iframes, and the example slides, whose sources are outside the site's root. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const slides = fileURLToPath(new URL("../examples/slides/", import.meta.url));
const site = fileURLToPath(new URL("./", import.meta.url));

/** Documents of the site, by their paths. */
export const documents = ["index.html", "embed.html", "slides/index.html", "slides/ten.html"].map((name) => site + name);

/** Maps `hrglass/element`, as imported by pages, to the source of that module. */
export const aliases = [
  { find: "hrglass/element", replacement: `${site}src/demo/element.ts` },
  { find: /^\/slides\/(.*\.(?:css|ts|svg))$/, replacement: `${slides}$1` },
];

const slideOf = (id: string): string | null => (/^slides\/[\w-]+\.html$/.test(id.replace(site, "")) ? slides + id.replace(`${site}slides/`, "") : null);

/** Serves and builds the slides as if they were in the site's `slides/`. */
export const examplePages: Plugin = {
  name: "example-pages",
  resolveId: (id) => (slideOf(id) ? id : null),
  load: (id) => {
    const file = slideOf(id);
    return file && readFileSync(file, "utf8");
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = new URL(request.url ?? "/", "http://site").pathname.replace(/\/$/, "/index.html");
      const file = slideOf(site + path.slice(1));
      if (!file) return next();
      response.setHeader("content-type", "text/html");
      server.transformIndexHtml(path, readFileSync(file, "utf8")).then((html) => response.end(html), next);
    });
  },
};
