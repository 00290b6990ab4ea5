/** The task as the editors hold it, and the task document that goes to the engine. */
import type { Rendered } from "./engine/engine";
import { fitting } from "./strategy";

export interface SourceText {
  name: string;
  text: string;
}

/** A formula; or with an empty formula the name of a monitor, or of something that no run may do. */
export interface PropertyText {
  id: string;
  ltl: string;
  monitor?: string;
  check?: string;
}

/** A task being edited. JSON parts stay text, so that nothing is lost while they do not parse. */
export interface Draft {
  title: string;
  description: string;
  /** `heap`, `boolean` or `blocks`; any other value goes to the engine, which rejects it. */
  analysis: string;
  /** The language of the program: `java`, `boolean` or `c`. */
  language: string;
  /** The widths of the integer types of C, if the task gives them. */
  dataModel?: string;
  /** Directives before each file in C, if the task gives some. */
  preamble?: string;
  /** Folders in which programs in C find included files, if the task gives some. */
  includeFolders?: string[];
  entry: string;
  files: SourceText[];
  properties: PropertyText[];
  grammars: string;
  initial: string;
  monitors: string;
  /** Definitions of boxes. */
  boxes: string;
  options: Record<string, unknown>;
  /** Members of the document without an editor. */
  rest: Record<string, unknown>;
}

/** The editors, by the names of their tabs. */
export type Section = "program" | "properties" | "monitors" | "grammar" | "initial" | "definitions" | "options";

/** A position in one of the editors. */
export interface Place {
  section: Section;
  /** The number of the file (program) or of the property (properties). */
  item: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** The name of the definitions of boxes in messages. */
const boxesName = "boxes";

/** The name of the document itself in messages. */
export const documentName = "task.json";

export const emptyDraft: Draft = {
  title: "Untitled task",
  description: "",
  analysis: "heap",
  language: "java",
  entry: "",
  files: [{ name: "Main.java", text: "" }],
  properties: [],
  grammars: "[]",
  initial: "[]",
  monitors: "[]",
  boxes: "",
  options: {},
  rest: {},
};

/** For a boolean program that has not been written yet. */
export const emptyBoolean: Draft = { ...emptyDraft, analysis: "boolean", language: "boolean", entry: "main", files: [] };

/** For a program in C that has not been written yet. */
export const emptyC: Draft = { ...emptyDraft, analysis: "blocks", language: "c", entry: "main", files: [] };

/** Whether there are grammars for heaps, and heaps to start on. */
export const hasHeaps = ({ analysis, language }: Pick<Draft, "analysis" | "language">): boolean =>
  !["boolean", "blocks"].includes(analysis) && (analysis !== "forest" || language === "java");

export const isBoolean = ({ analysis }: Pick<Draft, "analysis">): boolean => analysis === "boolean";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const areStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === "string");

const asList = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const asFiles = (value: unknown): SourceText[] => asList(value).map(({ name, text }) => ({ name: asText(name), text: asText(text) }));
const asProperties = (value: unknown): PropertyText[] =>
  asList(value).map(({ id, ltl, monitor, check }) => ({
    id: asText(id), ltl: asText(ltl), ...(typeof monitor === "string" ? { monitor } : {}), ...(typeof check === "string" ? { check } : {}),
  }));
/** Definitions, given as a text or in several of them. */
const asBoxes = (value: unknown): string =>
  (Array.isArray(value) ? value.map((boxes) => asText(isRecord(boxes) ? boxes["text"] : boxes)) : []).join("\n");
/** The language of an analysis, unless the task names one. */
export const languageOf = (analysis: string): string => (analysis === "boolean" ? "boolean" : analysis === "blocks" || analysis === "forest" ? "c" : "java");

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

