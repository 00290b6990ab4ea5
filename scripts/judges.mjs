// Programs with which tests compare results: a JDK, GCC, z3. Tests whose judge is missing are skipped.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { output, run, step, tools, which } from "./steps.mjs";

/** The folder of Python's package z3-solver; tests look for it there and among the installed packages. */
const z3 = join(tools, "z3");

const hasZ3 = () => {
  const before = process.env.PYTHONPATH;
  process.env.PYTHONPATH = z3;
  const found = output("python3", ["-c", "import z3"]) !== null;
  if (before === undefined) delete process.env.PYTHONPATH;
  else process.env.PYTHONPATH = before;
  return found;
};

/** Installs those that are missing, where that is easy; where it is not, prints in one line what is skipped. */
export async function installJudges() {
  if (!["java", "javac"].every((tool) => which(tool) !== null)) {
    await installPackages("a JDK", ["default-jdk-headless"], "tests that run Java programs");
  }
  if (which("gcc") === null) {
    await installPackages("GCC", ["gcc", "libc6-dev"], "tests that run C programs");
  }
  if (which("gcc") !== null && !compiles32()) {
    await installPackages("GCC's 32-bit headers and libraries", ["gcc-multilib"], "tests that run C programs of 32 bits");
  }
  if (!hasZ3()) await installZ3();
}

/** Whether GCC compiles programs of 32 bits that include headers. */
function compiles32() {
  const folder = mkdtempSync(join(tmpdir(), "hrglass-"));
  const [file, program] = [join(folder, "empty.c"), join(folder, "empty")];
  writeFileSync(file, "#include <limits.h>\nint main(void) { return 0; }\n");
  const compiled = output("gcc", ["-m32", "-o", program, file]) !== null;
  rmSync(folder, { recursive: true });
  return compiled;
}

/** Installs packages on Debian as root. */
async function installPackages(what, packages, tests) {
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) {
    console.log(`There is no ${what.replace(/^an? /, "")} on the PATH: ${tests} are skipped.`);
    return;
  }
  try {
    await step(`Install ${what}, for ${tests}`, async () => {
      const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: ["ignore", "ignore", "inherit"] };
      await run("apt-get", ["update", "-qq"], options);
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
    });
  } catch (error) {
    console.log(`${what} could not be installed (${error.message}): ${tests} are skipped.`);
  }
}

async function installZ3() {
  const tests = "tests that compare answers with z3";
  if (output("python3", ["-m", "pip", "--version"]) === null) {
    console.log(`There is no Python with pip: ${tests} are skipped.`);
    return;
  }
  try {
    await step(`Install z3, for ${tests}`, () =>
      run("python3", ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", z3, "z3-solver"]),
    );
  } catch (error) {
    console.log(`z3 could not be installed (${error.message}): ${tests} are skipped.`);
  }
}
