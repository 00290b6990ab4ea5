// Cuts a WebAssembly module into two parts. The first has the functions that a run was seen to call, and everything that is not
// code; the rest has the other functions, and is fetched when one of them is called. Both share memory, globals and tables.
// The first part has the imports and exports of the whole module, and one more import: `rest.load` instantiates the rest, with
// the exports of the first part as the module `first`.
// This is what `wasm-split` of binaryen does, which is in no npm package.
import binaryen from "binaryen";

const { Features } = binaryen;
/** Those that `wasm-opt` is told. */
const features = Features.MutableGlobals | Features.NontrappingFPToInt | Features.SignExt | Features.BulkMemory | Features.BulkMemoryOpt | Features.ReferenceTypes | Features.Multivalue;

function read(binary) {
  const module = binaryen.readBinary(binary);
  module.setFeatures(features);
  return module;
}

/** The bytes of a module, which cannot be used afterwards. */
function written(module) {
  if (!module.validate()) throw new Error("a part of the module is not valid");
  const binary = module.emitBinary();
  module.dispose();
  return binary;
}

const all = (count, get) => Array.from({ length: count }, (_, i) => get(i));
const functionsOf = (module) => all(module.getNumFunctions(), (i) => binaryen.getFunctionInfo(module.getFunctionByIndex(i)));
const exportsOf = (module) => all(module.getNumExports(), (i) => binaryen.getExportInfo(module.getExportByIndex(i)));
const tablesOf = (module) => all(module.getNumTables(), (i) => binaryen.getTableInfo(module.getTableByIndex(i)));
const segmentsOf = (module) => all(module.getNumElementSegments(), (i) => binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(i)));
const globalsOf = (module) => all(module.getNumGlobals(), (i) => binaryen.getGlobalInfo(module.getGlobalByIndex(i)));
const isDefined = ({ module }) => module === "";

const flagPrefix = "called ";

/** The module, with an exported flag for each of its functions, which is set when it is called. */
export function instrumented(binary) {
  const module = read(binary);
  for (const { name, body } of functionsOf(module).filter(isDefined)) {
    const flag = flagPrefix + name;
    module.addGlobal(flag, binaryen.i32, true, module.i32.const(0));
    module.addGlobalExport(flag, flag);
    const marks = module.global.set(flag, module.i32.const(1));
    binaryen.Function.setBody(module.getFunction(name), module.block(null, [marks, body], binaryen.getExpressionType(body)));
  }
  return written(module);
}

/** The functions that were called, given the exports of an instance of the instrumented module. */
export function calledIn(exports) {
  const flags = Object.entries(exports).filter(([name]) => name.startsWith(flagPrefix));
  return new Set(flags.filter(([, flag]) => flag.value).map(([name]) => name.slice(flagPrefix.length)));
}

/** The names that the rest uses for what it imports, and the table through which the first part calls it. */
const first = "first";
const table = "rest";
const memory = "0";

/** The two parts of a module: the first with the functions named in `kept`, the other with the rest. */
export function split(binary, kept) {
  const entries = entriesOf(binary, kept);
  const { rest, shared } = restOf(binary, kept, entries);
  return { first: firstOf(binary, kept, entries, shared), rest };
}

/** The functions of the rest that the first part refers to. The others are called by the rest only. */
function entriesOf(binary, kept) {
  const module = read(binary);
  for (const { name } of functionsOf(module).filter(isDefined)) {
    if (!kept.has(name)) binaryen.Function.setBody(module.getFunction(name), module.unreachable());
  }
  module.runPasses(["remove-unused-module-elements"]);
  const entries = functionsOf(module).filter((f) => isDefined(f) && !kept.has(f.name)).map(({ name }) => name);
  module.dispose();
  return entries;
}

/** The rest, and the functions that it takes from the first part. */
function restOf(binary, kept, entries) {
  const module = read(binary);
  for (const { name } of segmentsOf(module)) module.removeElementSegment(name);
  for (const { name } of exportsOf(module)) module.removeExport(name);
  for (const { name, params, results, ...f } of functionsOf(module)) {
    if (isDefined(f) && !kept.has(name)) continue;
    module.removeFunction(name);
    module.addFunctionImport(name, first, name, params, results);
  }
  for (const { name } of tablesOf(module)) module.addTableImport(name, first, `table ${name}`);
  for (const { name, type, mutable } of globalsOf(module)) module.addGlobalImport(name, first, `global ${name}`, type, mutable);
  module.addMemoryImport(memory, first, "memory", false);
  module.addTable(table, entries.length, entries.length);
  module.addTableImport(table, first, `table ${table}`);
  module.addActiveElementSegment(table, table, entries, module.i32.const(0));
  module.runPasses(["remove-unused-module-elements"]);
  const shared = functionsOf(module).filter((f) => !isDefined(f)).map(({ name }) => name);
  return { rest: withoutData(written(module)), shared };
}

/** The first part, which exports the functions `shared`, and calls the `entries` through the table. */
function firstOf(binary, kept, entries, shared) {
  const module = read(binary);
  const [load, loaded] = ["rest load", "rest loaded"];
  module.addTable(table, entries.length, entries.length);
  module.addFunctionImport(load, "rest", "load", binaryen.none, binaryen.none);
  module.addGlobal(loaded, binaryen.i32, true, module.i32.const(0));
  const once = module.block(null, [module.call(load, [], binaryen.none), module.global.set(loaded, module.i32.const(1))]);
  module.addFunction(loaded, binaryen.none, binaryen.none, [], module.if(module.i32.eqz(module.global.get(loaded, binaryen.i32)), once));
  const slots = new Map(entries.map((name, slot) => [name, slot]));
  for (const { name, params, results, ...f } of functionsOf(module)) {
    if (!slots.has(name)) continue;
    const operands = binaryen.expandType(params).map((type, i) => module.local.get(i, type));
    const call = module.call_indirect(table, module.i32.const(slots.get(name)), operands, params, results);
    module.removeFunction(name);
    module.addFunction(name, params, results, [], module.block(null, [module.call(loaded, [], binaryen.none), call], results));
  }
  for (const name of shared) module.addFunctionExport(name, name);
  for (const { name } of tablesOf(module)) module.addTableExport(name, `table ${name}`);
  for (const { name } of globalsOf(module)) module.addGlobalExport(name, `global ${name}`);
  module.runPasses(["remove-unused-module-elements"]);
  return written(module);
}

/** The module without its data, which the first part has; binaryen cannot remove them. */
function withoutData(binary) {
  const [data, dataCount] = [11, 12];
  const sections = [binary.subarray(0, 8)];
  for (let at = 8; at < binary.length; ) {
    const start = at++;
    let size = 0;
    for (let shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
      byte = binary[at++];
      size += (byte & 0x7f) * 2 ** shift;
    }
    at += size;
    if (binary[start] !== data && binary[start] !== dataCount) sections.push(binary.subarray(start, at));
  }
  return Buffer.concat(sections);
}
