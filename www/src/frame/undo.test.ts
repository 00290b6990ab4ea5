import { expect, test } from "vitest";
import { Store } from "../store";
import { type Draft, emptyDraft } from "../task";
import { Undo } from "./undo";

function world(): { draft: Store<Draft>; undo: Undo; wait: (milliseconds: number) => void; type: (text: string) => void } {
  let time = 0;
  const draft = new Store<Draft>(emptyDraft);
  const undo = new Undo(draft, () => time);
  const type = (text: string): void => draft.set({ files: [{ name: "Main.java", text }] });
  return { draft, undo, type, wait: (milliseconds) => void (time += milliseconds) };
}

test("typing without a pause is one step, a pause begins another", () => {
  const { draft, undo, type, wait } = world();
  type("a");
  wait(100);
  type("ab");
  wait(5000);
  type("abc");
  expect(undo.past?.name).toBe("edit Main.java");
  undo.undo();
  expect(draft.value.files[0]?.text).toBe("ab");
  undo.undo();
  expect(draft.value).toEqual(emptyDraft);
  expect(undo.past).toBeNull();
  undo.redo();
  undo.redo();
  expect(draft.value.files[0]?.text).toBe("abc");
  expect(undo.future).toBeNull();
});

test("redo steps are dropped by the next change, and undo is not a change itself", () => {
  const { draft, undo, type } = world();
  type("a");
  undo.undo();
  type("b");
  expect(undo.future).toBeNull();
  undo.undo();
  expect(draft.value.files[0]?.text).toBe("");
});

test("opening, adding and removing are steps of their own", () => {
  const { draft, undo, type } = world();
  const property = { id: "F1", ltl: "" };
  draft.set({ properties: [property] });
  draft.set({ properties: [property, { id: "F2", ltl: "" }] });
  draft.set({ properties: [{ id: "F1", ltl: "G" }, { id: "F2", ltl: "" }] });
  draft.set({ properties: [{ id: "F1", ltl: "G" }] });
  draft.set({ options: { maxStates: 1 } });
  undo.step("open", "open Other", { ...emptyDraft, title: "Other" });
  type("x");
  const names: string[] = [];
  for (let step = undo.undo(); step; step = undo.undo()) names.push(step.name);
  expect(names).toEqual([
    "edit Main.java", "open Other", "change the options", "remove a property", "edit property F1", "add a property", "add a property",
  ]);
  expect(draft.value).toEqual(emptyDraft);
});

test("the first task has no history, and the history is bounded", () => {
  const { undo, type, wait } = world();
  type("a");
  undo.begin({ ...emptyDraft, title: "First" });
  expect(undo.past).toBeNull();
  for (let i = 0; i < 300; i++) {
    wait(5000);
    type(String(i));
  }
  let steps = 0;
  while (undo.undo()) steps++;
  expect(steps).toBe(200);
});

test("monitors, and which one a property names, are changes of their own", () => {
  const { draft, undo } = world();
  draft.set({ monitors: "[{" });
  expect(undo.past?.name).toBe("edit the monitors");
  draft.set({ properties: [{ id: "F1", ltl: "" }] });
  draft.set({ properties: [{ id: "F1", ltl: "", monitor: "m" }] });
  expect(undo.past?.name).toBe("edit property F1");
  draft.set({ monitors: "[{}", properties: [{ id: "F1", ltl: "", monitor: "n" }] });
  expect(undo.past?.name).toBe("rename a monitor");
  undo.undo();
  undo.undo();
  expect(draft.value.properties).toEqual([{ id: "F1", ltl: "" }]);
});
