/** The other analysis of heaps beside the last run: its verdicts, and how both describe the heaps at each loop. */
import { type Beside, type OnProgress, type Outcome, Stopped } from "../client";
import { h } from "../dom";
import type { LoopHeadView } from "../engine/engine";
import { explained } from "../frame/terms";
import { counted, figure, type Noun, texts } from "../text/language";
import { thumbnail } from "./thumbnail";

type Side = "heap" | "forest";

const t = texts({
  en: {
    title: "With the other analysis of heaps", sides: { heap: "Graph grammars", forest: "Forest automata" } as Record<Side, string>,
    lead: "Graph grammars and forest automata both describe the heaps of a program. Compare their verdicts, and what they say of the heaps at each loop.",
    run: (name: string) => `Compare with ${name.toLowerCase()}`, running: (name: string, states: string, seconds: string) => `${name}: ${states} states, ${seconds} s …`,
    stopped: "Stopped.", none: "There is no such task.", learned: "The task has no grammar. Graph grammars use the one that forest automata have learned.",
    loop: (procedure: string, place: string) => `Loop in ${procedure}, ${place}`, noLoops: "The program has no loops.",
    sets: { heap: ["abstract heap", "abstract heaps"], forest: ["set of heaps", "sets of heaps"] } as Record<Side, Noun>,
    more: (count: string) => `${count} more are in the state space.`, examples: "Smallest examples", heap: (heap: string) => `Heap ${heap}`,
  },
  de: {
    title: "Mit der anderen Analyse von Heaps", sides: { heap: "Graphgrammatiken", forest: "Waldautomaten" },
    lead: "Graphgrammatiken und Waldautomaten beschreiben beide die Heaps eines Programms. Vergleichen Sie ihre Urteile und was sie über die Heaps an jeder Schleife sagen.",
    run: (name) => `Mit ${name} vergleichen`, running: (name, states, seconds) => `${name}: ${states} Zustände, ${seconds} s …`,
    stopped: "Angehalten.", none: "Eine solche Aufgabe gibt es nicht.", learned: "Die Aufgabe hat keine Grammatik. Graphgrammatiken verwenden die, die Waldautomaten gelernt haben.",
    loop: (procedure, place) => `Schleife in ${procedure}, ${place}`, noLoops: "Das Programm hat keine Schleifen.",
    sets: { heap: ["abstrakter Heap", "abstrakte Heaps"], forest: ["Menge von Heaps", "Mengen von Heaps"] },
    more: (count) => `${count} weitere stehen im Zustandsraum.`, examples: "Kleinste Beispiele", heap: (heap) => `Heap ${heap}`,
  },
});

/** So many pictures are shown of a loop, and so many examples. */
const most = 6;

const isSide = (analysis: string): analysis is Side => analysis === "heap" || analysis === "forest";

/** The names of both analyses, as the columns of a table. */
export const sideNames = [t.sides.heap, t.sides.forest] as const;

export class BesideView {
  readonly #run = h("button", { type: "button", className: "small", id: "compare-beside" });
  readonly #status = h("p", { className: "quiet", role: "status" });
  readonly #found = h("div");
  readonly element = h("section", {}, h("h2", {}, t.title), h("p", { className: "lead" }, ...explained(t.lead)), this.#run, this.#status, this.#found);
  #outcome: Outcome | null = null;

  /** `start` runs the task of an outcome with the other analysis; `table` compares both runs. */
  constructor(
    private readonly start: (outcome: Outcome, heard: OnProgress) => Promise<Beside | null>,
    private readonly table: (heap: Outcome, forest: Outcome) => HTMLElement,
  ) {
    this.#run.addEventListener("click", () => void this.#compare());
  }

  show(outcome: Outcome): void {
    const { analysis } = outcome.report;
    this.#outcome = outcome;
    this.element.hidden = !isSide(analysis);
    if (isSide(analysis)) this.#run.textContent = t.run(this.#other(analysis));
    this.#status.textContent = "";
    this.#found.replaceChildren();
  }

  #other(analysis: Side): string {
    return t.sides[analysis === "heap" ? "forest" : "heap"];
  }

