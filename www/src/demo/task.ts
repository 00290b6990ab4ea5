/** The task of a demo: where it comes from, and the texts of its program. */
import type { DecodedLink } from "../engine/engine";
import type { Example } from "../modules";
import type { Language } from "../frame/settings";
import { presentationOf } from "../presentation";
import { languageOf } from "../task";
import { messageText } from "../text/message";

/** Maximum length of a task for a demo, in characters. */
const most = 1_000_000;

/** Why there is no task, for the author of the page. */
export class NoTask extends Error {}

export interface Sources {
  examples: () => Promise<Example[]>;
  /** Null if this build of the engine does not support links. */
  decode: (fragment: string) => Promise<DecodedLink | null>;
  fetch: (url: URL) => Promise<string>;
  /** The address of the page. */
  base: string;
}

/** The texts of errors. */
export interface Excuses {
  noExample: (id: string) => string;
  noLinks: string;
  foreign: (url: string) => string;
  tooLarge: string;
}

/** An example has exactly one slash and no dot: `lists/reverse`. Links start with `#`; everything else is an address. */
export const isExample = (name: string): boolean => /^[\w-]+\/[\w-]+$/.test(name);

/** The task document that a name stands for. */
export async function taskOf(name: string, sources: Sources, excuse: Excuses): Promise<string> {
  if (name.startsWith("#")) {
    const link = await sources.decode(name);
    if (!link) throw new NoTask(excuse.noLinks);
    if ("error" in link) throw new NoTask(messageText(link.error));
    return link.task;
  }
  if (isExample(name)) {
    const example = (await sources.examples()).find(({ id }) => id === name);
    if (!example) throw new NoTask(excuse.noExample(name));
    return example.task;
  }
  const url = new URL(name, sources.base);
  if (url.origin !== new URL(sources.base).origin || !/^https?:$/.test(url.protocol)) throw new NoTask(excuse.foreign(url.href));
  const text = await sources.fetch(url);
  if (text.length > most) throw new NoTask(excuse.tooLarge);
  return text;
}

/** A file of a program. */
export interface SourceFile {
  name: string;
  text: string;
  language: string;
}

interface Document {
  title?: unknown;
  analysis?: unknown;
  program?: { files?: unknown; language?: unknown };
}

function parsed(task: string): Document {
  try {
    const value: unknown = JSON.parse(task);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const listed = ({ program }: Document): Record<string, unknown>[] => {
  const files = program?.files;
  return Array.isArray(files) ? files.filter((file) => typeof file === "object" && file !== null) : [];
};
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The files of the program, as far as the document is valid; the engine reports what is wrong with it. */
export function filesOf(task: string): SourceFile[] {
  const document = parsed(task);
  const language = text(document.program?.language) || languageOf(text(document.analysis));
  return listed(document).map(({ name, text: content }) => ({ name: text(name), text: text(content), language }));
}

/** The title of the task, in a language if it has a translation. */
export function titleOf(task: string, wanted: Language): string {
  const document = parsed(task);
  return presentationOf({ title: text(document.title), description: "", rest: { ...document } }, wanted).title;
}

/** The task with one of its files replaced. */
export function withFile(task: string, number: number, content: string): string {
  const document = parsed(task);
  const file = listed(document)[number];
  if (!file || file["text"] === content) return task;
  file["text"] = content;
  return JSON.stringify(document);
}
