/** The menu of examples. */
import { byId, h, icon } from "../dom";
import type { Example } from "../engine/hrglass";
import { strategies } from "../strategy";
import { type Draft, draftOf } from "../task";

/** Headings for the folders of the library, in the words of the field. */
const subjects: Record<string, string> = {
  lists: "Singly-linked lists",
  "doubly-linked": "Doubly-linked lists",
  trees: "Trees",
  recursion: "Recursion",
  hierarchy: "Inside calls",
  "memory-safety": "Memory safety",
  inheritance: "Inheritance",
  "control-flow": "Control flow",
};

interface Entry {
  id: string;
  subject: string;
  draft: Draft;
}

/** The tasks of the library as drafts. */
export function entriesOf(examples: Example[]): Entry[] {
  return examples.flatMap(({ id, task }) => {
    const draft = draftOf(task);
    const folder = id.split("/")[0] ?? "";
    return draft ? [{ id, subject: subjects[folder] ?? folder, draft }] : [];
  });
}

/** The worst verdict that an example is known to have with its strategy. */
function expected({ options, rest }: Draft): "satisfied" | "violated" | "unknown" {
  const strategy = String(options.strategy ?? strategies[0]?.value);
  const of = (verdict: unknown): unknown[] => {
    if (verdict === null || typeof verdict !== "object") return [verdict];
    const named = new Map<string, unknown>(Object.entries(verdict));
    return strategy === "all" ? [...named.values()] : [named.get(strategy) ?? named.get("*")];
  };
  const verdicts = Object.values(rest["expected"] ?? {}).flatMap(of);
  if (verdicts.includes("violated")) return "violated";
  return verdicts.includes("unknown") ? "unknown" : "satisfied";
}

export function examplesMenu(entries: Entry[], choose: (draft: Draft) => void): void {
  const popover = byId("examples");
  const list = byId("examples-list");
  const search = byId<HTMLInputElement>("examples-search");
  const button = byId("examples-button");

  const element = ({ id, draft }: Entry): HTMLElement => {
    const verdict = expected(draft);
    const chosen = h(
      "button",
      { type: "button", dataset: { example: id, verdict } },
      h("b", {}, draft.title, h("i", { title: `known to be ${verdict}` }, icon(verdict))),
      h("span", {}, draft.description),
    );
    chosen.addEventListener("click", () => {
      popover.hidePopover();
      choose(draft);
    });
    return chosen;
  };
  const draw = (): void => {
    const wanted = search.value.trim().toLowerCase();
    const found = entries.filter(({ subject, draft }) =>
      `${draft.title} ${draft.description} ${subject}`.toLowerCase().includes(wanted),
    );
    const groups = [...new Set(found.map(({ subject }) => subject))].map((subject) => {
      const items = found.filter((entry) => entry.subject === subject).map((entry) => h("li", {}, element(entry)));
      return h("section", {}, h("h3", {}, subject), h("ul", {}, ...items));
    });
    list.replaceChildren(...groups);
    if (!groups.length) list.append(h("p", { className: "hint" }, "No example is like that."));
  };
  search.addEventListener("input", draw);
  popover.addEventListener("toggle", (event) => {
    const open = (event as ToggleEvent).newState === "open";
    button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    search.value = "";
    draw();
    search.focus();
  });
  draw();
}
