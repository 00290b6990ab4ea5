/** The banner: what is known about every property, and how the run is doing. */
import { byId, h, icon } from "../dom";
import type { Judgement, Progress, Report, Verdict } from "../engine/hrglass";
import { strategyName } from "../strategy";
import { groupsOf, shownOf } from "./groups";

export const verdictWords: Record<Verdict, string> = { satisfied: "satisfied", violated: "violated", unknown: "unknown" };

const phases: Record<Progress["phase"], string> = {
  reading: "Reading the task",
  marking: "Marking heaps",
  exploring: "Exploring states",
  checking: "Checking formulas",
  drawing: "Drawing",
};

const number = new Intl.NumberFormat("en");

export const milliseconds = (value: number): string =>
  value < 10 ? `${value.toFixed(1)} ms` : value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(2)} s`;

export const count = (value: number, one: string): string => `${number.format(value)} ${one}${value === 1 ? "" : "s"}`;

export class VerdictView {
  readonly #banner = byId("verdict");
  readonly #headline = byId("verdict-headline");
  readonly #detail = byId("verdict-detail");
  readonly #list = byId("verdict-list");
  readonly #seal = byId("verdict-seal");

  /** `choose` hears which judgement's run is to be shown; -1 is memory safety. */
  constructor(private readonly choose: (judgement: number) => void) {}

  /** A run is under way. The last verdicts stay, dimmed, if they are of the same task. */
  running(progress: Progress | null, seconds: number, keep: boolean): void {
    if (!keep) this.#list.replaceChildren();
    this.#banner.dataset["state"] = "running";
    this.#seal.replaceChildren(icon("running"));
    this.#headline.textContent = progress ? phases[progress.phase] : "Starting";
    this.#detail.textContent = progress
      ? `${count(progress.states, "state")} found · ${number.format(progress.frontier)} to expand · ${seconds.toFixed(1)} s`
      : "";
  }

  /** Something other than a verdict: stopped, broken, waiting. */
  message(state: "idle" | "stopped" | "error" | "crashed", headline: string, detail: string, keep = false): void {
    this.#banner.dataset["state"] = state;
    this.#seal.replaceChildren(icon(state === "stopped" ? "stop" : state === "idle" ? "running" : "error"));
    this.#headline.textContent = headline;
    this.#detail.textContent = detail;
    if (!keep) this.#list.replaceChildren();
  }

  show(report: Report, time: number): void {
    const judged: [number, string, string, Judgement][] = [];
    if (report.memorySafety) judged.push([-1, "Memory safety", "", report.memorySafety]);
    for (const group of groupsOf(report)) {
      const several = group.judged.length > 1 && !group.agree;
      for (const { position, property } of shownOf(group)) {
        judged.push([position, several ? `${group.id} · ${strategyName(property.strategy)}` : group.id, group.ltl, property]);
      }
    }
    const total = (verdict: Verdict): number => judged.filter(([, , , j]) => j.verdict === verdict).length;
    const worst: Verdict = total("violated") ? "violated" : total("unknown") ? "unknown" : "satisfied";
    this.#banner.dataset["state"] = worst;
    this.#seal.replaceChildren(icon(worst));
    const parts = (["violated", "unknown", "satisfied"] as const).filter(total).map((v) => `${total(v)} ${verdictWords[v]}`);
    const all = total(worst) === judged.length;
    this.#headline.textContent =
      all && worst === "satisfied" ? "Everything is satisfied" : all && judged.length === 1 ? capital(verdictWords[worst]) : parts.join(", ");
    const states = report.exploration?.statesTotal ?? 0;
    const edges = report.exploration?.transitionsTotal ?? 0;
    this.#detail.textContent = `${count(states, "state")} · ${count(edges, "transition")} · ${milliseconds(time)}`;
    this.#list.replaceChildren(...judged.map(([i, id, ltl, judgement]) => this.#row(i, id, ltl, judgement)));
  }

  /** Marks the judgement whose run is shown. */
  select(judgement: number | null): void {
    for (const row of this.#list.querySelectorAll<HTMLElement>("[data-judgement]")) {
      const chosen = row.dataset["judgement"] === String(judgement);
      row.querySelector("button")?.setAttribute("aria-pressed", String(chosen));
    }
  }

  #row(number: number, id: string, ltl: string, judgement: Judgement): HTMLElement {
    const run = judgement.run;
    const content = [
      h("span", { className: "seal", title: verdictWords[judgement.verdict] }, icon(judgement.verdict)),
      h("span", { className: "name" }, id),
      ltl ? h("code", { title: ltl }, ltl) : h("span", { className: "gloss" }, judgement.reason ?? "no null dereference, no uncaught exception"),
      h("span", { className: "word" }, verdictWords[judgement.verdict]),
    ];
    const body = run
      ? h("button", { type: "button", className: "judgement", aria: { pressed: "false" }, title: "Show the failing run" }, ...content)
      : h("div", { className: "judgement" }, ...content);
    if (run) body.addEventListener("click", () => this.choose(number));
    const reason = judgement.reason && ltl ? h("p", { className: "reason" }, judgement.reason) : null;
    return h("li", { dataset: { verdict: judgement.verdict, judgement: String(number) } }, body, reason);
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
