// The instructions of functions: which functions they name, and which numbers.
import { Reader } from "./binary.mjs";

const [none, number, twoNumbers, memory, block] = [0, 1, 2, 3, 4].map((kind) => ({ kind }));

/** What follows an instruction of one byte, unless it is in the switch below. */
const immediates = new Map();
for (let code = 0x45; code <= 0xc4; code++) immediates.set(code, none);
for (const code of [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1]) immediates.set(code, none);
for (const code of [0x02, 0x03, 0x04, 0x42, 0xd0]) immediates.set(code, block);
for (const code of [0x0c, 0x0d, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x3f, 0x40]) immediates.set(code, number);
for (const code of [0x11, 0x13]) immediates.set(code, twoNumbers);
for (let code = 0x28; code <= 0x3e; code++) immediates.set(code, memory);

/** How many numbers follow the instructions of two bytes: conversions, and those of memory and tables. */
const extended = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

const [call, tailCall, reference, branches, select, int, float, double, prefix] = [0x10, 0x12, 0xd2, 0x0e, 0x1c, 0x41, 0x43, 0x44, 0xfc];

/** Where the instructions of a body begin, after its local variables. */
export function startOf(body) {
  const reader = new Reader(body);
  reader.list(() => [reader.unsigned(), reader.byte()]);
  return reader.at;
}

/**
 * Walks through a body: `onFunction(index, from, to)` is called for each number of a function, which stands in these bytes, and
 * `onNumber` for each number that could be an address.
 */
export function walk(body, onFunction, onNumber = () => {}) {
  const reader = new Reader(body, startOf(body));
  while (!reader.isAtEnd) {
    const code = reader.byte();
    switch (code) {
      case call:
      case tailCall:
      case reference: {
        const from = reader.at;
        onFunction(reader.unsigned(), from, reader.at);
        continue;
      }
      case branches:
        reader.list(() => reader.skipNumber());
        reader.skipNumber();
        continue;
      case select:
        reader.take(reader.unsigned());
        continue;
      case int:
        onNumber(reader.signed() >>> 0);
        continue;
      case float:
        reader.at += 4;
        continue;
      case double:
        reader.at += 8;
        continue;
      case prefix: {
        const which = reader.unsigned();
        if (!(which in extended)) throw new Error(`instruction 0xfc ${which} is not known`);
        for (let i = 0; i < extended[which]; i++) reader.skipNumber();
        continue;
      }
    }
    switch (immediates.get(code)) {
      case none:
        break;
      case number:
      case block:
        reader.skipNumber();
        break;
      case twoNumbers:
        reader.skipNumber();
        reader.skipNumber();
        break;
      case memory:
        if (reader.unsigned() & 0x40) reader.skipNumber();
        onNumber(reader.unsigned());
        break;
      default:
        throw new Error(`instruction 0x${code.toString(16)} is not known`);
    }
  }
}

/** The body with other numbers of functions. */
export function renumbered(body, numberOf) {
  const parts = [];
  let done = 0;
  walk(body, (index, from, to) => {
    parts.push(body.subarray(done, from), numberOf(index));
    done = to;
  });
  return parts.length ? Buffer.concat([...parts, body.subarray(done)]) : body;
}
