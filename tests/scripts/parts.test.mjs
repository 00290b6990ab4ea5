// How a module is cut into parts: small modules, made by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { list, moduleOf, nameSection, section, sectionsOf, signed, text, unsigned, withLength } from "../../scripts/wasm/binary.mjs";
import { walk } from "../../scripts/wasm/code.mjs";
import { cut } from "../../scripts/wasm/cut.mjs";
import { calls, instrumented } from "../../scripts/wasm/instrument.mjs";
import { calleesOf, joined, withShared } from "../../scripts/wasm/join.mjs";
import { globalOf, kinds, read, write } from "../../scripts/wasm/module.mjs";
import { numbered, numberIn, referencesOf } from "../../scripts/wasm/references.mjs";
import { share } from "../../scripts/wasm/share.mjs";

const i32 = 0x7f;
const get = (local) => Buffer.from([0x20, local]);
const constant = (value) => Buffer.concat([Buffer.from([0x41]), signed(value)]);
const call = (index) => Buffer.concat([Buffer.from([0x10]), unsigned(index)]);
const callIndirect = Buffer.from([0x11, 0, 0]);
const load = Buffer.from([0x28, 2, 0]);
const store = Buffer.from([0x36, 2, 0]);
const add = Buffer.from([0x6a]);
const body = (...instructions) => Buffer.concat([Buffer.from([0]), ...instructions, Buffer.from([0x0b])]);

/** Places of data, long enough to be worth a segment: a constant of two parts, a variable of two parts, a variable of one, and what nobody refers to. */
const [shared, common, own, unused] = [16, 48, 80, 112];

/**
 * All functions take a number and return one; `twice` is imported. `main` and `plus` are in part 0, `far` in 1, `farther` and `inTable`
 * in 2: `main` calls `far`, that calls `farther`, and that calls `plus` by its number, and `inTable` by its slot.
 */
const [twice, main, far, farther, plus, inTable] = [0, 1, 2, 3, 4, 5];
const partOf = [0, 1, 2, 0, 2];
const slot = 1;

const example = () => ({
  signatures: [{ params: Buffer.from([i32]), results: Buffer.from([i32]) }],
  imports: [{ module: "env", name: "twice", kind: kinds.function, description: unsigned(0) }],
  functions: [
    ["main", body(get(0), call(far), call(twice))],
    ["far", body(constant(common), constant(7), store, constant(shared), load, constant(own), load, add, get(0), add, call(farther))],
    ["farther", body(get(0), call(plus), constant(shared), load, add, constant(common), load, add, constant(slot), callIndirect)],
    ["plus", body(get(0), constant(1), add)],
    ["inTable", body(get(0), constant(1000), add)],
  ].map(([name, code], i) => ({ type: 0, body: code, name: `${name}.${i + 1}` })),
  tables: [Buffer.from([0x70, 0, 2])],
  memories: [Buffer.from([0, 1])],
  globals: [globalOf(5)],
  exports: [{ name: "main", kind: kinds.function, index: main }, { name: "memory", kind: kinds.memory, index: 0 }],
  segments: [{ table: 0, offset: slot, functions: [inTable] }],
  data: [shared, common, own, unused].map((address, i) => ({ address, bytes: Buffer.concat([Buffer.from([i + 1, 0, 0, 0]), Buffer.alloc(8, 1)]) })),
});

const range = (from, isConstant, slots = []) => ({ from, to: from + 12, isConstant, ranges: new Set(), slots: new Set(slots) });
const refers = (ranges, slots = []) => ({ ranges: new Set(ranges), slots: new Set(slots) });

const references = () => ({
  ranges: [range(shared, true), range(common, false), range(own, false)],
  functions: new Map([[main, refers([])], [far, refers([0, 1, 2])], [farther, refers([0, 1], [slot])], [plus, refers([])], [inTable, refers([])]]),
});

const env = { twice: (n) => 2 * n };

/** The exports of the first part, which loads the others from `parts` and says so. */
function startedIn(parts, onPart) {
  const imports = { env, parts: { load: loadPart } };
  const first = new WebAssembly.Instance(new WebAssembly.Module(parts[0]), imports).exports;
  function loadPart(part) {
    onPart(part);
    new WebAssembly.Instance(new WebAssembly.Module(parts[part]), { first, parts: imports.parts });
    first[`loaded ${part}`].value = 1;
  }
  return first;
}

const whole = () => new WebAssembly.Instance(new WebAssembly.Module(write(example())), { env }).exports;

