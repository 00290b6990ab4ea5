/**
 * JSON as people write it, with the position of every value, and changes of its text that leave everything else as it is: comments, white
 * space, and how strings are written. What is accepted is what the engine accepts: comments, trailing commas, single quotes, bare words.
 */

/** A part of a text; `to` is the position after its last character. */
export interface TextRange {
  from: number;
  to: number;
}

/** A replacement of a part of a text. */
export interface TextChange extends TextRange {
  insert: string;
}

interface Member {
  key: string;
  /** From the key to the value. */
  range: TextRange;
  value: JsonNode;
}

/** A value and its position; numbers and words without quotes are words. */
export type JsonNode = TextRange &
  ({ kind: "string" | "word"; text: string } | { kind: "array"; items: JsonNode[] } | { kind: "object"; members: Member[] });
export type JsonArray = Extract<JsonNode, { kind: "array" }>;
export type JsonObject = Extract<JsonNode, { kind: "object" }>;

/** As the engine's reader has it. */
const nestingLimit = 64;

/** White space as the engine has it: with U+0085, and without U+FEFF, which is only skipped at the start of a text. */
const blank = /(?:[^\S\ufeff]+|\x85|\/\/[^\n]*|#[^\n]*|\/\*[^]*?(?:\*\/|$))*/y;
const word = /(?:(?!\/\/|\/\*)[^\p{Cc},:;[\]{}"'#=\\])+/uy;
const quoted = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y;
const escape = /\\(?:u([0-9a-fA-F]{4})|([^]))/g;
const plain: Record<string, string> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\n": "" };

/** The value of a string from what stands between its quotes. As for the engine, half of a character becomes the replacement character. */
const unescaped = (raw: string): string =>
  raw.replace(escape, (_, code: string | undefined, other: string) => (code ? String.fromCharCode(parseInt(code, 16)) : (plain[other] ?? other))).replace(/\p{Surrogate}/gu, "\ufffd");

class Reader {
  #at: number;

  constructor(private readonly text: string) {
    this.#at = text.startsWith("\ufeff") ? 1 : 0;
  }

  value(depth: number): JsonNode | null {
    this.#match(blank);
    const from = this.#at;
    const next = this.text[from];
    if (depth > nestingLimit) return null;
    if (next === "[") {
      const items = this.#list("]", () => this.value(depth + 1));
      return items && { kind: "array", items, from, to: this.#at };
    }
    if (next === "{") {
      const members = this.#list("}", () => this.#member(depth + 1));
      return members && { kind: "object", members, from, to: this.#at };
    }
    return this.#scalar();
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #eat(wanted: string): boolean {
    this.#match(blank);
    const found = this.text[this.#at] === wanted;
    if (found) this.#at++;
    return found;
  }

  #list<T>(close: string, read: () => T | null): T[] | null {
    this.#at++;
    const items: T[] = [];
    while (!this.#eat(close)) {
      const item = read();
      if (!item) return null;
      items.push(item);
      if (!this.#eat(",") && this.text[this.#at] !== close) return null;
    }
    return items;
  }

  #scalar(): Extract<JsonNode, { text: string }> | null {
    const from = this.#at;
    const string = this.#match(quoted);
    if (string) return { kind: "string", text: unescaped(string[1] ?? string[2] ?? ""), from, to: this.#at };
    const found = this.#match(word)?.[0].replace(/[^\S\ufeff]+$/, "");
    if (!found) return null;
    this.#at = from + found.length;
    return { kind: "word", text: found, from, to: this.#at };
  }

  #member(depth: number): Member | null {
    this.#match(blank);
    const key = this.#scalar();
    const value = key && this.#eat(":") ? this.value(depth) : null;
    return key && value && { key: key.text, range: { from: key.from, to: value.to }, value };
  }
}

/** The first value of a text; null if it is not well-formed. */
export const parseJson = (text: string): JsonNode | null => new Reader(text).value(0);

/** The member of an object; null if there is none, or the value is no object. */
export const memberOf = (node: JsonNode | null | undefined, key: string): JsonNode | null =>
  (node?.kind === "object" && node.members.find((member) => member.key === key)?.value) || null;

/** The elements of an array; none of anything else. */
export const itemsOf = (node: JsonNode | null | undefined): readonly JsonNode[] => (node?.kind === "array" ? node.items : []);

/** The text of a string, number or word. */
export const textOf = (node: JsonNode | null | undefined): string | null => (node && "text" in node ? node.text : null);

/** The position in a text of a position in the value of one of its strings. */
export function positionIn(text: string, node: JsonNode, position: number): number {
  if (node.kind !== "string") return node.from + position;
  let left = position;
  let at = node.from + 1;
  for (const [unit] of text.slice(at, node.to - 1).matchAll(/\\u[0-9a-fA-F]{4}|\\[^]|[^]/g)) {
    left -= unescaped(unit).length;
    if (left < 0) break;
    at += unit.length;
  }
  return at;
}

/** The text with changes, which do not overlap. */
export function changed(text: string, changes: readonly TextChange[]): string {
  const sorted = [...changes].sort((a, b) => b.from - a.from || b.to - a.to);
  return sorted.reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

/** A string in the place of a value. */
export const replaced = ({ from, to }: TextRange, value: string): TextChange => ({ from, to, insert: JSON.stringify(value) });

/** The white space at the beginning of the line of a position. */
const indentAt = (text: string, at: number): string => /[^\S\n\r]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1, at))?.[0] ?? "";

/** The first line break of a text, so that new ones are like it. */
const breakOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? "\n";

/** Whether a comma follows an element, and where what belongs to it ends: that comma, and a comment on the same line. */
function endOf(text: string, { to }: TextRange): { comma: number | null; end: number; hasComment: boolean } {
  blank.lastIndex = to;
  const next = to + (blank.exec(text)?.[0].length ?? 0);
  const comma = text[next] === "," ? next : null;
  const after = comma === null ? to : comma + 1;
  const comment = /^[^\S\n\r]*(?:(?:\/\/|#)[^\n\r]*|\/\*(?:(?!\*\/)[^\n\r])*\*\/(?=[^\S\n\r]*[\n\r]))/.exec(text.slice(after));
  return { comma, end: after + (comment?.[0].length ?? 0), hasComment: comment !== null };
}

/** Adds an element behind the last one of an array or object, written like its neighbours: on its own line if these are. */
function appendedTo(text: string, node: TextRange, parts: readonly TextRange[], insert: string): TextChange[] {
  const last = parts.at(-1);
  if (!last) {
    const line = text.slice(node.from, node.to).includes("\n") ? `${breakOf(text)}${indentAt(text, node.from)}  ` : "";
    return [{ from: node.from + 1, to: node.from + 1, insert: line + insert }];
  }
  const { comma, end, hasComment } = endOf(text, last);
  const before = parts.at(-2)?.to ?? node.from + 1;
  const isOnLine = hasComment || text.slice(before, last.from).includes("\n");
  const space = isOnLine ? `${breakOf(text)}${indentAt(text, last.from)}` : " ";
  const trailing = comma === null ? "" : ",";
  if (!hasComment) return [{ from: last.to, to: last.to, insert: `,${space}${insert}` }];
  return [...(comma === null ? [{ from: last.to, to: last.to, insert: "," }] : []), { from: end, to: end, insert: space + insert + trailing }];
}

/** Removes elements of an array or object, each with its comma and its line, if it has one of its own. Comments stay. */
function removedFrom(text: string, parts: readonly TextRange[], gone: ReadonlySet<number>): TextChange[] {
  const changes: TextChange[] = [];
  const cut = (from: number, to: number): void => void changes.push({ from, to, insert: "" });
  const lastKept = Math.max(-1, ...parts.flatMap((_, i) => (gone.has(i) ? [] : [i])));
  parts.forEach((part, i) => {
    const { comma } = endOf(text, part);
    // The comma before elements that go from the end.
    if (i === lastKept && i < parts.length - 1 && comma !== null && endOf(text, parts.at(-1)!).comma === null) cut(comma, comma + 1);
    if (!gone.has(i)) return;
    let { from, to } = part;
    if (comma !== null && !text.slice(to, comma).trim()) to = comma + 1;
    else if (comma !== null) cut(comma, comma + 1);
    const before = /(?:\r?\n)?[^\S\n\r]*$/.exec(text.slice(0, from))?.[0] ?? "";
    const isLineStart = before.includes("\n");
    // A bracket must not come behind a comment that lasts until the end of the line.
    const isLineEnd = /^[^\S\n\r]*\r?\n/.test(text.slice(to)) || (/^\s*[\]}]/.test(text.slice(to)) && /[,[{]$/.test(text.slice(0, from - before.length)));
    if (isLineEnd || (i > lastKept && !isLineStart)) from -= before.length;
    else to += /^[^\S\n\r]*/.exec(text.slice(to))?.[0].length ?? 0;
    cut(from, to);
  });
  return merged(changes);
}

/** Removals that do not overlap. */
function merged(removals: readonly TextChange[]): TextChange[] {
  const all: TextChange[] = [];
  for (const { from, to } of [...removals].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to, insert: "" });
  }
  return all;
}

/** Adds an element, a JSON text, at the end of an array. */
export const withItem = (text: string, array: JsonArray, insert: string): TextChange[] => appendedTo(text, array, array.items, insert);

/** Removes the elements of an array at these positions. */
export const withoutItems = (text: string, array: JsonArray, gone: ReadonlySet<number>): TextChange[] => removedFrom(text, array.items, gone);

/** Adds a member, whose value is a JSON text, to an object: behind another one on its line, if that is there, or at the end. */
export function withMember(text: string, object: JsonObject, key: string, value: string, after?: string): TextChange[] {
  const insert = `${JSON.stringify(key)}: ${value}`;
  const before = object.members.find((member) => member.key === after)?.range;
  if (before && object.members.at(-1)?.range !== before) return [{ from: before.to, to: before.to, insert: `, ${insert}` }];
  return appendedTo(text, object, object.members.map(({ range }) => range), insert);
}

/** Removes a member of an object. */
export const withoutMember = (text: string, object: JsonObject, key: string): TextChange[] =>
  removedFrom(text, object.members.map(({ range }) => range), new Set(object.members.flatMap((member, i) => (member.key === key ? [i] : []))));