/** Reads a task document into the editors. It is untrusted input: values of unexpected types are dropped. */
export function draftOf(text: string): Draft | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { schema, title, description, analysis: given, program, properties, grammars, initial, monitors, boxes, options, ...rest } = value;
  void schema;
  const { entry, files, language, dataModel, preamble, includeFolders } = isRecord(program) ? program : {};
  const analysis = asText(given) || "heap";
  return {
    title: asText(title),
    description: asText(description),
    analysis,
    language: asText(language) || languageOf(analysis),
    ...(typeof dataModel === "string" ? { dataModel } : {}),
    ...(typeof preamble === "string" ? { preamble } : {}),
    ...(areStrings(includeFolders) ? { includeFolders } : {}),
    entry: asText(entry),
    files: asFiles(files),
    properties: asProperties(properties),
    grammars: prettyJson(grammars ?? []),
    initial: prettyJson(initial ?? []),
    monitors: prettyJson(monitors ?? []),
    boxes: asBoxes(boxes),
    options: fitting(isRecord(options) ? options : {}, analysis),
    rest,
  };
}

/** The document of a draft, with the origins of its lines. */
export interface TaskDocument {
  text: string;
  /** The text of its monitors, as it is in the editor. */
  monitors: string;
  /** The position of a diagnostic; null if it is about the task as a whole, or about a guard, which the engine finds in the text of the monitors. */
  locate(diagnostic: Rendered): Place | null;
}

interface Region {
  section: Section;
  item: number;
  first: number;
  last: number;
  /** Number of columns before the editor's text on the first line. */
  offset: number;
}

/** Writes the document so that each part edited as JSON has its own lines. */
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
  add(`"analysis": ${JSON.stringify(draft.analysis)}, "program": {"language": ${JSON.stringify(draft.language)}`);
  if (draft.dataModel !== undefined) add(`, "dataModel": ${JSON.stringify(draft.dataModel)}`);
  if (draft.preamble !== undefined) add(`, "preamble": ${JSON.stringify(draft.preamble)}`);
  if (draft.includeFolders) add(`, "includeFolders": ${JSON.stringify(draft.includeFolders)}`);
  // Programs in other languages than Java start in `main` unless they say something else.
  if (draft.entry || draft.language === "java") {
    add(`, "entry":`);
    add(JSON.stringify(draft.entry), "program", -1, 1);
  }
  add(`, "files": ${JSON.stringify(draft.files)}},`);
  // Parts of other analyses are kept.
  const parts = [["grammars", "grammar", hasHeaps(draft)], ["initial", "initial", hasHeaps(draft)], ["monitors", "monitors", isBoolean(draft)]] as const;
  for (const [key, section, isOwn] of parts) {
    const text = draft[key].trim() ? draft[key] : "[]";
    if (!isOwn && text.trim() === "[]") continue;
    add(`"${key}":`);
    add(text, section);
    add(",");
  }
  if (draft.boxes.trim()) add(`"boxes": ${JSON.stringify([{ name: boxesName, text: draft.boxes }])},`);
  add(`"properties": [`);
  draft.properties.forEach(({ id, ltl, monitor, check }, i) => {
    const comma = i ? ", " : "";
    const other = { ...(monitor === undefined ? {} : { monitor }), ...(check === undefined ? {} : { check }) };
    // Having several is an error, which the engine reports.
    add(comma + JSON.stringify(Object.keys(other).length === 0 ? { id, ltl } : { id, ...(ltl ? { ltl } : {}), ...other }), "properties", i);
  });
  add(`], "options":`);
  add(JSON.stringify(draft.options), "options");
  add("}");
  return { text: lines.join("\n"), monitors: draft.monitors, locate: (diagnostic) => locate(diagnostic, draft, regions) };
}

