/** The reader of the page and that of the engine read the same texts as the same values. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decodeLink, encodeLink, initSync, monitorPictures } from "./engine/exchange";
import { itemsOf, type JsonNode, parseJson } from "./jsonText";

initSync({ module: readFileSync(new URL("./engine/exchange_bg.wasm", import.meta.url)) });

/** The errors after which the engine has no value. */
const fatal = ["json/empty", "json/syntax", "json/unclosed-string", "json/nesting"];

/** Whether the engine has a value for a text. */
const isRead = (text: string): boolean => !monitorPictures(text, "heap", "java").diagnostics.some(({ code }) => fatal.includes(code));

/** The value that the engine has for an object: a link keeps it. Undefined if it is no such document without errors. */
function engineValue(text: string): unknown {
  const link = encodeLink(text, {});
  if ("error" in link) return undefined;
  const back = decodeLink(link.fragment);
  return "error" in back ? undefined : JSON.parse(back.task);
}

/** Whether a tree of the page has this value. Of equal keys the first counts; what is no number for JSON is a text. */
function isValue(node: JsonNode, value: unknown): boolean {
  switch (node.kind) {
    case "string":
      return node.text === value;
    case "word":
      // Links keep fractions only roughly.
      return typeof value === "number" ? Math.abs(Number(node.text) - value) <= 1e-14 * Math.abs(value) : node.text === String(value);
    case "array":
      return Array.isArray(value) && value.length === node.items.length && node.items.every((item, i) => isValue(item, value[i]));
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      return Object.keys(value).length === node.members.length && node.members.every((member) => isValue(member.value, (value as Record<string, unknown>)[member.key]));
    }
  }
}

/** A tree without positions. */
function shape(node: JsonNode | null): unknown {
  if (node?.kind === "array") return node.items.map(shape);
  if (node?.kind === "object") return node.members.map(({ key, value }) => [key, shape(value)]);
  return node && [node.kind, node.text];
}

/** The values inside a value. */
function inside(node: JsonNode): JsonNode[] {
  const values = node.kind === "array" ? node.items : node.kind === "object" ? node.members.map(({ value }) => value) : [];
  return values.flatMap((value) => [value, ...inside(value)]);
}

/** How both read a text: not at all, as a value, as a value that was compared, or how they differ. */
function reading(text: string): string {
  const node = parseJson(text);
  if (isRead(text) !== (node !== null)) return node ? "only the page reads it" : "only the engine reads it";
  if (!node) return "rejected";
  for (const part of inside(node)) {
    const cut = text.slice(part.from, part.to);
    const [again, ...more] = itemsOf(parseJson(`[${cut}]`));
    if (!again || more.length || again.to !== cut.length + 1 || JSON.stringify(shape(again)) !== JSON.stringify(shape(part))) return `${cut} is not the same by itself`;
  }
  const value = engineValue(text);
  if (value === undefined) return "read";
  return isValue(node, value) ? "compared" : `the engine reads ${JSON.stringify(value)}`;
}

/** Reproducible random numbers [Marsaglia 2003]. */
class Random {
  constructor(private state: number) {}

  below(bound: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % bound;
  }

  of<T>(...choices: T[]): T {
    return choices[this.below(choices.length)]!;
  }

  many(most: number, make: () => string): string {
    return Array.from({ length: this.below(most + 1) }, make).join("");
  }
}

/** Documents of every kind that the dialect has. */
class Documents {
  constructor(private readonly random: Random) {}

  document(): string {
    const { random } = this;
    const text = `${random.of("", "", "\u{feff}")}${this.blank()}${this.object(random.of(1, 2, 3, 6, 62, 63, 64, 65))}`;
    return text + random.of("", this.blank(), " and more", "}", "// end");
  }

  blank(): string {
    const { random } = this;
    const space = (): string => random.of(" ", "\n", "\r\n", "\t", "\r", "\f", "\v", "\u00a0", "\u0085", "\u2028", "\u3000", ...(random.below(4) ? [] : ["\u{feff}"]));
    const comment = (): string => random.of("// a, [b] \"c\n", "# one\r\n", "/* { \n */", "/**/", "/***/", "/* * / */", "//\n");
    return random.many(2, () => (random.below(5) ? random.of(" ", "\n", "") : random.of(space, comment)()));
  }

  /** `deep` is how deep the deepest value in it is nested. */
  object(deep: number): string {
    return `{${this.list(deep, () => `${this.key()}${this.blank()}:${this.blank()}`)}}`;
  }

  array(deep: number): string {
    return `[${this.list(deep, () => "")}]`;
  }

