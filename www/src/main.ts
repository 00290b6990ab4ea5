/** Wires the parts of the playground together. */
import { Crashed, Engine, type Outcome, Stopped } from "./client";
import { byId, download, h, tabs } from "./dom";
import { TaskEditor } from "./editor/panel";
import type { Progress } from "./engine/hrglass";
import { SpaceChart } from "./space/chart";
import { SpaceView } from "./space/view";
import { nothingSelected, type Selection, Store } from "./store";
import { type Draft, documentOf, draftOf, emptyDraft, storedDraft, storeDraft, type TaskDocument } from "./task";
import { DiagnosticsView, type Finding } from "./view/diagnostics";
import { CompareView } from "./view/compare";
import { ComponentsView } from "./view/components";
import { entriesOf, examplesMenu } from "./view/examples";
import { Inspector } from "./view/inspector";
import { ProofView } from "./view/proof";
import { failing, judgementOf, RunView } from "./view/run";
import { showStatistics } from "./view/statistics";
import { TableView } from "./view/table";
import { count, VerdictView } from "./view/verdict";
import { strategies } from "./strategy";

const draft = new Store<Draft>(emptyDraft);
const selection = new Store<Selection>(nothingSelected);
let outcome: Outcome | null = null;
let chart: SpaceChart | null = null;
let running = 0;

const views = ["space", "components", "proof", "run", "compare", "table", "statistics"];
const engine = new Engine();
const chooseView = tabs(byId("view-tabs"), (name) => {
  for (const view of views) byId(`panel-${view}`).hidden = view !== name;
  table.open(name === "table");
  components.open(name === "components");
  proof.open(name === "proof");
});
const choosePane = tabs(byId("switch"), (name) => {
  byId("workbench").dataset["pane"] = name;
});
const editor = new TaskEditor(draft, (line) => selection.set({ line, state: null, assertion: null, step: null }));
const findings = new DiagnosticsView((place) => {
  choosePane("task");
  editor.goTo(place);
});
const verdicts = new VerdictView((judgement) => showRun(judgement));
const space = new SpaceView("space", (state) => selectState(state));
const components = new ComponentsView((state) => selectState(state));
const proof = new ProofView((assertion, state) => selectState(state, assertion));
const compare = new CompareView(
  () => void runTask(true, "all"),
  (property) => {
    proof.property(property);
    chooseView("proof");
  },
);
const inspector = new Inspector((state) => selectState(state));
const runView = new RunView((step) => selectStep(step));
const table = new TableView((state) => selectState(state));
chooseView("space");
choosePane("task");

function selectState(state: number | null, assertion: number | null = null): void {
  if (state === null || !chart || state >= chart.stateCount) return selection.set({ state: null, assertion, line: null, step: null });
  const { file, line } = chart.place(state);
  const steps = runSteps(selection.value.judgement).map(({ index }) => index);
  const step = steps.indexOf(state);
  selection.set({ state, assertion, line: { file, line }, step: step < 0 ? null : step });
}

function runSteps(judgement: number | null): { index: number | null; file: string; line: number }[] {
  const found = outcome && judgement !== null ? judgementOf(outcome.report, judgement) : null;
  const run = found?.judgement.run;
  return run ? [...run.prefix, ...run.cycle] : [];
}

function selectStep(step: number): void {
  const at = runSteps(selection.value.judgement)[step];
  const drawn = chart?.stateCount ?? 0;
  if (at) selection.set({ step, assertion: null, state: at.index !== null && at.index < drawn ? at.index : null, line: { file: at.file, line: at.line } });
}

function showRun(judgement: number): void {
  selection.set({ judgement });
  chooseView("run");
  const last = runSteps(judgement).length - 1;
  if (last >= 0) selectStep(last);
}

