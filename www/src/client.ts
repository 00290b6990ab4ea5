/** The page's side of the engine: a worker for every run, the next one starts while the user looks at the last result. */
import type {
  BoxView, ChartOptions, ComponentSummary, ContractView, DerivedHeap, EvidenceFile, EvidenceKind, Explanation, LearnedView, LoopHeadView, Picture, PictureFormat, Report,
  Scene, StageView, StatementView,
} from "./engine/graph-grammars";
import type { Language } from "./frame/settings";
import type { DecodedLink, EncodedLink, ExportedSettings, Gathered, GrammarPictures, InitialPictures, MonitorPictures, NamedText, Names, OtherTask, Suggestions, TaskAnswer, TaskQuestion, TaskSentence } from "./links";
import { type AnalysisModule, load, type ModuleName, moduleFor, prefetch } from "./modules";
import type { Answer, BatchData, ChartData, FromWorker, Heard, LabelData, Question, ToWorker } from "./protocol";
import { language } from "./text/language";
import { scriptUrl } from "./trusted";
import workerUrl from "./worker.ts?worker&url";

/** The outcome of a run. Its worker keeps answering questions until the next outcome arrives. */
export interface Outcome {
  report: Report;
  /** The task document that was run. */
  task: string;
  /** The report as the command line prints it. */
  json: string;
  milliseconds: number;
  /** What the engine had taken by then; it gives nothing back. */
  megabytes: number;
  /** Whether its worker was terminated and no longer answers. */
  stopped(): boolean;
  /** The drawn state space. */
  drawn(options?: ChartOptions): Promise<ChartData | null>;
  /** The propositions of its states, as far as they were evaluated before labelling was halted. */
  labels(): Promise<LabelData | null>;
  heap(heap: number): Promise<Scene | null>;
  components(): Promise<ComponentSummary[] | null>;
  /** The inside of a component, or without a number the calls between all components. */
  component(component: number | null, open?: string[]): Promise<Scene | null>;
  /** The drawn proof of a property. */
  proof(property: number): Promise<ChartData | null>;
  /** A search by property-directed reachability, as JSON. */
  frames(property: number): Promise<string | null>;
  /** The heap as a formula of separation logic; other analyses have none. */
  formula(heap: number): Promise<string | null>;
  /** Why a property has its verdict, in a language; code stands between backquotes. */
  explanation(property: number, wanted?: Language): Promise<Explanation | null>;
  /** The statements of the run that is shown of a property: of the executed one if there is one. */
  statements(property: number): Promise<StatementView[] | null>;
  /** What changed from the heap `before` to this one; a reading aid, as objects have no identity. */
  heapDiff(heap: number, before: number): Promise<Scene | null>;
  /** The heaps that the rules of the grammar derive at a nonterminal. */
  concretise(heap: number, nonterminal: number): Promise<DerivedHeap[] | null>;
  contracts(): Promise<ContractView[] | null>;
  /** The boxes that forest automata have learned. */
  boxes(): Promise<BoxView[] | null>;
  /** What forest automata have learned, as a graph grammar. */
  learned(): Promise<LearnedView | null>;
  /** The heads of loops with the contents of the states there. */
  loopHeads(): Promise<LoopHeadView[] | null>;
  /** The numbers of some of the smallest heaps that a content stands for. */
  samples(content: number): Promise<number[] | null>;
  /** How one state leads to another, stage by stage; null if not in one step. */
  stages(source: number, target: number): Promise<StageView[] | null>;
  /** The concrete run of a property as a file; null if there is none. */
  evidenceFile(property: number, kind: EvidenceKind): Promise<EvidenceFile | null>;
  picture(picture: Picture, format: PictureFormat): Promise<string | null>;
}

/** The outcome with the other analysis of heaps. */
export interface Beside {
  outcome: Outcome;
  /** Whether graph grammars use the grammar that forest automata have learned. */
  isLearned: boolean;
}

export type OnProgress = (progress: Heard) => void;

/** Receives the states found so far, a few times per second, if the run takes that long. */
type OnBatch = (batch: BatchData) => void;

/** The user stopped the run. */
export class Stopped extends Error {}

/** The engine crashed: a bug in the engine, not in the task. */
export class Crashed extends Error {}

/** The engine, or a part of it, could not be fetched. */
export class NotLoaded extends Error {}

