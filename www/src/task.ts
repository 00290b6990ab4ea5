/** The task as the editors hold it, and the task document that goes to the engine. */
import type { Rendered } from "./engine/hrglass";

export interface SourceText {
  name: string;
  text: string;
}

export interface PropertyText {
  id: string;
  ltl: string;
}

/** A task under edit. What is edited as JSON stays text, so that nothing is lost while it does not parse. */
export interface Draft {
  title: string;
  description: string;
  entry: string;
  files: SourceText[];
  properties: PropertyText[];
  grammars: string;
  initial: string;
  options: Record<string, unknown>;
  /** Members of the document that no editor shows. */
  rest: Record<string, unknown>;
}

/** The editors, by the names of their tabs. */
export type Section = "program" | "properties" | "grammar" | "initial" | "options";

/** A place in one of the editors. */
export interface Place {
  section: Section;
  /** Program: number of the file. Properties: number of the property. */
  item: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** What messages call the document itself. */
export const documentName = "task.json";

export const emptyDraft: Draft = {
  title: "Untitled task",
  description: "",
  entry: "",
  files: [{ name: "Main.java", text: "" }],
  properties: [],
  grammars: "[]",
  initial: "[]",
  options: {},
  rest: {},
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const asList = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** JSON for people: short arrays and objects stay on one line. */
export function prettyJson(value: unknown, indent = "", width = 76): string {
  const flat = JSON.stringify(value) ?? "null";
  if (typeof value !== "object" || value === null) return flat;
  const spaced = spacedJson(value);
  if (indent.length + spaced.length <= width) return spaced;
  const inner = indent + "  ";
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => inner + prettyJson(item, inner, width)).join(",\n")}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${prettyJson(member, inner, width)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spacedJson(member)}`);
  return members.length ? `{${members.join(", ")}}` : "{}";
}

/** Reads a task document into the editors. It is hostile input: whatever is not of the expected kind is left out. */
export function draftOf(text: string): Draft | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { schema, title, description, program, properties, grammars, initial, options, ...rest } = value;
  void schema;
  const { entry, files, language, ...programRest } = isRecord(program) ? program : {};
  void language;
  void programRest;
  return {
    title: asText(title),
    description: asText(description),
    entry: asText(entry),
    files: asList(files).map((file) => ({ name: asText(file["name"]), text: asText(file["text"]) })),
    properties: asList(properties).map((property) => ({ id: asText(property["id"]), ltl: asText(property["ltl"]) })),
    grammars: prettyJson(grammars ?? []),
    initial: prettyJson(initial ?? []),
    options: isRecord(options) ? options : {},
    rest,
  };
}

/** The document of a draft, and where its lines come from. */
export interface TaskDocument {
  text: string;
  /** Where a diagnostic belongs; null if it is about the task as a whole. */
  locate(diagnostic: Rendered): Place | null;
}

interface Region {
  section: Section;
  item: number;
  first: number;
  last: number;
  /** Columns before the text of the editor, on the first line. */
  offset: number;
}

/** Writes the document so that each text that is edited as JSON has lines of its own. */
export function documentOf(draft: Draft): TaskDocument {
  const lines: string[] = [];
  const regions: Region[] = [];
  const add = (text: string, section?: Section, item = 0, offset = 0): void => {
    const first = lines.length + 1;
    lines.push(...text.split(/\r\n|\r|\n/));
    if (section) regions.push({ section, item, first, last: lines.length, offset });
  };
  const { schema, ...rest } = draft.rest;
  void schema;
  add(`{"schema": "hrglass.task/1",`);
  add(`"title": ${JSON.stringify(draft.title)}, "description": ${JSON.stringify(draft.description)},`);
  for (const [key, value] of Object.entries(rest)) add(`${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  add(`"program": {"language": "java", "entry":`);
  add(JSON.stringify(draft.entry), "program", -1, 1);
  add(`, "files": ${JSON.stringify(draft.files)}},`);
  add(`"grammars":`);
  add(draft.grammars.trim() || "[]", "grammar");
  add(`, "initial":`);
  add(draft.initial.trim() || "[]", "initial");
  add(`, "properties": [`);
  draft.properties.forEach((property, i) => {
    const comma = i ? ", " : "";
    add(comma + JSON.stringify(property), "properties", i);
  });
  add(`], "options":`);
  add(JSON.stringify(draft.options), "options");
  add("}");
  return { text: lines.join("\n"), locate: (diagnostic) => locate(diagnostic, draft, regions) };
}

function locate(diagnostic: Rendered, draft: Draft, regions: Region[]): Place | null {
  const { file, line } = diagnostic;
  if (file === null || line === null) return null;
  const column = diagnostic.column ?? 1;
  const endLine = diagnostic.endLine ?? line;
  const endColumn = diagnostic.endColumn ?? column;
  const same = { line, column, endLine, endColumn };
  const number = draft.files.findIndex((source) => source.name === file);
  if (number >= 0) return { section: "program", item: number, ...same };
  const property = draft.properties.findIndex(({ id }) => file === `property ${id}`);
  if (property >= 0) return { section: "properties", item: property, ...same };
  if (file !== documentName) return null;
  const region = regions.find(({ first, last }) => first <= line && line <= last);
  if (!region) return null;
  const shift = region.first - 1;
  return {
    section: region.section,
    item: region.item,
    line: line - shift,
    column: Math.max(1, column - region.offset),
    endLine: Math.min(endLine, region.last) - shift,
    endColumn: Math.max(1, endColumn - region.offset),
  };
}

/** Whether two drafts are the same task, to the letter. */
export const sameTask = (a: Draft, b: Draft): boolean => documentOf(a).text === documentOf(b).text;

/** Reads a draft that was stored as it was; null if it is none. */
export function restored(value: unknown): Draft | null {
  if (!isRecord(value) || !Array.isArray(value["files"])) return null;
  const { title, description, entry, files, properties, grammars, initial, options, rest } = value;
  return {
    title: asText(title),
    description: asText(description),
    entry: asText(entry),
    files: asList(files).map((file) => ({ name: asText(file["name"]), text: asText(file["text"]) })),
    properties: asList(properties).map((property) => ({ id: asText(property["id"]), ltl: asText(property["ltl"]) })),
    grammars: asText(grammars),
    initial: asText(initial),
    options: isRecord(options) ? options : {},
    rest: isRecord(rest) ? rest : {},
  };
}

const storageKey = "hrglass.draft.1";
const ofTab = (): Storage => sessionStorage;
const ofAll = (): Storage => localStorage;

/** The draft of the last visit, if there is one. A tab that is loaded again keeps its own; a new one begins with what was stored last. */
export function storedDraft(): Draft | null {
  for (const storage of [ofTab, ofAll]) {
    try {
      const draft = restored(JSON.parse(storage().getItem(storageKey) ?? "null"));
      if (draft) return draft;
    } catch {
      // What cannot be read was never stored.
    }
  }
  return null;
}

/** Keeps the draft for this tab, and if it is `newest` for the next visit too, where the browser lets us. */
export function storeDraft(draft: Draft, newest: boolean): void {
  for (const storage of newest ? [ofTab, ofAll] : [ofTab]) {
    try {
      storage().setItem(storageKey, JSON.stringify(draft));
    } catch {
      // Private windows and full disks: the draft lives as long as the page.
    }
  }
}
