/** The result that is shown: an outcome in all views, and its drawing. */
import type { Engine, Outcome } from "./client";
import { byId } from "./dom";
import type { TaskEditor } from "./editor/panel";
import type { Docks } from "./frame/docks";
import { notify } from "./frame/notices";
import type { Linking, World } from "./linking";
import { componentNamed, judgementNamed, type Viewpoint } from "./share/viewpoint";
import { SpaceChart } from "./space/chart";
import type { Store } from "./store";
import type { Draft, TaskDocument } from "./task";
import { texts } from "./text/language";
import { type DiagnosticsView, errorCount, type Finding } from "./view/diagnostics";
import { failing } from "./view/judgements";
import { notesOf } from "./view/notes";
import type { StateSpaceView } from "./view/space";
import type { VerdictView } from "./view/verdict";
import type { View } from "./view/view";

const t = texts({
  en: {
    unasked: "Nothing to check", noQuestion: "The task has no properties and the program has no assertions.",
    nothing: "Not run", listed: (errors: string) => `${errors} in the task, listed below the editor`,
    kept: (errors: string) => `${errors}. The dimmed result is the previous one.`,
    gone: "The state that the link points to no longer exists: the program, its options or the engine have changed.",
    noProperty: "The property that the link points to does not exist.",
  },
  de: {
    unasked: "Nichts zu prüfen", noQuestion: "Die Aufgabe hat keine Eigenschaften und das Programm keine Zusicherungen.",
    nothing: "Nicht geprüft", listed: (errors: string) => `${errors} in der Aufgabe, aufgeführt unter dem Editor`,
    kept: (errors: string) => `${errors}. Das blasse Ergebnis ist das vorige.`,
    gone: "Den Zustand, auf den der Link zeigt, gibt es nicht mehr: Programm, Optionen oder Engine haben sich geändert.",
    noProperty: "Die Eigenschaft, auf die der Link zeigt, gibt es nicht.",
  },
});

/** The parts of the page that show a result. */
interface Parts {
  engine: Engine;
  draft: Store<Draft>;
  linking: Linking;
  views: readonly View[];
  /** The view that draws first. */
  space: StateSpaceView;
  docks: Docks;
  editor: TaskEditor;
  findings: DiagnosticsView;
  verdicts: VerdictView;
}

export class Result {
  /** Where to look in the next outcome. */
  wanted: Viewpoint | null = null;
  #told: readonly Finding[] = [];

  /** `world` has the outcome and its drawing, also for those who ask before there is a result; `ran` hears of each outcome that is one. */
  constructor(private readonly world: World, private readonly parts: Parts, private readonly ran: (document: TaskDocument, outcome: Outcome) => void) {}

  /** Shows another outcome, or none, in all panes; the drawing follows later. */
  show(outcome: Outcome | null): void {
    const { linking, views, docks } = this.parts;
    byId("workbench").toggleAttribute("data-stale", false);
    this.world.outcome = outcome;
    this.world.chart = null;
    // All panes forget the last result before they show the new one.
    linking.clear();
    for (const view of views) view.show?.(outcome);
    docks.refresh();
  }

  /** Shows what came of a task; `keep` says whether the result before is of the same task, and stays if there is no new one. */
  receive(document: TaskDocument, outcome: Outcome, keep: boolean): void {
    const { engine, draft, views, space, docks, editor, verdicts } = this.parts;
    const { report } = outcome;
    const list: Finding[] = report.diagnostics.map((diagnostic) => ({ diagnostic, place: document.locate(diagnostic) }));
    this.#tell(list);
    void this.#placeGuards(document, list);
    const ran = report.exploration !== null;
    const stays = !ran && keep && this.world.outcome !== null;
    if (!stays) this.show(ran ? outcome : null);
    // An open view of nothing would be all that there is to see.
    if (ran && !failing(report).length && docks.isOpen("run")) docks.show("space");
    if (!stays) editor.notes(ran ? notesOf(report) : []);
    byId("workbench").toggleAttribute("data-stale", stays);
    if (!ran) {
      const listed = t.listed(errorCount(list));
      verdicts.message("error", t.nothing, stays ? t.kept(listed) : listed, stays);
      return;
    }
    const { analysis, language } = draft.value;
    const readOut = (formula: string): Promise<string | null> => engine.readOut(formula, analysis, language);
    if (report.properties.length) verdicts.show(report, outcome.milliseconds, { explain: (property) => outcome.ask({ of: "explanation", property }), readOut });
    else verdicts.message("idle", t.unasked, t.noQuestion);
    this.ran(document, outcome);
    const viewpoint = this.wanted;
    this.wanted = null;
    void outcome.ask({ of: "chart", options: space.first(report.exploration ?? { statesTotal: 0 }) }).then((data) => {
      if (this.world.outcome !== outcome) return;
      const chart = data ? new SpaceChart(data) : null;
      this.world.chart = chart;
      if (chart) void this.#label(outcome, chart);
      for (const view of views) view.drawn?.(chart);
      docks.refresh();
      this.#showFirst(outcome, chart);
      if (viewpoint) this.#lookAt(viewpoint, outcome, chart);
    });
  }

  #tell(findings: readonly Finding[]): void {
    this.#told = findings;
    this.parts.findings.show(findings);
    this.parts.editor.findings(findings);
  }

  /** Adds the places of messages about guards, unless other findings are shown meanwhile. */
  async #placeGuards({ monitors }: TaskDocument, findings: readonly Finding[]): Promise<void> {
    if (!findings.some(({ place }) => place === null)) return;
    const placed = await Promise.all(findings.map(async (finding): Promise<Finding> => {
      const at = finding.place === null ? await this.parts.engine.guardPlace(monitors, finding.diagnostic) : null;
      return at ? { ...finding, place: { section: "monitors", item: 0, ...at } } : finding;
    }));
    if (this.#told === findings) this.#tell(placed);
  }

  /** Evaluates the propositions of the drawn states while the user looks at the drawing. */
  async #label(outcome: Outcome, chart: SpaceChart): Promise<void> {
    const holds = await outcome.ask({ of: "labels" });
    if (!holds) return;
    chart.learn(holds);
    if (this.world.chart !== chart) return;
    for (const view of this.parts.views) view.labelled?.();
    this.parts.docks.refresh();
  }

  /** The initial selection: the end of a failing run, unless another one was chosen before the drawing was there; or the initial state. */
  #showFirst({ report }: Outcome, chart: SpaceChart | null): void {
    const { linking } = this.parts;
    const first = linking.pinned.judgement ?? failing(report)[0];
    if (first !== undefined) linking.pin({ judgement: first });
    else if (chart && chart.stateCount > 0) linking.pin({ state: 0 });
  }

  /** Shows what a task or a link points to, and reports what no longer exists. */
  #lookAt({ judgement, step, concrete, state, assertion, line, component }: Viewpoint, { report }: Outcome, chart: SpaceChart | null): void {
    const { linking } = this.parts;
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
}
