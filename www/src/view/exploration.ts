/** An exploration as a sequence of moments: the states in the order in which they were found, each step stage by stage. */
import type { Answering } from "../client";
import type { Report, Scene, StageKind, StageView } from "../engine/engine";
import type { SpaceChart, StateKindName } from "../space/chart";
import { type RuleName, type RuleWords, sourceOf } from "./rules";

/** The words for moments, in every language. */
export const explorationWords = {
  en: {
    from: (state: string, operation: string) => `From state ${state}${operation ? `: ${operation}` : ""}`,
    start: (state: string) => `The search starts in state ${state}, which stands for all heaps that this picture describes. What is found holds for each of them.`,
    before: (state: string) => `State ${state} stands for all heaps that this picture describes. What becomes of them?`,
    same: "The operation changes none of the heaps.", unclear: "The stages of this step cannot be shown.",
    ofHeaps: {
      execute: "All that the operation needs can be seen, so it is done as on a concrete heap.",
      forget: "Variables that are not read any more are removed, and so is what nothing leads to.",
    } as Partial<Record<StageKind, string>>,
    opened: (boxes: string) => `Replaced here: ${boxes}.`, hidden: (boxes: string) => `The result has ${boxes}.`,
    arrives: (state: string) => `These heaps are state ${state}`, arrivesOfHeap: (state: string) => `This heap is state ${state}`,
    found: ", which is new.", known: ", which was known. Its steps are explored only once, so the search ends here.",
    ends: {
      final: "The program ends in it.", exception: "An exception that is not caught ends the program in it.", nullDereference: "The step to it dereferences null, which ends the run.", failed: "The run fails there.",
    } as Partial<Record<StateKindName, string>>,
  },
  de: {
    from: (state: string, operation: string) => `Von Zustand ${state}${operation ? `: ${operation}` : ""}`,
    start: (state: string) => `Die Suche beginnt in Zustand ${state}, der für alle Heaps steht, die dieses Bild beschreibt. Was sie findet, gilt für jeden davon.`,
    before: (state: string) => `Zustand ${state} steht für alle Heaps, die dieses Bild beschreibt. Was wird aus ihnen?`,
    same: "Die Operation ändert keinen der Heaps.", unclear: "Die Stufen dieses Schritts lassen sich nicht zeigen.",
    ofHeaps: {
      execute: "Alles, was die Operation braucht, ist zu sehen; sie geschieht wie auf einem konkreten Heap.",
      forget: "Variablen, die nicht mehr gelesen werden, werden entfernt, und auch das, wohin nichts führt.",
    } as Partial<Record<StageKind, string>>,
    opened: (boxes: string) => `Hier ersetzt: ${boxes}.`, hidden: (boxes: string) => `Das Ergebnis hat ${boxes}.`,
    arrives: (state: string) => `Diese Heaps sind Zustand ${state}`, arrivesOfHeap: (state: string) => `Dieser Heap ist Zustand ${state}`,
    found: "; er ist neu.", known: "; er war bekannt. Seine Schritte werden nur einmal erkundet, darum endet die Suche hier.",
    ends: {
      final: "In ihm endet das Programm.", exception: "Eine unbehandelte Ausnahme beendet in ihm das Programm.", nullDereference: "Der Schritt dorthin dereferenziert null; damit endet der Lauf.", failed: "Dort schlägt der Lauf fehl.",
    } as Partial<Record<StateKindName, string>>,
  },
};

/** Above this number of states only the first ones are explained. */
export const mostExplained = 200;

/** The analyses whose steps have stages. */
export const explainedAnalyses = ["heap", "forest"] as const;

/** Whether the steps of a result have stages. */
export const isExplained = ({ analysis }: Report): boolean => explainedAnalyses.some((own) => own === analysis);

/** A step from one state to another. */
export interface ExplorationStep {
  source: number;
  target: number;
  operation: string;
  /** Whether the search finds the target by this step, or knew it before; null if the step is looked at by itself. */
  isNew: boolean | null;
}

/** What is explained at a time, with the contents that are drawn, and the state that is selected meanwhile. */
export type ExplorationMoment =
  | { kind: "start"; state: number; heap: number; before: null }
  /** After `at` stages; `stages` is null if they cannot be followed. */
  | { kind: "stage"; step: ExplorationStep; stages: readonly StageView[] | null; at: number; last: number; state: number; heap: number; before: number | null }
  | { kind: "end"; state: null; heap: null; before: null };

const isStep = (chart: SpaceChart, edge: number): boolean => ["step", "summary", "call"].includes(chart.edgeKind(edge));

const stepOf = (chart: SpaceChart, edge: number, isNew: boolean | null): ExplorationStep =>
  ({ source: chart.source(edge), target: chart.target(edge), operation: chart.operation(edge), isNew });

