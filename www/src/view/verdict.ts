/** The banner: the verdict on every property, and the progress of the run. */
import { byId, h, icon } from "../dom";
import type { Judgement, Progress, Report, Verdict } from "../engine/graph-grammars";
import { strategyName } from "../strategy";
import { counted, figure, language, type Noun, texts } from "../text/language";
import { budgetsOf, goOn, raised, reasonText, usedUp } from "./budget";
import { statusMark } from "./evidence";
import { claim } from "./claim";
import { atLeast } from "./figures";
import { groupsOf, shownOf } from "./groups";
import { memorySafety, ofBooleans } from "./judgements";
import { assumptionText, verdictWords, wordOf } from "./words";

const t = texts({
  en: {
    phases: {
      reading: "Reading the task", marking: "Marking heaps", exploring: "Exploring states", checking: "Checking formulas", replaying: "Confirming violations", drawing: "Drawing",
    } as Record<Progress["phase"], string>,
    states: ["state", "states"] as Noun, transitions: ["transition", "transitions"] as Noun,
    starting: "Starting", found: (states: string, frontier: string, seconds: string) => `${states} found · ${frontier} to expand · ${seconds} s`,
    everything: "All properties are satisfied", ifReturning: "if skipped calls return", safe: "no uncaught null dereference or other exception", show: "Show the failing run",
    oneRun: "For this run; the task keeps its own budget", onlyThese: " (only these are shown)",
  },
  de: {
    phases: {
      reading: "Die Aufgabe wird gelesen", marking: "Heaps werden markiert", exploring: "Zustände werden erkundet",
      checking: "Formeln werden geprüft", replaying: "Verstöße werden bestätigt", drawing: "Der Zustandsraum wird gezeichnet",
    },
    states: ["Zustand", "Zustände"], transitions: ["Transition", "Transitionen"],
    starting: "Start", found: (states, frontier, seconds) => `${states} gefunden · ${frontier} noch zu erkunden · ${seconds} s`,
    everything: "Alle Eigenschaften sind erfüllt", ifReturning: "falls übersprungene Aufrufe zurückkehren", safe: "keine unbehandelte Null-Dereferenzierung oder andere Ausnahme", show: "Den fehlschlagenden Lauf zeigen",
    oneRun: "Für diesen Lauf; die Aufgabe behält ihr eigenes Budget", onlyThese: " (nur diese sind gezeigt)",
  },
});


const digits = (value: number, fraction: number): string =>
  value.toLocaleString(language, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });

export const milliseconds = (value: number): string =>
  value < 10 ? `${digits(value, 1)} ms` : value < 1000 ? `${digits(value, 0)} ms` : `${digits(value / 1000, 2)} s`;

export const count = (value: number, one: string): string => `${figure.format(value)} ${one}${value === 1 ? "" : "s"}`;

/** A verdict with its name in the banner. */
export interface Shown {
  /** -1 is memory safety, others are positions in the report's properties. */
  number: number;
  name: string;
  ltl: string;
  judgement: Judgement;
}

/** The verdicts in the banner, memory safety first. */
export function shownJudgements(report: Report): Shown[] {
  const safety = report.memorySafety ? [{ number: -1, name: memorySafety, ltl: "", judgement: report.memorySafety }] : [];
  const properties = groupsOf(report).flatMap((group) =>
    shownOf(group).map(({ position, property }) => {
      const name = group.agree ? group.id : `${group.id} · ${strategyName(property.strategy)}`;
      return { number: position, name, ltl: group.ltl, judgement: property };
    }),
  );
  return [...safety, ...properties];
}

export class VerdictView {
  readonly #banner = byId("verdict");
  readonly #headline = byId("verdict-headline");
  readonly #detail = byId("verdict-detail");
  readonly #list = byId("verdict-list");
  readonly #seal = byId("verdict-seal");

  /** `choose` receives the property whose run should be shown (-1 is memory safety), `goOn` the options with which to run the task again. */
  constructor(private readonly choose: (judgement: number) => void, private readonly goOn: (options: Record<string, number>) => void) {}

  /** Shows that a run is in progress. The last verdicts stay, dimmed, if they belong to the same task. */
  running(progress: Progress | null, seconds: number, keep: boolean): void {
    if (!keep) this.#list.replaceChildren();
    this.#banner.dataset["state"] = "running";
    this.#seal.replaceChildren(icon("running"));
    this.#headline.textContent = progress ? t.phases[progress.phase] : t.starting;
    this.#detail.textContent = progress
      ? t.found(counted(progress.states, t.states), figure.format(progress.frontier), digits(seconds, 1))
      : "";
  }