/** The states and edges of a run, as far as they are drawn. */
function runOnChart(judgement: number | null): { runStates: Set<number>; runEdges: Set<number> } {
  const drawn = chart?.stateCount ?? 0;
  const states = runSteps(judgement).map(({ index }) => (index !== null && index < drawn ? index : null));
  const runStates = new Set(states.filter((state) => state !== null));
  const runEdges = new Set<number>();
  const found = outcome && judgement !== null ? judgementOf(outcome.report, judgement) : null;
  const closing = found?.judgement.run?.cycle[0]?.index ?? null;
  [...states, closing].forEach((target, i, all) => {
    const source = i ? (all[i - 1] ?? null) : null;
    const edge = source === null || target === null ? null : (chart?.edgeBetween(source, target) ?? null);
    if (edge !== null) runEdges.add(edge);
  });
  return { runStates, runEdges };
}

selection.watch((now, before) => {
  if (now.judgement !== before.judgement) {
    runView.show(outcome?.report ?? null, now.judgement);
    verdicts.select(now.judgement);
    space.emphasise(runOnChart(now.judgement));
    if (now.judgement !== null) proof.property(now.judgement);
  }
  runView.select(now.step);
  if (now.line !== before.line) editor.mark(now.line);
  const marked = now.line && chart ? chart.statesAt(now.line.file, now.line.line) : new Set<number>();
  space.emphasise({ selected: now.state, marked });
  table.mark(now.state);
  components.mark(now.state);
  proof.mark(now.assertion, now.state);
  if (now.state === before.state) return;
  if (now.state === null) {
    const why = now.step === null ? "Select a state to see its heap." : "This state is not among those drawn.";
    inspector.clear(chart ? why : "");
  } else if (outcome && chart && now.state < chart.stateCount) {
    space.reveal(now.state);
    void inspector.show(outcome, chart, now.state);
  }
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
  selection.set({ ...nothingSelected });
  showChart();
  showStatistics(ran ? next : null);
  components.show(ran ? next : null);
  proof.show(ran ? next : null);
  compare.show(ran ? report : null);
  runView.show(report, null);
  if (!ran) {
    const errors = list.filter(({ diagnostic }) => diagnostic.severity === "error").length;
    verdicts.message("error", "Nothing ran", `${count(errors, "error")} in the task, listed below the editor`);
    byId("space-empty").textContent = "No states were explored.";
    inspector.clear("");
    return;
  }
  verdicts.show(report, next.milliseconds);
  byId("space-empty").textContent = "Drawing the state space …";
  void next.chart.then((data) => {
    if (outcome !== next) return;
    chart = data ? new SpaceChart(data) : null;
    byId("space-empty").textContent = "The state space cannot be drawn.";
    showChart();
    showFirst(next);
  });
}

function showChart(): void {
  space.show(chart);
  table.show(chart);
  byId("space-empty").hidden = chart !== null;
  byId("space-count").textContent = chart ? shownOf(chart, outcome?.report.exploration?.statesTotal ?? 0) : "";
}

const shownOf = ({ stateCount, edgeCount }: SpaceChart, total: number): string =>
  `${stateCount < total ? `the first ${count(stateCount, "state")} of ${total.toLocaleString("en")}` : count(stateCount, "state")}, ${count(edgeCount, "edge")}`;

/** What is seen first: the end of a failing run, else the initial state. */
function showFirst({ report }: Outcome): void {
  const first = failing(report)[0];
  if (first !== undefined) {
    selection.set({ judgement: first });
    const last = runSteps(first).length - 1;
    if (last >= 0) selectStep(last);
  } else if (chart && chart.stateCount > 0) {
    selectState(0);
  }
}

/** Runs the task; `keep` says whether it is still that of the last verdict, `strategy` takes the place of the task's own. */
async function runTask(keep = true, strategy?: string): Promise<void> {
  const own = draft.value;
  const document = documentOf(strategy ? { ...own, options: { ...own.options, strategy } } : own);
  const mine = ++running;
  const start = performance.now();
  let progress: Progress | null = null;
  // A run that is over at once should not flicker.
  const tick = (): void => {
    const elapsed = performance.now() - start;
    if (elapsed > 150) verdicts.running(progress, elapsed / 1000, keep);
  };
  const timer = setInterval(tick, 100);
  byId("stop").hidden = false;
  try {
    const next = await engine.run(document.text, (heard) => {
      progress = heard;
    });
    if (mine !== running) return;
    showOutcome(document, next);
  } catch (error) {
    if (mine !== running) return;
    if (error instanceof Stopped) {
      verdicts.message("stopped", "Stopped", "The last result is still shown below.", true);
    } else {
      const reason = error instanceof Crashed ? error.message : String(error);
      verdicts.message(
        "crashed",
        "The engine broke down",
        `This is a defect of the engine, not of your task, which is kept. A new engine is ready. (${reason.slice(0, 300)})`,
        true,
      );
    }
  } finally {
    clearInterval(timer);
    if (mine === running) byId("stop").hidden = true;
  }
}

function stop(): boolean {
  const stoppable = !byId("stop").hidden;
  if (stoppable) engine.stop();
  return stoppable;
}

/** Puts a task into the editors and runs it. */
function open(next: Draft): void {
  draft.set(next);
  editor.open();
  byId("task-title").textContent = next.title || "Untitled task";
  document.title = `${next.title || "Untitled task"} · hrglass`;
  void runTask(false);
}

function listen(): void {
  byId("run").addEventListener("click", () => {
    choosePane("result");
    void runTask();
  });
  byId("stop").addEventListener("click", stop);
  addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void runTask();
    } else if (event.key === "Escape" && stop()) {
      event.preventDefault();
    }
  }, { capture: true });
  listenStrategy();
  byId("space-save").addEventListener("click", async () => {
    const text = await outcome?.picture({ of: "space" }, "svg");
    if (text) download("state-space.svg", "image/svg+xml", text);
  });
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
    else verdicts.message("error", "This is not a task", `${file.name} is not a JSON document.`, true);
  });
  byId("theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset["theme"] === "dark" ? "light" : "dark";
    document.documentElement.dataset["theme"] = theme;
    document.documentElement.dataset["chosen"] = theme;
    try {
      localStorage.setItem("hrglass.theme", theme);
    } catch {
      // Without storage the choice holds until the page is closed.
    }
  });
  const recolour = (): void => {
    space.recolour();
    proof.recolour();
  };
  new MutationObserver(recolour).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  void document.fonts.ready.then(recolour);
  let saving = 0;
  draft.watch((now, before) => {
    if (now === before) return;
    clearTimeout(saving);
    saving = window.setTimeout(() => storeDraft(now), 300);
  });
  addEventListener("pagehide", () => storeDraft(draft.value));
  listenDivider();
}

