/** Wires the parts of the playground together. */
import { Engine } from "./client";
import { byId, download, tabs } from "./dom";
import { fetchCodeMirror } from "./editor/code";
import { Entries } from "./editor/entries";
import { TaskEditor } from "./editor/panel";
import { Structures } from "./editor/structures";
import { Suggesting } from "./editor/suggesting";
import type { EvidenceFile } from "./engine/engine";
import { register, obey, offer } from "./frame/commands";
import { Docks } from "./frame/docks";
import { RunHistory } from "./frame/history";
import { registerLayout } from "./frame/layout";
import { registerManual } from "./frame/manual";
import { barMenu } from "./frame/menu";
import { examplesAmong, linesOf } from "./frame/offers";
import { Palette } from "./frame/palette";
import { newTaskMenu } from "./frame/newTask";
import { notify } from "./frame/notices";
import { keepOffline } from "./frame/offline";
import { About } from "./frame/about";
import { arrangePanes } from "./frame/panes";
import type { Paper } from "./frame/print";
import { settings } from "./frame/settings";
import { Sheet } from "./frame/sheet";
import { javaStarter } from "./frame/starter";
import { listenStrategy } from "./frame/strategy";
import { explained } from "./frame/terms";
import { Tasks } from "./frame/tasks";
import { listenTheme } from "./frame/theme";
import { Tour } from "./frame/tour";
import { entriesOf } from "./gallery/entries";
import { Gallery } from "./gallery/gallery";
import { Linking, type World } from "./linking";
import { examples, first } from "./modules";
import { Result } from "./result";
import { Running } from "./running";
import { Sharing } from "./share/sharing";
import { keysOf } from "./share/viewpoint";
import { Store } from "./store";
import { documentOf, type Draft, draftOf, emptyDraft, prettyJson } from "./task";
import { language, texts } from "./text/language";
import { t as page, translate } from "./text/page";
import { BlocksView } from "./view/blocks";
import { CompareView } from "./view/compare";
import { ComponentsView } from "./view/components";
import { BoxesView } from "./view/boxes";
import { ContractsView } from "./view/contracts";
import { DiagnosticsView } from "./view/diagnostics";
import { ExplainView } from "./view/explain";
import { HeapView } from "./view/heap";
import { ProofView } from "./view/proof";
import { RunView } from "./view/run";
import { SearchView } from "./view/search";
import { StateSpaceView } from "./view/space";
import { StatisticsView } from "./view/statistics";
import { VerdictView } from "./view/verdict";
import type { View } from "./view/view";

const t = texts({
  en: {
    running: "Running", task: "Task", newJava: "New Java program", save: "Save the task as a file", print: "Print the task and its result", share: "Share",
    used: "The input of the counterexample is now the only initial heap of the task.", undo: "Undo",
    noEditor: "The editor could not be loaded. Reload the page to edit the task.",
  },
  de: {
    running: "Ausführen", task: "Aufgabe", newJava: "Neues Java-Programm", save: "Aufgabe als Datei speichern", print: "Aufgabe und Ergebnis drucken", share: "Teilen",
    used: "Die Eingabe des Gegenbeispiels ist jetzt der einzige Anfangsheap der Aufgabe.", undo: "Rückgängig",
    noEditor: "Der Editor konnte nicht geladen werden. Zum Bearbeiten die Seite neu laden.",
  },
});

document.documentElement.lang = language;
translate(document);
for (const lead of document.querySelectorAll<HTMLElement>("#task-pane [data-t$=Lead]")) lead.replaceChildren(...explained(lead.textContent ?? ""));
registerManual();
document.title = page.title;

const draft = new Store<Draft>(emptyDraft);
const world: World = { outcome: null, chart: null };
let paper: Paper | null = null;

