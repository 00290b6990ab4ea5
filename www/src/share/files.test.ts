import { expect, test } from "vitest";
import { documentOf } from "../task";
import { programDraft } from "./files";

const text = "void main() begin skip; end";
const names = (...files: string[]): string[] | undefined => programDraft(files.map((name) => ({ name, text })))?.files.map(({ name }) => name);

test("files of boolean programs are one task; twins keep their folders", () => {
  const draft = programDraft([{ name: "drivers/Lock.BP", text }]);
  expect(draft).toMatchObject({ title: "Lock", analysis: "boolean", language: "boolean", entry: "main", files: [{ name: "Lock.BP", text }] });
  expect(draft && JSON.parse(documentOf(draft).text)).toMatchObject({ analysis: "boolean", program: { language: "boolean", entry: "main" } });
  expect(names("a/one.bp", "a/two.bp", "readme.md")).toEqual(["one.bp", "two.bp"]);
  expect(names("a/one.bp", "b/one.bp", "two.bp")).toEqual(["a/one.bp", "b/one.bp", "two.bp"]);
});

test("what the engine makes tasks of is left to it", () => {
  for (const other of ["task.json", "List.java", "x.attestor", "list.c"]) expect(names("one.bp", other)).toBeUndefined();
  expect(names("readme.md")).toBeUndefined();
  expect(names()).toBeUndefined();
});
