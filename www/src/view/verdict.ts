/** The banner: the verdict on every property, and the progress of the run. */
import { byId, coded, h, icon } from "../dom";
import type { Descent, Explanation, Invariant, InvariantKind, Judgement, Progress, PropertyClaim, Report, Verdict } from "../engine/engine";
import type { Heard } from "../protocol";
import { strategyName } from "../strategy";
import { counted, figure, language, type Noun, texts } from "../text/language";
import {
  budgetsOf, classesWithoutStructure, goOn, helpText, isOutOfBudget, mayNeedPrecision, precisionMayHelp, raised, strategiesThatMayHelp, strategyMayHelp,
  structureMayHelp, tryStrategy, usedUp,
} from "./budget";
import { claim, claimText } from "./claim";
import { atLeast } from "./figures";
import { type Group, groupsOf, shownOf } from "./groups";
import { nameOf, hasValues } from "./judgements";
import { assumptionTexts, specialOf, verdictWords, wordOf } from "./words";

const t = texts({
  en: {
    phases: {
      reading: "Reading the task", marking: "Marking heaps", exploring: "Exploring states", checking: "Checking formulas", replaying: "Confirming violations", drawing: "Drawing",
    } as Record<Progress["phase"], string>,
    locations: ["location", "locations"] as Noun, edges: ["edge", "edges"] as Noun, blocks: ["block", "blocks"] as Noun,
    sizes: (locations: string, edges: string, blocks: string) => `${locations}, ${edges}, as ${blocks}`,
    atLoop: (line: number, method: string, caller: string | undefined) => `at the loop in line ${line} of ${method}${caller ? `, called from ${caller}` : ""}:`,
    moreKnown: (count: number) => `and ${count} more about variables of other functions`,
    enteredWith: "entered with", inCall: (method: string, line: number) => `${method} (line ${line})`,
    ends: { return: "returns with", noReturn: "does not return" } as Record<Exclude<InvariantKind, "loop">, string>,
    smaller: {
      loop: (line: number, method: string) => `Rounds of the loop in line ${line} of ${method} leave fewer and fewer objects in`,
      calls: (line: number, method: string) => `Calls of ${method} (line ${line}) inside of each other have fewer and fewer objects in`,
    } as Record<Descent["kind"], (line: number, method: string) => string>,
    countDown: {
      loop: (line: number, method: string) => `Rounds of the loop in line ${line} of ${method} count down`,
      calls: (line: number, method: string) => `Calls of ${method} (line ${line}) inside of each other count down`,
    } as Record<Descent["kind"], (line: number, method: string) => string>,
    orElse: "or, as long as that stays as it is, there are fewer objects in", orCount: "or, as long as that stays as it is, they count down",
    states: ["state", "states"] as Noun, transitions: ["transition", "transitions"] as Noun,
    starting: "Starting", found: (states: string, frontier: string, seconds: string, megabytes: string) => `${states} found · ${frontier} to expand · ${seconds} s · ${megabytes} MB`,
    disagree: (names: string) => `strategies disagree about ${names}`, everything: "All properties are satisfied",
    noCall: (all: number) => `no sequence of calls of ${all === 1 ? "the method" : `the ${all} methods`} fails`,
    calls: {
      violated: (methods: string, count: number) => `${methods} ${count === 1 ? "fails" : "fail"}`, suspected: (methods: string) => `${methods} may fail`,
      unknown: (methods: string, count: number) => `${methods} ${count === 1 ? "is" : "are"} unknown`, satisfied: (methods: string, count: number) => `${methods} never ${count === 1 ? "fails" : "fail"}`,
    } as Record<Verdict, (methods: string, count: number) => string>,
    someOf: (count: number, all: number) => `${count} of ${all} methods`, asAbove: "… what is said above.",
    provided: (said: string, first: string, others: number) => `${said}, if ${first}${others ? `, and ${others} more` : ""}`, show: "Show the failing run",
    why: "Why?", says: (words: string) => `It says: ${words}.`, noMore: "Nothing more is known about it.",
    oneRun: "For this run; the task keeps its own budget", onlyThese: " (only these are shown)",
  },
  de: {
    phases: {
      reading: "Die Aufgabe wird gelesen", marking: "Heaps werden markiert", exploring: "Zustände werden erkundet",
      checking: "Formeln werden geprüft", replaying: "Verstöße werden bestätigt", drawing: "Der Zustandsraum wird gezeichnet",
    },
    locations: ["Ort", "Orte"] as Noun, edges: ["Kante", "Kanten"] as Noun, blocks: ["Block", "Blöcke"] as Noun,
    sizes: (locations, edges, blocks) => `${locations}, ${edges}, als ${blocks}`,
    atLoop: (line, method, caller) => `an der Schleife in Zeile ${line} von ${method}${caller ? `, aufgerufen aus ${caller}` : ""}:`,
    moreKnown: (count) => `und ${count} mehr über Variablen anderer Funktionen`,
    enteredWith: "aufgerufen mit", inCall: (method, line) => `${method} (Zeile ${line})`,
    ends: { return: "kehrt zurück mit", noReturn: "kehrt nicht zurück" },
    smaller: {
      loop: (line, method) => `Runden der Schleife in Zeile ${line} von ${method} lassen immer weniger Objekte in`,
      calls: (line, method) => `Aufrufe von ${method} (Zeile ${line}) ineinander haben immer weniger Objekte in`,
    },
    countDown: {
      loop: (line, method) => `Runden der Schleife in Zeile ${line} von ${method} zählen herunter:`,
      calls: (line, method) => `Aufrufe von ${method} (Zeile ${line}) ineinander zählen herunter:`,
    },
    orElse: "oder, solange das bleibt, wie es ist, immer weniger Objekte in", orCount: "oder, solange das bleibt, wie es ist, zählen sie herunter:",
    states: ["Zustand", "Zustände"], transitions: ["Transition", "Transitionen"],
    starting: "Start", found: (states, frontier, seconds, megabytes) => `${states} gefunden · ${frontier} noch zu erkunden · ${seconds} s · ${megabytes} MB`,
    disagree: (names) => `Strategien sind uneins über ${names}`, everything: "Alle Eigenschaften sind erfüllt",
    noCall: (all) => `keine Folge von Aufrufen ${all === 1 ? "der Methode" : `der ${all} Methoden`} schlägt fehl`,
    calls: {
      violated: (methods, count) => `${methods} ${count === 1 ? "schlägt" : "schlagen"} fehl`, suspected: (methods, count) => `${methods} ${count === 1 ? "kann" : "können"} fehlschlagen`,
      unknown: (methods, count) => `${methods} ${count === 1 ? "ist" : "sind"} unbekannt`, satisfied: (methods, count) => `${methods} ${count === 1 ? "schlägt" : "schlagen"} nie fehl`,
    },
    someOf: (count, all) => `${count} von ${all} Methoden`, asAbove: "… was oben steht.",
    provided: (said, first, others) => `${said}, angenommen, ${first}${others ? `, und ${others} mehr` : ""}`, show: "Den fehlschlagenden Lauf zeigen",
    why: "Warum?", says: (words) => `Sie besagt: ${words}.`, noMore: "Dazu ist nichts weiter bekannt.",
    oneRun: "Für diesen Lauf; die Aufgabe behält ihr eigenes Budget", onlyThese: " (nur diese sind gezeigt)",
  },
});


