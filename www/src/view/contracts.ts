/** The contracts of the procedures: computed once for each precondition, used at every call. */
import type { Outcome } from "../client";
import { h, icon } from "../dom";
import type { ContractEnd, ContractExit, ContractState, ContractView } from "../engine/engine";
import { explained } from "../frame/terms";
import type { Linking, Seen } from "../linking";
import type { SpaceChart } from "../space/chart";
import { counted, figure, type Noun, texts } from "../text/language";
import { hasValues } from "./judgements";
import { unlessStopped } from "./stopped";
import { thumbnail } from "./thumbnail";
import type { Drawing, TableData, View } from "./view";

const t = texts({
  en: {
    title: "Contracts", nothing: "Nothing has run yet.",
    lead: "A procedure is explored once for each part of the heap with which it is called; the result, its contract, is used at every such call. Ringed vertices are external: caller and callee share them.",
    none: "The program calls no procedure: only the entry procedure was explored.",
    all: (count: string) => `All procedures, ${count}`, filter: "Procedure",
    contracts: ["contract", "contracts"] as Noun, calls: ["call", "calls"] as Noun, heaps: ["heap", "heaps"] as Noun,
    entry: "entry procedure", trusted: "given by the task", trustedHelp: "This contract comes from the task; it is trusted, not computed.",
    component: (number: number) => `Component ${number}`, used: "Used by", notUsed: "No drawn call uses it",
    caller: (state: number, line: number) => `State ${state}, line ${line}`,
    before: "Precondition", after: "Postconditions",
    ends: { returns: "normal return", exception: "uncaught exception", nullDereference: "null dereference", failed: "failure" } as Record<ContractEnd, string>,
    starts: (heaps: string) => `The run starts on ${heaps} and`, called: "A call on this part of the heap",
    ways: ["way", "ways"] as Noun, can: (who: string, ways: string, ends: string) => `${who} can end in ${ways}: ${ends}.`,
    never: (who: string) => `${who} does not end, as far as explored.`, noEnd: "None, as far as explored.",
    heap: (heap: string) => `Heap ${heap}`, state: (state: number) => `state ${state}`, chosen: "Select this state, and export the picture",
    more: (count: string) => `and ${count} more`, first: (shown: string, all: string) => `The first ${shown} of ${all} are listed; choose a procedure, or open the table.`,
    columns: ["Procedure", "Component", "Preconditions", "Returns", "Exceptions", "Null dereferences", "Failures", "Calls"],
  },
  de: {
    title: "Verträge", nothing: "Es wurde noch nichts geprüft.",
    lead: "Eine Prozedur wird für jeden Teil des Heaps, mit dem sie aufgerufen wird, einmal erkundet; das Ergebnis, ihr Vertrag, wird bei jedem solchen Aufruf verwendet. Knoten mit Ring sind extern: Aufrufer und aufgerufene Prozedur teilen sie.",
    none: "Das Programm ruft keine Prozedur auf: Nur die Einstiegsprozedur wurde erkundet.",
    all: (count) => `Alle Prozeduren, ${count}`, filter: "Prozedur",
    contracts: ["Vertrag", "Verträge"], calls: ["Aufruf", "Aufrufe"], heaps: ["Heap", "Heaps"],
    entry: "Einstiegsprozedur", trusted: "von der Aufgabe vorgegeben", trustedHelp: "Dieser Vertrag kommt aus der Aufgabe; er wird nicht berechnet, sondern vorausgesetzt.",
    component: (number) => `Komponente ${number}`, used: "Verwendet von", notUsed: "Kein gezeichneter Aufruf verwendet ihn",
    caller: (state, line) => `Zustand ${state}, Zeile ${line}`,
    before: "Vorbedingung", after: "Nachbedingungen",
    ends: { returns: "reguläre Rückkehr", exception: "unbehandelte Ausnahme", nullDereference: "Null-Dereferenzierung", failed: "Fehler" },
    starts: (heaps) => `Der Lauf beginnt auf ${heaps} und`, called: "Ein Aufruf auf diesem Teil des Heaps",
    ways: ["Art", "Arten"], can: (who, ways, ends) => `${who} kann auf ${ways} ausgehen: ${ends}.`,
    never: (who) => `${who} endet nicht, soweit erkundet wurde.`, noEnd: "Keine, soweit erkundet wurde.",
    heap: (heap) => `Heap ${heap}`, state: (state) => `Zustand ${state}`, chosen: "Diesen Zustand auswählen und das Bild exportieren",
    more: (count) => `und ${count} weitere`, first: (shown, all) => `Aufgeführt sind die ersten ${shown} von ${all}; wählen Sie eine Prozedur oder öffnen Sie die Tabelle.`,
    columns: ["Prozedur", "Komponente", "Vorbedingungen", "Rückkehr", "Ausnahmen", "Null-Dereferenzierungen", "Fehler", "Aufrufe"],
  },
});

