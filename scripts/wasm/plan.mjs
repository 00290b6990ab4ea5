// Which function of the engine is in which part.
import { joined, withShared } from "./join.mjs";

/** The parts of the engine: the first has what the run of a first visit calls; the page fetches the others, in this order while it is idle. */
export const parts = ["first", "views", "names", "shared", "heap", "java", "exchange", "c", "boolean", "blocks", "forest", "rest"];

/**
 * The part for functions of a crate that no profile has called. It is also that of functions which only one analysis with one language
 * calls, if it is the part of that language.
 */
const owners = [
  ["first", ["dlmalloc", "compiler_builtins"]],
  ["java", ["hrglass_java"]],
  ["c", ["hrglass_c"]],
  ["boolean", ["hrglass_boolean", "hrglass_boolean_programs", "hrglass_bdd"]],
  ["blocks", ["hrglass_large_blocks"]],
  ["shared", ["hrglass_numbers", "hrglass_bitvec", "batsat"]],
  ["forest", ["hrglass_forest_automata", "hrglass_tree_automata"]],
  ["heap", ["hrglass_graph_grammars", "hrglass_heap_grammar"]],
  ["exchange", ["hrglass_propose", "miniz_oxide", "base64"]],
];

const paths = owners.flatMap(([part, crates]) => crates.map((crate) => ({ part, path: new RegExp(`\\b${crate}::`) })));

/** The part of the first crate in the name of a function. */
function ownerOf(name) {
  const found = paths.flatMap(({ part, path }) => {
    const at = name.search(path);
    return at < 0 ? [] : [{ part, at }];
  });
  return found.toSorted((a, b) => a.at - b.at)[0]?.part;
}

/** The part of a function, given the kinds of work that call it (`profile.mjs`). */
function partFor(name, kinds) {
  const early = ["first", "views", "names"].find((kind) => kinds.has(kind));
  if (early) return early;
  const runs = [...kinds].filter((kind) => kind !== "exchange").map((kind) => kind.split(" "));
  if (!runs.length) return kinds.has("exchange") ? "exchange" : (ownerOf(name) ?? "rest");
  const [analyses, languages] = [0, 1].map((i) => [...new Set(runs.map((run) => run[i]))]);
  if (runs.length === 1 && ownerOf(name) === languages[0]) return languages[0];
  if (analyses.length === 1) return analyses[0];
  return languages.length === 1 ? languages[0] : "shared";
}

/** The number of the part of each function. `callees` has those that it refers to, which need not be those that it was seen to call. */
export function planned(functions, callees, callers) {
  const partOf = functions.map(({ name }, i) => {
    const part = parts.indexOf(partFor(name, callers[i] ?? new Set()));
    if (part < 0) throw new Error(`there is no part for ${name}`);
    return part;
  });
  const isSeen = (i) => callers[i] !== undefined;
  // What others refer to, too, is not only for one kind of work, unless it is the work of its crate.
  const isGeneral = (i) => isSeen(i) && ownerOf(functions[i].name) !== parts[partOf[i]];
  return joined(functions, callees, parts.length, withShared(functions, callees, partOf, parts.indexOf("shared"), isGeneral), isSeen);
}