  async #compare(): Promise<void> {
    const own = this.#outcome;
    if (!own || !isSide(own.report.analysis)) return;
    const [name, begin] = [this.#other(own.report.analysis), performance.now()];
    const say = (text: string): void => {
      if (own === this.#outcome) this.#status.textContent = text;
    };
    const running = (states: number): void => say(t.running(name, figure.format(states), figure.format(Math.floor((performance.now() - begin) / 1000))));
    running(0);
    this.#run.disabled = true;
    try {
      const beside = await this.start(own, ({ states }) => running(states));
      if (own !== this.#outcome) return;
      const errors = beside?.outcome.report.exploration ? [] : (beside?.outcome.report.diagnostics ?? []).filter(({ severity }) => severity === "error");
      if (!beside || errors.length) return say(beside ? `${name}: ${errors[0]!.message}` : t.none);
      const [heap, forest] = own.report.analysis === "heap" ? [own, beside.outcome] : [beside.outcome, own];
      say(beside.isLearned ? t.learned : "");
      const [heaps, forests] = await Promise.all([heap.ask({ of: "loopHeads" }), forest.ask({ of: "loopHeads" })]);
      if (own === this.#outcome) this.#found.replaceChildren(this.table(heap, forest), ...this.#loops({ heap, forest }, { heap: heaps ?? [], forest: forests ?? [] }));
    } catch (error) {
      say(error instanceof Stopped ? t.stopped : String(error));
    } finally {
      this.#run.disabled = false;
    }
  }

  /** Both descriptions of the heaps at each loop. */
  #loops(outcomes: Record<Side, Outcome>, heads: Record<Side, LoopHeadView[]>): HTMLElement[] {
    const keyOf = ({ procedure, file, line, location }: LoopHeadView): string => JSON.stringify([file, line, procedure, location]);
    const known = new Map([...heads.heap, ...heads.forest].map((head) => [keyOf(head), head]));
    if (!known.size) return [h("p", { className: "quiet" }, t.noLoops)];
    const inOrder = [...known].sort(([, one], [, other]) => one.file.localeCompare(other.file) || one.line - other.line || one.location - other.location);
    return inOrder.map(([key, { procedure, file, line }]) => {
      const title = t.loop(procedure, `${file}:${line}`);
      const side = (which: Side): HTMLElement => describes(which, outcomes[which], heads[which].find((head) => keyOf(head) === key)?.contents ?? []);
      return h("article", { className: "box", aria: { label: title } }, h("header", {}, h("h2", {}, title)), h("div", { className: "both" }, side("heap"), side("forest")));
    });
  }
}

/** How an analysis describes the heaps at a loop. */
function describes(side: Side, outcome: Outcome, contents: number[]): HTMLElement {
  const examples = h("details", {}, h("summary", {}, t.examples));
  examples.addEventListener("toggle", () => {
    if (examples.open && examples.childElementCount === 1) void smallest(outcome, contents).then((samples) => examples.append(pictures(outcome, samples)));
  });
  return h("section", {},
    h("h3", {}, t.sides[side]), h("p", { className: "quiet" }, counted(contents.length, t.sets[side])),
    pictures(outcome, contents.slice(0, most)),
    ...(contents.length > most ? [h("p", { className: "quiet" }, t.more(figure.format(contents.length - most)))] : []),
    ...(contents.length ? [examples] : []));
}

/** Samples of all contents, as many of each. */
async function smallest(outcome: Outcome, contents: number[]): Promise<number[]> {
  const all = await Promise.all(contents.slice(0, most).map((content) => outcome.ask({ of: "samples", content })));
  const rounds = Array.from({ length: most }, (_, round) => all.flatMap((samples) => samples?.[round] ?? []));
  return [...new Set(rounds.flat())].slice(0, most);
}

const pictures = (outcome: Outcome, heaps: readonly number[]): HTMLElement =>
  h("ul", {}, ...heaps.map((heap) => h("li", { className: "fragment" }, thumbnail(() => outcome.ask({ of: "heap", number: heap })), h("span", {}, t.heap(figure.format(heap))))));