test("parts are loaded once, when their functions are called, and compute what the whole does", () => {
  const { data, slots } = share(example(), references(), 3, partOf);
  const loaded = [];
  const { main } = startedIn(cut(example(), 3, partOf, data, slots), (part) => loaded.push(part));
  assert.deepEqual(loaded, []);
  const expected = whole().main(3);
  assert.equal(expected, 2 * (3 + 1 + 3 + 1 + 1 + 7 + 1000));
  assert.equal(main(3), expected);
  assert.deepEqual(loaded, [1, 2]);
  assert.equal(main(4), expected + 2);
  assert.deepEqual(loaded, [1, 2]);
});

test("data of one part come with it, constants of several with each; what others may change, and what nobody refers to, with the first", () => {
  const { data, slots } = share(example(), references(), 3, partOf);
  const places = data.map((segments) => segments.map(({ address }) => address));
  assert.deepEqual(places, [[common, unused], [shared, own], [shared]]);
  const first = startedIn(cut(example(), 3, partOf, data, slots), () => {});
  const at = (address) => new DataView(first.memory.buffer).getInt32(address, true);
  assert.deepEqual([shared, common, own, unused].map(at), [0, 2, 0, 4]);
  first.main(1);
  assert.deepEqual([shared, common, own, unused].map(at), [1, 7, 3, 4]);
});

test("a part that comes later does not undo what was written", () => {
  const mine = references();
  mine.ranges[0].isConstant = false;
  const { data } = share(example(), mine, 3, partOf);
  assert.deepEqual(data.map((segments) => segments.map(({ address }) => address)), [[shared, common, unused], [own], []]);
});

test("a slot of the table is set by the part of its function, or by the first if another one uses it", () => {
  // Those of `farther`, which uses it, and of `inTable`; where they differ, calling it loads the second.
  for (const [partOf, wanted] of [[[0, 1, 0, 0, 0], [1]], [[0, 1, 1, 0, 1], [1]], [[0, 1, 1, 0, 2], [1, 2]], [[0, 0, 0, 0, 1], [1]], [[0, 1, 1, 0, 0], [1]]]) {
    const { data, slots } = share(example(), references(), 3, partOf);
    const loaded = [];
    const { main } = startedIn(cut(example(), 3, partOf, data, slots), (part) => loaded.push(part));
    assert.equal(main(3), whole().main(3));
    assert.deepEqual(loaded, wanted);
  }
});

test("a part that cannot be loaded is asked for again", () => {
  const { data, slots } = share(example(), references(), 3, partOf);
  let isThere = false;
  const first = startedIn(cut(example(), 3, partOf, data, slots), () => {
    if (!isThere) throw new Error("no network");
  });
  assert.throws(() => first.main(3), /no network/);
  isThere = true;
  assert.equal(first.main(3), whole().main(3));
});

test("which functions are called is noted, from one look to the next", () => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(instrumented(example())), { env });
  const called = calls(exports);
  assert.deepEqual(called(), []);
  assert.equal(exports.main(3), whole().main(3));
  assert.deepEqual(called(), [0, 1, 2, 3, 4]);
  assert.deepEqual(called(), []);
});

test("what a function refers to are its calls, and the functions whose address it takes, itself or by way of data", () => {
  const mine = references();
  assert.deepEqual(calleesOf(example(), mine), [{ calls: [1], all: [1] }, { calls: [2], all: [2] }, { calls: [3], all: [3, 4] }, { calls: [], all: [] }, { calls: [], all: [] }]);
  mine.ranges[2].slots.add(slot);
  assert.deepEqual(calleesOf(example(), mine)[1], { calls: [2], all: [2, 4] });
});

/** Functions with bodies of three lengths, and what they call. */
const [long, medium, short] = [5000, 500, 10].map((length) => ({ name: "", body: Buffer.alloc(length) }));
const calling = (...calls) => ({ calls, all: calls });

test("small functions join those that refer to them, if all that they call is there", () => {
  // 0 calls 1 and 2; 1 calls 3, which is small; 2 calls 4, which is long, and therefore stays itself.
  const functions = [long, short, short, short, long];
  const callees = [calling(1, 2), calling(3), calling(4), calling(1), calling()];
  const all = (i) => i === 0;
  assert.deepEqual(joined(functions, callees, 3, [0, 2, 2, 2, 2], all), [0, 0, 2, 0, 2]);
  // Where the function that calls them is in a later part, those join it that were not seen to be called.
  assert.deepEqual(joined(functions, callees, 3, [1, 2, 2, 2, 2], all), [1, 1, 2, 1, 2]);
  assert.deepEqual(joined(functions, callees, 3, [1, 2, 2, 2, 2], (i) => i === 0 || i === 3), [1, 2, 2, 2, 2]);
  // One whose address is taken joins, too.
  assert.deepEqual(joined([long, short], [{ calls: [], all: [1] }, calling()], 2, [0, 1], all), [0, 0]);
  // What compares keys also joins if it may panic: whether it is called depends on hashes.
  const comparison = { name: "hashbrown::raw::RawTable<T,A>::find_or_find_insert_index::{{closure}}::h1.2", body: short.body };
  const panic = { name: "core::panicking::panic_bounds_check.3", body: short.body };
  const mayPanic = [calling(1), calling(2), calling(3), calling()];
  assert.deepEqual(joined([long, comparison, panic, long], mayPanic, 2, [0, 1, 1, 1], all), [0, 0, 1, 1]);
  assert.deepEqual(joined([long, short, panic, long], mayPanic, 2, [0, 1, 1, 1], all), [0, 1, 1, 1]);
  // Longer ones join later parts, but not the first.
  assert.deepEqual(joined([long, medium], [calling(1), calling()], 3, [0, 2], all), [0, 2]);
  assert.deepEqual(joined([long, medium], [calling(1), calling()], 3, [1, 2], all), [1, 1]);
});

