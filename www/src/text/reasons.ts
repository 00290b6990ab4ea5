/** What the engine says in English, reasons and notes, in the language of the page or of a demo. */
import type { Language } from "../frame/settings";
import { language } from "./language";

/** The English text, with `{}` for what differs, and the German one, in which `{0}` is the first of these. */
export const reasons: [english: string, german: string][] = [
  ["null is dereferenced", "null wird dereferenziert"],
  ["no run that starts on one of the given heaps fails, but there are other heaps", "kein Lauf, der auf einem der gegebenen Heaps beginnt, verletzt das; aber es gibt andere Heaps"],
  ["an exception is not caught", "eine Ausnahme wird nicht gefangen"],
  ["an exception is not caught: `{}`", "eine Ausnahme wird nicht gefangen: `{0}`"],
  ["an exception is not caught: `{}`, thrown at {}", "eine Ausnahme wird nicht gefangen: `{0}`, geworfen in {1}"],
  ["refining the abstraction excluded a failing run", "ein fehlschlagender Lauf wurde ausgeschlossen, indem die Abstraktion an ihm verfeinert wurde"],
  ["no initial heap matches the start of this run", "kein Anfangsheap beginnt wie dieser Lauf"],
  ["what holds at the loops excludes it; the proof was checked once more", "was an den Schleifen gilt, schließt es aus; der Beweis wurde noch einmal geprüft"],
  ["no block leads to it, whatever holds at the loops", "kein Block führt dorthin, was immer an den Schleifen gilt"],
  ["what recursive calls return, in terms of what was passed, excludes it; the proof was checked once more",
    "was rekursive Aufrufe zurückgeben, bezogen auf das Übergebene, schließt es aus; der Beweis wurde noch einmal geprüft"],
  ["no run has more than one block, and none fails", "kein Lauf hat mehr als einen Block, und keiner schlägt fehl"],
  ["by itself, this search takes too long to be shown", "für sich allein dauert diese Suche zu lange, um gezeigt zu werden"],
  ["no further predicate excludes a path that no run takes", "kein weiteres Prädikat schließt einen Pfad aus, den kein Lauf nimmt"],
  ["calls may be nested deeper than they are followed", "Aufrufe können tiefer geschachtelt sein, als sie verfolgt werden"],
  ["contracts are trusted, and the methods themselves allow fewer results than their contracts", "Verträgen wird vertraut, und die Methoden selbst tun weniger, als diese erlauben"],
  ["{} is not followed, and used at {}:{}: {}", "{0} wird nicht verfolgt und in {1}:{2} benutzt: {3}"],
  ["a run is not followed from {}:{} on: {}", "ein Lauf wird ab {0}:{1} nicht weiter verfolgt: {2}"],
  ["it comes from the field `{}`, which no rule and no initial heap mentions", "kommt aus dem Feld `{0}`, das keine Regel und kein Anfangsheap nennt"],
  ["it comes from a field that no rule and no initial heap mentions, from an array, or from a library",
    "kommt aus einem Feld, das keine Regel und kein Anfangsheap nennt, aus einem Array oder aus einer Bibliothek"],
  ["some input goes round the cycle and had not left it after {} steps, but its heap never came back: it may go on for ever, which no execution can show",
    "eine Eingabe geht im Kreis und hatte ihn nach {0} Schritten nicht verlassen, aber ihr Heap kam nie wieder: Vielleicht geht es für immer weiter, was keine Ausführung zeigen kann"],
  ["no tested heap follows the abstract run from {}; at {} the analysis folded objects into `{}`, which also represents other heaps",
    "kein ausprobierter Heap folgt dem abstrakten Lauf ab {0}; in {1} hat die Analyse Objekte zu `{2}` zusammengefaltet, was auch für andere Heaps steht"],
  ["the property fails for one outcome of the decision at {}:{}, which depends on values that are not modelled",
    "die Eigenschaft ist bei einem Ausgang der Entscheidung in {0}:{1} verletzt, und der hängt von Werten ab, die nicht modelliert werden"],
  ["every tested input leaves the cycle after some rounds: the cycle is infinite only because the abstraction does not distinguish heaps of different sizes",
    "jede ausprobierte Eingabe verlässt den Kreis nach einigen Runden: Unendlich ist er nur, weil die Abstraktion Heaps verschiedener Größe nicht unterscheidet"],
  ["the analysis does not know the value of `{}` at {}", "die Analyse kennt den Wert von `{0}` in {1} nicht"],
  ["the truth of {} is not definite", "ob {0} wahr ist, steht nicht fest"],
  ["the initial heaps describe no heap, so there is no run to check", "die Anfangsheaps beschreiben keinen Heap, also gibt es keinen Lauf zu prüfen"],
  ["an object of type {} has no field `{}`: neither a selector edge of the heap nor a rule of the grammar gives it one; add it to the initial heap and the grammar",
    "ein Objekt der Klasse {0} hat kein Feld `{1}`: Weder eine Kante des Heaps noch eine Regel der Grammatik gibt ihm eines; man füge es im Anfangsheap und in der Grammatik hinzu"],
  ["there are too many ways in which an edge {} may hide the field `{}`; rules of {} that have the field themselves would help, or fewer propositions about paths and cycles at a time",
    "es gibt zu viele Arten, auf die eine Kante {0} das Feld `{1}` verbergen kann; Regeln von {2}, die das Feld selbst haben, würden helfen, oder weniger Aussagen über Wege und Kreise auf einmal"],
  ["a pointer is read whose value the analysis does not know", "ein Zeiger wird gelesen, dessen Wert die Analyse nicht kennt"],
  ["a run may end here ({}), which the analysis does not know", "ein Lauf kann hier enden ({0}), was die Analyse nicht kennt"],
  ["a set of heaps is too large to be split into cases", "eine Menge von Heaps ist zu groß, um in Fälle zerlegt zu werden"],
  ["a value may not fit into 64 bits", "ein Wert passt vielleicht nicht in 64 Bit"],
  ["there is a failing run, but it is too long to be listed", "es gibt einen fehlschlagenden Lauf, aber er ist zu lang, um aufgeführt zu werden"],
  ["a run fails with {} calls of one procedure open: too many to execute it", "ein Lauf schlägt fehl, bei dem {0} Aufrufe einer Prozedur offen sind: zu viele, um ihn auszuführen"],
  ["the program has more than {} steps when all calls are copied into their callers", "das Programm hat mehr als {0} Schritte, wenn alle Aufrufe in die Aufrufer kopiert werden"],
  ["it was not asked for", "danach wurde nicht gefragt"],
  // Notes on programs.
  ["the field `{}` is not followed: no rule and no initial heap mentions it", "das Feld `{0}` wird nicht verfolgt: Keine Regel und kein Anfangsheap nennt es"],
  ["if the shape depends on it, add `{}` to the grammar and to the initial heaps", "hängt die Gestalt davon ab, so füge man `{0}` in der Grammatik und in den Anfangsheaps hinzu"],
  ["output is skipped", "Ausgaben werden übergangen"],
];

