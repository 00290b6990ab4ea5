/** Files that are dropped on the page or chosen: folders are walked, texts are read, within limits. */
import type { NamedText } from "../engine/graph-grammars";
import { type Draft, emptyBoolean } from "../task";

const mostFiles = 400;
const mostBytes = 2_000_000;
/** What a task may be made of; everything else in a folder is passed over. */
const wanted = /\.(json|attestor|java|bp)$/i;

/** Why files could not be taken. */
export class Refused extends Error {
  constructor(readonly why: "many" | "large") {
    super(why);
  }
}

async function read(files: { name: string; file: File }[]): Promise<NamedText[]> {
  if (files.length > mostFiles) throw new Refused("many");
  if (files.reduce((sum, { file }) => sum + file.size, 0) > mostBytes) throw new Refused("large");
  return Promise.all(files.map(async ({ name, file }) => ({ name, text: await file.text() })));
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader hands out a folder in portions. */
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

/** The texts among what was dropped, in the order of their names. */
export async function droppedTexts(transfer: DataTransfer): Promise<NamedText[]> {
  // The list is emptied as soon as the event is over.
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const waiting = items.flatMap((item) => item.webkitGetAsEntry() ?? []);
  const alone = items.length === 1 && !waiting[0]?.isDirectory;
  // What has no entry, as it comes from no disk, is a file all the same.
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

/** The texts of files that were chosen in a dialog. */
export const chosenTexts = (files: Iterable<File>): Promise<NamedText[]> =>
  read([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));

/** The task that the files of a boolean program make; null if there are none, or if they come with what the engine makes tasks of. */
export function booleanDraft(files: readonly NamedText[]): Draft | null {
  const found = files.filter(({ name }) => /\.bp$/i.test(name));
  const [first] = found;
  if (!first || files.some(({ name }) => /\.(json|attestor|java)$/i.test(name))) return null;
  const simple = (name: string): string => name.replace(/^.*\//, "");
  const isTwin = (name: string): boolean => found.filter((other) => simple(other.name) === simple(name)).length > 1;
  return {
    ...emptyBoolean,
    title: simple(first.name).replace(/\.bp$/i, ""),
    files: found.map(({ name, text }) => ({ name: isTwin(name) ? name : simple(name), text })),
  };
}