test("small functions that are general, and called from several parts, are shared", () => {
  // 0 to 2 are in parts of their own, and call 3 (small), 4 (long) and 5 (not general); 6 is called from its own part only.
  const functions = [long, long, long, short, long, short, short];
  const callees = [calling(3, 4, 5), calling(3, 4, 5), calling(6), calling(), calling(), calling(), calling()];
  assert.deepEqual(withShared(functions, callees, [0, 2, 3, 3, 3, 3, 3], 1, (i) => i !== 5), [0, 2, 3, 1, 3, 3, 3]);
});

/** What the linker makes of a module with one range of data, which a function refers to, and which has a slot of the table. */
function linked({ kind = 4, addend = 0 } = {}) {
  const module = { ...example(), functions: [{ type: 0, body: body(constant(shared), load) }], exports: [], segments: [], data: [{ address: shared, bytes: Buffer.from([slot, 0, 0, 0]) }] };
  const sections = sectionsOf(write(module));
  const custom = (name, ...content) => ({ id: section.custom, name, content: Buffer.concat([text(name), ...content]) });
  const numbers = (...values) => Buffer.concat(values.map(unsigned));
  const at = (id, offset) => sections.find((one) => one.id === id).content.length - offset;
  const symbols = list([Buffer.concat([Buffer.from([1, 0]), text("datum"), numbers(0, 0, 4)]), Buffer.concat([Buffer.from([0, 0]), numbers(1), text("f")])]);
  const names = list([Buffer.concat([text(".rodata.datum"), numbers(2, 0)])]);
  return moduleOf([
    ...sections,
    nameSection(new Map([[0, "twice"], [1, "f"]])),
    custom("linking", numbers(2), Buffer.from([5]), withLength(names), Buffer.from([8]), withLength(symbols)),
    // The constant is followed by a load and the end of the function; the datum is the last of its section.
    custom("reloc.CODE", numbers(3), list([Buffer.concat([Buffer.from([kind]), numbers(at(section.code, load.length + 2), 0), signed(addend)])])),
    custom("reloc.DATA", numbers(5), list([Buffer.concat([Buffer.from([2]), numbers(at(section.data, 4), 1)])])),
  ]);
}

test("the linker's relocations say which data a function refers to, and which slots data have", () => {
  const { ranges, functions } = referencesOf(linked());
  assert.deepEqual(ranges, [{ from: shared, to: shared + 4, isConstant: true, ranges: new Set(), slots: new Set([slot]) }]);
  assert.deepEqual(functions, new Map([[1, { ranges: new Set([0]), slots: new Set() }]]));
});

test("names keep the numbers that functions have for the linker, whose relocations are dropped", () => {
  const module = read(numbered(linked()));
  assert.deepEqual(module.functions.map(({ name }) => [name, numberIn(name)]), [["f.1", 1]]);
  assert.equal(numberIn("made_later"), undefined);
  assert.ok(sectionsOf(numbered(linked())).every(({ name }) => name === undefined || name === "name"));
});

test("what is not understood is an error", () => {
  assert.throws(() => referencesOf(linked({ kind: 9 })), /relocations of kind 9 are not known/);
  assert.throws(() => referencesOf(linked({ addend: 4 })), /a relocation is not where its address is/);
  assert.throws(() => referencesOf(write(example())), /the linker has not kept its relocations/);
  assert.throws(() => walk(body(Buffer.from([0xfd, 0])), () => {}), /instruction 0xfd is not known/);
  assert.throws(() => read(write(example())), /the module has no names/);
  const unknown = example();
  unknown.functions[1].name = "far";
  assert.throws(() => share(unknown, references(), 3, partOf), /it is not known which data far refers to/);
});
