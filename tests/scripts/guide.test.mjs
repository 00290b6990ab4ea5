// The documents: what they refer to is there, and the guide knows every picture and every key.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fromRoot, root } from "../../scripts/steps.mjs";

const filesBelow = (folder, ending) =>
  readdirSync(fromRoot(folder), { recursive: true }).filter((name) => name.endsWith(ending)).map((name) => fromRoot(folder, name));

const documents = [fromRoot("README.md"), ...filesBelow("docs", ".md")];
const read = (path) => readFileSync(path, "utf8");
/** What is written in a document, without what it only quotes. */
const prose = (path) => read(path).replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

/** The headings of a document as GitHub names them in addresses. */
function anchors(path) {
  const seen = new Map();
  const headings = read(path).replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.*)$/gm);
  return new Set([...headings].map(([, heading]) => {
    const name = heading.replace(/\]\([^)]*\)/g, "").toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before ? `${name}-${before}` : name;
  }));
}

/** What a document refers to: links, definitions of links, pictures. */
const targets = (path) =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)|^\[[^\]^][^\]]*\]: (\S+)|(?:src|srcset|href)="([^"]+)"/gm)].map(([, link, definition, picture]) => link ?? definition ?? picture);

/** Where something is that a document refers to; null for other sites. */
function placeOf(document, target) {
  if (/^[a-z]+:/.test(target)) return null;
  const [path, anchor] = target.split("#");
  return { path: path ? join(dirname(document), path) : document, anchor };
}

test("links and pictures lead to files and headings that exist", () => {
  const lost = documents.flatMap((document) => targets(document).filter((target) => {
    const place = placeOf(document, target);
    return place && (!existsSync(place.path) || (place.anchor && place.path.endsWith(".md") && !anchors(place.path).has(place.anchor)));
  }).map((target) => `${relative(root, document)}: ${target}`));
  assert.deepEqual(lost, []);
  assert.ok(documents.flatMap(targets).length > 100, "links are found");
});

test("every picture is shown, and none is large", () => {
  const shown = new Set(documents.flatMap((document) => targets(document).flatMap((target) => placeOf(document, target)?.path ?? [])));
  const pictures = [".png", ".svg"].flatMap((ending) => filesBelow("docs/img", ending));
  assert.ok(pictures.length > 20);
  assert.deepEqual(pictures.filter((path) => !shown.has(path)), []);
  assert.deepEqual(pictures.filter((path) => statSync(path).size > 80_000), []);
});

test("every picture of the guide says in words what it shows", () => {
  const silent = filesBelow("docs/guide", ".md").flatMap((path) => read(path).match(/!\[\s*\]\(|<img(?![^>]*alt="[^"]+")[^>]*>/g) ?? []);
  assert.deepEqual(silent, []);
});

/** A key as the guide writes it. */
const written = (key) => key.replace("Escape", "Esc").replace(/^Arrow\w+$/, "arrow keys").replace(/^-$/, "−").replace(/\+([a-z])$/, (_, letter) => ` ${letter.toUpperCase()}`).replaceAll("+", " ");

test("every key of a command is in the guide", () => {
  const sources = filesBelow("www/src", ".ts").filter((path) => !path.endsWith(".test.ts")).map(read).filter((text) => text.includes("register("));
  const lists = sources.flatMap((text) => [...text.matchAll(/(?:keys: |\), )\[((?:"[^"]+"(?:, )?)+)\]/g)].map(([, list]) => list));
  const keys = new Set(lists.flatMap((list) => [...list.matchAll(/"([^"]+)"/g)].map(([, key]) => key)));
  for (const key of ["Ctrl+Enter", "j", "]", "?", "Escape", "Ctrl+Shift+z"]) assert.ok(keys.has(key), `${key} is found in the sources`);
  const guide = read(fromRoot("docs", "guide", "keys.md"));
  assert.deepEqual([...keys].filter((key) => !guide.includes(`**${written(key)}**`)), []);
});
