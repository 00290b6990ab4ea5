import { expect, test } from "vitest";
import { Editing } from "./editing";

/** An engine that appends to a text, and whose answers can be awaited. */
function appending(meanwhile: () => void = () => {}) {
  const state = { text: "", asked: [] as string[] };
  const editing = new Editing<string, number>(() => state.text, async (text, edit) => {
    state.asked.push(`${text}+${edit}`);
    await Promise.resolve();
    meanwhile();
    return { changes: edit ? [{ from: text.length, to: text.length, insert: edit }] : [], written: [text.length + edit.length] };
  });
  const append = (make: () => string | null): Promise<void> => editing.edit(make, ([change], [length]) => {
    state.text += change?.insert ?? "";
    expect(state.text.length).toBe(length);
  });
  return { state, append };
}

test("each edit is one of the text that the one before has left", async () => {
  const { state, append } = appending();
  const first = append(() => "a");
  // What to do is only said then.
  await append(() => `${state.text}b`);
  await first;
  expect(state).toEqual({ text: "aab", asked: ["+a", "a+ab"] });
});

test("what does nothing is not applied, and does not hinder others", async () => {
  const { state, append } = appending();
  await Promise.all([append(() => null), append(() => ""), append(() => "c")]);
  expect(state).toEqual({ text: "c", asked: ["+", "+c"] });
});

test("while the user types, the engine is asked again", async () => {
  let typed = "xy";
  const { state, append } = appending(() => {
    state.text += typed.slice(0, 1);
    typed = typed.slice(1);
  });
  await append(() => "d");
  expect(state).toEqual({ text: "xyd", asked: ["+d", "x+d", "xy+d"] });
});
