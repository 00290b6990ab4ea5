import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Role, Scene, Shape } from "../engine/graph-grammars";
import { inGerman, pictureInGerman, pictures } from "./pictures.de";

const source = new URL("../../../src/draw/", import.meta.url);
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".rs") && !/(^|\/)tests\b/.test(name))
  .map((name) => readFileSync(new URL(name, source), "utf8").split("#[cfg(test)]\nmod tests")[0] ?? "")
  .map((text) => text.replace(/^ *(?:\/\/|#\[).*$/gm, ""));

/** All places alike. */
const plain = (text: string): string => text.replace(/\{[^{}]*\}/g, "{}").toLowerCase();

/** What stands between places and signs, since texts are put together from parts. */
const phrasesOf = (text: string): string[] => plain(text).split(/\{\}|[,;:.()·/]/).map((part) => part.trim()).filter((part) => /[a-z]{2,}/.test(part));

const english = pictures.map(([text]) => plain(text));
const written = code.flatMap((text) => [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].flatMap(([, literal = ""]) => phrasesOf(literal)));
const isIn = (phrase: string, text: string): boolean => ` ${text} `.replace(/[^a-z0-9³² -]/g, " ").replaceAll("  ", " ").includes(` ${phrase}`);

test("every word that the engine writes in pictures has a translation", () => {
  expect(written.length).toBeGreaterThan(110);
  const untranslated = written.filter((phrase) => !english.some((text) => isIn(phrase, text)));
  // A formula.
  expect([...new Set(untranslated)].sort()).toEqual(["true"]);
});

test("translated texts are still written", () => {
  const gone = english.filter((text) => !phrasesOf(text).every((phrase) => written.some((part) => isIn(part, phrase))));
  // The words of values.
  expect(gone).toEqual(["globals: {}", "{} (before: any)"]);
});

test("no text is translated twice or could be a name, and each place is filled", () => {
  expect(english.filter((text) => !text.includes(" "))).toEqual([]);
  const texts = pictures.map(([text]) => text);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  const filled = pictures.filter(([text, german]) => {
    const places = Array.from({ length: plain(text).split("{}").length - 1 }, (_, at) => `{${at}}`);
    return [...new Set(german.match(/\{\d\}/g))].sort().join() !== places.join();
  });
  expect(filled).toEqual([]);
});

test("texts are translated with what is in them, and code stays", () => {
  const cases: [english: string, german: string][] = [
    ["SLList object, vertex 1", "Objekt vom Typ SLList, Knoten 1"],
    ["struct node object, removed, external 2", "Objekt vom Typ struct node, entfernt, externer Knoten 2"],
    ["Nonterminal SLL of rank 2", "Nichtterminal SLL vom Rang 2"],
    ["variable failure", "Variable failure"],
    ["exit by an exception, line 6: state 4 and 2 more", "Unbehandelte Ausnahme, Zeile 6: Zustand 4 und 2 weitere"],
    ["2 components · 7 states · no exit", "2 Komponenten · 7 Zustände · ohne Ausgang"],
    ["Component List.add, 1 state, with a null dereference", "Komponente List.add, 1 Zustand, mit Null-Dereferenzierung"],
    ["Line 4: call of exit, component 1 · no return, open", "Zeile 4: Aufruf von exit, Komponente 1 · ohne Rückkehr, offen"],
    ["1 more call site not drawn; a call there counts as a step", "1 weitere Aufrufstelle nicht gezeichnet; ein Aufruf dort gilt als ein Schritt"],
    ["2 open calls stay closed: calls are drawn up to 8 deep and 2000 shapes", "2 geöffnete Aufrufe bleiben zu: gezeichnet werden Aufrufe bis zur Tiefe 8 und bis zu 2000 Formen"],
    ["A.java:3: F {x == null} or nothing; gets smaller: |List(x, null)| + 1", "A.java:3: F {x == null} oder nothing; kleiner wird: |List(x, null)| + 1"],
    ["start of main:3 to failure: x != 0", "Anfang von main:3 nach Fehler: x != 0"],
    ["loop at main:3: x <= 4 or y <= 2", "Schleife main:3: x <= 4 oder y <= 2"],
    ["3 steps, 2 paths", "3 Schritte, 2 Pfade"],
    ["head point to vertex 1; a, b point to null; vertex 1.next is vertex 3; new: RefSLList(vertex 3, null)",
      "head zeigt auf Knoten 1; a, b zeigen auf null; Knoten 1.next ist Knoten 3; neu: RefSLList(Knoten 3, null)"],
    ["Values of 2 variables in f. globals: g is T. f: x is 3 (before: any)", "Werte von 2 Variablen in f. global: g ist T. f: x ist 3 (vorher: beliebig)"],
    ["Values of 3 variables in main. globals: g is any. main: n is any, m is 1, o is any", "Werte von 3 Variablen in main. global: g ist beliebig. main: n ist beliebig, m ist 1, o ist beliebig"],
    ["Component 0, main, 3 states; 1 entry port; box 4: f, component 1", "Komponente 0, main, 3 Zustände; 1 Eingang; Kasten 4: f, Komponente 1"],
    ["2 components. main calls f. f calls f", "Komponenten: 2. main ruft f auf. f ruft f auf"],
    ["x = y + 1; assume(failure)", "x = y + 1; assume(failure)"],
  ];
  expect(cases.map(([text]) => inGerman(text))).toEqual(cases.map(([, german]) => german));
});

const box = (role: Role, title: string | null, width = 40): Shape => ({ shape: "box", at: [50, 50], size: [width, 20], corner: 3, role, title });
const label = (role: Role, words: string, anchor: "start" | "middle" = "middle"): Shape => ({ shape: "text", at: [50, 50], text: words, anchor, role });
const german = (...shapes: Shape[]): Scene =>
  pictureInGerman({ size: [100, 100], shapes, hotspots: [{ at: [50, 50], size: [40, 20], link: { to: "block", number: 0 }, line: null, name: "failure" }], changes: [], description: "" });
const textOf = (scene: Scene): string[] => scene.shapes.flatMap((shape) => (shape.shape === "text" ? [shape.text] : []));

test("words are told from names by the shapes around them", () => {
  expect(textOf(german(box("failed", "failure"), label("component", "failure")))).toEqual(["Fehler"]);
  expect(textOf(german(box("failed", "failure, 3 states"), label("component", "failure")))).toEqual(["failure"]);
  expect(textOf(german(box("variable", "variable any"), label("variable", "any"), box("open", "x is any"), label("state", "any → 3")))).toEqual(["any", "bel. → 3"]);
  expect(textOf(german(label("note", "globals", "start"), box("variable", "globals is 1"), label("note", "globals", "start")))).toEqual(["global", "globals"]);
  expect(textOf(german(box("constant", "one of these"), label("constant", "or"), box("constant", "constant or"), label("constant", "or")))).toEqual(["oder", "or"]);
});

test("boxes grow with their texts, and the picture with those that start anywhere", () => {
  const { shapes: [chip], hotspots: [place] } = german(box("component", "2 steps", 58), label("note", "2 steps"));
  expect(chip).toMatchObject({ size: [76, 20], title: "2 Schritte" });
  expect(place).toMatchObject({ size: [76, 20], name: "Fehler" });
  expect(german(label("note", "further regions are not drawn", "start")).size[0]).toBeGreaterThan(250);
  expect(german(label("note", "not a word of the engine", "start")).size[0]).toBe(100);
});
