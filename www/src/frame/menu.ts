/** The menu of the bar: settings, not actions on the task. */
import { h } from "../dom";
import { texts } from "../text/language";
import { allCommands, commandOf, isPossible, keySigns } from "./commands";
import { type Choice, chooseLanguage, chooseTheme, headings, languages, themes, version } from "./layout";
import { barPopover, itemsOf, moveInMenu } from "./popover";
import { settings } from "./settings";

const t = texts({ en: { title: "View and settings" }, de: { title: "Ansicht und Einstellungen" } });

export function barMenu(): HTMLElement {
  const { button, popover } = barPopover("menu", "menu", t.title, (empty) => draw(empty));
  const close = (): void => popover.hidePopover();

  const item = (id: string): HTMLElement => {
    const command = commandOf(id);
    const element = h("button", { type: "button", dataset: { command: id }, aria: { role: "menuitem" }, tabIndex: -1, disabled: !isPossible(command) },
      h("span", {}, command.title), command.keys?.[0] ? keySigns(command.keys[0]) : null);
    element.addEventListener("click", () => {
      close();
      command.run();
    });
    return element;
  };
  const choices = <V extends string>(label: string, all: readonly Choice<V>[], now: V, choose: (value: V) => void): HTMLElement => {
    const buttons = all.map(({ value, name }) => {
      const element = h("button", { type: "button", aria: { role: "menuitemradio", checked: String(value === now) }, dataset: { choice: value }, tabIndex: -1 }, name);
      element.addEventListener("click", () => {
        for (const other of buttons) other.setAttribute("aria-checked", String(other === element));
        choose(value);
      });
      return element;
    });
    return h("div", { className: "choice", aria: { role: "group", label } }, h("span", { className: "heading", aria: { hidden: "true" } }, label), h("span", { className: "segments" }, ...buttons));
  };
  const separator = (): HTMLElement => h("hr", {});

  function draw(menu: HTMLElement): void {
    const moves = allCommands().filter((command) => command.id.startsWith("layout.move.") && isPossible(command)).map(({ id }) => item(id));
    const list = h("div", { className: "menu", aria: { role: "menu", label: t.title } },
      item("task.undo"), item("task.redo"), item("share"), item("task.save"), item("print"), separator(),
      item("layout.swap"), item("layout.task"), item("layout.side"), ...moves, item("layout.reset"), separator(),
      choices(headings.colours, themes, settings.value.theme, chooseTheme),
      choices(headings.language, languages, settings.value.language, chooseLanguage), separator(),
      item("history"), separator(),
      item("manual"), item("manual.formulas"), item("tour"), item("sheet"), item("palette"));
    menu.replaceChildren(list, h("p", { className: "about" }, `hrglass ${version()}`));
  }

  popover.addEventListener("keydown", (event) => moveInMenu(event, popover));
  popover.addEventListener("toggle", (event) => {
    if ((event as ToggleEvent).newState === "open") itemsOf(popover)[0]?.focus();
  });
  document.body.append(popover);
  return button;
}
