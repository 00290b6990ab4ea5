/** Wires the parts of the playground together. */
import { Engine, type Outcome } from "./client";
import { byId, download, tabs } from "./dom";
import { fetchCodeMirror } from "./editor/code";
import { Entries } from "./editor/entries";
import { TaskEditor } from "./editor/panel";
import { Structures } from "./editor/structures";
import { Suggesting } from "./editor/suggesting";
import type { EvidenceFile } from "./engine/graph-grammars";
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
import { Tour } from "./frame/tour";
import { entriesOf } from "./gallery/entries";
import { Gallery } from "./gallery/gallery";
import { Linking } from "./linking";
import { examples, first } from "./modules";
import { Running } from "./running";
import { Sharing } from "./share/sharing";
import { componentNamed, judgementNamed, keysOf, type Viewpoint } from "./share/viewpoint";
import { SpaceChart } from "./space/chart";
import { Store } from "./store";
import { documentOf, type Draft, draftOf, emptyDraft, prettyJson, type TaskDocument } from "./task";
import { loadTranslations } from "./text/diagnostics";
import { language, texts } from "./text/language";
import { t as page, translate } from "./text/page";
import { BlocksView } from "./view/blocks";
import { CompareView } from "./view/compare";
import { ComponentsView } from "./view/components";
import { BoxesView } from "./view/boxes";
import { ContractsView } from "./view/contracts";
import { DiagnosticsView, errorCount, type Finding } from "./view/diagnostics";
import { ExplainView } from "./view/explain";
import { HeapView } from "./view/heap";
import { failing } from "./view/judgements";
import { notesOf } from "./view/notes";
import { ProofView } from "./view/proof";
import { RunView } from "./view/run";
import { SearchView } from "./view/search";
import { StateSpaceView } from "./view/space";
import { StatisticsView } from "./view/statistics";
import { VerdictView } from "./view/verdict";
import type { View } from "./view/view";