/** The current work of a worker, or the requests waiting for it. */
export interface Waiting {
  request: number;
  of: Question["of"];
  /** The number of states whose propositions have been evaluated. */
  labelled: number;
}

export class EngineWorker {
  /** The version of the engine, once it can be used. */
  readonly ready: Promise<string>;
  /** Why it ended, if it has. */
  ended: Error | null = null;
  readonly #worker: Worker;
  readonly #answers = new Map<number, { of: Question["of"] | null; resolve: (answer: Answer) => void }>();
  #requests = 0;
  #fail: (error: Error) => void = () => {};
  #done: (message: FromWorker & { kind: "done" }) => void = () => {};
  #progress: OnProgress = () => {};
  #batch: (batch: BatchData) => void = () => {};
  #labelled = 0;

  /** `waits` is called whenever the page waits for something else. */
  constructor(readonly module: ModuleName, private readonly waits: () => void = () => {}) {
    this.#worker = new Worker(scriptUrl(workerUrl), { type: "module", name: "hrglass engine" });
    this.ready = new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
        switch (data.kind) {
          case "ready":
            resolve(data.version);
            break;
          case "progress":
            this.#progress(data.progress);
            break;
          case "batch":
            this.#batch(data.batch);
            break;
          case "done":
            this.#done(data);
            break;
          case "labelled":
            this.#labelled = data.states;
            break;
          case "answer":
            this.#answers.get(data.request)?.resolve(data.answer);
            this.#answers.delete(data.request);
            this.waits();
            break;
          case "failed":
            this.end(data.isMissing ? new NotLoaded(data.message) : new Crashed(data.message));
            break;
        }
      });
      this.#worker.addEventListener("error", (event) => {
        event.preventDefault();
        this.end(new Crashed(event.message || "the worker could not be started"));
      });
    });
    this.ready.catch(() => {});
    load(module).then(
      (loaded) => this.#send({ kind: "load", name: module, ...loaded }),
      (error: unknown) => this.end(new NotLoaded(String(error))),
    );
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  async run(task: string, onProgress: OnProgress, onBatch?: OnBatch): Promise<Outcome> {
    await this.ready;
    const done = await new Promise<FromWorker & { kind: "done" }>((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
      this.#progress = onProgress;
      if (onBatch) this.#batch = onBatch;
      this.#send({ kind: "run", task, batches: onBatch !== undefined });
    });
    return {
      report: JSON.parse(done.report) as Report,
      task,
      json: done.report,
      milliseconds: done.milliseconds,
      megabytes: done.megabytes,
      stopped: () => this.ended !== null,
      drawn: (options = {}) => this.#ask<ChartData>({ of: "chart", options }),
      labels: () => this.#ask<LabelData>({ of: "labels" }),
      heap: (number) => this.#ask<Scene>({ of: "heap", number }),
      components: () => this.#ask<ComponentSummary[]>({ of: "components" }),
      component: (number, open = []) => this.#ask<Scene>({ of: "component", number, open }),
      proof: (number) => this.#ask<ChartData>({ of: "proof", number }),
      formula: (number) => this.#ask<string>({ of: "formula", number }),
      explanation: (property, wanted = language) => this.#ask<Explanation>({ of: "explanation", property, language: wanted }),
      statements: (property) => this.#ask<StatementView[]>({ of: "statements", property }),
      heapDiff: (number, before) => this.#ask<Scene>({ of: "heapDiff", number, before }),
      concretise: (heap, nonterminal) => this.#ask<DerivedHeap[]>({ of: "concretise", heap, nonterminal }),
      contracts: () => this.#ask<ContractView[]>({ of: "contracts" }),
      boxes: () => this.#ask<BoxView[]>({ of: "boxes" }),
      learned: () => this.#ask<LearnedView>({ of: "learned" }),
      loopHeads: () => this.#ask<LoopHeadView[]>({ of: "loopHeads" }),
      samples: (content) => this.#ask<number[]>({ of: "samples", content }),
      stages: (source, target) => this.#ask<StageView[]>({ of: "stages", source, target }),
      evidenceFile: (property, kind) => this.#ask<EvidenceFile>({ of: "evidenceFile", property, kind }),
      frames: (property) => this.#ask<string>({ of: "frames", property }),
      picture: (picture, format) => this.#ask<string>({ of: "picture", picture, format }),
    };
  }

  /** Writes or reads links, files and names; null if the engine fails. */
  async exchange<A extends TaskAnswer>(question: TaskQuestion): Promise<A | null> {
    await this.ready.catch(() => null);
    return this.#answer<A>(null, (request) => ({ kind: "exchange", request, question }));
  }

  #ask<A extends Answer>(question: Question): Promise<A | null> {
    return this.#answer<A>(question.of, (request) => ({ kind: "ask", request, question }));
  }

  #answer<A extends Answer>(of: Question["of"] | null, message: (request: number) => ToWorker): Promise<A | null> {
    // The worker has ended and will not answer.
    if (this.ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      const request = this.#requests++;
      this.#answers.set(request, { of, resolve: resolve as (answer: Answer) => void });
      this.#send(message(request));
      this.waits();
    });
  }

  /** The questions about the outcome that are not answered yet. Labels yield to all others. */
  get waiting(): Waiting | null {
    let first: Waiting | null = null;
    for (const [request, { of }] of this.#answers) {
      if (of !== null && (first === null || first.of === "labels")) first = { request, of, labelled: this.#labelled };
    }
    return first;
  }

  /** Stops labelling. */
  halt(): void {
    this.#send({ kind: "halt" });
  }

  /** Terminates the worker at once and rejects everything that waits for it. */
  end(error: Error): void {
    this.ended ??= error;
    this.#worker.terminate();
    this.#fail(error);
    for (const { resolve } of this.#answers.values()) resolve(null);
    this.#answers.clear();
    this.waits();
  }
}

/** When the browser has nothing else to do. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 500)));

/** The engine as the page uses it: a worker for every run, with the module for its analysis. */
export class Engine {
  #spare: EngineWorker;
  #running: EngineWorker | null = null;
  #shown: EngineWorker | null = null;
  /** The worker that runs, or has run, the other analysis. */
  #beside: EngineWorker | null = null;
  /** How often the other analysis was asked for or stopped. */
  #besides = 0;
  #exchange: EngineWorker | null = null;
  #ran: () => void = () => {};
  /** Settled once the first run is over, however it ended, and the browser has nothing else to do. */
  readonly idle = new Promise<void>((resolve) => (this.#ran = resolve)).then(idle);

  /** `waits` is called whenever the page waits for something else about the last outcome. */
  constructor(private readonly waits: () => void) {
    this.#spare = this.#another("graph-grammars");
  }

  #another(module: AnalysisModule): EngineWorker {
    return new EngineWorker(module, () => this.waits());
  }

  /** The questions about the last outcome that are not answered yet. */
  get waiting(): Waiting | null {
    return this.#shown?.waiting ?? null;
  }

  /** Why the engine no longer answers questions about the last outcome, unless it was stopped. */
  get failure(): Error | null {
    const ended = this.#shown?.ended ?? null;
    return ended instanceof Stopped ? null : ended;
  }

  /** The version, once the engine can be used. */
  get ready(): Promise<string> {
    return this.#spare.ready;
  }

  /** Runs a task; stops a run that is still in progress. */
  async run(task: string, onProgress: OnProgress, onBatch?: OnBatch): Promise<Outcome> {
    this.stop();
    const module = moduleFor(task);
    if (this.#spare.module !== module || this.#spare.ended) {
      this.#spare.end(new Stopped());
      this.#spare = this.#another(module);
    }
    const worker = this.#spare;
    this.#running = worker;
    try {
      const outcome = await worker.run(task, onProgress, onBatch);
      // A task with errors has no outcome to ask about; the last result stays.
      if (outcome.report.exploration) {
        this.#shown?.end(new Stopped());
        this.#shown = worker;
      } else {
        worker.end(new Stopped());
      }
      return outcome;
    } finally {
      this.#ran();
      if (this.#running === worker) this.#running = null;
      if (this.#spare === worker) this.#spare = this.#another(module);
    }
  }

  /** Runs the task of an outcome with the other analysis of heaps, beside it; null if there is none. */
  async other({ task, report, learned }: Outcome, onProgress: OnProgress): Promise<Beside | null> {
    const mine = ++this.#besides;
    this.#beside?.end(new Stopped());
    const grammar = report.analysis === "forest" ? (await learned())?.grammar : undefined;
    const other = await this.#ask<OtherTask>({ of: "other", task, grammar });
    if (mine !== this.#besides) throw new Stopped("stopped");
    if (!other) return null;
    this.#beside = this.#another(moduleFor(other.task));
    return { outcome: await this.#beside.run(other.task, onProgress), isLearned: other.isLearned };
  }

  /** Says that no run comes at first, for which others would wait. */
  rest(): void {
    this.#ran();
  }

  /** Prepares what the user is likely to need next. */
  warmUp(): void {
    void this.#exchanging.ready.catch(() => {});
    void prefetch();
  }

  get #exchanging(): EngineWorker {
    if (!this.#exchange || this.#exchange.ended) this.#exchange = new EngineWorker("exchange");
    return this.#exchange;
  }

  /** Writes or reads links, files, settings and names, in a separate worker. */
  #ask<A extends TaskAnswer>(question: TaskQuestion): Promise<A | null> {
    return this.#exchanging.exchange<A>(question);
  }

  /** The link for a task document; `view` is the initial view of the page. */
  encodeLink(task: string, view: Record<string, string>): Promise<EncodedLink | null> {
    return this.#ask({ of: "encode", task, view });
  }

  decodeLink(fragment: string): Promise<DecodedLink | null> {
    return this.#ask({ of: "decode", fragment });
  }

  /** The task made from files. */
  importFiles(files: NamedText[]): Promise<Gathered | null> {
    return this.#ask({ of: "import", files });
  }

  /** The name of a file for a text that comes without one; null if it is no program and no task. */
  nameOf(text: string): Promise<string | null> {
    return this.#ask({ of: "name", text });
  }

  /** The methods and structures that can be chosen for a task in Java. Requested after the first verdict, like names. */
  async suggest(task: string): Promise<Suggestions | null> {
    await this.idle;
    return this.#ask({ of: "suggest", task });
  }

  /** The task document with another entry method. */
  withEntry(task: string, entry: string): Promise<string | null> {
    return this.#ask({ of: "entry", task, entry });
  }

  /** The task document with another structure of a family of classes. */
  withStructure(task: string, family: number, candidate: number): Promise<string | null> {
    return this.#ask({ of: "structure", task, family, candidate });
  }

  /** The sentences about the runs of a task; null if it cannot be read. */
  async sentences(task: string): Promise<TaskSentence[] | null> {
    await this.idle;
    return this.#ask({ of: "sentences", task });
  }

  /** A formula in words; null if it has errors. */
  async readOut(formula: string, analysis: string, programLanguage: string): Promise<string | null> {
    await this.idle;
    return this.#ask({ of: "words", formula, language, analysis, programLanguage });
  }

  /**
   * The names that formulas about a task document can use. Requested only after the first verdict, so as not to delay
   * it.
   */
  async names(task: string): Promise<Names | null> {
    await this.idle;
    return this.#ask({ of: "names", task });
  }

  /** The monitors of a text as pictures. */
  async monitorPictures(text: string, analysis: string, programLanguage: string): Promise<MonitorPictures | null> {
    await this.idle;
    return this.#ask({ of: "monitors", text, analysis, programLanguage });
  }

  /** The rules of the grammars of a text as pictures; the task document has the program. */
  async grammarPictures(text: string, task: string): Promise<GrammarPictures | null> {
    await this.idle;
    return this.#ask({ of: "grammars", text, task });
  }

  /** The heaps that runs of a task document start on as pictures; null if the task cannot be read, or has none. */
  async initialPictures(task: string): Promise<InitialPictures | null> {
    await this.idle;
    return this.#ask({ of: "initial", task });
  }

  /** The task for graph grammars with a learned grammar, and a formula about its shapes. */
  useGrammar(task: string, { grammar, formula }: LearnedView): Promise<string | null> {
    return this.#ask({ of: "use", task, grammar, formula: formula ?? undefined });
  }

  /** The settings file for a task document. */
  exportSettings(task: string): Promise<ExportedSettings | null> {
    return this.#ask({ of: "settings", task });
  }

  /** Stops drawing the last outcome, which then no longer answers. */
  stopDrawing(): void {
    this.#shown?.end(new Stopped("stopped"));
  }

  /** Stops labelling the states of the last outcome. */
  stopLabels(): void {
    this.#shown?.halt();
  }

  /** Stops the run at once, and the other analysis. The last outcome keeps answering. */
  stop(): void {
    this.#besides++;
    this.#beside?.end(new Stopped("stopped"));
    const worker = this.#running;
    if (!worker) return;
    this.#running = null;
    this.#spare = this.#another(worker.module as AnalysisModule);
    worker.end(new Stopped("stopped"));
  }
}
