// npm start: installs what is missing, builds, serves the playground and prints its address.
// npm run dev: the same with the page rebuilt at every change.
import { build } from "./build.mjs";
import { buildEngine } from "./engine.mjs";
import { buildGallery } from "./gallery.mjs";
import { setup } from "./setup.mjs";
import { main, npmBin, run } from "./steps.mjs";

await main("start", async () => {
  const dev = process.argv.includes("--dev");
  if (dev) {
    await setup();
    await buildEngine();
    await buildGallery();
  } else {
    await build();
  }
  console.log("\nThe playground is at the address below; Ctrl-C ends it.");
  await run(npmBin("vite"), dev ? [] : ["preview"]);
});
