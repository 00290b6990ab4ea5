/** Keywords and syntax highlighting of C. */
import { braceParser } from "./java";

export const cKeywords: ReadonlySet<string> = new Set(
  ("auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch " +
    "typedef typeof union volatile while _Alignas _Alignof _Noreturn _Static_assert __attribute__ __extension__ asm").split(" "),
);
export const cTypes: ReadonlySet<string> = new Set("bool char double float int long short signed unsigned void _Bool".split(" "));
export const cConstants: ReadonlySet<string> = new Set(["true", "false", "NULL"]);

export const cParser = braceParser({
  name: "C", keywords: cKeywords, types: cTypes, constants: cConstants, isType: (name) => name.endsWith("_t"), directive: /^\s*#.*/,
});
