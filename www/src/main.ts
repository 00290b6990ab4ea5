/** Wires the parts of the playground together. */
import { Engine, type Outcome } from "./client";
import { byId, download, h, tabs } from "./dom";
import { TaskEditor } from "./editor/panel";
import { register, obey } from "./frame/commands";
import { Docks } from "./frame/docks";
import { keepOffline } from "./frame/offline";
import { arrangePanes } from "./frame/panes";
import { settings } from "./frame/settings";
import { Linking } from "./linking";
import { Running } from "./running";
import { SpaceChart } from "./space/chart";
import { Store } from "./store";
import { strategies } from "./strategy";
import { type Draft, draftOf, emptyDraft, storedDraft, storeDraft, type TaskDocument } from "./task";
import { documentOf } from "./task";
import { language, texts } from "./text/language";
import { t as page, translate } from "./text/page";
import { CompareView } from "./view/compare";
import { ComponentsView } from "./view/components";
import { DiagnosticsView, type Finding } from "./view/diagnostics";
import { entriesOf, examplesMenu } from "./view/examples";
import { HeapView } from "./view/heap";
import { failing } from "./view/judgements";
import { ProofView } from "./view/proof";
import { RunView } from "./view/run";
import { StateSpaceView } from "./view/space";
import { StatisticsView } from "./view/statistics";
import { TableView } from "./view/table";
import { count, VerdictView } from "./view/verdict";
import type { View } from "./view/view";

const t = texts({
  en: {
    untitled: "Untitled task", nothing: "Nothing ran", listed: (errors: string) => `${errors} in the task, listed below the editor`,
    noTask: "This is not a task", noJson: (name: string) => `${name} is not a JSON document.`,
    noEngine: "The engine could not be loaded", reload: (why: string) => `Reload the page to try again. (${why})`,
    running: "Running", view: "View", open: (name: string) => `Show: ${name}`,
  },
  de: {
    untitled: "Aufgabe ohne Titel", nothing: "Nichts wurde ausgeführt", listed: (errors: string) => `${errors} in der Aufgabe, aufgeführt unter dem Editor`,
    noTask: "Das ist keine Aufgabe", noJson: (name: string) => `${name} ist kein JSON-Dokument.`,
    noEngine: "Die Engine konnte nicht geladen werden", reload: (why: string) => `Laden Sie die Seite neu, um es noch einmal zu versuchen. (${why})`,
    running: "Ausführen", view: "Ansicht", open: (name: string) => `Zeigen: ${name}`,
  },
});

document.documentElement.lang = language;
translate(document);
document.title = page.title;

const draft = new Store<Draft>(emptyDraft);
let outcome: Outcome | null = null;
let chart: SpaceChart | null = null;

const engine = new Engine();
const linking = new Linking(() => ({ outcome, chart }));
const proof = new ProofView(linking);
const views: readonly View[] = [
  new StateSpaceView(linking),
  new ComponentsView(linking),
  proof,
  new RunView(linking),
  new CompareView(
    () => void running.start(true, { strategy: "all" }),
    (property) => {
      proof.property(property);
      docks.show("proof");
    },
  ),
  new TableView(linking),
  new HeapView(linking),
  new StatisticsView(),
];
arrangePanes();
const docks = new Docks(views);
const choosePane = tabs(byId("switch"), (name) => {
  byId("workbench").dataset["pane"] = name;
});
choosePane("task");
const editor = new TaskEditor(draft, (line) => linking.pin({ line }));
const findings = new DiagnosticsView((place) => {
  choosePane("task");
  settings.set({ taskHidden: false });
  editor.goTo(place);
});
const verdicts = new VerdictView((judgement) => {
  linking.pin({ judgement });
  docks.show("run");
});
const running = new Running(engine, draft, verdicts, showOutcome);

linking.watch((seen) => {
  if (seen.now.line !== seen.before.line) editor.mark(seen.now.line);
  verdicts.select(seen.pinned.judgement);
  for (const view of views) view.mark?.(seen);
});