/** Different texts for boolean programs. */
const ofValues: typeof t = { ...t, ...texts({
  en: {
    lead: "A procedure is explored once for each combination of values with which it is called; the result, its contract, is used at every such call.",
    heaps: ["state", "states"] as Noun, starts: (states: string) => `The run starts in ${states} and`, called: "A call with these values",
    heap: (values: string) => `Values ${values}`,
  },
  de: {
    lead: "Eine Prozedur wird für jede Kombination von Werten, mit der sie aufgerufen wird, einmal erkundet; das Ergebnis, ihr Vertrag, wird bei jedem solchen Aufruf verwendet.",
    heaps: ["Zustand", "Zuständen"], starts: (states) => `Der Lauf beginnt in ${states} und`, called: "Ein Aufruf mit diesen Werten",
    heap: (values) => `Werte ${values}`,
  },
}) };

/** In the order of the table's columns. */
const ends: readonly ContractEnd[] = ["returns", "exception", "nullDereference", "failed"];
const endsOf = { heap: ends.slice(0, 3), forest: ends, boolean: ["returns", "failed"] as readonly ContractEnd[] };
type Ending = keyof typeof endsOf;

/** Maximum numbers of listed contracts, heaps of a contract, and calls; the rest are counted. */
const most = { contracts: 60, heaps: 24, calls: 8 };

const count = ({ exits }: ContractView, end: ContractEnd): number => exits.filter((exit) => exit.end === end).length;

/** A contract as a sentence. */
export function sentence(contract: ContractView, analysis: Ending = "heap"): string {
  const { called, heaps, starts } = analysis === "boolean" ? ofValues : t;
  const who = contract.component === 0 ? starts(counted(contract.entries.length, heaps)) : called;
  const ways = endsOf[analysis].filter((end) => count(contract, end)).map((end) => `${figure.format(count(contract, end))} × ${t.ends[end]}`);
  return ways.length ? t.can(who, counted(contract.exits.length, t.ways), ways.join(", ")) : t.never(who);
}

/** The drawn calling states of a contract. */
export function callersOf({ entries }: ContractView, chart: SpaceChart): number[] {
  const states = entries.flatMap(({ state }) => (state === null || state >= chart.stateCount ? [] : [state]));
  const calls = states.flatMap((state) => [...chart.incoming(state)].filter((edge) => chart.edgeKind(edge) === "call"));
  return [...new Set(calls.map((edge) => chart.source(edge)))].sort((a, b) => a - b);
}

export class ContractsView implements View {
  readonly id = "contracts";
  readonly title = t.title;
  readonly home = "main";
  readonly isSpecial = true;
  readonly analyses = ["heap", "boolean", "forest"] as const;
  readonly element = h("div");
  readonly #filter = h("select", { id: "contracts-filter", aria: { label: t.filter } });
  readonly #list = h("div", { className: "contracts", tabIndex: 0, aria: { role: "region", label: t.title } });
  #outcome: Outcome | null = null;
  #chart: SpaceChart | null = null;
  #contracts: ContractView[] | null = null;
  /** The heap selected last. */
  #heap: number | null = null;
  #component: number | null = null;
  #open = false;
  #analysis: Ending = "heap";

