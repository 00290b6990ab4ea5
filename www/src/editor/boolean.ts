/** Keywords and syntax highlighting of boolean programs. */
import type { StreamParser, StringStream } from "@codemirror/language";
import { blockComment, type Commented } from "./comment";

export const booleanKeywords: ReadonlySet<string> = new Set(
  ("abortif assert assume begin bool const constrain dead decl dfs do else elsif end enforce fi goto if int od print return " +
    "schoose skip then void while").split(" "),
);
export const booleanTypes: ReadonlySet<string> = new Set(["bool", "int", "void"]);
export const booleanConstants: ReadonlySet<string> = new Set(["T", "F", "true", "false"]);

/** The state of the tokenizer. */
interface State extends Commented {
  /** Whether the last token can be an operand: a star after it multiplies, other stars are any value. */
  afterOperand: boolean;
  /** Whether this is inside an expression: then a name with a colon is not a label. */
  afterOperator: boolean;
  /** Whether labels are listed here. */
  afterGoto: boolean;
  /** Number of open blocks. */
  depth: number;
}

const opens = new Set(["begin", "if", "do"]);
const closes = new Set(["end", "fi", "od"]);

function word(stream: StringStream, state: State, text: string): string {
  const { afterGoto, afterOperator } = state;
  state.afterGoto = text === "goto";
  state.afterOperator = false;
  state.afterOperand = !booleanKeywords.has(text);
  if (opens.has(text)) state.depth++;
  if (closes.has(text)) state.depth = Math.max(0, state.depth - 1);
  if (booleanTypes.has(text)) return "typeName";
  if (booleanKeywords.has(text)) return "keyword";
  if (booleanConstants.has(text)) return "bool";
  // The colon of a declaration is followed by a type.
  const isLabel = !afterOperator && stream.match(/^\s*:(?!=)(?!\s*(?:int|bool)\b)/, false);
  if (isLabel || afterGoto) {
    state.afterGoto = afterGoto;
    return "labelName";
  }
  return stream.match(/^\s*\(/, false) ? "variableName.function" : "variableName";
}

export const booleanParser: StreamParser<State> = {
  name: "boolean program",
  startState: () => ({ inComment: false, afterOperand: false, afterOperator: false, afterGoto: false, depth: 0 }),
  token(stream, state) {
    if (state.inComment) return blockComment(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:\/\/|#).*/)) return "comment";
    if (stream.match("/*")) return blockComment(stream, state);
    const name = stream.match(/^[A-Za-z_$][\w$]*/) as RegExpMatchArray | null;
    if (name) return word(stream, state, name[0]);
    const { afterOperand, afterGoto } = state;
    state.afterOperator = false;
    state.afterOperand = true;
    state.afterGoto = false;
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^\{[^}\n]*\}?/)) return "string";
    if (!afterOperand && stream.match(/^\*/)) return "bool";
    state.afterOperand = /[)\]]/.test(stream.peek() ?? "");
    if (stream.match(/^(?::=|=>|==|!=|<=|>=|<<|>>|&&|\|\||[-+*/%<>=!~&|^?'])/)) {
      state.afterOperator = true;
      return "operator";
    }
    state.afterOperator = /[(,[]/.test(stream.peek() ?? "");
    state.afterGoto = afterGoto && stream.peek() === ",";
    stream.next();
    return "punctuation";
  },
  indent: ({ depth }, after, { unit }) => unit * Math.max(0, depth - (/^\s*(?:end|fi|od|else|elsif)\b/.test(after) ? 1 : 0)),
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{"] },
    indentOnInput: /^\s*(?:end|fi|od|else|elsif)$/,
  },
};
