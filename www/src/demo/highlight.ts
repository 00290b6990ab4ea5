/** Syntax highlighting, line by line: enough for a slide. */
import { booleanConstants, booleanKeywords, booleanTypes } from "../editor/boolean";
import { cConstants, cKeywords, cTypes } from "../editor/c";
import { javaConstants, javaKeywords, javaTypes } from "../editor/java";

export type Token = "keyword" | "type" | "string" | "literal" | "comment" | "plain";

export interface Piece {
  token: Token;
  text: string;
}

interface Words {
  /** Comments and strings first: nothing inside them is highlighted as something else. */
  lexeme: RegExp;
  tokenOf: (text: string) => Token;
}

const java: Words = {
  lexeme: /\/\/.*|\/\*|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\b\d[\w.]*|[A-Za-z_$][\w$]*/g,
  tokenOf(text) {
    const first = text.charAt(0);
    if (first === "/") return "comment";
    if (first === '"' || first === "'") return "string";
    if (/\d/.test(first) || javaConstants.has(text)) return "literal";
    if (javaKeywords.has(text) || javaTypes.has(text)) return "keyword";
    return /[A-Z]/.test(first) ? "type" : "plain";
  },
};

/** In C, a line may be one for the preprocessor. */
const c: Words = {
  lexeme: /\/\/.*|\/\*|^\s*#.*|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\b\d[\w.]*|[A-Za-z_]\w*/g,
  tokenOf(text) {
    const first = text.trimStart().charAt(0);
    if (first === "/") return "comment";
    if (first === '"' || first === "'" || first === "#") return "string";
    if (/\d/.test(first) || cConstants.has(text)) return "literal";
    if (cKeywords.has(text)) return "keyword";
    return cTypes.has(text) || text.endsWith("_t") ? "type" : "plain";
  },
};

/** In boolean programs, text in braces is a name, and a star at the start of an expression is any value. */
const boolean: Words = {
  lexeme: /(?:\/\/|#).*|\/\*|\{[^}]*\}?|\b\d+|(?<=(?:^|[^\w$)\]}\s]|\b(?:if|elsif|while|return|assume|assert|constrain))\s*)\*|[A-Za-z_$][\w$]*/g,
  tokenOf(text) {
    const first = text.charAt(0);
    if (first === "/" || first === "#") return "comment";
    if (first === "{") return "string";
    if (/[\d*]/.test(first) || booleanConstants.has(text)) return "literal";
    if (booleanTypes.has(text)) return "type";
    return booleanKeywords.has(text) ? "keyword" : "plain";
  },
};

/** The tokens of every line; concatenated they are the text. */
export function highlighted(source: string, language: string): Piece[][] {
  const { lexeme, tokenOf } = language === "boolean" ? boolean : language === "c" ? c : java;
  let inComment = false;
  return source.split("\n").map((line) => {
    const pieces: Piece[] = [];
    const add = (token: Token, text: string): void => {
      const last = pieces.at(-1);
      if (last?.token === token) last.text += text;
      else if (text) pieces.push({ token, text });
    };
    let at = 0;
    while (at < line.length) {
      if (inComment) {
        const end = line.indexOf("*/", at);
        inComment = end < 0;
        const next = inComment ? line.length : end + 2;
        add("comment", line.slice(at, next));
        at = next;
        continue;
      }
      lexeme.lastIndex = at;
      const found = lexeme.exec(line);
      add("plain", line.slice(at, found?.index ?? line.length));
      if (!found) break;
      at = found.index + found[0].length;
      inComment = found[0] === "/*";
      add(tokenOf(found[0]), found[0]);
    }
    return pieces;
  });
}
