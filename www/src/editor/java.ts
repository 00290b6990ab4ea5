/** Keywords and syntax highlighting of Java, and of languages with its lexemes. A line tokenizer suffices; a full grammar would be a tenth of the page. */
import type { StreamParser } from "@codemirror/language";
import { blockComment, type Commented } from "./comment";

export const javaKeywords: ReadonlySet<string> = new Set(
  ("abstract assert break case catch class continue default do else enum extends final finally for if implements import instanceof " +
    "interface native new package private protected public return static super switch synchronized this throw throws try volatile while").split(" "),
);
export const javaTypes: ReadonlySet<string> = new Set("boolean byte char double float int long short void".split(" "));
export const javaConstants: ReadonlySet<string> = new Set(["true", "false", "null"]);

/** The state of the tokenizer. */
export interface BraceState extends Commented {
  afterDot: boolean;
  /** Number of open blocks. */
  depth: number;
}

/** What languages with the lexemes of Java differ in. */
export interface BraceLanguage {
  name: string;
  keywords: ReadonlySet<string>;
  types: ReadonlySet<string>;
  constants: ReadonlySet<string>;
  /** Whether a name is that of a type by its look. */
  isType: (name: string) => boolean;
  /** Lines of a preprocessor. */
  directive?: RegExp;
}

export const braceParser = ({ name: language, keywords, types, constants, isType, directive }: BraceLanguage): StreamParser<BraceState> => ({
  name: language,
  startState: () => ({ inComment: false, afterDot: false, depth: 0 }),
  token(stream, state) {
    if (state.inComment) return blockComment(stream, state);
    if (directive && stream.sol() && stream.match(directive)) return "meta";
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match("/*")) return blockComment(stream, state);
    const { afterDot } = state;
    state.afterDot = false;
    if (stream.match(/^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/)) return "string";
    if (stream.match(/^\d[\w.]*/)) return "number";
    const name = (stream.match(/^[A-Za-z_$][\w$]*/) as RegExpMatchArray | null)?.[0];
    if (name) {
      if (types.has(name)) return "typeName";
      if (keywords.has(name)) return "keyword";
      if (constants.has(name)) return "bool";
      if (isType(name)) return "typeName";
      if (stream.match(/^\s*\(/, false)) return "variableName.function";
      return afterDot ? "propertyName" : "variableName";
    }
    const next = stream.next();
    state.afterDot = next === ".";
    if (next === "{") state.depth++;
    if (next === "}") state.depth = Math.max(0, state.depth - 1);
    return /[-+*/%<>=!~&|^?:]/.test(next ?? "") ? "operator" : "punctuation";
  },
  indent: ({ depth }, after, { unit }) => unit * Math.max(0, depth - (/^\s*\}/.test(after) ? 1 : 0)),
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", "'", '"'] },
    indentOnInput: /^\s*\}$/,
  },
});

export const javaParser = braceParser({
  name: "Java", keywords: javaKeywords, types: javaTypes, constants: javaConstants, isType: (name) => /^[A-Z]/.test(name),
});
