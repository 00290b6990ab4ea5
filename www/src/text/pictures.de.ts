/** What the engine writes in pictures, in German. */
import type { Hotspot, Scene, Shape } from "../engine/graph-grammars";

/**
 * The English text, and the German one, in which `{0}` is the first of what differs: a number `{n}`; a name `{}`, which stays; or `{*}`, which
 * is translated if it has a translation. Names have no spaces and each text has one, so no name is taken for a text.
 */
export const pictures: [english: string, german: string][] = [
  // Heaps.
  ["{*} object, vertex {n}", "Objekt vom Typ {0}, Knoten {1}"],
  ["{*} object, removed", "Objekt vom Typ {0}, entfernt"],
  ["constant {*}", "Konstante {0}"],
  ["one of these", "eines von diesen"],
  ["{*}, external {n}", "{0}, externer Knoten {1}"],
  ["nonterminal {*} of rank {n}", "Nichtterminal {0} vom Rang {1}"],
  ["marking {}", "Markierung {0}"],
  ["variable {}", "Variable {0}"],
  ["vertex {n}", "Knoten {0}"],
  ["a {*} object", "ein Objekt vom Typ {0}"],
  ["a choice", "eine Auswahl"],
  ["new: {*}", "neu: {0}"],
  ["gone: {*}", "weg: {0}"],
  ["{} point to {*}", "{0} zeigt auf {1}"],
  ["{*}, {} point to {*}", "{0}, {1} zeigen auf {2}"],
  ["vertex {n}.{} is {*}", "Knoten {0}.{1} ist {2}"],
  ["{*} object.{} is {*}", "{0}-Objekt.{1} ist {2}"],
  ["{}(vertex {n}, {*})", "{0}(Knoten {1}, {2})"],
  ["{}({}, vertex {n})", "{0}({1}, Knoten {2})"],
  ["{}(vertex {n})", "{0}(Knoten {1})"],
  ["{n} constants without references are not drawn", "Konstanten, auf die nichts zeigt und die nicht gezeichnet sind: {0}"],
  // Values.
  ["no variables", "keine Variablen"],
  ["Values of {n} variable in {}. {*}", "Wert von {0} Variable in {1}. {2}"],
  ["Values of {n} variables in {}. {*}", "Werte von {0} Variablen in {1}. {2}"],
  ["globals: {*}", "global: {0}"],
  ["{*} is any", "{0} ist beliebig"],
  ["{*} is any, {*}", "{0} ist beliebig, {1}"],
  ["{*} is any. {*}", "{0} ist beliebig. {1}"],
  ["{} is {*}", "{0} ist {1}"],
  ["{}: {} is {*}", "{0}: {1} ist {2}"],
  ["{}, {} is {*}", "{0}, {1} ist {2}"],
  ["{}. {}: {} is {*}", "{0}. {1}: {2} ist {3}"],
  ["{} (before: any)", "{0} (vorher: beliebig)"],
  ["{} (before: {})", "{0} (vorher: {1})"],
  ["{} (before: {}){*}", "{0} (vorher: {1}){2}"],
  // Components and their calls.
  ["{n} state", "{0} Zustand"],
  ["{n} states", "{0} Zustände"],
  ["{n} component", "{0} Komponente"],
  ["{n} components", "{0} Komponenten"],
  ["{n} of {n} components", "{0} von {1} Komponenten"],
  ["{*} · {*}", "{0} · {1}"],
  ["no exit", "ohne Ausgang"],
  ["no return", "ohne Rückkehr"],
  ["component {n}", "Komponente {0}"],
  ["component {n}: {}", "Komponente {0}: {1}"],
  ["component {n}, {}, {*}", "Komponente {0}, {1}, {2}"],
  ["component {}, {*}", "Komponente {0}, {1}"],
  ["{}, {*}", "{0}, {1}"],
  ["{*}, with a null dereference", "{0}, mit Null-Dereferenzierung"],
  ["{*}, with a failed assertion", "{0}, mit verletzter Zusicherung"],
  ["{n} more procedures are not drawn", "{0} weitere Prozeduren sind nicht gezeichnet"],
  ["{n} components. ", "Komponenten: {0}"],
  ["{n} components. {*}", "Komponenten: {0}. {1}"],
  ["{} calls {}", "{0} ruft {1} auf"],
  ["{} calls {}. {*}", "{0} ruft {1} auf. {2}"],
  ["entry, line {n}: state {*}", "Eingang, Zeile {0}: Zustand {1}"],
  ["exit, line {n}: state {*}", "Ausgang, Zeile {0}: Zustand {1}"],
  ["exit by an exception, line {n}: state {*}", "Unbehandelte Ausnahme, Zeile {0}: Zustand {1}"],
  ["null dereference, line {n}: state {*}", "Null-Dereferenzierung, Zeile {0}: Zustand {1}"],
  ["failed assertion, line {n}: state {*}", "Verletzte Zusicherung, Zeile {0}: Zustand {1}"],
  ["call, line {n}: state {*}", "Aufruf, Zeile {0}: Zustand {1}"],
  ["return, line {n}: state {*}", "Rückkehr, Zeile {0}: Zustand {1}"],
  ["{n} and {n} more", "{0} und {1} weitere"],
  ["call of {} in {*}:{n}", "Aufruf von {0} in {1}:{2}"],
  ["line {n}: call of {}, {*}", "Zeile {0}: Aufruf von {1}, {2}"],
  ["{*}, open", "{0}, offen"],
  ["{n} more call site not drawn", "{0} weitere Aufrufstelle nicht gezeichnet"],
  ["{n} more call sites not drawn", "{0} weitere Aufrufstellen nicht gezeichnet"],
  ["a call there counts as a step", "ein Aufruf dort gilt als ein Schritt"],
  ["{n} open call stays closed: {*}", "{0} geöffneter Aufruf bleibt zu: {1}"],
  ["{n} open calls stay closed: {*}", "{0} geöffnete Aufrufe bleiben zu: {1}"],
  ["calls are drawn up to {n} deep and {n} shapes", "gezeichnet werden Aufrufe bis zur Tiefe {0} und bis zu {1} Formen"],
  ["{n} entry port", "{0} Eingang"],
  ["{n} entry ports", "{0} Eingänge"],
  ["{n} exit", "{0} Ausgang"],
  ["{n} exits", "{0} Ausgänge"],
  ["{n} exceptional exit", "{0} Ausgang durch eine Ausnahme"],
  ["{n} exceptional exits", "{0} Ausgänge durch Ausnahmen"],
  ["{n} null dereference", "{0} Null-Dereferenzierung"],
  ["{n} null dereferences", "{0} Null-Dereferenzierungen"],
  ["box {n}: {}, {*}", "Kasten {0}: {1}, {2}"],
  ["in this box: {*}", "in diesem Kasten: {0}"],
  // State spaces and proofs.
  ["state space with {n} states and {n} edges", "Zustandsraum mit {0} Zuständen und {1} Kanten"],
  ["groups drawn as one: {n}", "zusammengefasste Gruppen: {0}"],
  ["states only counted: {n}", "nur gezählte Zustände: {0}"],
  ["states not shown: {n}", "nicht gezeigte Zustände: {0}"],
  ["proof structure with {n} assertions and {n} edges", "Beweisstruktur mit {0} Behauptungen und {1} Kanten"],
  ["{*}:{n}: nothing", "{0}:{1}: nichts"],
  ["gets smaller: {*}", "kleiner wird: {0}"],
  ["{*} or {*}", "{0} oder {1}"],
  // Monitors.
  ["state {*}", "Zustand {0}"],
  ["{*}, initial", "{0}, Anfangszustand"],
  ["{*}, target", "{0}, Zielzustand"],
  ["{*}, repeating", "{0}, Wiederholungszustand"],
  ["edge from {*} to {*}: {*}", "Kante von {0} nach {1}: {2}"],
  // Large blocks.
  ["start of {*}", "Anfang von {0}"],
  ["end of {*}", "Ende von {0}"],
  ["exception out of {*}", "Ausnahme aus {0}"],
  ["loop at {*}", "Schleife {0}"],
  ["call that is not followed", "nicht verfolgter Aufruf"],
  ["call that is not followed: {*}", "nicht verfolgter Aufruf: {0}"],
  ["failure: {*}", "Fehler: {0}"],
  ["{*} to failure: {*}", "{0} nach Fehler: {1}"],
  ["{*} to {*}: {*}", "{0} nach {1}: {2}"],
  ["{n} step", "{0} Schritt"],
  ["{n} steps", "{0} Schritte"],
  ["{n} steps, {n} paths", "{0} Schritte, {1} Pfade"],
  ["{n} steps, 2³² or more paths", "{0} Schritte, 2³² Pfade oder mehr"],
  ["{n} location", "{0} Ort"],
  ["{n} locations", "{0} Orte"],
  ["{n} edge", "{0} Kante"],
  ["{n} edges", "{0} Kanten"],
  ["control-flow automaton with {*} and {*}", "Kontrollflussautomat: {0}, {1}"],
  ["{n} region", "{0} Region"],
  ["{n} regions", "{0} Regionen"],
  ["abstract reachability graph with {*} and {*}, {n} of them to a region that covers another",
    "Abstrakter Erreichbarkeitsgraph: {0}, {1}, davon zu einer Region, die eine andere überdeckt: {2}"],
  ["{*}: many cases", "{0}: viele Fälle"],
  ["many cases", "viele Fälle"],
  ["or 1 more", "oder 1 weiterer"],
  ["or {n} more", "oder {0} weitere"],
  ["further regions are not drawn", "weitere Regionen sind nicht gezeichnet"],
];