const engine = new Engine(() => running.drawing.waits());
const linking = new Linking(() => world);
// Registered before the views, in which Escape leaves a mode: during a run, Escape stops the run.
register(
  { id: "run", title: page.run, group: t.running, keys: ["Ctrl+Enter"], run: () => void running.start() },
  { id: "stop", title: page.stop, group: t.running, keys: ["Escape"], possible: () => running.underWay, run: () => running.stop() },
);
const space = new StateSpaceView(linking);
const proof = new ProofView(linking);
const run = new RunView(linking, startWith);
const views: readonly View[] = [
  space,
  new ComponentsView(linking),
  proof,
  run,
  new ContractsView(linking),
  new ExplainView(linking, (property) => {
    proof.play(property);
    docks.show("proof");
  }),
  new BoxesView(async (task, learned) => draftOf((await engine.useGrammar(task, learned)) ?? ""), (next) => tasks.open(next)),
  new BlocksView(linking),
  new SearchView(linking),
  new CompareView(
    () => {
      docks.show("compare");
      void running.start(true, { strategy: "all" });
    },
    (property) => {
      proof.property(property);
      docks.show("proof");
    },
    (outcome, heard) => running.other(outcome, heard),
  ),
  new HeapView(linking, () => docks.show("heap")),
  new StatisticsView(),
];
arrangePanes();
const docks = new Docks(views, linking, () => world.outcome, () => paper?.outdated());
const choosePane = tabs(byId("switch"), (name) => {
  byId("workbench").dataset["pane"] = name;
});
choosePane("task");
const structures = new Structures((family, candidate) => void suggesting.structure(family, candidate));
const editor = new TaskEditor(draft, structures.element, (line) => linking.pin({ line }), (task) => engine.names(task), engine);
const findings = new DiagnosticsView((place) => {
  choosePane("task");
  settings.set({ taskHidden: false });
  editor.goTo(place);
});
const verdicts = new VerdictView((judgement) => {
  linking.pin({ judgement });
  docks.show("run");
  run.decide();
}, (options) => void running.again(options), () => {
  choosePane("task");
  editor.show("grammar");
});
const result = new Result(world, { engine, draft, linking, views, space, docks, editor, findings, verdicts }, (document, outcome) => history.add(document, outcome));
const running = new Running(
  engine, draft, verdicts, (document, outcome, keep) => result.receive(document, outcome, keep), (batch) => space.grow(batch), () => result.show(null),
);
const tasks = new Tasks(draft, editor, (resumed) => void (resumed && running.isSlow ? running.offer() : running.start(false)), (viewpoint) => {
  result.wanted = viewpoint;
  for (const tab of viewpoint.tabs) docks.show(tab);
});
const save = (): void => download("task.json", "application/json", documentOf(draft.value).text);
const sharing = new Sharing(engine, {
  document: () => documentOf(draft.value).text,
  keys: () => keysOf(docks.open, linking.pinned, world.chart, world.outcome?.report ?? null),
  open: (next, viewpoint, announce) => {
    if (announce !== undefined) choosePane("result");
    tasks.open(next, viewpoint, announce);
  },
  follow: (next, viewpoint) => tasks.follow(next, viewpoint),
  isReplaced: () => editor.isReplaced,
  replace: (text) => editor.replace(text),
  refuse: (headline, why) => void notify({ text: `${headline}: ${why}`, stays: true }),
});
draft.watch((now, before) => {
  if (now === before) return;
  sharing.outdated();
  paper?.outdated();
});
const methods = new Entries((name) => void suggesting.entry(name), () => editor.show("grammar"));
const suggesting = new Suggesting(draft, engine, (suggestions) => {
  methods.show(suggestions, draft.value.initial.trim() !== "[]");
  structures.show(suggestions?.families ?? []);
}, () => {
  editor.refresh();
  void running.start();
});
async function loadPaper(): Promise<Paper> {
  const { Paper } = await import("./frame/print");
  paper ??= new Paper(() => ({ draft: draft.value, outcome: world.outcome, drawings: docks.drawings, address: () => sharing.address() }));
  paper.outdated();
  return paper;
}

async function newJava(): Promise<void> {
  await sharing.program([javaStarter]);
  choosePane("task");
  editor.selectProgram();
}
register(
  { id: "task.new.java", title: t.newJava, group: t.task, run: () => void newJava() },
  { id: "share", title: t.share, group: t.task, keys: ["Ctrl+s"], run: () => void sharing.share() },
  { id: "task.save", title: t.save, group: t.task, run: save },
  { id: "print", title: t.print, group: t.task, keys: ["Ctrl+p"], run: () => void loadPaper().then((page) => page.print()) },
);
const history = new RunHistory(tasks);
const tour = new Tour({ choosePane, show: (view) => docks.show(view) });
new About(draft, () => tour.start());

linking.watch((seen) => {
  verdicts.select(seen.pinned.judgement);
  if (seen.pinned !== seen.before) paper?.outdated();
  for (const view of views) view.mark?.(seen);
  editor.mark(seen.pinned.line, run.fails(seen.pinned), seen.preview?.line ?? null);
});

/** Runs the task with this input as its only initial heap. */
function startWith({ name, text }: EvidenceFile): void {
  const before = draft.value.initial;
  const start = (initial: string): void => {
    draft.set({ initial });
    editor.refresh();
    void running.start();
  };
  start(prettyJson([{ name, heap: JSON.parse(text) as unknown }]));
  notify({ text: t.used, actions: [{ title: t.undo, run: () => start(before) }] });
}

function listen(): void {
  registerLayout(views, docks);
  new Palette();
  new Sheet();
  byId("stop").before(newTaskMenu());
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
  byId("share").addEventListener("click", () => void sharing.share());
  byId("task-save").addEventListener("click", save);
  offer(linesOf(draft, (line, place) => {
    choosePane("task");
    settings.set({ taskHidden: false });
    editor.goTo(place);
    linking.pin({ line });
  }));
  listenTheme(() => views.forEach((view) => view.recolour?.()));
}

/** Prepares what may be needed later, and caches the page for offline use. */
function whenIdle(): void {
  engine.warmUp();
  void loadPaper();
  void keepOffline();
}

async function start(): Promise<void> {
  listen();
  // A link determines the task to open; the draft of the last visit stays among the drafts.
  const linked = sharing.isAddressed;
  const resumed = !linked && tasks.resume();
  try {
    const isFirst = !linked && !resumed && !settings.value.visited;
    if (isFirst) {
      // Neither its task nor its engine waits for the other examples.
      for (const { draft } of entriesOf(await first())) tasks.begin(draft);
      await engine.ready.catch(() => null);
    }
    const entries = entriesOf(await examples());
    tasks.library = entries.map((entry) => entry.draft);
    new Gallery(entries, (entry) => tasks.open(entry.draft));
    offer(examplesAmong(entries, (entry) => tasks.open(entry.draft)));
    const opened = linked && (await sharing.openAddress());
    if (!isFirst && !resumed && !opened && !tasks.resume()) tasks.begin(entries[0]?.draft ?? emptyDraft);
    settings.set({ visited: true });
    document.documentElement.dataset["engine"] = await engine.ready;
  } catch (error) {
    if (!resumed) editor.open();
    running.notLoaded(error instanceof Error ? error : new Error(String(error)));
  }
}

void start();
// Nothing competes with the engine for the network. Tasks can be edited without an engine, too.
void engine.ready.catch(() => null).then(fetchCodeMirror).catch(() => notify({ text: t.noEditor, stays: true }));
// Nothing competes with the first result for network and processor.
void engine.idle.then(whenIdle);
