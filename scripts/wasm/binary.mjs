// The bytes of a WebAssembly module: numbers in LEB128, texts and sections.

/** Reads bytes from a place on. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  byte() {
    return this.bytes[this.at++];
  }

  unsigned() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  /** A number of at most 32 bits. */
  signed() {
    let value = 0;
    for (let shift = 0; ; ) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte < 0x80) return shift < 32 && byte & 0x40 ? value | (-1 << shift) : value;
    }
  }

  /** Skips a number of any length. */
  skipNumber() {
    while (this.byte() >= 0x80);
  }

  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }

  text() {
    return this.take(this.unsigned()).toString("utf8");
  }

  list(read) {
    return Array.from({ length: this.unsigned() }, () => read(this));
  }

  /** The bytes that `skip` reads. */
  raw(skip) {
    const start = this.at;
    skip(this);
    return this.bytes.subarray(start, this.at);
  }
}

export function unsigned(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 128)) bytes.push((value % 128) | 0x80);
  return Buffer.from([...bytes, value]);
}

export function signed(value) {
  const bytes = [];
  for (; value < -64 || value > 63; value >>= 7) bytes.push((value & 0x7f) | 0x80);
  return Buffer.from([...bytes, value & 0x7f]);
}

export const withLength = (bytes) => Buffer.concat([unsigned(bytes.length), bytes]);
export const text = (value) => withLength(Buffer.from(value));
export const list = (items) => Buffer.concat([unsigned(items.length), ...items]);

/** The numbers of sections. */
export const section = { custom: 0, type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, start: 8, element: 9, code: 10, data: 11, dataCount: 12 };

const header = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** The sections of a module, in order: number and content, and the name of a custom one. */
export function sectionsOf(binary) {
  if (!binary.subarray(0, header.length).equals(header)) throw new Error("this is no WebAssembly module");
  const sections = [];
  for (const reader = new Reader(binary, header.length); !reader.isAtEnd; ) {
    const id = reader.byte();
    const content = reader.take(reader.unsigned());
    sections.push({ id, content, name: id === section.custom ? new Reader(content).text() : undefined });
  }
  return sections;
}

export const moduleOf = (sections) => Buffer.concat([header, ...sections.flatMap(({ id, content }) => [Buffer.from([id]), unsigned(content.length), content])]);

/** The names of functions by their numbers. */
export function namesOf(sections) {
  const found = sections.find(({ name }) => name === "name");
  if (!found) throw new Error("the module has no names");
  const reader = new Reader(found.content);
  for (reader.text(); !reader.isAtEnd; ) {
    const kind = reader.byte();
    const content = new Reader(reader.take(reader.unsigned()));
    if (kind === 1) return new Map(content.list(() => [content.unsigned(), content.text()]));
  }
  throw new Error("the functions of the module have no names");
}

/** A section with names of functions. */
export function nameSection(names) {
  const functions = list([...names].map(([index, name]) => Buffer.concat([unsigned(index), text(name)])));
  return { id: section.custom, content: Buffer.concat([text("name"), Buffer.from([1]), withLength(functions)]), name: "name" };
}
