/** Wires the parts of the playground together. */
import { Engine, type Outcome } from "./client";
import { byId, tabs } from "./dom";
import { TaskEditor } from "./editor/panel";
import { register, obey, offer } from "./frame/commands";
import { Docks } from "./frame/docks";
import { listenFiles } from "./frame/files";
import { RunHistory } from "./frame/history";
import { registerLayout } from "./frame/layout";
import { barMenu } from "./frame/menu";
import { examplesAmong, linesOf } from "./frame/offers";
import { Palette } from "./frame/palette";
import { keepOffline } from "./frame/offline";
import { arrangePanes } from "./frame/panes";
import { settings } from "./frame/settings";
import { Sheet } from "./frame/sheet";
import { listenStrategy } from "./frame/strategy";
import { Tasks } from "./frame/tasks";
import { Tour } from "./frame/tour";
import { entriesOf } from "./gallery/entries";
import { Gallery } from "./gallery/gallery";
import { Linking } from "./linking";
import { Running } from "./running";
import { SpaceChart } from "./space/chart";
import { Store } from "./store";
import { type Draft, emptyDraft, type TaskDocument } from "./task";
import { language, texts } from "./text/language";
import { t as page, translate } from "./text/page";
import { CompareView } from "./view/compare";
import { ComponentsView } from "./view/components";
import { DiagnosticsView, errorCount, type Finding } from "./view/diagnostics";
import { HeapView } from "./view/heap";
import { failing } from "./view/judgements";
import { ProofView } from "./view/proof";
import { RunView } from "./view/run";
import { StateSpaceView } from "./view/space";
import { StatisticsView } from "./view/statistics";
import { VerdictView } from "./view/verdict";
import type { View } from "./view/view";

const t = texts({
  en: {
    nothing: "Nothing ran", listed: (errors: string) => `${errors} in the task, listed below the editor`,
    noEngine: "The engine could not be loaded", reload: (why: string) => `Reload the page to try again. (${why})`,
    running: "Running",
  },
  de: {
    nothing: "Nichts wurde ausgeführt", listed: (errors: string) => `${errors} in der Aufgabe, aufgeführt unter dem Editor`,
    noEngine: "Die Engine konnte nicht geladen werden", reload: (why: string) => `Laden Sie die Seite neu, um es noch einmal zu versuchen. (${why})`,
    running: "Ausführen",
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
  new HeapView(linking),
  new StatisticsView(),
];
arrangePanes();
const docks = new Docks(views, linking, () => outcome);
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
register(
  { id: "run", title: page.run, group: t.running, keys: ["Ctrl+Enter"], run: () => void running.start() },
  { id: "stop", title: page.stop, group: t.running, keys: ["Escape"], possible: () => running.underWay, run: () => running.stop() },
);
const tasks = new Tasks(draft, editor, () => void running.start(false), (view) => docks.show(view));
const history = new RunHistory(tasks);
const tour = new Tour({ choosePane, show: (view) => docks.show(view) });

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
  docks.refresh();
  if (!ran) {
    const errors = list.filter(({ diagnostic }) => diagnostic.severity === "error").length;
    verdicts.message("error", t.nothing, t.listed(errorCount(errors)));
    return;
  }
  verdicts.show(report, next.milliseconds);
  history.add(document, next);
  void next.chart.then((data) => {
    if (outcome !== next) return;
    chart = data ? new SpaceChart(data) : null;
    for (const view of views) view.drawn?.(chart);
    docks.refresh();
    showFirst(next);
    tour.invite();
  });
}

/** What is seen first: the end of a failing run, else the initial state. */
function showFirst({ report }: Outcome): void {
  const first = failing(report)[0];
  if (first !== undefined) linking.pin({ judgement: first });
  else if (chart && chart.stateCount > 0) linking.pin({ state: 0 });
}

function listen(): void {
  registerLayout(views, docks);
  new Palette();
  new Sheet();
  byId("tools").append(history.button, barMenu());
  addEventListener("keydown", obey, { capture: true });
  byId("run").addEventListener("click", () => {
    choosePane("result");
    void running.start();
  });
  byId("stop").addEventListener("click", () => running.stop());
  listenStrategy(draft, () => {
    editor.refresh();
    void running.start();
  });
  listenFiles(draft, (next) => tasks.open(next), (title, why) => verdicts.message("error", title, why, true));
  offer(linesOf(draft, (line, place) => {
    choosePane("task");
    settings.set({ taskHidden: false });
    editor.goTo(place);
    linking.pin({ line });
  }));
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
}

async function start(): Promise<void> {
  listen();
  const resumed = tasks.resume();
  try {
    const { examples, version } = await engine.ready;
    document.documentElement.dataset["engine"] = version;
    const entries = entriesOf(examples);
    tasks.library = entries.map((entry) => entry.draft);
    new Gallery(entries, (entry) => tasks.open(entry.draft));
    offer(examplesAmong(entries, (entry) => tasks.open(entry.draft)));
    if (!resumed) tasks.begin(entries[0]?.draft ?? emptyDraft);
  } catch (error) {
    if (!resumed) editor.open();
    verdicts.message("crashed", t.noEngine, t.reload(String(error)));
  }
}

void start();
void keepOffline();
