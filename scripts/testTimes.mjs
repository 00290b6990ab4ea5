// A reporter for Node's test runner that notes how long the tests of each file have taken, and prints nothing.
import { relative } from "node:path";
import { root } from "./steps.mjs";
import { note } from "./times.mjs";

export default async function* noteTimes(source) {
  const files = new Map();
  for await (const { type, data } of source) {
    const isWhole = (type === "test:pass" || type === "test:fail") && data.nesting === 0 && data.file;
    if (isWhole) files.set(data.file, (files.get(data.file) ?? 0) + data.details.duration_ms / 1000);
  }
  for (const [file, seconds] of files) note("test", relative(root, file), seconds);
  yield "";
}
