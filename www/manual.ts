/** The manual: the documents of `docs/` for users, as pages of the site with one list of contents and a search. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked, type Token, type Tokens } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";
import { glossaryTexts } from "./src/text/glossary";

const docs = fileURLToPath(new URL("../docs/", import.meta.url));

/** The documents in reading order, by groups. Those for developers are left out. */
const contents: readonly (readonly [group: string, documents: readonly string[]])[] = [
  ["Guide", ["guide/README.md", "guide/jobs.md", "guide/first-steps.md", "guide/views.md", "guide/figures.md", "guide/boolean-programs.md", "guide/sharing.md", "guide/slides.md", "guide/keys.md"]],
  ["Reference", ["glossary.md", "input-formats.md", "java.md", "c.md", "tokens.md", "boolean-programs.md"]],
  ["How it works", ["theory.md", "strategies.md", "counterexamples.md", "assumptions.md", "large-blocks.md", "forest-automata.md", "clusters.md", "soundness.md"]],
  ["Results", ["results.md", "benchmark.md", "termination.md", "own-programs.md", "own-classes.md", "differences.md"]],
];
const known = new Set(contents.flatMap(([, documents]) => documents));

/** A part of a document, for the search. */
export interface Section {
  address: string;
  document: string;
  heading: string;
  text: string;
}

/** The glossary is written in the table that the page uses. */
function glossary(): string {
  const entries = Object.values(glossaryTexts.en).sort((a, b) => (a.name < b.name ? -1 : 1));
  return `# Terms\n\nThe page explains each where it occurs.\n\n${entries.map(({ name, text }) => `**${name}**: ${text}`).join("\n\n")}\n`;
}

const sourceOf = (document: string): string => (document === "glossary.md" ? glossary() : readFileSync(docs + document, "utf8"));
const addressOf = (document: string): string => `manual/${document.replace(/README\.md$/, "index.md").replace(/\.md$/, ".html")}`;
const documentOf = (address: string): string | undefined => [...known].find((document) => addressOf(document) === address);
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, "&").replace(/\s+/g, " ").trim();
const titleOf = (document: string): string => /^# (.*)$/m.exec(sourceOf(document))?.[1]?.replace(/[[\]`]/g, "") ?? document;

/** Where a link of a document leads on the site; undefined if the site has no such page. */
function target(document: string, href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const other = posix.join(posix.dirname(document), path);
  if (!known.has(other)) return undefined;
  const relative = posix.relative(posix.dirname(addressOf(document)), addressOf(other));
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}

/** The body of a page; pictures are found below `/pictures/`. */
function bodyOf(document: string): string {
  const picture = (path: string): string => `/pictures/${posix.join(posix.dirname(document), path).replace(/^img\//, "")}`;
  const marked = new Marked(gfmHeadingId(), {
    walkTokens(token: Token) {
      if (token.type === "image") token["href"] = picture((token as Tokens.Image).href);
      if (token.type === "html") token["text"] = (token as Tokens.HTML).text.replace(/(src|srcset)="([^"]+)"/g, (_, name: string, path: string) => `${name}="${picture(path)}"`);
    },
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const found = target(document, href);
        return found === undefined ? text : `<a href="${escaped(found)}">${text}</a>`;
      },
      table({ header, rows }) {
        const cells = (row: readonly Tokens.TableCell[]): string => row.map((cell) => this.tablecell(cell)).join("");
        return `<div class="table"><table><thead><tr>${cells(header)}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join("")}</tbody></table></div>`;
      },
    },
  });
  return marked.parse(sourceOf(document), { async: false });
}

/** A page with its list of contents; undefined if the manual has no such address. */
export function manualPage(address: string): string | undefined {
  const document = documentOf(address);
  if (document === undefined) return undefined;
  const body = bodyOf(document);
  const up = posix.relative(posix.dirname(address), ".") || ".";
  const link = (other: string): string => {
    const href = posix.relative(posix.dirname(address), addressOf(other));
    return `<li><a href="${href}"${other === document ? ' aria-current="page"' : ""}>${escaped(titleOf(other))}</a></li>`;
  };
  const groups = contents.map(([group, documents]) => `<h2>${group}</h2><ul>${documents.map(link).join("")}</ul>`).join("");
  const headings = getHeadingList().filter(({ level }) => level === 2);
  const here = headings.length > 1 ? `<nav class="here" aria-label="On this page"><h2>On this page</h2><ul>${headings.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join("")}</ul></nav>` : "";
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(titleOf(document))} · hrglass</title>
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <script src="/theme.js" vite-ignore></script>
    <link rel="stylesheet" href="/src/style/manual.css" />
  </head>
  <body>
    <header class="manual-bar">
      <a class="home" href="${up}/index.html">hrglass</a>
      <search><input id="manual-search" type="search" placeholder="Search the manual" aria-label="Search the manual" autocomplete="off" data-index="${up}/manual/search.json" data-up="${up}/" /></search>
      <a href="${up}/index.html">Back to the playground</a>
    </header>
    <div class="manual">
      <details class="contents" open><summary>Contents</summary><nav aria-label="Manual">${groups}</nav></details>
      <main><ol id="manual-found" class="found" hidden></ol><article>${body}</article></main>
      ${here}
    </div>
    <script type="module" src="/src/manual.ts"></script>
  </body>
</html>
`;
}

/** The addresses of all pages. */
export const manualPages: readonly string[] = [...known].map(addressOf);

/** The sections of all pages, for the search. */
export function sections(): Section[] {
  return [...known].flatMap((document) => {
    const parts = bodyOf(document).split(/(?=<h[1-4] id=")/);
    return parts.flatMap((part) => {
      const [, id, heading] = /^<h[1-4] id="([^"]*)">([\s\S]*?)<\/h/.exec(part) ?? [];
      if (id === undefined || heading === undefined) return [];
      return [{ address: `${addressOf(document)}#${id}`, document: titleOf(document), heading: textOf(heading), text: textOf(part.replace(/^<h[\s\S]*?<\/h\d>/, "")) }];
    });
  });
}

/** The folder with the pictures of the documents. */
export const pictures = `${docs}img/`;

