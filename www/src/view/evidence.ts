/** What stands behind a violation, in words: a run that was executed, or why there is none. */
import { h, icon } from "../dom";
import type { ConcreteRun, Departure, Ending, Evidence, EvidenceStatus, RunStep } from "../engine/graph-grammars";
import { counted, figure, type Noun, texts } from "../text/language";
import { reasonText } from "./budget";
import type { Told } from "./steps";

const t = texts({
  en: {
    status: { real: "real", possiblySpurious: "possibly spurious" } as Record<EvidenceStatus, string>,
    help: {
      real: "The program was executed on an actual heap, and the property fails on that run",
      possiblySpurious: "No heap was found on which the property fails; abstraction may be the only reason for the verdict",
    } as Record<EvidenceStatus, string>,
    executed: (objects: string) => `executed on a heap of ${objects}`, objects: ["object", "objects"] as Noun, empty: "executed on the empty heap",
    refined: { real: "found after the abstraction had been refined", possiblySpurious: "refining the abstraction along the run did not help" } as Record<EvidenceStatus, string>,
    endings: {
      returned: "returns", thrown: "throws", nullDereference: "null is dereferenced", diverges: "a call runs for ever", open: "goes on", repeats: "",
    } as Record<Ending["kind"], string>,
    first: (shown: string, all: string) => `the first ${shown} of ${all} steps`,
    leaves: "here concrete runs leave it", lost: "here information was lost",
    reasons: {} as Partial<Record<Departure["loss"], (at: string, lost: string, name: string) => string>>,
  },
  de: {
    status: { real: "echt", possiblySpurious: "möglicherweise unecht" },
    help: {
      real: "Das Programm wurde auf einem tatsächlichen Heap ausgeführt, und in diesem Lauf gilt die Eigenschaft nicht",
      possiblySpurious: "Es wurde kein Heap gefunden, auf dem die Eigenschaft nicht gilt; vielleicht ist nur die Abstraktion der Grund für das Urteil",
    },
    executed: (objects) => `ausgeführt auf einem Heap mit ${objects}`, objects: ["Objekt", "Objekten"], empty: "ausgeführt auf dem leeren Heap",
    refined: { real: "gefunden, nachdem die Abstraktion verfeinert war", possiblySpurious: "die Abstraktion an diesem Lauf zu verfeinern half nicht" },
    endings: {
      returned: "kehrt zurück", thrown: "wirft eine Ausnahme", nullDereference: "null wird dereferenziert", diverges: "ein Aufruf läuft ewig", open: "geht weiter", repeats: "",
    },
    first: (shown, all) => `die ersten ${shown} von ${all} Schritten`,
    leaves: "hier verlassen ihn konkrete Läufe", lost: "hier ging Information verloren",
    reasons: {
      folding: (at, lost, name) => `kein Heap, der versucht wurde, macht ab ${at} weiter wie die Analyse; bei ${lost} hat sie Objekte in ${name} gefaltet, das auch für andere Heaps steht`,
      number: (at, _, name) => `bei ${at} kennt die Analyse den Wert von ${name} nicht`,
      cycle: () => "jede Eingabe, die versucht wurde, verlässt den Zyklus nach einigen Runden: Dass er ewig dauern kann, liegt nur daran, dass die Abstraktion Heaps verschiedener Größe für einen hält",
      effort: (at) => `die Suche nach einem Heap, der ab ${at} weitermacht, endete vorzeitig`,
      other: (at) => `kein Heap, der versucht wurde, macht ab ${at} weiter wie die Analyse`,
    },
  },
});

/** The status as a small mark: a shape and a word. */
export function statusMark({ status }: Evidence): HTMLElement {
  const shape = icon(status === "real" ? "run" : "around");
  return h("span", { className: "evidence", title: t.help[status], dataset: { status } }, shape, t.status[status]);
}

/** What there is to say beside the mark. */
export function statusText({ status, refined, counterexample }: Evidence): string {
  const objects = counterexample?.input.vertices.filter(({ kind }) => kind === "object").length ?? 0;
  const executed = objects ? t.executed(counted(objects, t.objects)) : t.empty;
  return [counterexample ? executed : "", refined ? t.refined[status] : ""].filter(Boolean).join("; ");
}

/** A run that was executed, as it is stepped through. */
export function toldRun({ steps, length, ending }: ConcreteRun): Told {
  const whole = steps.length === length;
  const cycle = whole && ending.kind === "repeats" ? ending.from : steps.length;
  const end = whole ? t.endings[ending.kind] : t.first(figure.format(steps.length), figure.format(length));
  return { steps, cycle, ...(end ? { end } : {}) };
}

/** What there is to say about steps of the run of the analysis that concrete runs leave. */
export function notesOf({ position, lostAt }: Departure): Map<number, string> {
  const notes = new Map<number, string>();
  if (lostAt !== undefined) notes.set(lostAt, t.lost);
  if (position !== null) notes.set(position, [notes.get(position), t.leaves].filter(Boolean).join("; "));
  return notes;
}

/** Why concrete runs leave the run of the analysis: as a sentence. */
export function reasonOf({ loss, position, lostAt, reason }: Departure, steps: readonly Pick<RunStep, "file" | "line">[]): string {
  const place = (at: number | null | undefined): string => {
    const step = steps[at ?? -1];
    return step ? `${step.file}:${step.line}` : "";
  };
  const name = /`[^`]+`/.exec(reason)?.[0];
  const told = place(position) && (name ?? (loss !== "folding" && loss !== "number")) ? t.reasons[loss] : undefined;
  const text = told?.(place(position), place(lostAt), name ?? "") ?? reasonText(reason);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
