// WebAssembly modules as data: what `scripts/wasm` reads of them, and writes.
import { list, moduleOf, namesOf, Reader, section, sectionsOf, signed, text, unsigned, withLength } from "./binary.mjs";

/** Kinds of imports and exports. */
export const kinds = { function: 0, table: 1, memory: 2, global: 3 };

const [end, constant] = [0x0b, 0x41];

function skipLimits(reader) {
  const flags = reader.byte();
  reader.skipNumber();
  if (flags & 1) reader.skipNumber();
}

function skipTable(reader) {
  reader.byte();
  skipLimits(reader);
}

const describe = { 0: (reader) => reader.skipNumber(), 1: skipTable, 2: skipLimits, 3: (reader) => void (reader.at += 2) };

/** A place in memory or in a table, which must be a constant. */
function place(reader) {
  if (reader.byte() !== constant) throw new Error("a segment has no constant place");
  const value = reader.signed() >>> 0;
  if (reader.byte() !== end) throw new Error("a segment has no constant place");
  return value;
}

const skipExpression = (reader) => {
  // Initial values are a number or a reference: no byte of theirs is taken for the end.
  const code = reader.byte();
  if (code === constant || code === 0x42 || code === 0xd0 || code === 0xd2) reader.skipNumber();
  else if (code === 0x43) reader.at += 4;
  else if (code === 0x44) reader.at += 8;
  else throw new Error(`initial value 0x${code.toString(16)} is not known`);
  if (reader.byte() !== end) throw new Error("an initial value is no constant");
};

function readSegment(reader) {
  const flags = reader.unsigned();
  if (flags !== 0 && flags !== 2) throw new Error(`segments of kind ${flags} are not known`);
  const table = flags === 2 ? reader.unsigned() : 0;
  const offset = place(reader);
  if (flags === 2) reader.byte();
  return { table, offset, functions: reader.list(() => reader.unsigned()) };
}

function readData(reader) {
  const flags = reader.unsigned();
  if (flags !== 0) throw new Error(`data of kind ${flags} are not known`);
  return { address: place(reader), bytes: reader.take(reader.unsigned()) };
}

function readSignature(reader) {
  if (reader.byte() !== 0x60) throw new Error("a type is no function");
  return { params: reader.take(reader.unsigned()), results: reader.take(reader.unsigned()) };
}

/**
 * A module: `imports` with their `description` as bytes; `functions` that it defines, with `type`, `body` and `name`; the others in the
 * order of their numbers. Functions are numbered after those that are imported; nothing else may be imported.
 */
export function read(binary) {
  const sections = sectionsOf(binary);
  const names = namesOf(sections);
  const all = (id, readOne) => {
    const found = sections.find((section) => section.id === id);
    return found ? new Reader(found.content).list(readOne) : [];
  };
  if (sections.some(({ id }) => id === section.start)) throw new Error("the module has a start function");
  const imports = all(section.import, (reader) => {
    const [module, name, kind] = [reader.text(), reader.text(), reader.byte()];
    if (kind !== kinds.function) throw new Error(`${name} is no function, but imported`);
    return { module, name, kind, description: reader.raw(describe[kind]) };
  });
  const types = all(section.function, (reader) => reader.unsigned());
  const bodies = all(section.code, (reader) => reader.take(reader.unsigned()));
  return {
    signatures: all(section.type, readSignature),
    imports,
    functions: bodies.map((body, i) => ({ type: types[i], body, name: names.get(imports.length + i) ?? "" })),
    tables: all(section.table, (reader) => reader.raw(skipTable)),
    memories: all(section.memory, (reader) => reader.raw(skipLimits)),
    globals: all(section.global, (reader) => ({ type: reader.raw(() => (reader.at += 2)), value: reader.raw(skipExpression) })),
    exports: all(section.export, (reader) => ({ name: reader.text(), kind: reader.byte(), index: reader.unsigned() })),
    segments: all(section.element, readSegment),
    data: all(section.data, readData),
  };
}

const written = {
  type: ({ params, results }) => Buffer.concat([Buffer.from([0x60]), withLength(params), withLength(results)]),
  import: ({ module, name, kind, description }) => Buffer.concat([text(module), text(name), Buffer.from([kind]), description]),
  global: ({ type, value }) => Buffer.concat([type, value]),
  export: ({ name, kind, index }) => Buffer.concat([text(name), Buffer.from([kind]), unsigned(index)]),
  place: (value) => Buffer.concat([Buffer.from([constant]), signed(value | 0), Buffer.from([end])]),
  segment: ({ table, offset, functions }) => Buffer.concat([
    table ? Buffer.concat([unsigned(2), unsigned(table), written.place(offset), Buffer.from([0])]) : Buffer.concat([unsigned(0), written.place(offset)]),
    list(functions.map(unsigned)),
  ]),
  data: ({ address, bytes }) => Buffer.concat([unsigned(0), written.place(address), withLength(bytes)]),
};

/** The bytes of a module, without names. */
export function write({ signatures, imports, functions, tables, memories, globals, exports, segments, data }) {
  const sections = [
    [section.type, signatures.map(written.type)],
    [section.import, imports.map(written.import)],
    [section.function, functions.map(({ type }) => unsigned(type))],
    [section.table, tables],
    [section.memory, memories],
    [section.global, globals.map(written.global)],
    [section.export, exports.map(written.export)],
    [section.element, segments.map(written.segment)],
    [section.code, functions.map(({ body }) => withLength(body))],
    [section.data, data.map(written.data)],
  ];
  return moduleOf(sections.filter(([, items]) => items.length).map(([id, items]) => ({ id, content: list(items) })));
}

export const globalOf = (value) => ({ type: Buffer.from([0x7f, 1]), value: Buffer.concat([Buffer.from([constant]), signed(value), Buffer.from([end])]) });