const compile = ([english, german]: readonly [string, string]): { pattern: RegExp; german: string } => ({ pattern: patternOf(english), german });

const compiled = reasons.map(compile);

/** How much of a pattern is text. */
const literal = (english: string): number => english.replaceAll("{}", "").length;

/** Adds translations; those with more text are tried first. */
export function learn(pairs: readonly (readonly [english: string, german: string])[]): void {
  compiled.push(...[...pairs].sort(([one], [other]) => literal(other) - literal(one)).map(compile));
}

/** What matches a text with `{}` for what differs. */
export function patternOf(english: string): RegExp {
  const parts = english.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // Code in quotes has no quotes.
  return new RegExp(`^${parts.join("(.+?)").replaceAll("`(.+?)`", "`([^`]+?)`")}$`, "s");
}

/** The translation of a text by a pattern, in which code stays as it is; null if it does not match. */
export function translated(text: string, pattern: RegExp, translation: string, inner: (part: string) => string): string | null {
  const found = pattern.exec(text);
  return found && translation.replace(/(`?)\{(\d)\}/g, (_, quote: string, place) => {
    const part = found[Number(place) + 1] ?? "";
    return quote + (quote ? part : inner(part));
  });
}

/** A reason or note in German; in the engine's words if it has no translation. */
function inGerman(reason: string): string {
  for (const { pattern, german } of compiled) {
    const text = translated(reason, pattern, german, inGerman);
    if (text !== null) return text;
  }
  return reason;
}

/** A reason or note in each language. */
export const reasonTexts: Record<Language, (reason: string) => string> = { en: (reason) => reason, de: inGerman };

/** A reason or note in the language of the page. */
export const reasonText = reasonTexts[language];