/** The place of a message about a formula or definitions, which are strings in the JSON of the editors. */
function writtenPlace(draft: Draft, file: string, at: Omit<Place, "section" | "item">): Place | null {
  const named = /^(formula|definitions)(?: (\d+))?$/.exec(file);
  if (!named) return null;
  const [section, text] = named[1] === "formula" ? (["initial", draft.initial] as const) : (["grammar", draft.grammars] as const);
  const strings = [...text.matchAll(new RegExp(`"${named[1]}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, "g"))];
  const match = strings[Number(named[2] ?? 1) - 1];
  if (!match) return null;
  const raw = match[1]!;
  const start = match.index + match[0].length - 1 - raw.length;
  const ends = [offsetOf(raw, at.line, at.column), offsetOf(raw, at.endLine, at.endColumn)].map((offset) => {
    const before = text.slice(0, start + offset).split("\n");
    return { line: before.length, column: before.at(-1)!.length + 1 };
  });
  const [from, to] = ends as [{ line: number; column: number }, { line: number; column: number }];
  return { section, item: 0, ...from, endLine: to.line, endColumn: to.column };
}

/** The offset of a line and column of a string in its JSON. */
function offsetOf(raw: string, line: number, column: number): number {
  let [nowLine, nowColumn] = [1, 1];
  for (const escape of raw.matchAll(/\\u[0-9a-fA-F]{4}|\\.|[^\\]/gsu)) {
    if (nowLine > line || (nowLine === line && nowColumn >= column)) return escape.index;
    if (escape[0] === "\\n") [nowLine, nowColumn] = [nowLine + 1, 1];
    else nowColumn += escape[0].length > 1 && escape[0].startsWith("\\") ? 1 : escape[0].length;
  }
  return raw.length;
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
  if (file === boxesName) return { section: "definitions", item: 0, ...same };
  const written = writtenPlace(draft, file, same);
  if (written) return written;
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

/** Whether two drafts are exactly the same task. */
export const sameTask = (a: Draft, b: Draft): boolean => documentOf(a).text === documentOf(b).text;

/** Reads a stored draft; null if it is invalid. */
export function restored(value: unknown): Draft | null {
  if (!isRecord(value) || !Array.isArray(value["files"])) return null;
  const { title, description, entry, files, properties, grammars, initial, options } = value;
  // Drafts of the first version store these among the other members.
  const { analysis: formerAnalysis, monitors: formerMonitors, ...rest } = isRecord(value["rest"]) ? value["rest"] : {};
  const analysis = asText(value["analysis"] ?? formerAnalysis) || "heap";
  return {
    title: asText(title),
    description: asText(description),
    analysis,
    language: asText(value["language"]) || languageOf(analysis),
    ...(typeof value["dataModel"] === "string" ? { dataModel: value["dataModel"] } : {}),
    ...(typeof value["preamble"] === "string" ? { preamble: value["preamble"] } : {}),
    ...(areStrings(value["includeFolders"]) ? { includeFolders: value["includeFolders"] } : {}),
    entry: asText(entry),
    files: asFiles(files),
    properties: asProperties(properties),
    grammars: asText(grammars),
    initial: asText(initial),
    monitors: asText(value["monitors"] ?? prettyJson(formerMonitors ?? [])),
    boxes: asText(value["boxes"]),
    options: isRecord(options) ? options : {},
    rest,
  };
}

const storageKey = "hrglass.draft.1";
const ofTab = (): Storage => sessionStorage;
const ofAll = (): Storage => localStorage;

/** The draft of the last visit, if there is one. A reloaded tab keeps its own; a new tab starts with the one stored last. */
export function storedDraft(): Draft | null {
  for (const storage of [ofTab, ofAll]) {
    try {
      const draft = restored(JSON.parse(storage().getItem(storageKey) ?? "null"));
      if (draft) return draft;
    } catch {
      // Unreadable drafts are ignored.
    }
  }
  return null;
}

/** Stores the draft for this tab and, if it is the `newest`, for the next visit, if the browser permits it. */
export function storeDraft(draft: Draft, newest: boolean): void {
  for (const storage of newest ? [ofTab, ofAll] : [ofTab]) {
    try {
      storage().setItem(storageKey, JSON.stringify(draft));
    } catch {
      // In private windows or with full storage the draft lives as long as the page.
    }
  }
}
