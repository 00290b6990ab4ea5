// npm run build: the playground as static files in dist/, with relative addresses, for any web server.
import { setup } from "./setup.mjs";
import { buildEngine } from "./engine.mjs";
import { buildGallery } from "./gallery.mjs";
import { main, npmBin, run, step } from "./steps.mjs";

export async function build() {
  await setup();
  await buildEngine();
  await buildGallery();
  await step("Build the page", () => run(npmBin("vite"), ["build", "--logLevel", "warn"]));
}

if (process.argv[1] === import.meta.filename) await main("build", build);