function showOutcome(document: TaskDocument, next: Outcome): void {
  const { report } = next;
  const list: Finding[] = report.diagnostics.map((diagnostic) => ({ diagnostic, place: document.locate(diagnostic) }));
  findings.show(list);
  editor.findings(list);
  const ran = report.memorySafety !== null || report.properties.length > 0;
  outcome = next;
  chart = null;
  // All panes forget the last result before they show the new one.
  linking.clear();
  for (const view of views) view.show?.(ran ? next : null);
  if (!ran) {
    const errors = list.filter(({ diagnostic }) => diagnostic.severity === "error").length;
    verdicts.message("error", t.nothing, t.listed(count(errors, "error")));
    return;
  }
  verdicts.show(report, next.milliseconds);
  void next.chart.then((data) => {
    if (outcome !== next) return;
    chart = data ? new SpaceChart(data) : null;
    for (const view of views) view.drawn?.(chart);
    showFirst(next);
  });
}

/** What is seen first: the end of a failing run, else the initial state. */
function showFirst({ report }: Outcome): void {
  const first = failing(report)[0];
  if (first !== undefined) linking.pin({ judgement: first });
  else if (chart && chart.stateCount > 0) linking.pin({ state: 0 });
}

/** Puts a task into the editors and runs it. */
function open(next: Draft): void {
  draft.set(next);
  editor.open();
  byId("task-title").textContent = next.title || t.untitled;
  document.title = `${next.title || t.untitled} · hrglass`;
  void running.start(false);
}

function listen(): void {
  register(
    { id: "run", title: page.run, group: t.running, keys: ["Ctrl+Enter"], run: () => void running.start() },
    { id: "stop", title: page.stop, group: t.running, keys: ["Escape"], possible: () => running.underWay, run: () => running.stop() },
    ...views.map(({ id, title }) => ({ id: `view.${id}`, title: t.open(title), group: t.view, run: () => docks.show(id) })),
  );
  addEventListener("keydown", obey, { capture: true });
  byId("run").addEventListener("click", () => {
    choosePane("result");
    void running.start();
  });
  byId("stop").addEventListener("click", () => running.stop());
  listenStrategy();
  listenFiles();
  byId("theme").addEventListener("click", () => {
    settings.set({ theme: document.documentElement.dataset["theme"] === "dark" ? "light" : "dark" });
  });
  const recolour = (): void => views.forEach((view) => view.recolour?.());
  new MutationObserver(recolour).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  settings.watch(({ theme }) => {
    document.documentElement.dataset["chosen"] = theme;
    dispatchEvent(new Event("hrglass-theme"));
  });
  void document.fonts.ready.then(recolour);
  let saving = 0;
  draft.watch((now, before) => {
    if (now === before) return;
    clearTimeout(saving);
    saving = window.setTimeout(() => storeDraft(now), 300);
  });
  addEventListener("pagehide", () => storeDraft(draft.value));
}

function listenFiles(): void {
  byId("task-save").addEventListener("click", () => {
    download("task.json", "application/json", documentOf(draft.value).text);
  });
  byId<HTMLInputElement>("task-open").addEventListener("change", async (event) => {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    field.value = "";
    byId("examples").hidePopover();
    if (!file) return;
    const next = draftOf(await file.text());
    if (next) open(next);
    else verdicts.message("error", t.noTask, t.noJson(file.name), true);
  });
}

/** The quick switch beside the button that runs: it changes the task, and runs it. */
function listenStrategy(): void {
  const box = byId<HTMLSelectElement>("strategy");
  for (const { value, name, help } of strategies) box.append(h("option", { value, title: help }, name));
  const usual = strategies[0]?.value ?? "";
  box.addEventListener("change", () => {
    const { strategy, ...rest } = draft.value.options;
    void strategy;
    draft.set({ options: box.value === usual ? rest : { ...rest, strategy: box.value } });
    editor.showOptions();
    void running.start();
  });
  draft.watch(({ options }) => {
    const { strategy } = options;
    box.value = typeof strategy === "string" ? strategy : usual;
    box.title = `${page.strategy}: ${strategies.find(({ value }) => value === box.value)?.help ?? ""}`;
  });
}

async function start(): Promise<void> {
  listen();
  const stored = storedDraft();
  if (stored) open(stored);
  try {
    const { examples, version } = await engine.ready;
    document.documentElement.dataset["engine"] = version;
    const entries = entriesOf(examples);
    examplesMenu(entries, open);
    if (!stored) open(entries[0]?.draft ?? emptyDraft);
  } catch (error) {
    if (!stored) editor.open();
    verdicts.message("crashed", t.noEngine, t.reload(String(error)));
  }
}

void start();
void keepOffline();
