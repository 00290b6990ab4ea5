/** The strategies side by side, property by property; and the current run beside the previous one. */
import type { Beside, OnProgress, Outcome } from "../client";
import { h, icon } from "../dom";
import type { AnalysisName, PropertyReport, Report, Verdict } from "../engine/engine";
import { register } from "../frame/commands";
import { explained } from "../frame/terms";
import { strategiesOf, strategyName } from "../strategy";
import { figure, texts } from "../text/language";
import { BesideView, sideNames } from "./beside";
import { BlockSizes } from "./blockSizes";
import { claim } from "./claim";
import { atLeast, counts, figureOr, isSymbolic, nodesName, symbolicNote } from "./figures";
import { compares, type Group, groupsOf, isMemorySafety } from "./groups";
import { comparable, differences, type KeptRun, verdictsOf } from "./runs";
import { milliseconds } from "./verdict";
import { assumptionTexts, verdictWords, wordOf } from "./words";
import type { View } from "./view";

const t = texts({
  en: {
    title: "Compare", nothing: "Nothing has run yet.", none: "The task has no properties to compare.",
    lead: "The same task with every strategy: its verdict, and how much it explored.", run: "Compare strategies",
    agree: "All strategies agree.", differ: (properties: string) => `They differ on ${properties}.`, topLevel: " Top level does not check the states inside calls.",
    strategies: "Strategies", table: "Verdicts and figures by property and strategy", proof: "Show its proof",
    ofBlocks: ["Strategy", "Verdict", "Blocks looked at", "Questions", "Refinements", "Frames", "Time"],
    columns: ["Strategy", "Verdict", "Entry states", "All states", "Assertions", "Contracts", "Contexts", "Time"],
    states: "States", last: "With the last run", lastTable: "Verdicts and figures of the last run and of this one", besideTable: "Verdicts and figures of both analyses",
    changed: "Different settings:", same: "The settings were the same.",
    again: "Edit the task or its options and run it again to compare both runs here.",
    sides: ["", "Last run", "This run", "Difference"], time: "Time, in this browser", absent: "not checked", other: "another verdict",
  },
  de: {
    title: "Vergleich", nothing: "Es wurde noch nichts geprüft.", none: "Die Aufgabe hat keine Eigenschaften zu vergleichen.",
    lead: "Dieselbe Aufgabe mit jeder Strategie: ihr Urteil und wie viel sie erkundet hat.", run: "Strategien vergleichen",
    agree: "Alle Strategien sind sich einig.", differ: (properties) => `Sie unterscheiden sich bei ${properties}.`, topLevel: " Die oberste Ebene prüft die Zustände innerhalb von Aufrufen nicht.",
    strategies: "Strategien", table: "Urteile und Zahlen nach Eigenschaft und Strategie", proof: "Ihren Beweis zeigen",
    ofBlocks: ["Strategie", "Urteil", "Betrachtete Blöcke", "Fragen", "Verfeinerungen", "Frames", "Zeit"],
    columns: ["Strategie", "Urteil", "Zustände im Einstieg", "Alle Zustände", "Behauptungen", "Verträge", "Kontexte", "Zeit"],
    states: "Zustände", last: "Mit dem letzten Lauf", lastTable: "Urteile und Zahlen des letzten Laufs und dieses Laufs", besideTable: "Urteile und Zahlen beider Analysen",
    changed: "Andere Einstellungen:", same: "Die Einstellungen waren gleich.",
    again: "Ändern Sie die Aufgabe oder ihre Optionen und prüfen Sie sie erneut, um beide Läufe hier zu vergleichen.",
    sides: ["", "Letzter Lauf", "Dieser Lauf", "Unterschied"], time: "Zeit, in diesem Browser", absent: "nicht geprüft", other: "anderes Urteil",
  },
});

/** Strategies that generate states first include that time; for the others it is part of the check. */
function timeOf({ statistics: { generateMs, checkMs } }: PropertyReport): number | null {
  return checkMs === undefined || checkMs === null ? null : checkMs + (generateMs ?? 0);
}

const difference = (value: number): string => `${value < 0 ? "−" : "+"}${figure.format(Math.abs(value))}`;

