/** Moves the German texts of the built page to a file of their own, which only pages in German load. In the sources they stand beside the English ones. */
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** A node of a syntax tree, as far as it is looked at here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** All nodes of a tree, without the names of members, which refer to nothing. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  const named = node.type === "MemberExpression" ? node["property"] : node.type === "Property" && !node["shorthand"] ? node["key"] : null;
  for (const child of childrenOf(node)) if (child !== named || node["computed"]) yield* nodesOf(child);
}

/** The names that a module declares or imports. */
function declaredIn(program: Node): Set<string> {
  const declarations = (program["body"] as Node[]).flatMap((statement) => {
    const declared = isNode(statement["declaration"]) ? statement["declaration"] : statement;
    if (declared.type === "ImportDeclaration") return (declared["specifiers"] as Node[]).map((one) => one["local"] as Node);
    if (declared.type === "VariableDeclaration") return (declared["declarations"] as Node[]).flatMap((one) => [...nodesOf(one["id"] as Node)]);
    return isNode(declared["id"]) ? [declared["id"]] : [];
  });
  return new Set(declarations.flatMap((node) => (node.type === "Identifier" ? [node["name"] as string] : [])));
}

/** The German tables in the calls of `texts`. */
const tablesIn = (program: Node): Node[] =>
  [...nodesOf(program)].flatMap((node) => {
    const [table] = node.type === "CallExpression" && (node["callee"] as Node)["name"] === "texts" ? (node["arguments"] as Node[]) : [];
    const properties = table?.type === "ObjectExpression" ? (table["properties"] as Node[]) : [];
    const german = properties.find((property) => (property["key"] as Node | undefined)?.["name"] === "de")?.["value"] as Node | undefined;
    return german?.type === "ObjectExpression" ? [german] : [];
  });

const language = fileURLToPath(new URL("src/text/language.ts", import.meta.url));

/** The texts that were moved, by their numbers, and the file that is made of them. */
let moved: string[] = [];
let file = "";

export const german: Plugin = {
  name: "german",
  apply: "build",
  enforce: "post",
  buildStart() {
    moved = [];
    file = this.emitFile({ type: "asset", name: "texts.de.js" });
  },
  transform(code, id) {
    if (id === language) {
      return `${code}\nconst moved = language === "de" ? (await import(/* @vite-ignore */ import.meta.ROLLUP_FILE_URL_${file})).default : [];\nexport const german = (number) => moved[number];\n`;
    }
    if (!id.endsWith(".ts") || !/\btexts\(/.test(code)) return null;
    const program = this.parse(code) as unknown as Node;
    const declared = declaredIn(program);
    const isFree = (node: Node): boolean => ![...nodesOf(node)].some(({ type, name }) => type === "Identifier" && declared.has(name as string));
    let [result, done, count] = ["", 0, 0];
    for (const table of tablesIn(program)) {
      // What refers to something of its module stays there.
      const properties = table["properties"] as Node[];
      const free = properties.filter(isFree);
      if (!free.length) continue;
      const textOf = (some: Node[]): string => some.map(({ start, end }) => code.slice(start, end)).join(", ");
      const others = properties.filter((property) => !free.includes(property));
      result += `${code.slice(done, table.start)}{ ...german(${moved.length}), ${textOf(others)} }`;
      moved.push(`{ ${textOf(free)} }`);
      done = table.end;
      count++;
    }
    return count ? `import { german } from ${JSON.stringify(language)};\n${result}${code.slice(done)}` : null;
  },
  buildEnd() {
    this.setAssetSource(file, `export default [\n${moved.join(",\n")}\n];\n`);
  },
};
