/** Completion of definitions and formulas of separation logic. */
import type { Completion } from "@codemirror/autocomplete";
import type { NotationNames } from "../engine/engine";
import { texts } from "../text/language";

const t = texts({
  en: { predicate: "predicate", parameter: "parameter", type: "class", field: "field", nothing: "null", any: "any value", object: "an object that is not followed" },
  de: { predicate: "Prädikat", parameter: "Parameter", type: "Klasse", field: "Feld", nothing: "null", any: "irgendein Wert", object: "ein Objekt, das nicht verfolgt wird" },
});

/**
 * Where the name at the end of a text starts, if it can be completed; null otherwise. `inStrings`: the text is JSON, whose strings may be definitions
 * or formulas. `asked`: the name may be empty.
 */
export function notationAt(text: string, inStrings: boolean, asked: boolean): number | null {
  const line = inStrings ? /"(?:formula|definitions)"\s*:\s*"((?:[^"\\]|\\.)*)$/.exec(text)?.[1] : text;
  if (line === undefined) return null;
  // The letter of an escape, as in `\n`, is no part of a name.
  const name = /(?:^|[^\w$\\]|\\.)([\w$]*)$/.exec(line)?.[1] ?? "";
  return (name || asked) && !/^\d/.test(name) ? text.length - name.length : null;
}

/** What can be written, parameters and predicates first. */
export function completionsOf({ predicates, builtIn, parameters, classes, fields }: NotationNames): Completion[] {
  const all = (names: string[], detail: string, boost: number): Completion[] => names.map((label) => ({ label, detail, boost }));
  const nameOf = (usage: string): string => usage.split(/[<(]/)[0]!;
  return [
    ...all(parameters, t.parameter, 4), ...predicates.map((label) => ({ label, detail: t.predicate, apply: `${label}(`, boost: 3 })),
    ...all(fields, t.field, 2), ...all(classes, t.type, 1),
    ...builtIn.filter((usage) => !predicates.includes(nameOf(usage))).map((usage) => ({ label: nameOf(usage), detail: usage.slice(nameOf(usage).length), boost: 0 })),
    ...all(["null"], t.nothing, 0), ...all(["_"], t.any, -1), ...all(["_object"], t.object, -1),
  ];
}