const verdictCell = (verdict: Verdict, word = verdictWords[verdict], title = ""): HTMLElement =>
  h("td", { dataset: { verdict }, title }, h("span", { className: "seal" }, icon(verdict)), word);

const scrolled = (label: string, table: HTMLElement): HTMLElement => h("div", { className: "scroll", tabIndex: 0, aria: { role: "region", label } }, table);

export class CompareView implements View {
  readonly id = "compare";
  readonly title = t.title;
  readonly home = "main";
  readonly isSpecial = true;
  readonly element = h("div", { className: "padded" });
  readonly #sizes = new BlockSizes();
  #now: KeptRun | null = null;
  #before: KeptRun | null = null;

  readonly #beside: BesideView;

  /** `compare` runs the task with every strategy; `open` shows the proof of a property; `other` runs the task of an outcome with the other analysis of heaps. */
  constructor(
    private readonly compare: () => void,
    private readonly open: (position: number) => void,
    other: (outcome: Outcome, heard: OnProgress) => Promise<Beside | null>,
  ) {
    this.#beside = new BesideView(other, (heap, forest) => runsTable(t.besideTable, ["", ...sideNames, t.sides.at(-1)!], heap, forest));
    register({ id: "compare.run", title: t.run, group: t.title, run: compare });
    this.show(null);
  }

