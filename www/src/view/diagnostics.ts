/** The list of problems in the input. */
import { byId, coded, h, icon } from "../dom";
import type { Rendered } from "../engine/engine";
import type { Place } from "../task";
import { counted, figure, type Noun, texts } from "../text/language";
import { t as page } from "../text/page";

const t = texts({
  en: { errors: ["error", "errors"] as Noun, remarks: ["remark", "remarks"] as Noun, more: (count: string) => `and ${count} more` },
  de: { errors: ["Fehler", "Fehler"], remarks: ["Hinweis", "Hinweise"], more: (count) => `und ${count} weitere` },
});

export interface Finding {
  diagnostic: Rendered;
  place: Place | null;
}

/** How many more there are than the engine lists, as its last remark says. */
const moreIn = ({ others }: Rendered): number => others ?? 0;

/** The number of errors in words, with those that are not listed. */
export function errorCount(findings: readonly Finding[]): string {
  const errors = findings.filter(({ diagnostic }) => diagnostic.severity === "error").length;
  return errors ? counted(findings.reduce((sum, { diagnostic }) => sum + moreIn(diagnostic), errors), t.errors) : "";
}

export class DiagnosticsView {
  readonly #panel = byId("findings");
  readonly #title = byId("findings-title");
  readonly #list = byId("findings-list");

  constructor(private readonly goTo: (place: Place) => void) {}

  show(findings: readonly Finding[]): void {
    this.#panel.hidden = findings.length === 0;
    const others = findings.filter(({ diagnostic }) => diagnostic.severity !== "error" && !moreIn(diagnostic)).length;
    const parts = [errorCount(findings), others ? counted(others, t.remarks) : ""];
    this.#title.textContent = parts.filter(Boolean).join(", ");
    this.#list.replaceChildren(...findings.map((finding) => this.#row(finding)));
  }

  #row({ diagnostic, place }: Finding): HTMLElement {
    const more = moreIn(diagnostic);
    const where = diagnostic.file === null ? "" : `${diagnostic.file}${diagnostic.line === null ? "" : `:${diagnostic.line}`}`;
    const content = [
      h("span", { className: "seal" }, icon(diagnostic.severity)),
      h("span", { className: "text" }, h("span", { className: "message" }, ...(more ? [t.more(figure.format(more))] : coded(diagnostic.message))), ...advice(diagnostic)),
      h("span", { className: "where" }, place ? where.replace(/^task\.json.*/, page[place.section]) : where),
    ];
    const row = place ? h("button", { type: "button" }, ...content) : h("div", {}, ...content);
    if (place) row.addEventListener("click", () => this.goTo(place));
    return h("li", { dataset: { severity: diagnostic.severity }, title: diagnostic.code }, row);
  }
}

const remarks = ({ suggestion, notes }: Rendered): string[] => [...(suggestion ? [suggestion] : []), ...notes];

function advice(diagnostic: Rendered): HTMLElement[] {
  return remarks(diagnostic).map((line) => h("span", { className: "advice" }, ...coded(line)));
}

/** The full text of a tooltip in an editor. */
export const wholeMessage = (diagnostic: Rendered): string =>
  [diagnostic.message, ...remarks(diagnostic)].join("\n");
