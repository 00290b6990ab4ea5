/** Terms of the page that explain themselves: on hover, on focus, and when pressed. */
import { h } from "../dom";
import { type Entry, glossaryTexts } from "../text/glossary";
import { language, texts } from "../text/language";

const t = texts({ en: { more: "All terms" }, de: { more: "Alle Begriffe" } });

const entries: readonly Entry[] = Object.values(glossaryTexts[language]);
const entryOf = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** The longest names first; plurals and cases count as the term. */
const names = [...entryOf.keys()].sort((a, b) => b.length - a.length).map(escaped);
const pattern = new RegExp(`(?<![\\p{L}-])(${names.join("|")})(?:e?s|e?n|e)?(?![\\p{L}-])`, "giu");

/** Milliseconds that the pointer rests on a term before it is explained. */
const rest = 350;
const margin = 8;

let popover: HTMLElement | null = null;

function show(term: HTMLElement, { name, text }: Entry): void {
  popover ??= document.body.appendChild(h("div", { id: "term", className: "term-text", popover: "auto", aria: { role: "tooltip" } }));
  popover.replaceChildren(h("strong", {}, name), h("p", {}, text), h("a", { href: "./manual/glossary.html", target: "_blank", rel: "noopener" }, t.more));
  popover.showPopover();
  const place = term.getBoundingClientRect();
  const below = place.bottom + popover.offsetHeight + margin < innerHeight;
  popover.style.top = `${below ? place.bottom + 4 : Math.max(margin, place.top - popover.offsetHeight - 4)}px`;
  popover.style.left = `${Math.max(margin, Math.min(place.left, innerWidth - popover.offsetWidth - margin))}px`;
  term.setAttribute("aria-describedby", "term");
}

function hide(term: HTMLElement): void {
  popover?.hidePopover();
  term.removeAttribute("aria-describedby");
}

function termElement(shown: string, entry: Entry): HTMLElement {
  const term = h("button", { type: "button", className: "term" }, shown);
  let wait = 0;
  term.addEventListener("pointerenter", ({ pointerType }) => {
    if (pointerType === "mouse") wait = setTimeout(() => show(term, entry), rest) as unknown as number;
  });
  term.addEventListener("pointerleave", () => {
    clearTimeout(wait);
    // Its link can be reached with the pointer.
    setTimeout(() => popover?.matches(":hover") || hide(term), rest);
  });
  term.addEventListener("click", () => show(term, entry));
  return term;
}

/** A text as nodes in which each term of the glossary, where it occurs first, explains itself. */
export function explained(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const seen = new Set<Entry>();
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    const entry = entryOf.get(found[1]!.toLowerCase());
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    parts.push(text.slice(from, found.index), termElement(found[0], entry));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}
