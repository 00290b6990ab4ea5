/** What the palette finds besides commands: examples, and lines of the program. */
import type { Entry } from "../gallery/entries";
import type { Line, Store } from "../store";
import type { Draft, Place } from "../task";
import { texts } from "../text/language";
import type { Source } from "./commands";

const t = texts({
  en: { examples: "Examples", open: (title: string) => `Open: ${title}`, lines: "Program", typed: /^(?:line )?\s*(\d{1,6})$/i, line: (number: number, file: string, text: string) => `Line ${number} of ${file}: ${text}` },
  de: { examples: "Beispiele", open: (title) => `Öffnen: ${title}`, lines: "Programm", typed: /^(?:zeile )?\s*(\d{1,6})$/i, line: (number, file, text) => `Zeile ${number} von ${file}: ${text}` },
});

export function examplesAmong(entries: readonly Entry[], open: (entry: Entry) => void): Source {
  const offers = entries.map((entry) => ({ id: `example.${entry.id}`, title: t.open(entry.presentation.title), group: t.examples, run: () => open(entry) }));
  return () => offers;
}

/** `line 12` or `12`: this line of every file that has one. */
export function linesOf(draft: Store<Draft>, go: (line: Line, place: Place) => void): Source {
  return (typed) => {
    const number = Number(t.typed.exec(typed)?.[1] ?? 0);
    return draft.value.files.flatMap(({ name, text }, item) => {
      const found = text.split("\n")[number - 1]?.trim();
      if (found === undefined) return [];
      const place: Place = { section: "program", item, line: number, column: 1, endLine: number, endColumn: 1 };
      return [{ id: `line.${item}.${number}`, title: t.line(number, name, found), group: t.lines, run: () => go({ file: name, line: number }, place) }];
    });
  };
}
