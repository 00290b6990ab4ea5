/** Monitors as JSON text: their names, and the positions of their guards. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((item) => (isRecord(item) ? item : {})) : [];

/** The monitors of a text, as far as it is valid; positions refer to the text. */
function monitorsIn(text: string): Record<string, unknown>[] {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The names that properties can use. */
export const monitorNames = (text: string): string[] => [
  ...new Set(monitorsIn(text).flatMap(({ name }) => (typeof name === "string" && name ? [name] : []))),
];

type Path = (string | number)[];

/** A string of a JSON text: its start after the quote, and its source text. */
interface Written {
  from: number;
  raw: string;
}

/** The string at a path of a JSON text that is known to be well-formed. */
function stringAt(text: string, path: Path): Written | null {
  const wanted = JSON.stringify(path);
  const at: Path = [];
  for (const { 0: token, 1: raw = "", 2: colon, index } of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[[\]{},]/g)) {
    const last = at.length - 1;
    const top = at[last];
    if (token === "[") at.push(0);
    else if (token === "{") at.push("");
    else if (token === "]" || token === "}") at.pop();
    else if (token === ",") at[last] = typeof top === "number" ? top + 1 : "";
    else if (colon) at[last] = JSON.parse(`"${raw}"`) as string;
    else if (JSON.stringify(at) === wanted) return { from: index + 1, raw };
  }
  return null;
}

/** The number of source characters of a JSON string up to a position in its value. */
function written(raw: string, value: string, line: number, column: number): number {
  const before = value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
  const units = raw.match(/\\u[0-9a-fA-F]{4}|\\.|[^]/g) ?? [];
  return units.slice(0, before).join("").length;
}

/** A position in a text; lines and columns count from 1. */
interface Range {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/**
 * The position of a diagnostic about a guard in the text of the monitors; null if `file` is not a guard. Messages name guards by monitor and edge:
 * of several edges between the same states, the first one that is long enough is taken.
 */
export function guardPlace(text: string, file: string, range: Range): Range | null {
  for (const [i, { name, edges }] of monitorsIn(text).entries()) {
    for (const [j, { from, to, guard }] of membersOf(edges).entries()) {
      if (typeof guard !== "string" || file !== `monitor ${String(name)}: ${String(from)} to ${String(to)}`) continue;
      const found = stringAt(text, [i, "edges", j, "guard"]);
      const longEnough = range.endColumn <= (guard.split("\n")[range.endLine - 1] ?? "").length + 1;
      if (!found || !longEnough) continue;
      const place = (line: number, column: number): [line: number, column: number] => {
        const above = text.slice(0, found.from + written(found.raw, guard, line, column)).split("\n");
        return [above.length, (above.at(-1) ?? "").length + 1];
      };
      const [line, column] = place(range.line, range.column);
      const [endLine, endColumn] = place(range.endLine, range.endColumn);
      return { line, column, endLine, endColumn };
    }
  }
  return null;
}
