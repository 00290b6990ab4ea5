// Which part of a module sets which of its data, and which parts use which slots of its table.
import { walk } from "./code.mjs";
import { numberIn } from "./references.mjs";

/** Segments that are nearer than this are one: what lies between is shorter than the head of a segment. */
const nearby = 8;

/**
 * The data of each part, and the parts that use each slot. A part sets a range of memory if only its functions refer to it, directly or through
 * other data: nobody can have its address before one of them is called. Constants may be set by several parts, always to the same bytes.
 * All else is the first part's, as are the ranges that its functions refer to.
 */
export function share(module, references, count, partOf) {
  const users = usersOf(module, references, partOf);
  const memory = imageOf(module.data);
  const isFirst = (set) => set.size === 0 || set.has(0);
  const owners = references.ranges.map(({ isConstant }, i) => (isFirst(users.ranges[i]) || (!isConstant && users.ranges[i].size > 1) ? [0] : [...users.ranges[i]]));
  const data = Array.from({ length: count }, (_, part) => (part ? segmentsOf(memory, rangesOf(references.ranges, (i) => owners[i].includes(part))) : []));
  data[0] = segmentsOf(memory, outside(memory, rangesOf(references.ranges, (i) => !owners[i].includes(0))));
  return { data, slots: users.slots };
}

/** The parts whose functions refer to each range, and those to each slot. */
function usersOf(module, { ranges, functions, imported }, partOf) {
  const users = { ranges: ranges.map(() => new Set()), slots: new Map() };
  const use = (part, reference) => {
    for (const slot of reference.slots) users.slots.set(slot, (users.slots.get(slot) ?? new Set()).add(part));
    for (const range of reference.ranges) {
      if (users.ranges[range].has(part)) continue;
      users.ranges[range].add(part);
      use(part, ranges[range]);
    }
  };
  module.functions.forEach(({ name, body }, i) => {
    const number = numberIn(name);
    if (functions.has(number)) use(partOf[i], functions.get(number));
    // What `wasm-bindgen` has made, also in the place of an import, refers to no data.
    else if (number >= imported || mentions(body, ranges)) throw new Error(`it is not known which data ${name} refers to`);
  });
  return users;
}

/** Whether a function names an address of data. */
function mentions(body, ranges) {
  const [from, to] = [ranges[0].from, ranges.at(-1).to];
  let found = false;
  walk(body, () => {}, (value) => (found ||= value >= from && value < to));
  return found;
}

/** What memory is when a module starts: bytes from an address on. */
function imageOf(data) {
  const from = Math.min(...data.map(({ address }) => address));
  const to = Math.max(...data.map(({ address, bytes }) => address + bytes.length));
  const bytes = Buffer.alloc(to - from);
  for (const { address, bytes: some } of data) some.copy(bytes, address - from);
  return { from, to, bytes };
}

/** The chosen ranges, with those that touch as one. */
function rangesOf(ranges, isChosen) {
  const chosen = [];
  ranges.forEach(({ from, to }, i) => {
    if (!isChosen(i)) return;
    if (chosen.at(-1)?.to === from) chosen.at(-1).to = to;
    else chosen.push({ from, to });
  });
  return chosen;
}

/** The rest of the memory; ranges that are too short to be left out are in it. */
function outside({ from, to }, ranges) {
  const rest = [{ from, to: from }];
  for (const range of ranges) {
    if (range.to - range.from < nearby) continue;
    rest.at(-1).to = Math.max(rest.at(-1).from, Math.min(range.from, to));
    rest.push({ from: Math.min(range.to, to), to });
  }
  rest.at(-1).to = to;
  return rest;
}

/** Segments for ranges of memory, without zeros, which memory has anyway. */
function segmentsOf({ from: start, to: end, bytes }, ranges) {
  const segments = [];
  for (const { from, to } of ranges) {
    const last = Math.min(to, end);
    let at = from;
    while (at < last) {
      while (at < last && bytes[at - start] === 0) at++;
      let [until, zeros] = [at, 0];
      for (let next = at; next < last && zeros < nearby; next++) {
        zeros = bytes[next - start] === 0 ? zeros + 1 : 0;
        if (!zeros) until = next + 1;
      }
      if (until > at) segments.push({ address: at, bytes: bytes.subarray(at - start, until - start) });
      at = Math.max(until, at + 1);
    }
  }
  return segments;
}