/** Clocks are coarse, so that a difference may be a little less than nothing. */
const digits = (value: number, fraction: number): string =>
  Math.max(0, value).toLocaleString(language, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });

export const milliseconds = (value: number): string =>
  value < 10 ? `${digits(value, 1)} ms` : value < 1000 ? `${digits(value, 0)} ms` : `${digits(value / 1000, 2)} s`;

export const count = (value: number, one: string): string => `${figure.format(value)} ${one}${value === 1 ? "" : "s"}`;

const verdictOrder: readonly Verdict[] = ["violated", "suspected", "unknown", "satisfied"];

/** Properties in their order, but the methods of a class by verdict. */
function worstFirst(groups: readonly Group[]): Group[] {
  const isCall = ({ claim: { kind } }: Group): boolean => kind === "call";
  const rank = ({ judged }: Group): number => verdictOrder.indexOf(judged[0]!.property.verdict);
  const calls = groups.filter(isCall).sort((one, other) => rank(one) - rank(other));
  return groups.map((group) => (isCall(group) ? calls.shift()! : group));
}

/** A verdict with its name in the banner. */
export interface Shown {
  /** Its position in the report's properties. */
  number: number;
  name: string;
  claim: PropertyClaim;
  judgement: Judgement;
}

/** The verdicts in the banner. Those on the methods of a class start with what fails. */
export const shownJudgements = (report: Report): Shown[] =>
  worstFirst(groupsOf(report)).flatMap((group) =>
    shownOf(group).map(({ position, property }) => {
      const name = group.agree ? nameOf(property) : `${nameOf(property)} · ${strategyName(property.strategy)}`;
      return { number: position, name, claim: group.claim, judgement: property };
    }),
  );