const t = texts({
  en: {
    unasked: "Nothing to check", noQuestion: "The task has no properties and the program has no assertions.",
    nothing: "Not run", listed: (errors: string) => `${errors} in the task, listed below the editor`,
    kept: (errors: string) => `${errors}. The dimmed result is the previous one.`,
    running: "Running", task: "Task", newJava: "New Java program", save: "Save the task as a file", print: "Print the task and its result", share: "Share",
    gone: "The state that the link points to no longer exists: the program, its options or the engine have changed.",
    noProperty: "The property that the link points to does not exist.",
    used: "The input of the counterexample is now the only initial heap of the task.", undo: "Undo",
    noEditor: "The editor could not be loaded. Reload the page to edit the task.",
  },
  de: {
    unasked: "Nichts zu prüfen", noQuestion: "Die Aufgabe hat keine Eigenschaften und das Programm keine Zusicherungen.",
    nothing: "Nicht geprüft", listed: (errors: string) => `${errors} in der Aufgabe, aufgeführt unter dem Editor`,
    kept: (errors: string) => `${errors}. Das blasse Ergebnis ist das vorige.`,
    running: "Ausführen", task: "Aufgabe", newJava: "Neues Java-Programm", save: "Aufgabe als Datei speichern", print: "Aufgabe und Ergebnis drucken", share: "Teilen",
    gone: "Den Zustand, auf den der Link zeigt, gibt es nicht mehr: Programm, Optionen oder Engine haben sich geändert.",
    noProperty: "Die Eigenschaft, auf die der Link zeigt, gibt es nicht.",
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
let outcome: Outcome | null = null;
let chart: SpaceChart | null = null;
let paper: Paper | null = null;
/** The initial viewpoint of the next outcome. */
let wanted: Viewpoint | null = null;

const engine = new Engine(() => running.drawing.waits());
const linking = new Linking(() => ({ outcome, chart }));
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
const docks = new Docks(views, linking, () => outcome, () => paper?.outdated());
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
const running = new Running(engine, draft, verdicts, showOutcome, (batch) => space.grow(batch), () => show(null));
const tasks = new Tasks(draft, editor, (resumed) => void (resumed && running.isSlow ? running.offer() : running.start(false)), (viewpoint) => {
  wanted = viewpoint;
  for (const tab of viewpoint.tabs) docks.show(tab);
});
const save = (): void => download("task.json", "application/json", documentOf(draft.value).text);
const sharing = new Sharing(engine, {
  document: () => documentOf(draft.value).text,
  keys: () => keysOf(docks.open, linking.pinned, chart, outcome?.report ?? null),
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
  paper ??= new Paper(() => ({ draft: draft.value, outcome, drawings: docks.drawings, address: () => sharing.address() }));
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

/** Shows another outcome, or none, in all panes; the drawing follows later. */
function show(next: Outcome | null): void {
  byId("workbench").toggleAttribute("data-stale", false);
  outcome = next;
  chart = null;
  // All panes forget the last result before they show the new one.
  linking.clear();
  for (const view of views) view.show?.(next);
  docks.refresh();
}

function showOutcome(document: TaskDocument, next: Outcome, keep: boolean): void {
  const { report } = next;
  const list: Finding[] = report.diagnostics.map((diagnostic) => ({ diagnostic, place: document.locate(diagnostic) }));
  findings.show(list);
  editor.findings(list);
  const ran = report.exploration !== null;
  const stays = !ran && keep && outcome !== null;
  if (!stays) show(ran ? next : null);
  // An open view of nothing would be all that there is to see.
  if (ran && !failing(report).length && docks.isOpen("run")) docks.show("space");
  if (!stays) editor.notes(ran ? notesOf(report) : []);
  byId("workbench").toggleAttribute("data-stale", stays);
  if (!ran) {
    const listed = t.listed(errorCount(list));
    verdicts.message("error", t.nothing, stays ? t.kept(listed) : listed, stays);
    return;
  }
  const { analysis, language: programLanguage } = draft.value;
  const readOut = (formula: string): Promise<string | null> => engine.readOut(formula, analysis, programLanguage);
  if (report.properties.length) verdicts.show(report, next.milliseconds, { explain: next.explanation, readOut });
  else verdicts.message("idle", t.unasked, t.noQuestion);
  history.add(document, next);
  const viewpoint = wanted;
  wanted = null;
  void next.drawn(space.first(report.exploration ?? { statesTotal: 0 })).then((data) => {
    if (outcome !== next) return;
    chart = data ? new SpaceChart(data) : null;
    if (chart) void label(next, chart);
    for (const view of views) view.drawn?.(chart);
    docks.refresh();
    showFirst(next);
    if (viewpoint) lookAt(viewpoint, next);
  });
}

/** Evaluates the propositions of the drawn states while the user looks at the drawing. */
async function label(of: Outcome, drawing: SpaceChart): Promise<void> {
  const holds = await of.labels();
  if (!holds) return;
  drawing.learn(holds);
  if (chart !== drawing) return;
  for (const view of views) view.labelled?.();
  docks.refresh();
}

/** The initial selection: the end of a failing run, unless another one was chosen before the drawing was there; or the initial state. */
function showFirst({ report }: Outcome): void {
  const first = linking.pinned.judgement ?? failing(report)[0];
  if (first !== undefined) linking.pin({ judgement: first });
  else if (chart && chart.stateCount > 0) linking.pin({ state: 0 });
}

/** Shows what a task or a link points to, and reports what no longer exists. */
function lookAt(viewpoint: Viewpoint, { report }: Outcome): void {
  const { judgement, step, concrete, state, assertion, line, component } = viewpoint;
  const number = judgementNamed(report, judgement);
  if (number !== null) linking.pin({ judgement: number });
  else if (judgement) notify({ text: t.noProperty });
  if (step !== null) linking.pin({ step });
  if (concrete !== null) linking.pin({ concrete });
  if (!chart) return;
  const found = state === null ? null : chart.data.ids.indexOf(state);
  if (found === -1) notify({ text: t.gone });
  // A concrete step implies its state, and a step its line.
  else if (found !== null && concrete === null && found !== linking.pinned.state) linking.pin({ state: found });
  if (assertion !== null) linking.pin({ assertion, state: linking.pinned.state });
  else if (line && step === null && concrete === null) linking.pin({ line });
  const inside = componentNamed(chart, component);
  if (inside !== null) linking.pin({ component: inside });
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

/** Prepares what may be needed later, and caches the page for offline use. */
function whenIdle(): void {
  engine.warmUp();
  void loadTranslations();
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
