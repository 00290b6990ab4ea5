import { expect, test } from "vitest";
import type { StageView } from "../engine/engine";
import { SpaceChart } from "../space/chart";
import { chartData } from "../space/fixture";
import { conclusionWords, reachedText, verdictText } from "./conclusion";
import { explorationOf, type ExplorationWording, explorationWords, momentsOfAll, mostExplained, stepsTo, wordsOf } from "./exploration";
import { propertyOf, reportOf, safetyOf } from "./fixture";
import { ruleWords } from "./rules";

const [initial, final, inner] = [0, 1, 4];
const [step, summary, call, stutter] = [0, 1, 2, 4];

/** 0 calls 1, which returns to 3, as its exit 2 was found; 3 goes on to the end 4, and back to 0. */
const chart = new SpaceChart(chartData([initial, inner, inner, inner, final], [
  [0, 1, call], [0, 3, summary], [1, 1, step], [1, 2, step], [3, 4, step], [3, 0, step], [4, 4, stutter],
], { contents: Uint32Array.from([10, 11, 12, 13, 14]), texts: ["A.java", "x = y"], operations: Uint32Array.from([1, 1, 1, 1, 1, 1, 1]) }));

const short = (part: ReturnType<typeof explorationOf>[number]): string =>
  typeof part === "number" ? `start ${part}` : `${part.source}→${part.target}${part.isNew ? " new" : ""}`;

test("states come in the order in which they were found, and steps as soon as both ends are there", () => {
  expect(explorationOf(chart).map(short)).toEqual(["start 0", "0→1 new", "1→1", "1→2 new", "0→3 new", "3→0", "3→4 new"]);
  expect(explorationOf(new SpaceChart(chartData([], [])))).toEqual([]);
  // Two initial states.
  expect(explorationOf(new SpaceChart(chartData([initial, initial], [[0, 1, step]]))).map(short)).toEqual(["start 0", "0→1 new"]);
  expect(explorationOf(new SpaceChart(chartData([initial, initial], [[1, 0, step]]))).map(short)).toEqual(["start 0", "start 1", "1→0"]);
  const long = new SpaceChart(chartData(Array.from({ length: mostExplained + 50 }, () => inner), Array.from({ length: mostExplained + 49 }, (_, i) => [i, i + 1, step])));
  expect(explorationOf(long)).toHaveLength(mostExplained);
});

test("the step to a state comes from others, and is no self-loop", () => {
  expect(stepsTo(chart, 3)).toEqual([{ source: 0, target: 3, operation: "x = y", isNew: null }]);
  expect(stepsTo(chart, 1).map(({ source }) => source)).toEqual([0]);
  expect(stepsTo(chart, 4).map(({ source }) => source)).toEqual([3]);
});

const materialised: StageView = { kind: "materialise", content: 20, boxes: ["List"] };
const executed: StageView = { kind: "execute", content: 14, boxes: [] };
const stages = (source: number, target: number): StageView[] | null =>
  target === 4 ? [materialised, executed] : source === 1 ? null : target === 0 ? [] : [{ kind: "execute", content: 10 + target, boxes: [] }];
const wording: ExplorationWording = { words: explorationWords.en, rules: ruleWords.en, isOfHeaps: true, number: String };

test("every step is explained stage by stage: what is drawn, what is selected, what is said", async () => {
  const moments = (await momentsOfAll(chart, (source, target) => Promise.resolve(stages(source, target))))!;
  const drawn = moments.map(({ kind, state, heap, before }) => `${kind} ${state}: ${before} ${heap}`);
  expect(drawn).toEqual([
    "start 0: null 10", "stage 0: null 10", "stage 1: 10 11", "stage 1: null 11", "stage 1: 11 11", "stage 1: null 11", "stage 2: 11 12", "stage 0: null 10", "stage 3: 10 13",
    "stage 0: null 13", "stage 3: null 13", "stage 3: 13 20", "stage 4: 20 14", "end null: null null",
  ]);
  const said = moments.flatMap((moment) => (moment.kind === "end" ? [] : [wordsOf(moment, chart, wording)]));
  expect(said[1]).toBe("From state 0: `x = y`.");
  expect(said[2]).toMatch(/^Execute\. .* This heap is state 1, which is new\.$/);
  expect(said[4]).toMatch(/^The stages of this step cannot be shown\. This heap is state 1, which was known\..*the search ends here\.$/);
  expect(said[9]).toMatch(/^From state 3: `x = y`\. The operation changes none of the heaps\. This heap is state 0, which was known\./);
  expect(said[11]).toMatch(/^Materialise\. .*L\(Hₙ\)\. \[HMC 2\.2\] Replaced here: List\.$/);
  expect(said[12]).toMatch(/This heap is state 4, which is new\. The program ends in it\.$/);
  const german = wordsOf(moments[1] as Parameters<typeof wordsOf>[0], chart, { ...wording, words: explorationWords.de, rules: ruleWords.de });
  expect(german).toBe("Von Zustand 0: `x = y`.");
  expect(await momentsOfAll(chart, () => Promise.resolve(null), () => true)).toBeNull();
});

test("what an exploration has shown is what the report says, and no more", () => {
  const words = conclusionWords.en;
  const reached = (of: SpaceChart, partial = false): string =>
    reachedText(reportOf([], { exploration: { statesMain: 1, statesTotal: 1, transitionsTotal: 1, statesFinal: 1, contracts: 1, partial } }), of, words, String);
  expect(reached(chart)).toMatch(/^All 5 states have been reached/);
  expect(reached(chart, true)).toBe("The search ended before all states were reached.");
  expect(reached(new SpaceChart(chartData([initial], [])))).toMatch(/^The only state/);
  expect(reached(new SpaceChart(chartData(Array.from({ length: 300 }, () => inner), [])))).toBe("These were the first 200 of 300 states.");
  expect(verdictText(propertyOf("F1"), words)).toBe("No run violates it, so it holds for all inputs.");
  expect(verdictText(propertyOf("F1", "top-level"), words)).toMatch(/outside of calls/);
  expect(verdictText(safetyOf(), words)).toBe("No run violates it, so it holds for all inputs.");
  expect(verdictText(propertyOf("F1", "rsm", "satisfied", { assumptions: [{ kind: "returns", words: "every call of f returns" }] }), words)).toBe("No run violates it, if every call of f returns.");
  expect(verdictText(propertyOf("F1", "rsm", "violated", { evidence: {} }), words)).toMatch(/was executed/);
  expect(verdictText(propertyOf("F1", "rsm", "suspected"), words)).toMatch(/may be spurious/);
  expect(verdictText(propertyOf("F1", "rsm", "unknown"), words)).toMatch(/not known/);
});