  show(outcome: Outcome | null): void {
    if (outcome) {
      const { report, task, milliseconds: taken } = outcome;
      const now = { report, task, milliseconds: taken };
      // If the task could not run, the previous run stays the last one.
      this.#before = this.#now && comparable(this.#now, now) ? this.#now : null;
      this.#now = now;
    }
    const run = h("button", { type: "button", className: "small", id: "compare-run" }, t.run);
    run.addEventListener("click", () => this.compare());
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(
      h("header", { className: "intro" }, h("p", { className: "lead" }, ...explained(t.lead)), run),
      ...(outcome ? [...this.#strategies(outcome.report), ...this.#blockSizes(outcome), ...this.#analyses(outcome), ...this.#runs()] : [h("p", { className: "hint" }, t.nothing)]));
    if (hadFocus) run.focus();
  }

  #strategies(report: Report): HTMLElement[] {
    const groups = groupsOf(report).filter((group) => !isMemorySafety(group));
    if (!groups.length) return [h("p", { className: "hint" }, t.none)];
    const differing = groups.filter(({ agree }) => !agree).map(({ id }) => id);
    const booleans = report.analysis === "boolean";
    const columns = report.analysis === "blocks" ? t.ofBlocks : report.analysis === "forest" ? [...t.columns.slice(0, 4), t.columns.at(-1)!] : booleans ? [...t.columns.slice(0, 2), t.states, nodesName, t.columns[4]!, t.columns.at(-1)!] : t.columns;
    const remark = differing.length ? h("p", { className: "differ" }, t.differ(differing.join(", ")) + (report.analysis === "heap" ? t.topLevel : "")) : h("p", { className: "lead" }, t.agree);
    return [
      ...(compares(report) ? [remark] : []),
      scrolled(t.table, h("table", { className: "compare" },
        h("caption", { className: "sr-only" }, t.table),
        h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
        ...groups.map((group) => this.#group(group, report.analysis, columns.length)))),
      h("dl", { className: "glossary" }, ...strategiesOf(report.analysis).slice(0, -1).flatMap(({ name, help }) => [h("dt", {}, name), h("dd", {}, help)])),
      ...(report.properties.some(isSymbolic) ? [h("p", { className: "lead" }, symbolicNote)] : []),
    ];
  }

  #group({ id, claim: claimed, judged }: Group, analysis: AnalysisName, width: number): HTMLElement {
    const slowest = Math.max(...judged.map(({ property }) => timeOf(property) ?? 0));
    const rows = judged.map(({ position, property }) => {
      const { statesMain, statesTotal, proof, product, nodes, blocks } = property.statistics;
      const symbolic = isSymbolic(property);
      const states = atLeast(figureOr(statesTotal), property.statistics);
      const figuresOf: Record<AnalysisName, () => string[]> = {
        boolean: () => [states, ...[nodes, proof?.assertions ?? product?.states].map(figureOr)],
        heap: () => [statesMain, statesTotal, proof?.assertions, proof?.contracts, proof?.contexts].map(figureOr),
        forest: () => [statesMain, statesTotal].map(figureOr),
        blocks: () => [blocks?.bound, blocks?.queries, blocks?.refinements, blocks?.level].map(figureOr),
      };
      const figures = figuresOf[analysis]();
      const hasProof = claimed.kind === "ltl" && analysis !== "blocks" && analysis !== "forest" && !symbolic;
      const name = h(hasProof ? "button" : "span", hasProof ? { title: t.proof } : {}, strategyName(property.strategy));
      if (hasProof) name.addEventListener("click", () => this.open(position));
      const time = timeOf(property);
      const bar = h("td", { className: "figure time" }, time === null ? "–" : milliseconds(time));
      if (judged.length > 1) bar.style.setProperty("--share", `${(100 * (time ?? 0)) / (slowest || 1)}%`);
      return h("tr", {},
        h("th", { scope: "row" }, name),
        verdictCell(property.verdict, wordOf(property), assumptionTexts(property).join("\n") || (property.reason ?? "")),
        ...figures.map((count) => h("td", { className: "figure" }, count)),
        bar);
    });
    const title = h("tr", { className: "property" }, h("th", { scope: "rowgroup", colSpan: width }, h("b", {}, id), claim(claimed)));
    return h("tbody", {}, title, ...rows);
  }

  #blockSizes(outcome: Outcome): HTMLElement[] {
    if (outcome.report.analysis !== "blocks") return [];
    this.#sizes.show(outcome);
    return [this.#sizes.element];
  }

  #analyses(outcome: Outcome): HTMLElement[] {
    this.#beside.show(outcome);
    return [this.#beside.element];
  }

  /** This run and the last one of the task. */
  #runs(): HTMLElement[] {
    const [before, now] = [this.#before, this.#now];
    const title = h("h2", {}, t.last);
    if (!before || !now) return [title, h("p", { className: "lead", id: "compare-last" }, t.again)];
    const changed = differences(before, now);
    return [
      title,
      changed.length
        ? h("p", { className: "lead" }, `${t.changed} `, ...changed.map((text) => h("code", { className: "chip" }, text)))
        : h("p", { className: "lead" }, t.same),
      runsTable(t.lastTable, t.sides, before, now, "compare-last"),
    ];
  }
}

/** Verdicts and figures of two runs. */
const runsTable = (label: string, sides: readonly string[], before: KeptRun, now: KeptRun, id = ""): HTMLElement =>
  scrolled(label, h("table", { className: "compare runs", id },
    h("caption", { className: "sr-only" }, label),
    h("thead", {}, h("tr", {}, ...sides.map((name) => (name ? h("th", { scope: "col" }, name) : h("td", {}))))),
    h("tbody", {}, ...verdictRows(before, now), ...figureRows(before, now))));

function verdictRows(before: KeptRun, now: KeptRun): HTMLElement[] {
  const cell = (verdict: Verdict | null): HTMLElement => (verdict ? verdictCell(verdict) : h("td", { className: "quiet" }, t.absent));
  return verdictsOf(before, now).map((row) =>
    h("tr", {}, h("th", { scope: "row" }, row.name), cell(row.before), cell(row.now),
      h("td", {}, row.before && row.now && row.before !== row.now ? t.other : "")));
}

function figureRows(before: KeptRun, now: KeptRun): HTMLElement[] {
  const [old, young] = [before.report.exploration, now.report.exploration];
  const cells = (...texts: string[]): HTMLElement[] => texts.map((text) => h("td", { className: "figure" }, text));
  const row = (name: string, ...texts: string[]): HTMLElement => h("tr", {}, h("th", { scope: "row" }, name), ...cells(...texts));
  const figures = old && young
    ? counts.flatMap(({ name, of }) => {
        const [was, is] = [of(old), of(young)];
        return was === null || is === null ? [] : [row(name, figure.format(was), figure.format(is), is === was ? "" : difference(is - was))];
      })
    : [];
  return [...figures, row(t.time, milliseconds(before.milliseconds), milliseconds(now.milliseconds), "")];
}