const joined = (conditions: string[]): (HTMLElement | string)[] => conditions.flatMap((condition, i) => [i ? " && " : "", h("code", {}, condition)]);

/** What a proof says of a loop or of a recursive function; nothing if it says nothing. */
function invariant({ kind = "loop", line, method, stack, entered = [], conditions, hidden = 0 }: Invariant): HTMLElement[] {
  if (conditions.length === 0 && hidden === 0 && kind !== "noReturn") return [];
  const given = entered.length ? [`${t.enteredWith} `, ...joined(entered), ", "] : [];
  const place = kind === "loop" ? [...given, `${t.atLoop(line, method, stack.at(-1))} `] : [`${t.inCall(method, line)}${given.length ? ", " : " "}`, ...given, `${t.ends[kind]} `];
  return [h("p", { className: "reason invariant", dataset: { line: String(line) } }, ...place, ...joined(conditions), hidden ? ` ${t.moreKnown(hidden)}` : null)];
}

/** Why runs do not go round for ever. */
const descent = ({ kind, line, column, method, parts, number }: Descent, at: number, all: Descent[]): HTMLElement => {
  const before = all[at - 1];
  const isSame = before?.kind === kind && before.method === method && before.line === line && before.column === column;
  const text = isSame ? (number ? t.orCount : t.orElse) : (number ? t.countDown : t.smaller)[kind](line, method);
  return h("p", { className: "reason invariant", dataset: { line: String(line) } }, `${text} `, ...(number ? [number] : parts).flatMap((part, i) => [i ? ", " : "", h("code", {}, part)]));
};

/** What words for a report are asked for. */
export interface Wording {
  /** Why a property has its verdict. */
  explain(property: number): Promise<Explanation | null>;
  /** What a formula says. */
  readOut(formula: string): Promise<string | null>;
}

/**
 * A button, and the explanation of a verdict that it shows: what the property says, and why it is so. It is asked for when it is first shown, and
 * takes the place of the `reason` that it repeats.
 */
function why({ number, claim: { formula } }: Shown, wording: Wording, reason: HTMLElement | null): [button: HTMLElement, said: HTMLElement] {
  const said = h("p", { className: "reason explanation", hidden: true });
  const button = h("button", { type: "button", className: "why", aria: { expanded: "false" } }, t.why);
  const showReason = (): void => {
    if (reason) reason.hidden = !said.hidden && (said.textContent ?? "").includes(reason.textContent ?? "");
  };
  button.addEventListener("click", async () => {
    said.hidden = !said.hidden;
    button.setAttribute("aria-expanded", String(!said.hidden));
    showReason();
    if (said.hidden || said.hasChildNodes()) return;
    const [spoken, explanation] = await Promise.all([formula ? wording.readOut(formula) : null, wording.explain(number)]);
    said.replaceChildren(...(spoken ? [h("em", {}, ...coded(t.says(spoken))), "\n"] : []), ...coded(explanation?.words || t.noMore));
    showReason();
  });
  return [button, said];
}

/** So many methods are named in the headline. */
const namedMethods = 2;

