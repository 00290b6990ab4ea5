// npm start: installs what is missing, builds, serves the playground and prints its address.
// npm run dev: the same, and builds again what changes: the page at once, the engine quickly, that is hardly optimised.
import { watch } from "node:fs";
import { build } from "./build.mjs";
import { buildEngine } from "./engine.mjs";
import { buildGallery } from "./gallery.mjs";
import { setup } from "./setup.mjs";
import { fromRoot, main, npmBin, run } from "./steps.mjs";

/** Builds the engine whenever its sources change. */
function rebuildEngine() {
  let [waiting, building] = [null, false];
  const rebuild = async () => {
    if (building) return later();
    building = true;
    // What is wrong with it was printed; the page keeps the last one.
    await buildEngine({ isQuick: true }).catch((error) => console.error(error.message));
    building = false;
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(rebuild, 200);
  };
  for (const folder of ["src", "grammars", "examples"]) watch(fromRoot(folder), { recursive: true }, later);
}

await main("start", async () => {
  const isForChanges = process.argv.includes("--dev");
  if (isForChanges) {
    await setup();
    await buildEngine({ isQuick: true });
    await buildGallery();
    rebuildEngine();
  } else {
    await build();
  }
  console.log("\nThe playground is at the address below; Ctrl-C ends it.");
  await run(npmBin("vite"), isForChanges ? [] : ["preview"]);
});
