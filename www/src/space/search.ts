/** Search for states. */
import { type SpaceChart, stateKindNames, stateKinds } from "./chart";

/** Words, or several in quotes. */
const terms = (query: string): string[] => [...query.toLowerCase().matchAll(/"([^"]+)"?|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);

type Test = (state: number) => boolean;

/**
 * The states that match every word of a query, ascending. `12` is a line or the number of a state, `#12` a state, `List.java:12` a
 * line of a file; other words are searched for in propositions, variables, procedures, files and kinds.
 */
export function search(chart: SpaceChart, query: string): number[] {
  const tests = terms(query).map((term) => testOf(chart, term));
  if (!tests.length) return [];
  const found: number[] = [];
  for (let state = 0; state < chart.stateCount; state++) {
    if (tests.every((test) => test(state))) found.push(state);
  }
  return found;
}

function testOf(chart: SpaceChart, term: string): Test {
  const { components, files, kinds, procedures, texts, variables } = chart.data;
  const number = /^#?(\d+)$/.exec(term);
  if (number) {
    const wanted = Number(number[1]);
    return term.startsWith("#") ? (state) => state === wanted : (state) => state === wanted || chart.line(state) === wanted;
  }
  const [, file, line] = /^(.+):(\d+)$/.exec(term) ?? [];
  if (file && line) {
    const isFile = texts.map((text) => text.toLowerCase().includes(file));
    return (state) => isFile[files[state]!] === true && chart.line(state) === Number(line);
  }
  // Texts are few, states are many.
  const has = (text: string): boolean => text.toLowerCase().includes(term);
  const [inText, inProcedure] = [texts.map(has), procedures.map(has)];
  const ofKind = stateKinds.map((kind) => has(stateKindNames[kind]) || has(kind));
  const inLabels = chart.holds?.texts.map(has) ?? [];
  return (state) =>
    ofKind[kinds[state]!] === true || inProcedure[components[state]!] === true || inText[variables[state]!] === true || inText[files[state]!] === true ||
    inLabels[chart.holds?.labels[state] ?? -1] === true;
}
