/** Figures of the run. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { PropertyReport } from "../engine/hrglass";
import { strategyName } from "../strategy";
import { figure, texts } from "../text/language";
import { figureNames } from "./figures";
import { milliseconds, verdictWords } from "./verdict";
import type { View } from "./view";

const t = texts({
  en: {
    title: "Statistics", nothing: "Nothing ran yet.", exploration: "Exploration", properties: "Properties", table: "Figures by property",
    reading: "Reading the task", generating: "Generating the states", everything: "Everything, in this browser",
    columns: ["Property", "Strategy", "Verdict", "States", "Assertions", "Proof edges", "Time"],
  },
  de: {
    title: "Statistik", nothing: "Es lief noch nichts.", exploration: "Erkundung", properties: "Eigenschaften", table: "Zahlen nach Eigenschaft",
    reading: "Lesen der Aufgabe", generating: "Erzeugen der Zustände", everything: "Alles, in diesem Browser",
    columns: ["Eigen\u00ADschaft", "Strategie", "Urteil", "Zu\u00ADstände", "Aussagen", "Beweis\u00ADkanten", "Zeit"],
  },
});

const time = (value: number | undefined | null): string => (value === undefined || value === null ? "–" : milliseconds(value));

export class StatisticsView implements View {
  readonly id = "statistics";
  readonly title = t.title;
  readonly home = "side";
  readonly element = h("div", { className: "padded" });

  show(outcome: Outcome | null): void {
    this.element.replaceChildren(...(outcome ? content(outcome) : [h("p", { className: "hint" }, t.nothing)]));
  }
}

function content(outcome: Outcome): HTMLElement[] {
  const { exploration, properties } = outcome.report;
  const figures: [string, string][] = exploration
    ? [
        ...figureNames.map(([key, name]): [string, string] => [name, figure.format(exploration[key])]),
        [t.reading, time(exploration.readMs)],
        [t.generating, time(exploration.generateMs)],
        [t.everything, milliseconds(outcome.milliseconds)],
      ]
    : [];
  const head = h("tr", {}, ...t.columns.map((name, i) => h("th", { scope: "col", className: i > 2 ? "figure" : "" }, name)));
  return [
    h("h2", {}, t.exploration),
    h("dl", { className: "figures" }, ...figures.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    ...(properties.length
      ? [
          h("h2", {}, t.properties),
          h("div", { className: "scroll", tabIndex: 0, aria: { role: "region", label: t.table } },
            h("table", {}, h("thead", {}, head), h("tbody", {}, ...properties.map(row)))),
        ]
      : []),
  ];
}

function row({ id, ltl, strategy, verdict, statistics }: PropertyReport): HTMLElement {
  const counts = [statistics.statesTotal, statistics.assertions, statistics.proofEdges];
  return h("tr", {},
    h("th", { scope: "row", title: ltl }, id),
    h("td", {}, strategyName(strategy)),
    h("td", { dataset: { verdict } }, verdictWords[verdict]),
    ...counts.map((number) => h("td", { className: "figure" }, figure.format(number))),
    h("td", { className: "figure" }, time(statistics.checkMs)));
}
