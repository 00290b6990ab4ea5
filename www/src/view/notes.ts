/** What a proof says of loops, as notes beside their lines in the editor. */
import type { Judgement, Report } from "../engine/engine";
import { texts } from "../text/language";
import { groupsOf, shownOf } from "./groups";
import { nameOf } from "./judgements";

const t = texts({
  en: { whenever: (property: string) => `Holds whenever a run comes here, says the proof of ${property}`, calledFrom: (caller: string) => `called from ${caller}`, enteredWith: (conditions: string) => `entered with ${conditions}:` },
  de: { whenever: (property) => `Gilt, wann immer ein Lauf hierher kommt, sagt der Beweis von ${property}`, calledFrom: (caller) => `aufgerufen aus ${caller}`, enteredWith: (conditions) => `aufgerufen mit ${conditions}:` },
});

type Known = NonNullable<Judgement["invariants"]>[number];

/** A note at the end of a line. */
export interface LineNote {
  file: string;
  line: number;
  text: string;
  help: string;
}

/** Of a loop in several calls, and of several properties, everything different that is said. */
export function notesOf(report: Report): LineNote[] {
  const notes = new Map<string, { file: string; line: number; texts: Set<string>; help: string[] }>();
  for (const { property } of groupsOf(report).flatMap(shownOf)) {
    for (const known of property.invariants ?? []) {
      const text = written(known);
      if (!text) continue;
      const { file, line } = known;
      const note = notes.get(`${line} ${file}`) ?? { file, line, texts: new Set(), help: [] };
      notes.set(`${line} ${file}`, note);
      const caller = known.stack.at(-1);
      note.texts.add(text);
      note.help.push(`${t.whenever(nameOf(property))}${caller ? ` (${t.calledFrom(caller)})` : ""}: ${text}`);
    }
  }
  return [...notes.values()].map(({ file, line, texts: all, help }) => {
    const [first = "", ...rest] = all;
    return { file, line, text: rest.length ? `${first} … (+${rest.length})` : first, help: help.join("\n") };
  });
}

/** What is said of a loop, and of which calls; what functions return stands under the verdict. */
function written({ kind = "loop", entered = [], conditions }: Known): string {
  const text = kind === "loop" ? conditions.join(" && ") : "";
  return text && entered.length ? `${t.enteredWith(entered.join(" && "))} ${text}` : text;
}
