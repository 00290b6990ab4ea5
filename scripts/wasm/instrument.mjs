// Which functions of a module are called while it does something.
import { signed, unsigned } from "./binary.mjs";
import { startOf } from "./code.mjs";
import { globalOf, kinds, write } from "./module.mjs";

const flagPrefix = "called ";

/** The module as bytes, with an exported flag for each of its functions, which is set when it is called. */
export function instrumented(module) {
  const first = module.globals.length;
  const functions = module.functions.map(({ type, body }, i) => {
    const start = startOf(body);
    const marks = Buffer.concat([Buffer.from([0x41]), signed(1), Buffer.from([0x24]), unsigned(first + i)]);
    return { type, body: Buffer.concat([body.subarray(0, start), marks, body.subarray(start)]) };
  });
  return write({
    ...module,
    functions,
    globals: [...module.globals, ...functions.map(() => globalOf(0))],
    exports: [...module.exports, ...functions.map((_, i) => ({ name: flagPrefix + i, kind: kinds.global, index: first + i }))],
  });
}

/** Takes down which functions an instance of such a module has called since this was last asked. */
export function calls(exports) {
  const flags = Object.entries(exports).filter(([name]) => name.startsWith(flagPrefix));
  return () => {
    const called = flags.filter(([, flag]) => flag.value);
    for (const [, flag] of called) flag.value = 0;
    return called.map(([name]) => Number(name.slice(flagPrefix.length)));
  };
}
