/** The evidence for a violation in words: an executed run, or why there is none. */
import { h, icon } from "../dom";
import type { ConcreteRun, Departure, Ending, Evidence, EvidenceStatus } from "../engine/engine";
import { counted, figure, type Noun, texts } from "../text/language";
import { type ShownRun, stopsInside } from "./statements";

const t = texts({
  en: {
    status: { confirmed: "confirmed", unconfirmed: "not confirmed" } as Record<EvidenceStatus, string>,
    how: { confirmed: "by execution", unconfirmed: "may be spurious" } as Record<EvidenceStatus, string>,
    help: {
      confirmed: "The program was executed, and the property fails on that run",
      unconfirmed: "No execution was found on which the property fails, so the abstraction may be the only cause",
    } as Record<EvidenceStatus, string>,
    on: (objects: string) => `on a heap of ${objects}`, objects: ["object", "objects"] as Noun, empty: "on the empty heap",
    refined: { confirmed: "found after refining the abstraction", unconfirmed: "refining the abstraction along the run did not help" } as Record<EvidenceStatus, string>,
    endings: {
      returned: "returns", thrown: "throws", nullDereference: "null is dereferenced", diverges: "a call does not terminate", open: "continues", repeats: "",
      invalidDereference: "what is dereferenced is no object", invalidFree: "what is freed cannot be freed", lost: "an object is lost", notFreed: "the run ends, and an object was not freed",
      failed: "the program fails",
    } as Record<Ending["kind"], string>,
    first: (shown: string, all: string) => `the first ${shown} of ${all} steps`,
    leaves: "concrete runs diverge here", lost: "information was lost here",
  },
  de: {
    status: { confirmed: "bestätigt", unconfirmed: "nicht bestätigt" },
    how: { confirmed: "durch Ausführung", unconfirmed: "möglicherweise unecht" },
    help: {
      confirmed: "Das Programm wurde ausgeführt, und in diesem Lauf gilt die Eigenschaft nicht",
      unconfirmed: "Es wurde keine Ausführung gefunden, in der die Eigenschaft nicht gilt; vielleicht liegt es nur an der Abstraktion",
    },
    on: (objects) => `auf einem Heap mit ${objects}`, objects: ["Objekt", "Objekten"], empty: "auf dem leeren Heap",
    refined: { confirmed: "gefunden nach Verfeinerung der Abstraktion", unconfirmed: "eine Verfeinerung der Abstraktion entlang des Laufs half nicht" },
    endings: {
      returned: "kehrt zurück", thrown: "wirft eine Ausnahme", nullDereference: "null wird dereferenziert", diverges: "ein Aufruf terminiert nicht", open: "geht weiter", repeats: "",
      invalidDereference: "was dereferenziert wird, ist kein Objekt", invalidFree: "was freigegeben wird, kann nicht freigegeben werden", lost: "ein Objekt geht verloren",
      notFreed: "der Lauf endet, und ein Objekt wurde nicht freigegeben", failed: "das Programm meldet einen Fehler",
    },
    first: (shown, all) => `die ersten ${shown} von ${all} Schritten`,
    leaves: "hier weichen konkrete Läufe ab", lost: "hier ging Information verloren",
  },
});

/** The status as a badge: a shape and a word. */
export function statusMark({ status }: Evidence): HTMLElement {
  const shape = icon(status === "confirmed" ? "run" : "around");
  return h("span", { className: "evidence", title: t.help[status], dataset: { status } }, shape, t.status[status]);
}

/** The text beside the badge. */
export function statusText({ status, refined, counterexample }: Evidence): string {
  const objects = counterexample?.input.vertices.filter(({ kind }) => kind === "object").length ?? 0;
  const input = objects ? t.on(counted(objects, t.objects)) : t.empty;
  return [counterexample ? `${t.how[status]} ${input}` : t.how[status], ...(refined ? [t.refined[status]] : [])].join("; ");
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
