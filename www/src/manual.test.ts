import { existsSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { manualPage, manualPages, pictures, sections } from "../manual";

/** Where a page leads: addresses of the site with their anchors. */
function* links(address: string): Generator<[path: string, anchor: string | undefined]> {
  for (const [, href] of manualPage(address)!.matchAll(/<a [^>]*href="([^"]+)"/g)) {
    if (/^https?:/.test(href!)) continue;
    const [path, anchor] = href!.split("#");
    yield [path ? posix.join(posix.dirname(address), path) : address, anchor];
  }
}

test("links of the manual lead to pages and headings of the site", () => {
  const anchors = new Map(manualPages.map((page) => [page, new Set([...manualPage(page)!.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
  for (const page of manualPages) {
    for (const [path, anchor] of links(page)) {
      if (path === "index.html") continue;
      expect(anchors.has(path), `${page} -> ${path}`).toBe(true);
      if (anchor !== undefined) expect(anchors.get(path)!.has(anchor), `${page} -> ${path}#${anchor}`).toBe(true);
    }
  }
});

test("pictures of the manual exist", () => {
  for (const page of manualPages) {
    for (const [, path] of manualPage(page)!.matchAll(/(?:src|srcset)="\/pictures\/([^"]+)"/g)) expect(existsSync(pictures + path!), `${page}: ${path}`).toBe(true);
  }
});

test("every document for users is a page, and is found", () => {
  const documents = readdirSync(new URL("../../docs", import.meta.url), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md") && name !== "architecture.md");
  expect(manualPages.length).toBe(documents.length + 1);
  const found = new Set(sections().map(({ address }) => address.split("#")[0]));
  expect([...found].sort()).toEqual([...manualPages].sort());
});
