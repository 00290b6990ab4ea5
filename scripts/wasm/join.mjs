// Small functions join those that refer to them, which a profile may not have seen to call them: whether two keys are compared depends on
// their hashes, and whether a table grows on what was in it before.
import { walk } from "./code.mjs";
import { numberIn } from "./references.mjs";

/** Functions with longer bodies stay where they are called: those that could join the first part, which is to be short, and others. */
const small = { first: 150, later: 1000 };

/** Those that compare keys are called by chance: hashes differ from run to run. What panics in them is not. */
const [comparesKeys, panics] = [/^hashbrown::.*\{\{closure\}\}/, /\bpanicking::/];

/**
 * The functions that each function of a module calls (`calls`), and all that it refers to (`all`): also those of which it takes the
 * address, itself or by way of data, as closures and methods of trait objects are called. They are places in the module.
 */
export function calleesOf({ imports, functions, segments }, references) {
  const inSlot = new Map(segments.filter(({ table }) => table === 0).flatMap(({ offset, functions }) => functions.map((index, i) => [offset + i, index])));
  const places = (indices) => [...new Set(indices)].filter((index) => index >= imports.length).map((index) => index - imports.length);
  return functions.map(({ name, body }) => {
    const calls = [];
    walk(body, (index) => calls.push(index));
    const { slots = new Set(), ranges = new Set() } = references.functions.get(numberIn(name)) ?? {};
    const addresses = [slots, ...[...ranges].map((range) => references.ranges[range].slots)].flatMap((some) => [...some]);
    const taken = addresses.flatMap((slot) => (inSlot.has(slot) ? [inSlot.get(slot)] : []));
    return { calls: places(calls), all: places([...calls, ...taken]) };
  });
}

/**
 * The part of each function, after small ones of later parts than `shared` that are general have gone there, if functions of other parts
 * call them, or take their address to compare keys with them.
 */
export function withShared(functions, callees, partOf, shared, isGeneral) {
  const result = [...partOf];
  callees.forEach(({ calls, all }, caller) => {
    for (const i of [...calls, ...all.filter((place) => comparesKeys.test(functions[place].name))]) {
      if (partOf[i] > shared && partOf[i] !== partOf[caller] && functions[i].body.length <= small.later && isGeneral(i)) result[i] = shared;
    }
  });
  return result;
}

/**
 * The part of each function, after small ones have joined, one part after the other, the functions that refer to them, if all that they
 * call is in the same part then or in the first, or is a panic in a comparison of keys. Those that were seen to be called (`isSeen`) join
 * no other part than the first.
 */
export function joined(functions, callees, count, partOf, isSeen) {
  const result = [...partOf];
  const places = [...functions.keys()];
  for (let part = 0; part < count; part++) {
    const longest = part === 0 ? small.first : small.later;
    const free = new Set(places.filter((i) => functions[i].body.length <= longest && result[i] > part && (part === 0 || !isSeen(i))));
    const isThere = (i) => free.has(i) || result[i] === part || result[i] === 0;
    const isReady = (i) => callees[i].calls.every((callee) => isThere(callee) || (comparesKeys.test(functions[i].name) && panics.test(functions[callee].name)));
    for (let before; before !== free.size; ) {
      before = free.size;
      for (const i of free) if (!isReady(i)) free.delete(i);
    }
    const waiting = places.filter((i) => result[i] === part);
    while (waiting.length) {
      for (const i of callees[waiting.pop()].all) {
        if (!free.delete(i)) continue;
        result[i] = part;
        waiting.push(i);
      }
    }
  }
  return result;
}
