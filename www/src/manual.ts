/** The search of the manual: sections that contain all words, those with a word in their heading first. */
import { h } from "./dom";

interface Section {
  address: string;
  document: string;
  heading: string;
  text: string;
}

const most = 30;
/** Characters of a section that are shown around the first word. */
const around = 90;

const input = document.querySelector<HTMLInputElement>("#manual-search")!;
const found = document.querySelector<HTMLElement>("#manual-found")!;
const article = document.querySelector<HTMLElement>("article")!;
const contents = document.querySelector<HTMLDetailsElement>(".contents")!;
let sections: Promise<readonly Section[]> | null = null;

const load = (): Promise<readonly Section[]> => (sections ??= fetch(input.dataset["index"]!).then((response) => response.json() as Promise<readonly Section[]>));

/** How well a section fits; null if a word is missing. */
function rank({ heading, text, document }: Section, words: readonly string[]): number | null {
  const [title, body, page] = [heading.toLowerCase(), text.toLowerCase(), document.toLowerCase()];
  let sum = 0;
  for (const word of words) {
    if (title.includes(word)) sum += 10;
    else if (body.includes(word)) sum += 1;
    else if (!page.includes(word)) return null;
  }
  return sum;
}

function excerpt(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - around / 2);
  return `${from > 0 ? "…" : ""}${text.slice(from, from + 2 * around)}${text.length > from + 2 * around ? "…" : ""}`;
}

async function search(): Promise<void> {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.hidden = words.length === 0;
  article.hidden = words.length > 0;
  if (words.length === 0) return;
  const all = await load();
  const ranked = all.flatMap((section) => {
    const value = rank(section, words);
    return value === null ? [] : [{ section, value }];
  });
  ranked.sort((a, b) => b.value - a.value);
  const items = ranked.slice(0, most).map(({ section }) =>
    h("li", {}, h("a", { href: input.dataset["up"]! + section.address }, section.heading), h("span", { className: "quiet" }, section.document), h("p", {}, excerpt(section.text, words))));
  found.replaceChildren(...(items.length > 0 ? items : [h("li", {}, "No matches")]));
}

input.addEventListener("focus", () => void load());
input.addEventListener("input", () => void search());
// A result on this page closes the list.
addEventListener("hashchange", () => {
  input.value = "";
  void search();
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  }
});
// On a phone the contents are above the text.
if (matchMedia("(max-width: 900px)").matches) contents.open = false;
