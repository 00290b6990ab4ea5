/** Files dropped on the page or selected: walks folders and reads texts, within limits. */
import type { NamedText } from "../engine/engine";
import { type Draft, emptyBoolean } from "../task";

const mostFiles = 400;
const mostBytes = 2_000_000;
/** File types of tasks; everything else in a folder is skipped. */
const wanted = /\.(json|attestor|java|bp|c|i|h)$/i;

/** Why files could not be read. */
export class Refused extends Error {
  constructor(readonly why: "many" | "large" | "empty" | "binary") {
    super(why);
  }
}

async function read(files: { name: string; file: File }[]): Promise<NamedText[]> {
  if (files.length > mostFiles) throw new Refused("many");
  if (files.reduce((sum, { file }) => sum + file.size, 0) > mostBytes) throw new Refused("large");
  const texts = await Promise.all(files.map(async ({ name, file }) => ({ name, text: await file.text() })));
  if (texts.some(({ text }) => text.includes("\0"))) throw new Refused("binary");
  if (texts.length && texts.every(({ text }) => text.trim() === "")) throw new Refused("empty");
  return texts;
}

/** A pasted text as a file, which has no name yet. */
export function pastedText(text: string): string {
  if (new Blob([text]).size > mostBytes) throw new Refused("large");
  if (text.includes("\0")) throw new Refused("binary");
  return text;
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads a folder, which the browser delivers in portions. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
    if (all.length > 20 * mostFiles) throw new Refused("many");
  }
}

/** The dropped text files, ordered by name. */
export async function droppedTexts(transfer: DataTransfer): Promise<NamedText[]> {
  // The list is emptied as soon as the event is over.
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const waiting = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  const alone = items.length === 1 && !waiting[0]?.isDirectory;
  // Files that do not come from a disk have no entry.
  const found = items.flatMap((item) => (item.webkitGetAsEntry() ? [] : (item.getAsFile() ?? []))).map((file) => ({ name: file.name, file }));
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (entry.isDirectory) {
      if (!entry.name.startsWith(".") && entry.name !== "node_modules") waiting.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
    } else if (alone || wanted.test(entry.name)) {
      found.push({ name: entry.fullPath.replace(/^\//, ""), file: await fileOf(entry as FileSystemFileEntry) });
      if (found.length > mostFiles) throw new Refused("many");
    }
  }
  return read(found.sort((a, b) => (a.name < b.name ? -1 : 1)));
}

/** The texts of files selected in a dialog. */
export const chosenTexts = (files: Iterable<File>): Promise<NamedText[]> =>
  read([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));

/** The task made from the files of a boolean program; null if there are none, or if there are files of another kind, which are left to the engine. */
export function programDraft(files: readonly NamedText[]): Draft | null {
  const own = /\.bp$/i;
  if (files.some(({ name }) => /\.(json|attestor|java|[ci])$/i.test(name))) return null;
  const found = files.filter(({ name }) => own.test(name));
  const first = found[0];
  if (!first) return null;
  const simple = (name: string): string => name.replace(/^.*\//, "");
  const isTwin = (name: string): boolean => found.filter((other) => simple(other.name) === simple(name)).length > 1;
  return {
    ...emptyBoolean,
    title: simple(first.name).replace(own, ""),
    files: found.map(({ name, text }) => ({ name: isTwin(name) ? name : simple(name), text })),
  };
}