/** The steps to a state from others. */
export const stepsTo = (chart: SpaceChart, state: number): ExplorationStep[] =>
  [...chart.incoming(state)].filter((edge) => isStep(chart, edge) && chart.source(edge) !== state).map((edge) => stepOf(chart, edge, null));

/**
 * The order of the exploration: states, where the search starts in them, and steps. States are numbered in the order in which they were found; a
 * step comes as soon as both of its ends have been found, first the one that finds its target.
 */
export function explorationOf(chart: SpaceChart): (number | ExplorationStep)[] {
  const order: (number | ExplorationStep)[] = [];
  for (let state = 0; state < Math.min(chart.stateCount, mostExplained); state++) {
    const into = [...chart.incoming(state)].filter((edge) => isStep(chart, edge) && chart.source(edge) <= state).sort((a, b) => chart.source(a) - chart.source(b));
    const back = [...chart.outgoing(state)].filter((edge) => isStep(chart, edge) && chart.target(edge) < state);
    const isFound = into.some((edge) => chart.source(edge) < state);
    if (!isFound) order.push(state);
    order.push(...[...into, ...back].map((edge, i) => stepOf(chart, edge, isFound && i === 0)));
  }
  return order;
}

/** The moments of a step. */
export function momentsOf(chart: SpaceChart, step: ExplorationStep, stages: readonly StageView[] | null): ExplorationMoment[] {
  const { source, target } = step;
  const content = (state: number): number => chart.data.contents[state] ?? 0;
  const heaps = [content(source), ...(stages?.map((stage) => stage.content) ?? [content(target)])];
  const last = heaps.length - 1;
  return heaps.map((heap, at) => ({ kind: "stage", step, stages, at, last, state: at === last ? target : source, heap, before: heaps[at - 1] ?? null }));
}

/** The moments of an exploration; null if `stop` says to. */
export async function momentsOfAll(chart: SpaceChart, ask: (source: number, target: number) => Promise<StageView[] | null>, stop: () => boolean = () => false): Promise<ExplorationMoment[] | null> {
  const moments: ExplorationMoment[] = [];
  for (const part of explorationOf(chart)) {
    if (typeof part === "number") moments.push({ kind: "start", state: part, heap: chart.data.contents[part] ?? 0, before: null });
    else moments.push(...momentsOf(chart, part, await ask(part.source, part.target)));
    if (stop()) return null;
  }
  return [...moments, { kind: "end", state: null, heap: null, before: null }];
}

/** The picture of a moment, with what its stage changes; null at the end. */
export function sceneOf(from: Answering, { heap, before }: ExplorationMoment): Promise<Scene | null> {
  if (heap === null) return Promise.resolve(null);
  return from.ask(before === null ? { of: "heap", number: heap } : { of: "heapDiff", number: heap, before });
}

/** How moments are worded. */
export interface ExplorationWording {
  words: typeof explorationWords.en;
  rules: Record<RuleName, RuleWords>;
  /** Whether a state has one abstract heap, and not a set of heaps. */
  isOfHeaps: boolean;
  number(value: number): string;
}

/** What happens at a moment before the end; code stands between backquotes. */
export function wordsOf(moment: Exclude<ExplorationMoment, { kind: "end" }>, chart: SpaceChart, wording: ExplorationWording): string {
  const { words, number } = wording;
  if (moment.kind === "start") return words.start(number(moment.state));
  const { step: { source, operation, isNew }, stages, at, last } = moment;
  const parts = at > 0 ? stageWords(stages?.[at - 1], wording)
    : [isNew === null ? words.before(number(source)) : `${words.from(number(source), operation && `\`${operation}\``)}.`, ...(last === 0 ? [words.same] : [])];
  return [...parts, ...(at === last && (at > 0 || isNew !== null) ? arrivalWords(moment.step, chart, wording) : [])].join(" ");
}

function stageWords(stage: StageView | undefined, { words, rules, isOfHeaps }: ExplorationWording): string[] {
  if (!stage) return [words.unclear];
  const { kind, boxes } = stage;
  const { name, text } = rules[kind];
  const opens = kind === "isolate" || kind === "materialise";
  const names = boxes.length ? (opens ? words.opened : words.hidden)(boxes.join(", ")) : "";
  return [`${name}.`, (isOfHeaps ? words.ofHeaps[kind] : undefined) ?? text, sourceOf(kind), names].filter(Boolean);
}

function arrivalWords({ target, isNew }: ExplorationStep, chart: SpaceChart, { words, isOfHeaps, number }: ExplorationWording): string[] {
  const suffix = isNew === null ? "." : isNew ? words.found : words.known;
  const end = isNew === null ? undefined : words.ends[chart.kind(target)];
  return [(isOfHeaps ? words.arrivesOfHeap : words.arrives)(number(target)) + suffix, ...(end ? [end] : [])];
}
