/** The menu of new tasks: the languages, and how to bring a program. */
import { h } from "../dom";
import { texts } from "../text/language";
import { commandOf } from "./commands";
import { barPopover, itemsOf, moveInMenu } from "./popover";

const t = texts({
  en: {
    title: "New task", label: "New", hint: "Or paste or drop a class anywhere on this page.",
    java: { name: "Java", about: "a class with lists or trees" }, c: { name: "C", about: "numbers and assertions" }, boolean: { name: "Boolean program", about: "procedures and monitors" },
  },
  de: {
    title: "Neue Aufgabe", label: "Neu", hint: "Oder eine Klasse irgendwo auf der Seite einfügen oder ablegen.",
    java: { name: "Java", about: "eine Klasse mit Listen oder Bäumen" }, c: { name: "C", about: "Zahlen und Zusicherungen" }, boolean: { name: "Boolesches Programm", about: "Prozeduren und Monitore" },
  },
});

/** The languages, whose commands start a task. */
const languages = ["java", "c", "boolean"] as const;

/** The button of the bar with its menu. */
export function newTaskMenu(): HTMLElement {
  const { button, popover } = barPopover("new", "plus", t.title, (empty) => {
    const items = languages.map((language) => {
      const id = `task.new.${language}`;
      const { name, about } = t[language];
      const item = h("button", { type: "button", dataset: { command: id }, tabIndex: -1, aria: { role: "menuitem" } }, h("span", {}, h("b", {}, name), h("span", { className: "note" }, about)));
      item.addEventListener("click", () => {
        popover.hidePopover();
        commandOf(id).run();
      });
      return item;
    });
    empty.replaceChildren(h("div", { className: "menu", aria: { role: "menu", label: t.title } }, ...items), h("p", { className: "about" }, t.hint));
  });
  button.className = "secondary new-task";
  button.append(h("span", {}, t.label));
  popover.addEventListener("keydown", (event) => moveInMenu(event, popover));
  popover.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "open") itemsOf(popover)[0]?.focus();
  });
  document.body.append(popover);
  return button;
}

/** The same as a row of buttons for the gallery; `close` is called before a task starts. */
export function newTaskButtons(close: () => void): HTMLElement {
  const buttons = languages.map((language) => {
    const id = `task.new.${language}`;
    const button = h("button", { type: "button", className: "small", dataset: { command: id }, title: commandOf(id).title }, t[language].name);
    button.addEventListener("click", () => {
      close();
      commandOf(id).run();
    });
    return button;
  });
  return h("span", { className: "new-tasks", aria: { role: "group", label: t.title } }, h("span", { className: "quiet", aria: { hidden: "true" } }, t.title), ...buttons);
}
