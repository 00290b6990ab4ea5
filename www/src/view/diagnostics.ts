/** The list of findings about the input. */
import { byId, h, icon } from "../dom";
import type { Rendered } from "../engine/hrglass";
import type { Place } from "../task";

export interface Finding {
  diagnostic: Rendered;
  place: Place | null;
}

export class DiagnosticsView {
  readonly #panel = byId("findings");
  readonly #title = byId("findings-title");
  readonly #list = byId("findings-list");

  constructor(private readonly goTo: (place: Place) => void) {}

  show(findings: Finding[]): void {
    this.#panel.hidden = findings.length === 0;
    const errors = findings.filter(({ diagnostic }) => diagnostic.severity === "error").length;
    const others = findings.length - errors;
    const part = (n: number, word: string): string[] => (n ? [`${n} ${word}${n === 1 ? "" : "s"}`] : []);
    this.#title.textContent = [...part(errors, "error"), ...part(others, "remark")].join(", ");
    this.#list.replaceChildren(...findings.map((finding) => this.#row(finding)));
  }

  #row({ diagnostic, place }: Finding): HTMLElement {
    const where = diagnostic.file === null ? "" : `${diagnostic.file}${diagnostic.line === null ? "" : `:${diagnostic.line}`}`;
    const content = [
      h("span", { className: "seal" }, icon(diagnostic.severity)),
      h("span", { className: "text" }, h("span", { className: "message" }, diagnostic.message), ...advice(diagnostic)),
      h("span", { className: "where" }, place ? where.replace(/^task\.json.*/, place.section) : where),
    ];
    const row = place ? h("button", { type: "button" }, ...content) : h("div", {}, ...content);
    if (place) row.addEventListener("click", () => this.goTo(place));
    return h("li", { dataset: { severity: diagnostic.severity }, title: diagnostic.code }, row);
  }
}

function advice(diagnostic: Rendered): HTMLElement[] {
  const lines = [...(diagnostic.suggestion ? [diagnostic.suggestion] : []), ...diagnostic.notes];
  return lines.map((line) => h("span", { className: "advice" }, line));
}

/** All that a tooltip in an editor says. */
export const wholeMessage = (diagnostic: Rendered): string =>
  [diagnostic.message, ...(diagnostic.suggestion ? [diagnostic.suggestion] : []), ...diagnostic.notes].join("\n");
