/** The strategies side by side, property by property. */
import type { Outcome } from "../client";
import { h, icon } from "../dom";
import type { PropertyReport, Report } from "../engine/hrglass";
import { strategies, strategyName } from "../strategy";
import { compares, type Group, groupsOf } from "./groups";
import { milliseconds, verdictWords } from "./verdict";
import type { View } from "./view";

const number = new Intl.NumberFormat("en");

/** What the strategy generates first counts: with the others it is part of the check. */
export function timeOf({ statistics: { generateMs, checkMs } }: PropertyReport): number | null {
  return checkMs === undefined || checkMs === null ? null : checkMs + (generateMs ?? 0);
}

export class CompareView implements View {
  readonly id = "compare";
  readonly title = "Compare";
  readonly home = "main";
  readonly element = h("div", { className: "padded" });

  /** `compare` runs the task with every strategy; `open` shows the proof of a judgement. */
  constructor(
    private readonly compare: () => void,
    private readonly open: (position: number) => void,
  ) {
    this.show(null);
  }

  show(outcome: Outcome | null): void {
    const report: Report | null = outcome?.report ?? null;
    const run = h("button", { type: "button", className: "small", id: "compare-run" }, "Compare strategies");
    run.addEventListener("click", () => this.compare());
    const intro = h("header", { className: "intro" },
      h("p", { className: "lead" }, "The same task with every strategy: what each says, and what it had to look at."), run);
    const groups = report ? groupsOf(report) : [];
    if (!report || !groups.length) {
      this.element.replaceChildren(intro, h("p", { className: "hint" }, report ? "The task has no properties to compare." : "Nothing ran yet."));
      return;
    }
    const differing = groups.filter(({ agree }) => !agree).map(({ id }) => id);
    const remark = !compares(report) ? null
      : differing.length === 0 ? h("p", { className: "lead" }, "All strategies agree.")
      : h("p", { className: "differ" }, `They differ on ${differing.join(", ")}. Top level does not look at the states inside calls.`);
    const head = ["Strategy", "Verdict", "Entry states", "All states", "Assertions", "Contracts", "Contexts", "Time"];
    this.element.replaceChildren(
      intro,
      ...(remark ? [remark] : []),
      h("div", { className: "scroll", tabIndex: 0, aria: { role: "region", label: "Figures" } },
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
      const bar = h("td", { className: "figure time" }, time === null ? "–" : milliseconds(time));
      if (judged.length > 1) bar.style.setProperty("--share", `${(100 * (time ?? 0)) / (slowest || 1)}%`);
      return h("tr", {},
        h("th", { scope: "row" }, name),
        h("td", { dataset: { verdict: property.verdict }, title: property.reason ?? "" }, h("span", { className: "seal" }, icon(property.verdict)), verdictWords[property.verdict]),
        ...[figures.statesMain, figures.statesTotal, figures.assertions, figures.contracts, figures.contexts].map(cell),
        bar);
    });
    const title = h("tr", { className: "property" }, h("th", { scope: "rowgroup", colSpan: width }, h("b", {}, id), h("code", {}, ltl)));
    return h("tbody", {}, title, ...rows);
  }
}