/** A place for a number, a name or a text. */
const place = /(\{[n*]?\})/;
const fills: Record<string, string> = { "{n}": "(\\d+)", "{}": "(\\S+)", "{*}": "(.+?)" };

/** Texts with more letters are tried first. */
const compiled = pictures.map(([english, german]) => {
  const parts = english.split(place);
  const pattern = parts.map((part) => fills[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("");
  const texts = parts.filter((part) => part in fills).map((part) => part === "{*}");
  // Names of parts that are pointed at start with a capital.
  return { pattern: new RegExp(`^${pattern}$`, "is"), german, texts, letters: parts.filter((part) => !(part in fills)).join("").length };
}).sort((one, other) => other.letters - one.letters);

/** A text of a picture in German; as it is if it has no translation. */
export function inGerman(text: string): string {
  const all = text.split("; ");
  if (all.length > 1) return all.map(inGerman).join("; ");
  for (const { pattern, german, texts } of compiled) {
    const found = pattern.exec(text);
    if (found) return german.replace(/\{(\d)\}/g, (_, at: string) => (texts[Number(at)] ? inGerman : String)(found[Number(at) + 1] ?? ""));
  }
  return text;
}

/** The word for the place of a failure, which elsewhere could be a name. */
const failure = (text: string): string => (text === "failure" ? "Fehler" : inGerman(text));

type Written = Extract<Shape, { shape: "text" }>;
type Titled = Extract<Shape, { title: string | null }>;

/** A text in a picture, after the shape `around` it. Most texts are names or code. */
function written({ role, text }: Written, around: Titled | null): string {
  const title = around?.title ?? "";
  switch (role) {
    case "note":
      // Above the first values is their scope; above others it is a name.
      return around === null && text === "globals" ? "global" : inGerman(text);
    case "step":
      return inGerman(text);
    case "component":
      return around?.role === "failed" && /^failure(: |$)/.test(title) ? failure(text) : inGerman(text);
    case "constant":
      return title === "one of these" ? "oder" : text;
    case "state":
      // Values of variables.
      return around?.shape === "box" && /^(open|constant)$/.test(around.role) ? text.replace(/(^|→ )any(?= →|$)/g, "$1bel.") : text;
    default:
      return text;
  }
}

/** How wide a text is with some space around it, in letters as wide as the engine assumes. */
const widthOf = ({ role, text }: Written): number => text.length * (role === "note" ? 11 : 13) * 0.6 + 10;

/** The picture in German; names and code stay. What texts are too long for grows: the box around them, or the picture. */
export function pictureInGerman(scene: Scene): Scene {
  let around: Titled | null = null;
  let width = scene.size[0];
  const widths = new Map<string, number>();
  const shapes = scene.shapes.map((shape): Shape => {
    if (shape.shape === "line") return shape;
    if (shape.shape !== "text") {
      around = shape;
      return { ...shape, title: shape.title && (shape.role === "failed" ? failure : inGerman)(shape.title) };
    }
    const text = { ...shape, text: written(shape, around) };
    if (text.text === shape.text) return text;
    if (text.anchor === "start") width = Math.max(width, text.at[0] + widthOf(text));
    const box = String(around?.at);
    if (text.anchor === "middle" && around?.at[0] === text.at[0]) widths.set(box, Math.max(widthOf(text), widths.get(box) ?? 0));
    return text;
  });
  const wide = <T extends Hotspot | Extract<Shape, { shape: "box" }>>(part: T): T => ({ ...part, size: [Math.max(part.size[0], widths.get(String(part.at)) ?? 0), part.size[1]] });
  return {
    ...scene, size: [width, scene.size[1]], description: inGerman(scene.description),
    shapes: shapes.map((shape) => (shape.shape === "box" ? wide(shape) : shape)),
    hotspots: scene.hotspots.map((place) => ({ ...wide(place), name: failure(place.name) })),
  };
}
