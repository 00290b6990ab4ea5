/** Syntax highlighting of JSON. */
import type { StreamParser } from "@codemirror/language";

/** The number of open brackets. */
interface JsonState {
  depth: number;
}

export const jsonParser: StreamParser<JsonState> = {
  name: "JSON",
  startState: () => ({ depth: 0 }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return stream.match(/^\s*:/, false) ? "propertyName" : "string";
    if (stream.match(/^-?\d[\d.eE+-]*/)) return "number";
    if (stream.match(/^(?:true|false|null)\b/)) return "bool";
    const next = stream.next() ?? "";
    if ("[{".includes(next)) state.depth++;
    if ("]}".includes(next)) state.depth = Math.max(0, state.depth - 1);
    return "punctuation";
  },
  indent: ({ depth }, after, { unit }) => unit * Math.max(0, depth - (/^\s*[\]}]/.test(after) ? 1 : 0)),
  languageData: {
    closeBrackets: { brackets: ["[", "{", '"'] },
    indentOnInput: /^\s*[\]}]$/,
  },
};
