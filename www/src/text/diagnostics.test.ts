import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { noteText } from "./diagnostics";
import { diagnostics, messages } from "./diagnostics.de";
import { learn, patternOf, reasons, reasonTexts } from "./reasons";

learn(diagnostics);
const inGerman = reasonTexts.de;

const source = new URL("../../../src/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, source), "utf8").replace(/\\\n\s*/g, "");
const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, source), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".rs") && !/(^|\/)tests?[./]/.test(name))
    .map((name) => `${folder}/${name}`);

/** A literal of Rust, with `{}` for what differs. */
const written = (literal: string): string =>
  literal.replace(/\\(["\\])/g, "$1").replace(/\{\{|\}\}|\{[^{}]*\}/g, (part) => (part === "{{" ? "{" : part === "}}" ? "}" : "{}"));

const unescaped = (literal: string): string => literal.replace(/\\(["\\])/g, "$1");

/** The literals, each as a text and as a format. */
const literalsIn = (code: string): string[] => [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].flatMap(([, text = ""]) => [unescaped(text), written(text)]);

/** The messages that are written where a diagnostic is made, or in the `message` before it. */
function messagesIn(name: string): string[] {
  const [code = ""] = read(name).split("#[cfg(test)]");
  const direct = code.matchAll(/(?:Diagnostic::(?:error|warning|note)|self\.(?:error|warning|note))\(\s*"[a-z]+\/[a-z-]+",\s*[^"]*?,\s*(?:&?format!\(\s*)?"((?:[^"\\\n]|\\.)*)"/g);
  const named = code.matchAll(/let (?:message|advice|why) =\s*(?:format!\(\s*)?"((?:[^"\\\n]|\\.)*)"/g);
  const advice = code.matchAll(/\.suggest\(\s*(?:Some\()?(?:format!\(\s*)?"((?:[^"\\\n]|\\.)*)"/g);
  return [...direct, ...named, ...advice].map(([, text]) => written(text ?? ""));
}

/** What a message can look like. */
const sample = (pattern: string): string => pattern.replaceAll("{}", "Qq");

test("no text is translated twice", () => {
  const english = [...reasons, ...diagnostics].map(([text]) => text);
  expect(english.filter((text, place) => english.indexOf(text) !== place)).toEqual([]);
});

test("each place is filled", () => {
  const places = (english: string): string[] => Array.from({ length: english.split("{}").length - 1 }, (_, place) => `{${place}}`);
  expect(diagnostics.filter(([english, german]) => [...new Set(german.match(/\{\d\}/g))].sort().join() !== places(english).join())).toEqual([]);
});

test("code stays as it is", () => {
  const codeIn = (text: string): string[] => text.replace(/\{\d?\}/g, "").match(/`[^`]*`/g) ?? [];
  const differ = diagnostics.filter(([english, german]) => {
    const [mine, other] = [codeIn(english), codeIn(german)];
    return mine.some((code) => !other.includes(code)) || other.some((code) => !mine.includes(code) && !english.includes(code.slice(1, -1)));
  });
  // Names in examples are German, and some words are code only in German.
  expect(differ.map(([english]) => english)).toEqual([
    "a unicode escape must have four hexadecimal digits", "a label must be a constant of the selector's type", "write `Class.method`",
    "write `Old=New field=newField`", "write `{in(method)}`",
  ]);
});

test("each text is found, and not taken for another one", () => {
  const others = diagnostics.filter(([english, german]) => inGerman(sample(english)) !== german.replace(/\{\d\}/g, "Qq"));
  expect(others.map(([english]) => [english, inGerman(sample(english))])).toEqual([]);
});

test("messages are translated with what is in them", () => {
  const cases: [english: string, german: string][] = [
    ["variable `x` may not have been assigned", "die Variable `x` hat vielleicht noch keinen Wert"],
    ["expected an expression, found `;`", "erwartet: ein Ausdruck, gefunden: `;`"],
    ["`int[]` cannot be converted to `Node`", "`int[]` lässt sich nicht in `Node` umwandeln"],
    ["record patterns are not supported", "Muster für Records werden nicht unterstützt"],
    ["the code of `Log.print` is not given, so runs are not followed from here on", "der Code von `Log.print` ist nicht gegeben; deshalb werden Läufe ab hier nicht weiter verfolgt"],
    ["`null` must be an `int`, not `constructor`", "`null` muss ein `int` sein, nicht `constructor`"],
    ["no method `append` of class `List` fits ()", "keine Methode `append` der Klasse `List` kommt ohne Argumente aus"],
    ["grammars must be an array, not a string", "`grammars` muss ein Array sein, nicht eine Zeichenkette"],
    ["the name of a file must be a string, not null", "der Name einer Datei muss eine Zeichenkette sein, nicht null"],
    ["unknown key `colour` in a property", "unbekannter Schlüssel `colour` (eine Eigenschaft)"],
    ["`f` has 1 result, but 2 values are given", "`f` hat 1 Ergebnis, aber 2 Werte sind angegeben"],
    ["`f` has 2 parameters, but 1 value is given", "`f` hat 2 Parameter, aber 1 Wert ist angegeben"],
    ["assumed: `list` is any list through `next`, or null", "angenommen: `list` ist irgendeine Struktur dieser Art: Liste über `next`, auch null"],
    ["assumed: `this` is a `Deque` that holds any doubly linked list through `next` and `prev`, or none; `head` and `tail` are its first and its last node",
      "angenommen: `this` ist ein Objekt der Klasse `Deque`; darin irgendeine Struktur dieser Art: doppelt verkettete Liste über `next` und `prev`, auch leer; `head` und `tail` sind die beiden Enden"],
    ["the program starts with `List.add`, the first method that loops over a data structure", "das Programm beginnt mit `List.add`, der ersten Methode mit einer Schleife über eine Datenstruktur"],
    ["an object that was not freed is lost in line 12 of list.c", "in Zeile 12 von list.c: ein Objekt geht verloren, das nicht freigegeben wurde"],
    ["runs of more than 1000 blocks were not looked at; no run of up to 1000 blocks fails", "Läufe aus mehr als 1000 Blöcken wurden nicht angesehen; kein Lauf aus höchstens 1000 Blöcken schlägt fehl"],
    ["the truth of {n == 0} is not definite at Box.java:8 in Box.wrap", "ob {n == 0} wahr ist, steht nicht fest (Box.java:8 in Box.wrap)"],
    ["here should be a variable or a value", "hier sollte stehen: eine Variable oder ein Wert"],
    ["a whole text in other words", "a whole text in other words"],
  ];
  expect(cases.map(([english]) => inGerman(english))).toEqual(cases.map(([, german]) => german));
  expect(noteText("List.java:3: first declared here", inGerman)).toBe("List.java:3: zuerst hier deklariert");
});

test("every message about programs in Java has a translation", () => {
  const said = filesIn("lang/java").flatMap(messagesIn);
  expect(said.length).toBeGreaterThan(120);
  const untranslated = said.filter((text) => / /.test(text) && inGerman(sample(text)) === sample(text));
  // These are translated with the words that fill their places.
  expect([...new Set(untranslated)].sort()).toEqual([
    "`{}` does not reach this, so it is ignored{}: {}", "`{}` {}", "class `{}` has no {}", "no {} of class `{}` fits ({})",
    "which {} of class `{}` is called is not known", "{} may be declared in a class that is not given",
  ]);
});

test("the messages that the engine's tests expect have a translation", () => {
  const names = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".rs"));
  const lines = names.flatMap((name) => readFileSync(new URL(name, source), "utf8").match(/^ *[A-Z0-9a-z_]+\.(?:java|c|bp|json):\d+:\d+: .*$/gm) ?? []);
  const texts = lines.flatMap((line) => {
    const [, whole = ""] = /^.*?:\d+:\d+: (?:(?:warning|note|error): )?(.*)$/.exec(line) ?? [];
    // A suggestion stands in parentheses.
    const [, message = whole, advice] = /^(.*?) \(((?:[^()]|\([^()]*\))*)\)$/.exec(whole) ?? [];
    return inGerman(whole) === whole ? [message, ...(advice ? [advice] : [])] : [];
  });
  expect(lines.length).toBeGreaterThan(100);
  expect([...new Set(texts.filter((text) => !text.startsWith("#") && inGerman(text) === text))]).toEqual([]);
});

test("translated texts are still written", () => {
  const code = filesIn(".").map(read).flatMap(literalsIn);
  const [literals, all] = [new Set(code), code.join("\n")];
  // Texts that are put together have only parts in common with the code.
  const parts = (english: string): string[] => english.split(/\{\}|`|, |: /).map((part) => part.trim()).filter(({ length }) => length > 7);
  const gone = messages.filter(([english]) => !literals.has(english) && !parts(english).some((part) => all.includes(part)));
  expect(gone.map(([english]) => english)).toEqual([]);
  expect(patternOf("a `{}` b").test("a `x` and `y` b")).toBe(false);
});