/** What is said of the methods of a class, if that is checked: one sentence for each verdict. */
function methodsIn(groups: readonly Group[]): string[] {
  const whole = groups.find(({ claim: { methods = [] } }) => methods.length > 0);
  const calls = groups.filter(({ claim: { kind } }) => kind === "call");
  const all = whole?.claim.methods?.length ?? 0;
  if (!calls.length) return whole?.judged[0]?.property.verdict === "satisfied" ? [t.noCall(all)] : [];
  return verdictOrder.flatMap((verdict) => {
    const names = calls.filter(({ judged }) => judged[0]!.property.verdict === verdict).map(({ id }) => `\`${id}\``);
    if (!names.length) return [];
    const isNamed = names.length <= namedMethods && verdict !== "satisfied";
    return [t.calls[verdict](isNamed ? new Intl.ListFormat(language, { type: "conjunction" }).format(names) : t.someOf(names.length, all), names.length)];
  });
}

/** The verdicts by property, each counted once, those on a class by method; those about which the strategies disagree by name. */
export function headlineOf(report: Report): string {
  const all = groupsOf(report);
  const methods = methodsIn(all);
  const groups = methods.length ? all.filter(({ claim: { kind, methods: own = [] } }) => kind !== "call" && !own.length) : all;
  const agreed = groups.filter(({ agree }) => agree).map(({ judged }) => judged[0]!.property.verdict);
  const open = groups.filter(({ agree }) => !agree).map(({ judged }) => nameOf(judged[0]!.property));
  const total = (verdict: Verdict): number => agreed.filter((other) => other === verdict).length;
  if (!methods.length && !open.length && total("satisfied") === groups.length) return t.everything;
  if (!methods.length && groups.length === 1 && agreed[0]) return capital(verdictWords[agreed[0]]);
  const parts = verdictOrder.filter(total).map((verdict) => `${total(verdict)} ${verdictWords[verdict]}`);
  const disagreed = open.length ? [t.disagree(new Intl.ListFormat(language, { type: "conjunction" }).format(open))] : [];
  return capital([...methods, ...disagreed, ...parts].join(", "));
}

export class VerdictView {
  readonly #banner = byId("verdict");
  readonly #headline = byId("verdict-headline");
  readonly #detail = byId("verdict-detail");
  readonly #list = byId("verdict-list");
  readonly #seal = byId("verdict-seal");

  /**
   * `choose` receives the property whose run should be shown, `goOn` the options with which to run the task again; `chooseStructure` shows where
   * structures are chosen.
   */
  constructor(
    private readonly choose: (judgement: number) => void, private readonly goOn: (options: Record<string, number | string>) => void,
    private readonly chooseStructure: () => void,
  ) {}

