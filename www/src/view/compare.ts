/** The strategies side by side, property by property. */
import { byId, h, icon } from "../dom";
import type { PropertyReport, Report } from "../engine/hrglass";
import { strategies, strategyName } from "../strategy";
import { milliseconds, verdictWords } from "./verdict";

const number = new Intl.NumberFormat("en");

/** The judgements of one property, one for each strategy, with their positions in the report. */
export interface Group {
  id: string;
  ltl: string;
  judged: { position: number; property: PropertyReport }[];
  /** Whether all strategies say the same. */
  agree: boolean;
}

export function groupsOf(report: Report): Group[] {
  const groups = new Map<string, Group>();
  report.properties.forEach((property, position) => {
    const group = groups.get(property.id) ?? { id: property.id, ltl: property.ltl, judged: [], agree: true };
    group.judged.push({ position, property });
    group.agree = group.judged.every(({ property: other }) => other.verdict === property.verdict);
    groups.set(property.id, group);
  });
  return [...groups.values()];
}

/** Whether a report compares strategies. */
export const compares = (report: Report): boolean => new Set(report.properties.map(({ strategy }) => strategy)).size > 1;

/** What the strategy generates first counts: with the others it is part of the check. */
export function timeOf({ statistics: { generateMs, checkMs } }: PropertyReport): number | null {
  return checkMs === undefined || checkMs === null ? null : checkMs + (generateMs ?? 0);
}

export class CompareView {
  readonly #panel = byId("panel-compare");

  /** `compare` runs the task with every strategy; `open` shows the proof of a judgement. */
  constructor(
    private readonly compare: () => void,
    private readonly open: (position: number) => void,
  ) {
    this.show(null);
  }

  show(report: Report | null): void {
    const run = h("button", { type: "button", className: "small", id: "compare-run" }, "Compare strategies");
    run.addEventListener("click", () => this.compare());
    const intro = h("header", { className: "intro" },
      h("p", { className: "lead" }, "The same task with every strategy: what each says, and what it had to look at."), run);
    const groups = report ? groupsOf(report) : [];
    if (!report || !groups.length) {
      this.#panel.replaceChildren(intro, h("p", { className: "hint" }, report ? "The task has no properties to compare." : "Nothing ran yet."));
      return;
    }
    const differing = groups.filter(({ agree }) => !agree).map(({ id }) => id);
    const remark = !compares(report) ? null
      : differing.length === 0 ? h("p", { className: "lead" }, "All strategies agree.")
      : h("p", { className: "differ" }, `They differ on ${differing.join(", ")}. Top level does not look at the states inside calls.`);
    const head = ["Strategy", "Verdict", "Entry states", "All states", "Assertions", "Contracts", "Contexts", "Time"];
    this.#panel.replaceChildren(
      intro,
      ...(remark ? [remark] : []),
      h("div", { className: "scroll" },
        h("table", { className: "compare" },
          h("caption", { className: "sr-only" }, "Verdicts and figures by property and strategy"),
          h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))),
          ...groups.map((group) => this.#group(group, head.length)))),
      h("dl", { className: "glossary" }, ...strategies.slice(0, -1).flatMap(({ name, help }) => [h("dt", {}, name), h("dd", {}, help)])),
    );
  }

  #group({ id, ltl, judged }: Group, width: number): HTMLElement {
    const slowest = Math.max(...judged.map(({ property }) => timeOf(property) ?? 0));
    const rows = judged.map(({ position, property }) => {
      const figures = property.statistics;
      const name = h("button", { type: "button", title: "Show its proof" }, strategyName(property.strategy));
      name.addEventListener("click", () => this.open(position));
      const cell = (value: number): HTMLElement => h("td", { className: "figure" }, number.format(value));
      const time = timeOf(property);
      const bar = h("meter", { min: 0, max: slowest || 1, value: time ?? 0, aria: { hidden: "true" } });
      return h("tr", {},
        h("th", { scope: "row" }, name),
        h("td", { dataset: { verdict: property.verdict }, title: property.reason ?? "" }, h("span", { className: "seal" }, icon(property.verdict)), verdictWords[property.verdict]),
        ...[figures.statesMain, figures.statesTotal, figures.assertions, figures.contracts, figures.contexts].map(cell),
        h("td", { className: "figure" }, ...(judged.length > 1 ? [bar] : []), time === null ? "–" : milliseconds(time)));
    });
    const title = h("tr", { className: "property" }, h("th", { scope: "rowgroup", colSpan: width }, h("b", {}, id), h("code", {}, ltl)));
    return h("tbody", {}, title, ...rows);
  }
}
