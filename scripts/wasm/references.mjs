// What functions and data refer to, by the relocations that the linker keeps (`--emit-relocs`): wherever an address of data, or the
// number of a function in the table, stands in the code or in the data, one of them says of which.
import { nameSection, namesOf, Reader, moduleOf, section, sectionsOf } from "./binary.mjs";

/** Kinds of relocations. */
const relocation = { tableSigned: 1, address: 3, addressSigned: 4, tableInData: 2, addressInData: 5 };
/** Those of numbers that `wasm-bindgen` and `wasm-opt` keep up to date: functions, types, globals, tables. */
const kept = [0, 6, 7, 20];

/** Kinds of symbols, and flags: it is defined elsewhere; it has a name all the same. */
const [dataSymbol, sectionSymbol, isUndefined, hasName] = [1, 3, 0x10, 0x40];
const symbolTable = 8;
const segmentNames = 5;

const isAddress = (kind) => kind === relocation.address || kind === relocation.addressSigned || kind === relocation.addressInData;

/** The sections that the linker leaves behind. */
const isOfLinker = ({ name }) => name === "linking" || name?.startsWith("reloc.");

/**
 * The module without relocations, in which no two functions have the same name: each ends with the number that it has here, and
 * keeps it in what `wasm-bindgen` and `wasm-opt` make of it.
 */
export function numbered(binary) {
  const sections = sectionsOf(binary);
  const names = [...namesOf(sections)].map(([index, name]) => [index, `${name}.${index}`]);
  return moduleOf([...sections.filter((one) => !isOfLinker(one) && one.name !== "name"), nameSection(names)]);
}

/** The number in the name of a function; undefined if it was made later. */
export function numberIn(name) {
  const [, number] = /\.(\d+)$/.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The symbols of data, each with its segment and place in it; null for all others. */
function dataSymbols(sections) {
  const reader = new Reader(sections.find(({ name }) => name === "linking")?.content ?? Buffer.alloc(0));
  if (reader.isAtEnd) throw new Error("the linker has not kept its relocations");
  reader.text();
  reader.unsigned();
  let [symbols, segments] = [[], []];
  while (!reader.isAtEnd) {
    const kind = reader.byte();
    const content = new Reader(reader.take(reader.unsigned()));
    if (kind === segmentNames) segments = content.list(() => ({ name: content.text(), ...void content.unsigned(), ...void content.unsigned() }));
    if (kind === symbolTable) symbols = content.list(readSymbol);
  }
  return symbols.map((symbol) => symbol && { ...symbol, isConstant: segments[symbol.segment].name.startsWith(".rodata") });
}

function readSymbol(reader) {
  const [kind, flags] = [reader.byte(), reader.unsigned()];
  if (kind === dataSymbol) {
    reader.text();
    return flags & isUndefined ? null : { segment: reader.unsigned(), offset: reader.unsigned(), size: reader.unsigned() };
  }
  reader.unsigned();
  if (kind !== sectionSymbol && (!(flags & isUndefined) || flags & hasName)) reader.text();
  return null;
}

/** The relocations of a section, in order: kind, place in it, symbol, and what is added to the address of the symbol. */
function relocationsOf(sections, of) {
  const found = sections.find(({ name }) => name === `reloc.${of}`);
  if (!found) throw new Error(`the linker has kept no relocations of ${of}`);
  const reader = new Reader(found.content);
  reader.text();
  reader.unsigned();
  return reader.list(() => {
    const [kind, at, symbol] = [reader.byte(), reader.unsigned(), reader.unsigned()];
    if (isAddress(kind)) return { kind, at, symbol, addend: reader.signed() };
    if (kind !== relocation.tableSigned && kind !== relocation.tableInData && !kept.includes(kind)) throw new Error(`relocations of kind ${kind} are not known`);
    return { kind, at, symbol };
  });
}

/** Data symbols as ranges of memory, in order; those that overlap are one. `rangeOf` has the range of each symbol. */
function rangesOf(symbols, starts) {
  const placed = symbols.flatMap((symbol, index) => (symbol ? [{ index, ...symbol, from: starts[symbol.segment].address + symbol.offset }] : []));
  const ranges = [];
  const [rangeOf, addressOf] = [new Map(), new Map()];
  for (const { index, from, size, isConstant } of placed.toSorted((a, b) => a.from - b.from || b.size - a.size)) {
    const last = ranges.at(-1);
    if (last && from < last.to) {
      last.to = Math.max(last.to, from + size);
      last.isConstant &&= isConstant;
    } else {
      ranges.push({ from, to: from + size, isConstant, ranges: new Set(), slots: new Set() });
    }
    rangeOf.set(index, ranges.length - 1);
    addressOf.set(index, from);
  }
  return { ranges, rangeOf, addressOf };
}

/**
 * What the linker's output refers to: `ranges` of memory, each with the ranges and slots of the table that it has in it; and the same
 * for each function, by its number. The first `imported` numbers are those of imports.
 */
export function referencesOf(binary) {
  const sections = sectionsOf(binary);
  const symbols = dataSymbols(sections);
  const data = segmentsOf(sections);
  const { ranges, rangeOf, addressOf } = rangesOf(symbols, data);
  const note = (user, { kind, symbol, addend }, value) => {
    if (!isAddress(kind)) {
      user.slots.add(value);
    } else if (rangeOf.has(symbol)) {
      if (value !== addressOf.get(symbol) + addend) throw new Error("a relocation is not where its address is");
      user.ranges.add(rangeOf.get(symbol));
    }
    // Else it is what the linker defines itself, such as the end of the data.
  };
  const wanted = relocationsOf(sections, "DATA");
  let next = 0;
  for (const segment of data) {
    for (; next < wanted.length && wanted[next].at < segment.end; next++) {
      const at = wanted[next].at - segment.start;
      const user = ranges[lastBefore(ranges, segment.address + at)];
      note(user, wanted[next], segment.bytes.readUInt32LE(at));
    }
  }
  const imported = new Reader(sections.find(({ id }) => id === section.import).content).unsigned();
  return { ranges, functions: functionReferences(sections, imported, note), imported };
}

/** The last range that begins at an address or before. */
function lastBefore(ranges, address) {
  let [from, to] = [0, ranges.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (ranges[middle].from <= address) from = middle;
    else to = middle;
  }
  if (address >= ranges[from].to) throw new Error("a relocation is outside of all data");
  return from;
}

/** The segments of data, with where their bytes are in the section. */
function segmentsOf(sections) {
  const reader = new Reader(sections.find(({ id }) => id === section.data).content);
  return reader.list(() => {
    if (reader.unsigned() !== 0 || reader.byte() !== 0x41) throw new Error("data have no constant place");
    const address = reader.signed() >>> 0;
    reader.byte();
    const length = reader.unsigned();
    const start = reader.at;
    return { address, start, end: start + length, bytes: reader.take(length) };
  });
}

function functionReferences(sections, imported, note) {
  const reader = new Reader(sections.find(({ id }) => id === section.code).content);
  const wanted = relocationsOf(sections, "CODE").filter(({ kind }) => !kept.includes(kind));
  const functions = new Map();
  let next = 0;
  const count = reader.unsigned();
  for (let i = 0; i < count; i++) {
    const length = reader.unsigned();
    const end = reader.at + length;
    const user = { ranges: new Set(), slots: new Set() };
    for (; next < wanted.length && wanted[next].at < end; next++) {
      note(user, wanted[next], new Reader(reader.bytes, wanted[next].at).signed() >>> 0);
    }
    functions.set(imported + i, user);
    reader.at = end;
  }
  return functions;
}