  list(deep: number, before: () => string): string {
    const { random } = this;
    const most = deep > 6 ? 1 : 4;
    const items = Array.from({ length: random.below(most) + (deep > 1 ? 1 : 0) }, (_, i) => this.blank() + before() + this.value(i ? 0 : deep - 1) + this.blank());
    return items.join(",") + (items.length ? random.of("", "", ",") : "") + this.blank();
  }

  value(deep: number): string {
    const { random } = this;
    if (deep > 0) return random.of(true, false) ? this.object(deep) : this.array(deep);
    return random.below(3) ? this.scalar() : random.of("{}", "[]", "[ ]", "{\n}");
  }

  key(): string {
    const { random } = this;
    const name = `key${random.below(1000)}`;
    return random.of(name, name, `"${name}"`, `"${name}"`, `'${name}'`, this.scalar());
  }

  scalar(): string {
    const { random } = this;
    return random.of(() => this.string(), () => this.word(), () => this.number())();
  }

  number(): string {
    const { random } = this;
    const digits = (): string => random.of("0", "7", "007", "12", "18446744073709551616", "");
    return `${random.of("", "-", "+")}${digits()}${random.of("", ".", ".5", ".10")}${random.of("", "e5", "E-7", "e+400", "e")}`;
  }

  word(): string {
    return this.random.of("null", "true", "false", "two words", "in(a)", "a/b", "a / b", "/", "x*/y", "ä", "😀", "$ref", "a\u{feff}", "\u{feff}b", "a\u0085", "a\u00a0", "-", "Infinity", "a`b", "<=", "a\u2028b", "a\u007f", "a\u200b");
  }

  string(): string {
    const { random } = this;
    const quote = random.of('"', "'");
    const plain = (): string => random.of("a", " ", "//", "/*", "#", ",", "]", "}", ":", "ä", "😀", "\n", "\r\n", "\u0000", "\u2028", quote === '"' ? "'" : '"');
    const escape = (): string => random.of("\\n", "\\t", "\\r", "\\b", "\\f", "\\/", "\\\\", '\\"', "\\'", "\\\n", "\\u0041", "\\u00e4", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\ud83d\\u0041", "\\uD83D\\uD83D\\uDE00");
    const odd = (): string => random.of("\\q", "\\u12", "\\u", "\\ud83d\\u", "\\u{41}", "\\\r\n", "\\ä", "\\😀", "\\v", "\\0", "\\ud83d\\u12é");
    return quote + random.many(4, () => random.of(plain, plain, escape, escape, random.below(6) ? plain : odd)()) + quote;
  }
}

/** A text with some of its characters gone, doubled or replaced. */
function mutated(text: string, random: Random): string {
  const letters = [...text];
  for (let changes = 1 + random.below(3); changes > 0; changes--) {
    const at = random.below(letters.length + 1);
    const piece = [...random.of("{", "}", "[", "]", ",", ":", '"', "'", "\\", "/", "//", "/*", "*/", "#", "\n", "\r", "\u0085", "\u{feff}", "u", "\\u", "😀", "\u0000", " ", "x", "-")];
    random.of(
      () => letters.splice(at, 1 + random.below(3)),
      () => letters.splice(at, 0, ...piece),
      () => letters.splice(at, 1, ...piece),
      () => letters.splice(at, 0, ...letters.slice(at, at + random.below(20))),
    )();
  }
  return letters.join("");
}

/** The texts of all JSON files of a folder. */
const textsIn = (folder: string): string[] => {
  const root = new URL(`../../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json")).sort().map((name) => readFileSync(new URL(name, root), "utf8"));
};

/** Reads all texts; the shares that were read, and compared. */
function agree(texts: readonly string[]): { read: number; compared: number } {
  const readings = texts.map(reading);
  expect(readings.flatMap((how, i) => (["rejected", "read", "compared"].includes(how) ? [] : [`${how}: ${JSON.stringify(texts[i])}`]))).toEqual([]);
  const share = (...ways: string[]): number => readings.filter((how) => ways.includes(how)).length / texts.length;
  return { read: share("read", "compared"), compared: share("compared") };
}

const times = (count: number, make: () => string): string[] => Array.from({ length: count }, make);

test("documents of every kind", () => {
  const documents = new Documents(new Random(1));
  const { read, compared } = agree(times(1500, () => documents.document()));
  expect([read > 0.4, compared > 0.3, read < 0.9]).toEqual([true, true, true]);
});

test("documents with random changes", () => {
  const random = new Random(2);
  const documents = new Documents(random);
  expect(agree(times(3000, () => mutated(documents.document(), random))).read).toBeGreaterThan(0.1);
});

test("examples and grammars, as they are and with random changes", () => {
  const random = new Random(3);
  const texts = ["examples", "grammars"].flatMap(textsIn);
  expect(agree(texts).read).toBe(1);
  expect(agree(texts.flatMap((text) => times(4, () => mutated(text, random)))).compared).toBeGreaterThan(0.3);
});
