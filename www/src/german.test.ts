import { parseAst } from "vite";
import { expect, test } from "vitest";
import { german } from "../german";

/** The module as pages in all languages load it, and the file that only those in German do. */
function split(code: string): [string, string] {
  let file = "";
  const context = { emitFile: () => "file", parse: parseAst, setAssetSource: (_: string, source: string) => void (file = source) };
  const call = (hook: "buildStart" | "transform" | "buildEnd", ...all: unknown[]): unknown => (german[hook] as (...all: unknown[]) => unknown).apply(context, all);
  call("buildStart");
  const rest = call("transform", code, "/some/module.ts");
  call("buildEnd");
  return [(rest as string | null) ?? code, file];
}

const head = `import { texts } from "./language";\nimport { noun } from "./nouns";\n`;

test("German texts are moved, but for those that refer to something of their module", () => {
  const [rest, file] = split(`${head}const t = texts({ en: { yes: "Yes", no: (why) => noun(why) }, de: { yes: "Ja", no: (why) => noun("Nein", why), of: ({ noun: name }) => name } });`);
  expect(rest).toMatch(/"Yes"/);
  expect(rest).toMatch(/\.\.\.german\(0\), no: \(why\) => noun\("Nein", why\) \}/);
  expect(rest).not.toMatch(/Ja/);
  expect(file).toMatch(/"Ja"/);
  expect(file).not.toMatch(/Nein/);
});

test("each table has its number, and what is no table stays", () => {
  const [rest, file] = split(`${head}texts({ en: { a: "A" }, de: { a: "Ä" } }); texts({ en: ["B"], de: ["Bé"] }); texts({ en: { c: "C" }, de: { c: "Ç" } });`);
  expect(rest).toMatch(/german\(0\).*"Bé".*german\(1\)/);
  expect(file.indexOf("Ä")).toBeLessThan(file.indexOf("Ç"));
  expect(split("const other = 1;")[0]).toBe("const other = 1;");
});
