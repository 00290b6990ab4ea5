// Digests of what is built from: where nothing has changed, nothing is built.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The files at a path, in order: itself, or all in the folder. */
function filesAt(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name !== "node_modules" && name !== "target").sort();
  return names.flatMap((name) => filesAt(join(path, name)));
}

/** A digest of the names and contents of the files at these paths, and of other texts. */
export function digestOfFiles(paths, ...others) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesAt)) hash.update(file).update("\0").update(readFileSync(file));
  for (const other of others) hash.update("\0").update(other);
  return hash.digest("hex");
}

/** Does something unless it was done for this digest, which the file `stamp` says, and these files are still what it has made. */
export async function unlessDone(stamp, digest, made, action) {
  const all = () => digestOfFiles(made, digest);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === all()) return;
  await action();
  writeFileSync(stamp, all());
}
