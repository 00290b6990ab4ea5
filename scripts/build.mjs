// npm run build: the playground as static files in dist/, with relative addresses, for any web server.
import { setup } from "./setup.mjs";
import { buildEngine } from "./engine.mjs";
import { buildGallery } from "./gallery.mjs";
import { digestOfFiles, unlessDone } from "./digest.mjs";
import { fromRoot, main, npmBin, run, step } from "./steps.mjs";

const paths = (...names) => names.map((name) => fromRoot(name));

/** What the page is built from. */
const sources = paths("www", "docs", "src/base/german.json", "scripts", "package-lock.json", "vite.config.ts", "README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE");

export async function build() {
  await setup();
  await buildEngine();
  await buildGallery();
  await unlessDone(fromRoot(".cache", "page"), digestOfFiles(sources), paths("dist/index.html", "dist/service-worker.js"), () =>
    step("Build the page", () => run(npmBin("vite"), ["build", "--logLevel", "warn"])),
  );
}

if (process.argv[1] === import.meta.filename) await main("build", build);
