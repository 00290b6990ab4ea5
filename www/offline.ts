/** Writes the service worker beside the built page, with the list of files to cache. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, ResolvedConfig } from "vite";

const name = "service-worker.js";

/** The files of a folder and its folders, with `/`, in a fixed order. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== name && !entry.name.endsWith(".map"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

let config: ResolvedConfig;

export const offline: Plugin = {
  name: "offline",
  apply: "build",
  configResolved(resolved) {
    config = resolved;
  },
  closeBundle() {
    const folder = config.build.outDir;
    const files = filesOf(folder);
    const hash = createHash("sha256");
    for (const file of files) hash.update(file).update("\0").update(readFileSync(join(folder, file)));
    const source = readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");
    const list = files.map((file) => JSON.stringify(`./${file}`)).join(", ");
    writeFileSync(join(folder, name), source.replace('"__FILES__"', list).replace("__VERSION__", hash.digest("hex").slice(0, 16)));
  },
};