  /** Shows that a run is in progress. The last verdicts may stay. */
  running(progress: Heard | null, seconds: number, keep: boolean): void {
    if (!keep) this.#list.replaceChildren();
    this.#banner.dataset["state"] = "running";
    this.#seal.replaceChildren(icon("running"));
    this.#headline.textContent = progress ? t.phases[progress.phase] : t.starting;
    this.#detail.textContent = progress
      ? t.found(counted(progress.states, t.states), figure.format(progress.frontier), digits(seconds, 1), figure.format(progress.megabytes))
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

  show(report: Report, time: number, wording: Wording): void {
    const judged = shownJudgements(report);
    const worst = verdictOrder.find((verdict) => judged.some(({ judgement }) => judgement.verdict === verdict)) ?? "satisfied";
    this.#banner.dataset["state"] = worst;
    this.#seal.replaceChildren(icon(worst));
    const said = headlineOf(report);
    const assumed = new Set(judged.filter(({ judgement }) => judgement.verdict === "satisfied").flatMap(({ judgement }) => specialOf(judgement).map(({ words }) => words)));
    const [first, ...others] = assumed;
    this.#headline.replaceChildren(...coded(first === undefined ? said : t.provided(said, first, others.length)));
    const { statesTotal = 0, transitionsTotal = 0, partial = false, blocks } = report.exploration ?? {};
    const states = atLeast(counted(statesTotal, t.states), { partial });
    const sizes = blocks && t.sizes(counted(blocks.locations, t.locations), counted(blocks.edges, t.edges), counted(blocks.blocks, t.blocks));
    this.#detail.textContent = sizes ? `${sizes} · ${milliseconds(time)}` : `${states}${partial && hasValues(report) ? t.onlyThese : ` · ${counted(transitionsTotal, t.transitions)}`} · ${milliseconds(time)}`;
    const hadFocus = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...this.#remedies(report), ...judged.map((shown, i) => this.#row(shown, judged[i - 1], wording)));
    if (hadFocus) this.#list.querySelector("button")?.focus();
  }

  /** Marks the property whose run is shown. */
  select(judgement: number | null): void {
    for (const row of this.#list.querySelectorAll<HTMLElement>("[data-judgement]")) {
      const chosen = row.dataset["judgement"] === String(judgement);
      row.querySelector("button.judgement")?.setAttribute("aria-pressed", String(chosen));
    }
  }

  /** The budgets that the run exceeded, and what else may help and can be done at once; each with a way to continue. */
  #remedies(report: Report): HTMLElement[] {
    const item = (text: string, button: HTMLButtonElement, act: () => void): HTMLElement => {
      button.addEventListener("click", act);
      return h("li", { className: "budget", dataset: { verdict: "unknown" } }, h("p", {}, text), button);
    };
    const row = (text: string, action: string, options: Record<string, number | string>): HTMLElement =>
      item(text, h("button", { type: "button", className: "small", title: t.oneRun, dataset: { budget: Object.keys(options).join() } }, icon("run"), action), () => this.goOn(options));
    const structure = ({ text, action }: { text: string; action: string }): HTMLElement =>
      item(text, h("button", { type: "button", className: "small", dataset: { remedy: "structure" } }, action), this.chooseStructure);
    return [
      ...budgetsOf(report).map((budget) => row(usedUp(budget), goOn(budget), { [budget.option]: raised(budget) })),
      ...(mayNeedPrecision(report) ? [row(precisionMayHelp.text, precisionMayHelp.action, { abstraction: "auto" })] : []),
      ...classesWithoutStructure(report).map((name) => structure(structureMayHelp(name))),
      ...strategiesThatMayHelp(report).map((strategy) => row(strategyMayHelp(strategyName(strategy)), tryStrategy(strategyName(strategy)), { strategy })),
    ];
  }

  /** A verdict; what methods of a class rest on is said once, if it is the same of the one `before`. */
  #row(shown: Shown, before: Shown | undefined, wording: Wording): HTMLElement {
    const { number, name, claim: claimed, judgement } = shown;
    const run = judgement.run;
    // What violates memory safety stands beside its name; why it is unknown may take more room.
    const isSafety = claimed.kind === "memory-safety";
    const isBeside = isSafety && (judgement.verdict === "violated" || judgement.verdict === "suspected");
    const content = [
      h("span", { className: "seal", title: verdictWords[judgement.verdict] }, icon(judgement.verdict)),
      h("span", { className: "name", title: name }, name),
      isSafety ? h("span", { className: "gloss" }, ...coded(isBeside && judgement.reason !== null ? judgement.reason : claimText(claimed))) : claim(claimed),
      h("span", { className: "word" }, wordOf(judgement)),
    ];
    const body = run
      ? h("button", { type: "button", className: "judgement", aria: { pressed: "false" }, title: t.show }, ...content)
      : h("div", { className: "judgement" }, ...content);
    if (run) body.addEventListener("click", () => this.choose(number));
    // A budget is shown above all verdicts.
    const reason = judgement.reason && !isBeside && !isOutOfBudget(judgement) ? h("p", { className: "reason" }, ...coded(judgement.reason)) : null;
    const help = helpText(judgement) ? h("p", { className: "reason" }, ...coded(helpText(judgement))) : null;
    const rests = assumptionTexts(judgement);
    const isSame = claimed.kind === "call" && before?.claim.kind === "call" && rests.length > 1 && assumptionTexts(before.judgement).join("\n") === rests.join("\n");
    const assumed = (isSame ? [t.asAbove] : rests).map((text) => h("p", { className: "reason" }, ...coded(text)));
    const [asked, explanation] = why(shown, wording, reason);
    return h("li", { dataset: { verdict: judgement.verdict, judgement: String(number) } }, body, asked, explanation, ...assumed, reason, ...(judgement.invariants ?? []).flatMap(invariant), ...(judgement.descents ?? []).map(descent), help);
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
