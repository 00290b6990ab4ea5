/** The pages besides the playground: the one for iframes, the example slides and the manual, whose sources are outside the site's root. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { manualPage, manualPages, pictures, sections } from "./manual";

const slides = fileURLToPath(new URL("../examples/slides/", import.meta.url));
const site = fileURLToPath(new URL("./", import.meta.url));
const searchIndex = "manual/search.json";

/** Documents of the site, by their paths. */
export const documents = ["index.html", "embed.html", "slides/index.html", "slides/ten.html", ...manualPages].map((name) => site + name);

/** Maps `hrglass/element`, as imported by pages, to the source of that module, and pictures of the manual and files of the slides to theirs. */
export const aliases = [
  { find: "hrglass/element", replacement: `${site}src/demo/element.ts` },
  { find: /^\/slides\/(.*\.(?:css|ts|svg))$/, replacement: `${slides}$1` },
  { find: /^\/pictures\/(.*)$/, replacement: `${pictures}$1` },
];

/** The text of a page whose source is outside the site's root. */
function textOf(address: string): string | undefined {
  if (/^slides\/[\w-]+\.html$/.test(address)) return readFileSync(`${slides}${address.replace("slides/", "")}`, "utf8");
  return manualPage(address);
}

const addressOf = (id: string): string => id.replace(site, "");

/** Serves and builds these pages as if they were in the site's folder. */
export const outsidePages: Plugin = {
  name: "outside-pages",
  resolveId: (id) => (id.startsWith(site) && id.endsWith(".html") && textOf(addressOf(id)) !== undefined ? id : null),
  load: (id) => (id.startsWith(site) && id.endsWith(".html") ? textOf(addressOf(id)) : null),
  generateBundle() {
    this.emitFile({ type: "asset", fileName: searchIndex, source: JSON.stringify(sections()) });
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = new URL(request.url ?? "/", "http://site").pathname.replace(/\/$/, "/index.html");
      if (path === `/${searchIndex}`) {
        response.setHeader("content-type", "application/json");
        return response.end(JSON.stringify(sections()));
      }
      const picture = /^\/pictures\/([\w/-]+\.(png|svg))$/.exec(path);
      if (picture) {
        response.setHeader("content-type", picture[2] === "svg" ? "image/svg+xml" : "image/png");
        return response.end(readFileSync(pictures + picture[1]));
      }
      const text = textOf(path.slice(1));
      if (text === undefined) return next();
      response.setHeader("content-type", "text/html");
      server.transformIndexHtml(path, text).then((html) => response.end(html), next);
    });
  },
};
