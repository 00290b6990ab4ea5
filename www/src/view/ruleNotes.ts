/** Rules explained where they are used: as the paper writes them, what they do, why that is sound, and where to read more. */
import { h } from "../dom";
import { addressOf } from "../frame/manual";
import { texts } from "../text/language";
import { papers, type RuleForm, ruleForms, type RuleName, type RuleSource, ruleWords, tableauRules } from "./rules";

const t = texts({
  en: { below: "becomes", side: "if" },
  de: { below: "wird zu", side: "falls" },
});
const words = texts(ruleWords);
const symbols: ReadonlySet<RuleName> = new Set(tableauRules);

function formElement({ over = [], under = [], side }: RuleForm): HTMLElement | null {
  if (!over.length) return null;
  const row = (formulas: readonly string[]): HTMLElement => h("div", { className: "formulas" }, ...formulas.map((formula) => h("code", {}, formula)));
  return h("div", { className: "form" },
    h("div", { className: under.length ? "inference" : "" }, row(over), ...(under.length ? [h("span", { className: "sr-only" }, ` ${t.below} `), row(under)] : [])),
    side ? h("span", {}, `${t.side} `, h("code", {}, side)) : null);
}

/** `[HMC 3.1, R∨]`, which leads to the manual's list of references. */
function sourceElement({ paper, section, name }: RuleSource): HTMLElement {
  const said = [`[${paper}${section ? ` ${section}` : ""}`, ...(name ? [", R", h("sup", {}, name)] : []), "]"];
  const address = papers[paper];
  return address ? h("a", { className: "cited", href: addressOf(address), target: "_blank", rel: "noopener" }, ...said) : h("span", { className: "cited" }, ...said);
}

/** An unfolding list of rules; it stays open while other rules are shown. */
export class RuleNotes {
  readonly element: HTMLElement;
  readonly #list = h("dl");

  constructor(title: string) {
    const scroller = h("div", { tabIndex: 0, aria: { role: "region", label: title } }, this.#list);
    this.element = h("details", { className: "rules", hidden: true }, h("summary", {}, title), scroller);
  }

  show(names: Iterable<RuleName>): void {
    const rows = [...names].flatMap((name) => {
      const form = ruleForms[name];
      const { text, name: title } = words[name];
      return [
        h("dt", {}, symbols.has(name) ? h("code", { title }, name) : title),
        h("dd", {}, form ? formElement(form) : null, h("p", {}, text, " ", form ? sourceElement(form.source) : null)),
      ];
    });
    this.element.hidden = rows.length === 0;
    this.#list.replaceChildren(...rows);
  }
}
