// A JDK for the tests that run Java programs; without one they are skipped.
import { existsSync } from "node:fs";
import { run, step, which } from "./steps.mjs";

export const hasJdk = () => ["java", "javac"].every((tool) => which(tool) !== null);

/** Installs a JDK on Debian as root; elsewhere prints in one line which tests are skipped. */
export async function installJdk() {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) {
    console.log("No JDK (java and javac) on the PATH: tests that run Java programs are skipped.");
    return;
  }
  try {
    await step("Install a JDK, which runs Java programs in tests", async () => {
      const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: ["ignore", "ignore", "inherit"] };
      await run("apt-get", ["update", "-qq"]);
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "default-jdk-headless"], options);
    });
  } catch (error) {
    console.log(`No JDK could be installed (${error.message}): tests that run Java programs are skipped.`);
  }
}
