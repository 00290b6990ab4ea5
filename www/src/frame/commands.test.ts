import { expect, test } from "vitest";
import { keyOf, keyText } from "./commands";

const press = (key: string, held: Partial<KeyboardEvent> = {}): string =>
  keyOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

test("keys are written the same way on every keyboard", () => {
  expect(press("Enter", { ctrlKey: true })).toBe("Ctrl+Enter");
  expect(press("K", { metaKey: true, shiftKey: true })).toBe("Ctrl+Shift+k");
  expect(press("?", { shiftKey: true })).toBe("?");
  expect(press("ArrowUp", { shiftKey: true })).toBe("Shift+ArrowUp");
  expect(press("+", { ctrlKey: true })).toBe("Ctrl++");
  expect(press("[", { ctrlKey: true, altKey: true })).toBe("[");
});

test("keys are shown as they are printed on the keyboard", () => {
  expect(keyText("Ctrl+Enter")).toBe("Ctrl ⏎");
  expect(keyText("Ctrl+k")).toBe("Ctrl K");
  expect(keyText("j")).toBe("j");
  expect(keyText("Ctrl++")).toBe("Ctrl +");
  expect(keyText("+")).toBe("+");
});