  /** Shows something other than a verdict: stopped, crashed, waiting. */
  message(state: "idle" | "stopped" | "error" | "crashed", headline: string, detail: string, keep = false): void {
    this.#banner.dataset["state"] = state;
    this.#seal.replaceChildren(icon(state === "stopped" ? "stop" : state === "idle" ? "running" : "error"));
    this.#headline.textContent = headline;
    this.#detail.textContent = detail;
    if (!keep) this.#list.replaceChildren();
  }

  show(report: Report, time: number): void {
    const judged = shownJudgements(report);
    const total = (verdict: Verdict): number => judged.filter(({ judgement }) => judgement.verdict === verdict).length;
    const worst: Verdict = total("violated") ? "violated" : total("unknown") ? "unknown" : "satisfied";
    this.#banner.dataset["state"] = worst;
    this.#seal.replaceChildren(icon(worst));
    const parts = (["violated", "unknown", "satisfied"] as const).filter(total).map((v) => `${total(v)} ${verdictWords[v]}`);
    const all = total(worst) === judged.length;
    const said = all && worst === "satisfied" ? t.everything : all && judged.length === 1 ? capital(verdictWords[worst]) : parts.join(", ");
    this.#headline.textContent = judged.some(({ judgement }) => judgement.assumption) ? `${said}, ${t.ifReturning}` : said;
    const { statesTotal = 0, transitionsTotal = 0, partial = false } = report.exploration ?? {};
    const states = atLeast(counted(statesTotal, t.states), { partial });
    this.#detail.textContent = `${states}${partial && ofBooleans(report) ? t.onlyThese : ` · ${counted(transitionsTotal, t.transitions)}`} · ${milliseconds(time)}`;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...this.#budgets(report), ...judged.map((shown) => this.#row(shown)));
    if (hadFocus) this.#list.querySelector("button")?.focus();
  }

  /** Marks the property whose run is shown. */
  select(judgement: number | null): void {
    for (const row of this.#list.querySelectorAll<HTMLElement>("[data-judgement]")) {
      const chosen = row.dataset["judgement"] === String(judgement);
      row.querySelector("button")?.setAttribute("aria-pressed", String(chosen));
    }
  }

  /** The budgets that the run exceeded, each with a way to continue. */
  #budgets(report: Report): HTMLElement[] {
    return budgetsOf(report).map((budget) => {
      const more = h("button", { type: "button", className: "small", title: t.oneRun, dataset: { budget: budget.option } }, icon("run"), goOn(budget));
      more.addEventListener("click", () => this.goOn({ [budget.option]: raised(budget) }));
      return h("li", { className: "budget", dataset: { verdict: "unknown" } }, h("p", {}, usedUp(budget)), more);
    });
  }

  #row({ number, name, ltl, judgement }: Shown): HTMLElement {
    const run = judgement.run;
    const content = [
      h("span", { className: "seal", title: verdictWords[judgement.verdict] }, icon(judgement.verdict)),
      h("span", { className: "name", title: name }, name),
      ltl ? claim(ltl) : h("span", { className: "gloss" }, glossOf(judgement)),
      h("span", { className: "word" }, judgement.evidence ? statusMark(judgement.evidence) : null, wordOf(judgement)),
    ];
    const body = run
      ? h("button", { type: "button", className: "judgement", aria: { pressed: "false" }, title: t.show }, ...content)
      : h("div", { className: "judgement" }, ...content);
    if (run) body.addEventListener("click", () => this.choose(number));
    // A budget is shown above all verdicts.
    const reason = judgement.reason && ltl && !judgement.budget ? h("p", { className: "reason" }, reasonText(judgement.reason)) : null;
    const assumption = judgement.assumption ? h("p", { className: "reason" }, assumptionText(judgement.assumption)) : null;
    return h("li", { dataset: { verdict: judgement.verdict, judgement: String(number) } }, body, assumption, reason);
  }
}

/** The explanation of the verdict on memory safety; budgets are shown above all verdicts. */
const glossOf = ({ reason, budget }: Judgement): string => (reason === null ? t.safe : budget ? "" : reasonText(reason));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