  constructor(private readonly linking: Linking) {
    this.#filter.addEventListener("change", () => this.#draw());
    this.element.append(h("div", { className: "toolbar" }, this.#filter), this.#list);
    this.show(null);
  }

  get #t(): typeof t {
    return this.#analysis === "boolean" ? ofValues : t;
  }

  show(outcome: Outcome | null): void {
    this.#outcome = outcome;
    this.#analysis = outcome?.report.analysis === "forest" ? "forest" : outcome && hasValues(outcome.report) ? "boolean" : "heap";
    this.#contracts = this.#chart = this.#heap = null;
    this.#filter.replaceChildren();
    this.#filter.hidden = true;
    this.#list.replaceChildren(h("p", { className: "hint" }, t.nothing));
  }

  drawn(chart: SpaceChart | null): void {
    this.#chart = chart;
    void this.#ask();
  }

  opened(open: boolean): void {
    this.#open = open;
    void this.#ask();
  }

  mark({ pinned: { component } }: Seen): void {
    this.#component = component;
    this.#markChosen();
  }

  drawing(): Drawing | null {
    const heap = this.#heap ?? this.#listed[0]?.entries[0]?.content ?? null;
    return heap === null ? null : { picture: { of: "heap", number: heap }, name: `${this.#analysis === "boolean" ? "values" : "heap"}-${heap}` };
  }

  tableData(): TableData | null {
    const [listed, shown] = [this.#listed, endsOf[this.#analysis]];
    if (!listed.length) return null;
    return {
      caption: t.title,
      columns: t.columns.filter((_, i) => !ends[i - 3] || shown.includes(ends[i - 3]!)),
      count: listed.length,
      cells: (row) => {
        const contract = listed[row]!;
        return [contract.procedure, contract.component, contract.entries.length, ...shown.map((end) => count(contract, end)), contract.calls];
      },
      part: (row) => ({ component: listed[row]!.component }),
      chosen: ({ pinned: { component } }) => {
        const row = listed.findIndex((contract) => contract.component === component);
        return row < 0 ? null : row;
      },
    };
  }

  /** The contracts of the selected procedure. */
  get #listed(): ContractView[] {
    const procedure = this.#filter.value;
    return (this.#contracts ?? []).filter((contract) => procedure === "" || contract.procedure === procedure);
  }

  /** Contracts are requested only while the view is open. */
  async #ask(): Promise<void> {
    const outcome = this.#outcome;
    if (!this.#open || !outcome) return;
    if (this.#contracts) return this.#draw();
    const contracts = await outcome.ask({ of: "contracts" });
    if (outcome !== this.#outcome) return;
    if (!contracts) return this.#list.replaceChildren(h("p", { className: "lead" }, unlessStopped(outcome, "")));
    this.#contracts = contracts;
    const procedures = [...new Set(contracts.map(({ procedure }) => procedure))];
    this.#filter.replaceChildren(
      h("option", { value: "" }, t.all(counted(contracts.length, t.contracts))),
      ...procedures.map((procedure) => h("option", { value: procedure }, `${procedure}, ${counted(contracts.filter((other) => other.procedure === procedure).length, t.contracts)}`)));
    this.#filter.hidden = procedures.length < 2;
    this.#draw();
  }

  #draw(): void {
    const listed = this.#listed;
    const shown = listed.slice(0, most.contracts);
    const only = this.#contracts?.every(({ component }) => component === 0);
    this.#list.replaceChildren(
      h("p", { className: "lead" }, ...explained(only ? t.none : this.#t.lead)),
      ...shown.map((contract) => this.#contract(contract)),
      listed.length > shown.length ? h("p", { className: "lead" }, t.first(figure.format(shown.length), figure.format(listed.length))) : "");
    this.#markChosen();
  }

  #contract(contract: ContractView): HTMLElement {
    const { procedure, component, trusted, entries, exits } = contract;
    const select = h("button", { type: "button", className: "component" }, t.component(component));
    select.addEventListener("click", () => this.linking.pin({ component }));
    const note = component === 0 ? h("span", { className: "badge" }, t.entry) : trusted ? h("span", { className: "badge", title: t.trustedHelp }, t.trusted) : null;
    return h("article", { className: "contract", dataset: { component: String(component) }, aria: { label: `${procedure}, ${t.component(component)}` } },
      h("header", {}, h("h2", {}, procedure), note, select),
      h("p", { className: "lead" }, sentence(contract, this.#analysis)),
      h("div", { className: "sides" },
        this.#side(t.before, entries.map((entry) => this.#heapOf(entry, null)), entries.length),
        h("span", { className: "becomes", aria: { hidden: "true" } }, "→"),
        this.#side(t.after, exits.slice(0, most.heaps).map((exit) => this.#heapOf(exit, exit)), exits.length)),
      component === 0 ? null : this.#uses(contract));
  }

  #side(title: string, heaps: HTMLElement[], all: number): HTMLElement {
    const shown = heaps.slice(0, most.heaps);
    return h("section", {}, h("h3", {}, title),
      h("ul", {}, ...shown.map((heap) => h("li", {}, heap))),
      all > shown.length ? h("p", { className: "quiet" }, t.more(figure.format(all - shown.length))) : all ? null : h("p", { className: "quiet" }, t.noEnd));
  }

  #heapOf({ content: heap, state }: ContractState, exit: ContractExit | null): HTMLElement {
    const name = `${this.#t.heap(figure.format(heap))}${state === null ? "" : ` · ${t.state(state)}`}`;
    const bad = exit && exit.end !== "returns" ? t.ends[exit.end] : "";
    const label = bad ? `${name} · ${bad}` : name;
    const card = h("button", { type: "button", className: "fragment", dataset: { heap: String(heap), end: exit?.end ?? "" }, title: t.chosen, aria: { label } },
      thumbnail(() => this.#outcome?.ask({ of: "heap", number: heap }) ?? Promise.resolve(null)),
      h("span", {}, bad ? h("span", { className: "bad" }, icon("violated"), bad) : null, name));
    card.addEventListener("click", () => {
      this.#heap = heap;
      if (state === null) this.#markChosen();
      else this.linking.pin({ state });
    });
    return card;
  }

  #uses(contract: ContractView): HTMLElement {
    const callers = this.#chart ? callersOf(contract, this.#chart) : [];
    const links = callers.slice(0, most.calls).map((state) => {
      const link = h("button", { type: "button", className: "small" }, t.caller(state, this.#chart?.line(state) ?? 0));
      link.addEventListener("click", () => this.linking.pin({ state }));
      return link;
    });
    const more = contract.calls - links.length;
    return h("footer", {},
      h("span", { className: "quiet" }, links.length ? `${t.used} ${counted(contract.calls, t.calls)}` : t.notUsed), ...links,
      links.length && more > 0 ? h("span", { className: "quiet" }, t.more(figure.format(more))) : null);
  }

  #markChosen(): void {
    for (const element of this.#list.querySelectorAll<HTMLElement>(".contract")) {
      element.classList.toggle("selected", element.dataset["component"] === String(this.#component));
    }
    for (const card of this.#list.querySelectorAll<HTMLElement>(".fragment")) {
      card.setAttribute("aria-pressed", String(card.dataset["heap"] === String(this.#heap)));
    }
  }
}
