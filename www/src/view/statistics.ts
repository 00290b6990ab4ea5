/** Figures of the run. */
import type { Outcome } from "../client";
import { h } from "../dom";
import type { PropertyReport } from "../engine/engine";
import { explained } from "../frame/terms";
import { strategyName } from "../strategy";
import { figure, texts } from "../text/language";
import { claimText } from "./claim";
import { atLeast, counts, figureOr, isSymbolic, nodesName, symbolicNote } from "./figures";
import { nameOf, hasValues } from "./judgements";
import { milliseconds } from "./verdict";
import { wordOf } from "./words";
import type { View } from "./view";

const t = texts({
  en: {
    title: "Statistics", nothing: "Nothing has run yet.", exploration: "Exploration", properties: "Properties", table: "Figures by property",
    reading: "Reading the task", generating: "Generating the states", everything: "Total, in this browser", memory: "Memory of the engine",
    columns: ["Property, strategy", "Verdict", "States", "Assertions", "Proof edges", "Check"], confirmed: "Confir\u00ADmation",
    confirmation: "Confirmation is the time to confirm a violation by executing its failing run on concrete inputs.",
  },
  de: {
    title: "Statistik", nothing: "Es wurde noch nichts geprüft.", exploration: "Erkundung", properties: "Eigenschaften", table: "Zahlen nach Eigenschaft",
    reading: "Lesen der Aufgabe", generating: "Erzeugen der Zustände", everything: "Alles, in diesem Browser", memory: "Speicher der Engine",
    columns: ["Eigen\u00ADschaft, Strategie", "Urteil", "Zu\u00ADstände", "Behaup\u00ADtungen", "Beweis\u00ADkanten", "Prüfung"], confirmed: "Bestä\u00ADtigung",
    confirmation: "Bestätigung ist die Zeit, um einen Verstoß zu bestätigen, indem der fehlschlagende Lauf auf konkreten Eingaben ausgeführt wird.",
  },
});

const isKnown = (value: number | undefined | null): value is number => value !== undefined && value !== null;
const time = (value: number | undefined | null): string => (isKnown(value) ? milliseconds(value) : "–");

/** The time of a phase, if it was measured. */
const measured = (name: string, value: number | undefined | null): [string, string][] => (isKnown(value) ? [[name, milliseconds(value)]] : []);

export class StatisticsView implements View {
  readonly id = "statistics";
  readonly title = t.title;
  readonly home = "side";
  readonly isSpecial = true;
  readonly element = h("div", { className: "padded" });

  show(outcome: Outcome | null): void {
    this.element.replaceChildren(...(outcome ? content(outcome) : [h("p", { className: "hint" }, t.nothing)]));
  }
}

function content(outcome: Outcome): HTMLElement[] {
  const { exploration, properties } = outcome.report;
  const figures: [string, string][] = exploration
    ? [
        ...counts.flatMap(({ name, of }, i): [string, string][] => {
          const count = of(exploration);
          return count === null ? [] : [[name, atLeast(figure.format(count), i ? {} : exploration)]];
        }),
        ...measured(t.reading, exploration.readMs),
        ...measured(t.generating, exploration.generateMs),
        [t.everything, milliseconds(outcome.milliseconds)],
        [t.memory, `${figure.format(outcome.megabytes)} MB`],
      ]
    : [];
  // For boolean programs, nodes of decision diagrams are more informative than edges of proofs.
  const booleans = hasValues(outcome.report);
  const ofTable = properties.some(({ statistics }) => isKnown(statistics.confirmMs));
  const columns = [...t.columns.slice(0, 3), ...(booleans ? [nodesName] : t.columns.slice(3, 5)), t.columns.at(-1)!, ...(ofTable ? [t.confirmed] : [])];
  const head = h("tr", {}, ...columns.map((name, i) => h("th", { scope: "col", className: i > 1 ? "figure" : "" }, name)));
  return [
    h("h2", {}, t.exploration),
    h("dl", { className: "figures" }, ...figures.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    ...(properties.length
      ? [
          h("h2", {}, t.properties),
          h("div", { className: "scroll", tabIndex: 0, aria: { role: "region", label: t.table } },
            h("table", {}, h("thead", {}, head), h("tbody", {}, ...properties.map((property) => row(property, booleans, ofTable))))),
          ...(ofTable ? [h("p", { className: "lead" }, ...explained(t.confirmation))] : []),
          ...(properties.some(isSymbolic) ? [h("p", { className: "lead" }, symbolicNote)] : []),
        ]
      : []),
  ];
}

function row(property: PropertyReport, booleans: boolean, confirms: boolean): HTMLElement {
  const { strategy, verdict, statistics } = property;
  const { statesTotal, proof, nodes } = statistics;
  const figures = [atLeast(figureOr(statesTotal), statistics), ...(booleans ? [nodes] : [proof?.assertions, proof?.edges]).map(figureOr)];
  return h("tr", {},
    h("th", { scope: "row", title: claimText(property) }, nameOf(property), " ", h("small", {}, strategyName(strategy))),
    h("td", { dataset: { verdict } }, wordOf(property)),
    ...figures.map((number) => h("td", { className: "figure" }, number)),
    h("td", { className: "figure" }, time(statistics.checkMs)),
    confirms ? h("td", { className: "figure" }, time(statistics.confirmMs)) : null);
}
