/** The commands that arrange the page and choose its colours and its language. */
import type { View } from "../view/view";
import { texts } from "../text/language";
import { register } from "./commands";
import type { Docks } from "./docks";
import { notify } from "./notices";
import { type Settings, settings, standard } from "./settings";

const t = texts({
  en: {
    layout: "Layout", colours: "Colours", language: "Language", help: "Help",
    swap: "Swap task and results", hideTask: "Hide the task", showTask: "Show the task", hideSide: "Hide the second pane", showSide: "Show the second pane",
    move: (view: string) => `Move “${view}” to the other pane`, reset: "Reset the layout", show: (view: string) => `Show: ${view}`, view: "View",
    system: "system", light: "light", dark: "dark", about: "About hrglass",
    colour: (name: string) => `Colours: ${name}`, tongue: (name: string) => `Language: ${name}`,
    version: (version: string) => `hrglass ${version} verifies programs in your browser; nothing that you write leaves it.`,
  },
  de: {
    layout: "Anordnung", colours: "Farben", language: "Sprache", help: "Hilfe",
    swap: "Aufgabe und Ergebnis vertauschen", hideTask: "Aufgabe ausblenden", showTask: "Aufgabe einblenden", hideSide: "Zweiten Bereich ausblenden", showSide: "Zweiten Bereich einblenden",
    move: (view) => `„${view}“ in den anderen Bereich verschieben`, reset: "Anordnung zurücksetzen", show: (view) => `Zeigen: ${view}`, view: "Ansicht",
    system: "System", light: "hell", dark: "dunkel", about: "Über hrglass",
    colour: (name) => `Farben: ${name}`, tongue: (name) => `Sprache: ${name}`,
    version: (version) => `hrglass ${version} verifiziert Programme in Ihrem Browser; nichts von dem, was Sie schreiben, verlässt ihn.`,
  },
});

/** A choice among several values. */
export interface Choice<V extends string> {
  value: V;
  name: string;
}

export const themes: readonly Choice<Settings["theme"]>[] = [
  { value: "system", name: t.system }, { value: "light", name: t.light }, { value: "dark", name: t.dark },
];

/** Every language calls itself by its own name. */
export const languages: readonly Choice<Settings["language"]>[] = [
  { value: "system", name: t.system }, { value: "en", name: "English" }, { value: "de", name: "Deutsch" },
];

export const chooseTheme = (theme: Settings["theme"]): void => settings.set({ theme });

/** The language is fixed when the page loads. */
export function chooseLanguage(language: Settings["language"]): void {
  if (language === settings.value.language) return;
  settings.set({ language });
  location.reload();
}

export const version = (): string => document.documentElement.dataset["engine"] ?? "";
export const headings = { layout: t.layout, colours: t.colours, language: t.language };

export function registerLayout(views: readonly View[], docks: Docks): void {
  register(
    ...views.map((view) => ({ id: `view.${view.id}`, get title() { return t.show(view.title); }, group: t.view, run: () => docks.show(view.id) })),
    { id: "layout.swap", title: t.swap, group: t.layout, run: () => settings.set({ taskSide: settings.value.taskSide === "left" ? "right" : "left", taskHidden: false }) },
    {
      id: "layout.task", get title() { return settings.value.taskHidden ? t.showTask : t.hideTask; }, group: t.layout, keys: ["Ctrl+b"],
      run: () => settings.set({ taskHidden: !settings.value.taskHidden }),
    },
    {
      id: "layout.side", get title() { return settings.value.sideHidden ? t.showSide : t.hideSide; }, group: t.layout,
      run: () => settings.set({ sideHidden: !settings.value.sideHidden }),
    },
    ...views.map((view) => ({ id: `layout.move.${view.id}`, get title() { return t.move(view.title); }, group: t.layout, possible: () => docks.isOpen(view.id), run: () => docks.move(view.id) })),
    {
      id: "layout.reset", title: t.reset, group: t.layout,
      run: () => {
        const { taskSide, taskHidden, sideHidden, taskWidth, sideWidth } = standard;
        settings.set({ taskSide, taskHidden, sideHidden, taskWidth, sideWidth });
        docks.reset();
      },
    },
    ...themes.map(({ value, name }) => ({ id: `theme.${value}`, title: t.colour(name), group: t.colours, run: () => chooseTheme(value) })),
    ...languages.map(({ value, name }) => ({ id: `language.${value}`, title: t.tongue(name), group: t.language, run: () => chooseLanguage(value) })),
    { id: "about", title: t.about, group: t.help, run: () => void notify({ text: t.version(version()) }) },
  );
}
