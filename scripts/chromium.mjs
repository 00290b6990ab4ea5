// Finds a Chromium for the browser tests.
import { existsSync } from "node:fs";
import { run, which } from "./steps.mjs";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge"];
const paths = [
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

const search = () => {
  for (const name of names) {
    const path = which(name);
    if (path) return path;
  }
  return paths.find((path) => existsSync(path)) ?? null;
};

/** The path of a Chromium: CHROMIUM_PATH, or an installed one, or, as root on Debian, the package. */
export async function chromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist`);
    return chosen;
  }
  const found = search();
  if (found) return found;
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const installed = search();
    if (installed) return installed;
  }
  throw new Error("Chromium not found: install it, or set CHROMIUM_PATH");
}