/** The quick switch beside the button that runs: it changes the task, and runs it. */
function listenStrategy(): void {
  const box = byId<HTMLSelectElement>("strategy");
  for (const { value, name, help } of strategies) box.append(h("option", { value, title: help }, name));
  const standard = strategies[0]?.value ?? "";
  box.addEventListener("change", () => {
    const { strategy, ...rest } = draft.value.options;
    void strategy;
    draft.set({ options: box.value === standard ? rest : { ...rest, strategy: box.value } });
    editor.showOptions();
    void runTask();
  });
  draft.watch(({ options }) => {
    const { strategy } = options;
    box.value = typeof strategy === "string" ? strategy : standard;
    box.title = `Strategy: ${strategies.find(({ value }) => value === box.value)?.help ?? "not known"}`;
  });
}

function listenDivider(): void {
  const divider = byId("divider");
  const set = (percent: number): void => {
    const value = Math.min(70, Math.max(20, percent));
    byId("workbench").style.setProperty("--task-width", `${value}%`);
    divider.setAttribute("aria-valuenow", value.toFixed(0));
  };
  divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
  divider.addEventListener("pointermove", (event) => {
    if (divider.hasPointerCapture(event.pointerId)) set((event.clientX / innerWidth) * 100);
  });
  divider.addEventListener("keydown", (event) => {
    const now = Number(divider.getAttribute("aria-valuenow"));
    if (event.key === "ArrowLeft") set(now - 2);
    else if (event.key === "ArrowRight") set(now + 2);
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
    verdicts.message("crashed", "The engine could not be loaded", `Reload the page to try again. (${String(error)})`);
  }
}

void start();
