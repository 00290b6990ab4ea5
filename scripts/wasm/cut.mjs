// Cuts a module into parts: the first has what all share (memory, tables, globals, what JavaScript calls), and the others are fetched when one
// of their functions is called. Each part imports what it needs from the first; functions of other parts it calls through a table,
// after it has seen that they are there.
//
// `parts.load(part)`, which the first part imports, must instantiate a part with the exports of the first as the module `first`, with
// `parts`, and then set the exported flag `loaded PART`.
import { signed, unsigned } from "./binary.mjs";
import { renumbered, walk } from "./code.mjs";
import { globalOf, kinds, write } from "./module.mjs";

/** The names that parts use for what they share. A function has a short one: there are thousands. */
const shared = { function: (index) => `f${index.toString(36)}`, table: (index) => `table ${index}`, memory: "memory", global: (index) => `global ${index}`, loaded: (part) => `loaded ${part}` };

const [i32, functionReference] = [0x7f, 0x70];

/**
 * The parts of a module, as bytes. `partOf` has the part of each function that it defines, a number; `data` says which bytes of its memory are
 * set by which part, and `slots` by which parts a slot of the first table is used: the first sets those of which it does not say.
 */
export function cut(module, count, partOf, data, slots) {
  const plan = new Plan(module, count, partOf, slots);
  return Array.from({ length: count }, (_, part) => (part ? plan.laterPart(part, data[part]) : plan.firstPart(data[0])));
}

class Plan {
  constructor(module, count, partOf, slots) {
    this.module = module;
    /** The numbers of the parts after the first. */
    this.later = Array.from({ length: count - 1 }, (_, i) => i + 1);
    this.partOf = partOf;
    this.slots = slots;
    this.imported = module.imports.length;
    const elements = module.segments.flatMap(({ table, offset, functions }) => functions.map((index, i) => ({ table, slot: offset + i, index })));
    /** The functions that the first part puts into tables. */
    this.first = elements.filter((element) => !this.isOnlyOf(element));
    this.elements = elements;
    this.signatures = [...module.signatures, { params: Buffer.from([i32]), results: Buffer.from([]) }];
    this.usedBy = Array.from({ length: count }, (_, part) => this.usesOf(part));
    /** The functions that are called from other parts than theirs, which are not the first, with their slots in the table for them. */
    this.entries = new Map();
    const entries = this.usedBy.flatMap((uses, part) => [...uses].filter((index) => this.partOfIndex(index) !== part && this.partOfIndex(index) !== 0));
    const inOrder = [...new Set(entries)].toSorted((a, b) => this.partOfIndex(a) - this.partOfIndex(b) || a - b);
    inOrder.forEach((index, slot) => this.entries.set(index, slot));
    this.exported = new Set(this.usedBy.flatMap((uses, part) => (part ? [...uses].filter((index) => this.partOfIndex(index) === 0) : [])));
  }

  /** The part of a function; what is imported belongs to the first. */
  partOfIndex(index) {
    return index < this.imported ? 0 : this.partOf[index - this.imported];
  }

  /** Whether a slot of the first table is used by no part but that of its function, a later one, which sets it then. */
  isOnlyOf({ table, slot, index }) {
    const users = table === 0 ? this.slots.get(slot) : undefined;
    return users !== undefined && users.size === 1 && this.partOfIndex(index) !== 0 && users.has(this.partOfIndex(index));
  }

  /** The numbers of the functions of a part. */
  ownOf(part) {
    return this.partOf.flatMap((of, i) => (of === part ? [this.imported + i] : []));
  }

  /** The functions that a part names, in the order of their numbers. */
  usesOf(part) {
    const uses = new Set();
    for (const index of this.ownOf(part)) walk(this.module.functions[index - this.imported].body, (used) => uses.add(used));
    if (part === 0) {
      for (const { index } of this.first) uses.add(index);
      for (const { kind, index } of this.module.exports) if (kind === kinds.function) uses.add(index);
    }
    return new Set([...uses].toSorted((a, b) => a - b));
  }

  /** Calls a function of another part through the table, after that part has been loaded. */
  stub(index, load) {
    const { type } = this.module.functions[index - this.imported];
    const part = this.partOfIndex(index);
    const { params } = this.signatures[type];
    const argumentsOf = Array.from(params, (_, i) => Buffer.concat([Buffer.from([0x20]), unsigned(i)]));
    const slot = this.entries.get(index);
    return {
      type,
      body: Buffer.concat([
        Buffer.from([0, 0x23]), unsigned(this.flagOf(part)), Buffer.from([0x45, 0x04, 0x40, 0x41]), signed(part), Buffer.from([0x10]), unsigned(load), Buffer.from([0x0b]),
        ...argumentsOf, Buffer.from([0x41]), signed(slot), Buffer.from([0x11]), unsigned(type), unsigned(this.module.tables.length), Buffer.from([0x0b]),
      ]),
    };
  }

