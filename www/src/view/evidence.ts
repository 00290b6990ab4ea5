/** What stands behind a failing run, in words: an execution, or why there is none. */
import { h, icon } from "../dom";
import type { ConcreteRun, Departure, Ending, Evidence } from "../engine/engine";
import { counted, figure, type Noun, texts } from "../text/language";
import { type ShownRun, stopsInside } from "./statements";

const t = texts({
  en: {
    executed: { mark: "executed", help: "The program was executed, and the property fails on that run", refined: "found after refining the abstraction" },
    suspected: {
      mark: "not executed", help: "No execution was found on which the property fails, so the abstraction may be the only cause",
      refined: "refining the abstraction along the run did not help",
    },
    spurious: "it may exist in the abstraction only",
    on: (objects: string) => `on a heap of ${objects}`, objects: ["object", "objects"] as Noun, empty: "on the empty heap",
    endings: {
      returned: "returns", thrown: "throws", nullDereference: "null is dereferenced", diverges: "a call does not terminate", open: "continues", repeats: "",
      invalidDereference: "what is dereferenced is no object", invalidFree: "what is freed cannot be freed", lost: "an object is lost", notFreed: "the run ends, and an object was not freed",
      failed: "the program fails",
    } as Record<Ending["kind"], string>,
    first: (shown: string, all: string) => `the first ${shown} of ${all} steps`,
    leaves: "concrete runs diverge here", lost: "information was lost here",
  },
  de: {
    executed: { mark: "ausgeführt", help: "Das Programm wurde ausgeführt, und in diesem Lauf gilt die Eigenschaft nicht", refined: "gefunden nach Verfeinerung der Abstraktion" },
    suspected: {
      mark: "nicht ausgeführt", help: "Es wurde keine Ausführung gefunden, in der die Eigenschaft nicht gilt; vielleicht liegt es nur an der Abstraktion",
      refined: "eine Verfeinerung der Abstraktion entlang des Laufs half nicht",
    },
    spurious: "vielleicht gibt es ihn nur in der Abstraktion",
    on: (objects) => `auf einem Heap mit ${objects}`, objects: ["Objekt", "Objekten"], empty: "auf dem leeren Heap",
    endings: {
      returned: "kehrt zurück", thrown: "wirft eine Ausnahme", nullDereference: "null wird dereferenziert", diverges: "ein Aufruf terminiert nicht", open: "geht weiter", repeats: "",
      invalidDereference: "was dereferenziert wird, ist kein Objekt", invalidFree: "was freigegeben wird, kann nicht freigegeben werden", lost: "ein Objekt geht verloren",
      notFreed: "der Lauf endet, und ein Objekt wurde nicht freigegeben", failed: "das Programm meldet einen Fehler",
    },
    first: (shown, all) => `die ersten ${shown} von ${all} Schritten`,
    leaves: "hier weichen konkrete Läufe ab", lost: "hier ging Information verloren",
  },
});

const wordsOf = ({ departure }: Evidence): typeof t.executed => (departure ? t.suspected : t.executed);

/** Whether it was executed, as a badge: a shape and a word. */
export function statusMark(evidence: Evidence): HTMLElement {
  const { mark, help } = wordsOf(evidence);
  return h("span", { className: "evidence", title: help }, icon(evidence.departure ? "around" : "run"), mark);
}

/** The text beside the badge. */
export function statusText(evidence: Evidence): string {
  const { refined, counterexample, departure } = evidence;
  const objects = counterexample?.input.vertices.filter(({ kind }) => kind === "object").length ?? 0;
  const input = objects ? t.on(counted(objects, t.objects)) : t.empty;
  return [...(counterexample ? [input] : []), ...(departure ? [t.spurious] : []), ...(refined ? [wordsOf(evidence).refined] : [])].join("; ");
}

/** An executed run, for stepping through. */
export function shownRun({ steps, length, ending }: ConcreteRun): ShownRun {
  const whole = steps.length === length;
  const cycle = whole && ending.kind === "repeats" ? ending.from : steps.length;
  const end = whole ? t.endings[ending.kind] : t.first(figure.format(steps.length), figure.format(length));
  const isBegun = whole && cycle === steps.length && stopsInside(steps.at(-1)!, ending);
  return { steps, cycle, isBegun, ...(end ? { end } : {}) };
}

/** Notes at the steps of the abstract run where concrete runs diverge. */
export function notesOf({ position, lostAt }: Departure): Map<number, string> {
  const notes = new Map<number, string>();
  if (lostAt !== undefined) notes.set(lostAt, t.lost);
  if (position !== null) notes.set(position, [notes.get(position), t.leaves].filter(Boolean).join("; "));
  return notes;
}

/** Why concrete runs diverge from the abstract run, as a sentence. */
export const departed = ({ reason }: Departure): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
