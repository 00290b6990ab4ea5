/** Figures of the run. */
import { download, h } from "../dom";
import type { Outcome } from "../client";
import { milliseconds, verdictWords } from "./verdict";
import type { View } from "./view";

const number = new Intl.NumberFormat("en");

export class StatisticsView implements View {
  readonly id = "statistics";
  readonly title = "Statistics";
  readonly home = "side";
  readonly element = h("div", { className: "padded" });

  show(outcome: Outcome | null): void {
    draw(this.element, outcome);
  }
}

function draw(panel: HTMLElement, outcome: Outcome | null): void {
  if (!outcome) {
    panel.replaceChildren(h("p", { className: "hint" }, "Nothing ran yet."));
    return;
  }
  const { report } = outcome;
  const x = report.exploration;
  const time = (value: number | undefined | null): string => (value === undefined || value === null ? "–" : milliseconds(value));
  const figures: [string, string][] = x
    ? [
        ["States, all procedures", number.format(x.statesTotal)],
        ["States of the entry procedure", number.format(x.statesMain)],
        ["Final states", number.format(x.statesFinal)],
        ["Transitions", number.format(x.transitionsTotal)],
        ["Procedure contracts", number.format(x.contracts)],
        ["Different heaps", number.format(x.heaps)],
        ["Vertices of the largest heap", number.format(x.peakVertices)],
        ["Reading the task", time(x.readMs)],
        ["Generating the states", time(x.generateMs)],
        ["Everything, in this browser", milliseconds(outcome.milliseconds)],
      ]
    : [];
  const save = h("button", { type: "button", className: "small" }, "Save the report as JSON");
  save.addEventListener("click", () => download("report.json", "application/json", outcome.json));
  const head = ["Property", "Strategy", "Verdict", "States", "Assertions", "Proof edges", "Time"];
  const rows = report.properties.map((property) => {
    const figures = property.statistics;
    return h(
      "tr",
      {},
      h("th", { scope: "row", title: property.ltl }, property.id),
      h("td", {}, property.strategy),
      h("td", { dataset: { verdict: property.verdict } }, verdictWords[property.verdict]),
      ...[figures.statesTotal, figures.assertions, figures.proofEdges].map((n) => h("td", { className: "figure" }, number.format(n))),
      h("td", { className: "figure" }, time(figures.checkMs)),
    );
  });
  panel.replaceChildren(
    h("h2", {}, "Exploration"),
    h("dl", { className: "figures" }, ...figures.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    h("h2", {}, "Properties"),
    h(
      "div",
      { className: "scroll", tabIndex: 0, aria: { role: "region", label: "Figures" } },
      h("table", {}, h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...rows)),
    ),
    h("p", {}, save),
  );
}