  /** The global that tells whether a part has been loaded. */
  flagOf(part) {
    return this.module.globals.length + part - 1;
  }

  /** The table through which functions of other parts are called. */
  get entryTable() {
    const size = unsigned(this.entries.size);
    return Buffer.concat([Buffer.from([functionReference, 1]), size, size]);
  }

  /** The functions that a part defines: its own with other numbers, and the stubs; and the new number of each. */
  definitions(part, imports, load) {
    const own = this.ownOf(part);
    const calls = [...this.usedBy[part]].filter((index) => this.partOfIndex(index) !== part && this.partOfIndex(index) !== 0);
    const number = new Map([...imports, ...own, ...calls].map((index, i) => [index, i]));
    const functions = own.map((index) => {
      const { type, body } = this.module.functions[index - this.imported];
      return { type, body: renumbered(body, (used) => unsigned(number.get(used))) };
    });
    return { number, functions: [...functions, ...calls.map((index) => this.stub(index, number.get(load)))] };
  }

  get loadImport() {
    return { module: "parts", name: "load", kind: kinds.function, description: unsigned(this.signatures.length - 1) };
  }

  firstPart(data) {
    const { module } = this;
    const loader = "load";
    const { number, functions } = this.definitions(0, [...module.imports.keys(), loader], loader);
    const named = (name, kind, index) => ({ name, kind, index });
    return write({
      ...module,
      signatures: this.signatures,
      imports: [...module.imports, this.loadImport],
      functions,
      tables: [...module.tables, this.entryTable],
      globals: [...module.globals, ...this.later.map(() => globalOf(0))],
      exports: [
        ...module.exports.map((one) => (one.kind === kinds.function ? { ...one, index: number.get(one.index) } : one)),
        ...[...this.exported].toSorted((a, b) => a - b).map((index) => named(shared.function(index), kinds.function, number.get(index))),
        ...Array.from({ length: module.tables.length + 1 }, (_, i) => named(shared.table(i), kinds.table, i)),
        ...module.globals.map((_, i) => named(shared.global(i), kinds.global, i)),
        ...this.later.map((part) => named(shared.loaded(part), kinds.global, this.flagOf(part))),
      ],
      segments: inRuns(this.first.map(({ table, slot, index }) => ({ table, slot, index: number.get(index) }))),
      data,
    });
  }

  laterPart(part, data) {
    const { module } = this;
    const imports = [...this.usedBy[part]].filter((index) => this.partOfIndex(index) === 0);
    const loader = "load";
    const { number, functions } = this.definitions(part, [...imports, loader], loader);
    const from = (name, kind, description) => ({ module: "first", name, kind, description });
    const typeOf = (index) => (index < this.imported ? module.imports[index].description : unsigned(module.functions[index - this.imported].type));
    // Those that others call, and those of the slots of the first table that are its own.
    const entries = [...this.entries].filter(([index]) => this.partOfIndex(index) === part);
    const elements = this.elements.filter(({ index }) => this.partOfIndex(index) === part);
    return write({
      signatures: this.signatures,
      imports: [
        ...imports.map((index) => from(shared.function(index), kinds.function, typeOf(index))),
        this.loadImport,
        ...[...module.tables, this.entryTable].map((table, i) => from(shared.table(i), kinds.table, table)),
        ...module.memories.map((memory) => from(shared.memory, kinds.memory, memory)),
        ...module.globals.map(({ type }, i) => from(shared.global(i), kinds.global, type)),
        ...this.later.map((part) => from(shared.loaded(part), kinds.global, globalOf(0).type)),
      ],
      functions,
      tables: [], memories: [], globals: [], exports: [],
      segments: inRuns([
        ...elements.map(({ table, slot, index }) => ({ table, slot, index: number.get(index) })),
        ...entries.map(([index, slot]) => ({ table: module.tables.length, slot, index: number.get(index) })),
      ]),
      data,
    });
  }
}

/** Segments of tables for functions in slots, one for those that are next to each other. */
function inRuns(elements) {
  const runs = [];
  for (const { table, slot, index } of elements.toSorted((a, b) => a.table - b.table || a.slot - b.slot)) {
    const last = runs.at(-1);
    if (last?.table === table && last.offset + last.functions.length === slot) last.functions.push(index);
    else runs.push({ table, offset: slot, functions: [index] });
  }
  return runs;
}
