/** The page's side of the engine: a worker for every run, the next one starts while the user looks at the last result. */
import type {
  AnswerTo, Batch, DecodedLink, EditedMonitors, EditedRules, EncodedLink, ExportedSettings, ImportedTask, GrammarPictures, GuardPlace, InitialPictures, LearnedView, MonitorEdit, MonitorPictures, NamedText, Names, Question, Rendered,
  Report, RuleEdit, Suggestions, TaskSentence,
} from "./engine/engine";
import type { Language } from "./frame/settings";
import type { TaskAnswer, TaskArguments, TaskFunction } from "./links";
import { load, prefetch } from "./modules";
import type { AnyAnswer, FromWorker, Heard, ToWorker } from "./protocol";
import { spoken } from "./spoken";
import { language as pageLanguage } from "./text/language";
import { scriptUrl } from "./trusted";
import workerUrl from "./worker.ts?worker&url";

/** Answers questions about an outcome. */
export interface Answering {
  /** The answer; null if there is no such thing, or the worker was terminated. */
  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q> | null>;
}

/** The outcome of a run. Its worker keeps answering questions until the next outcome arrives. */
export interface Outcome extends Answering {
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
}

/** The outcome with the other analysis of heaps. */
export interface Beside {
  outcome: Outcome;
  /** Whether graph grammars use the grammar that forest automata have learned. */
  isLearned: boolean;
}

export type OnProgress = (progress: Heard) => void;

/** Receives the states found so far, a few times per second, if the run takes that long. */
type OnBatch = (batch: Batch) => void;

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
  readonly #answers = new Map<number, { of: Question["of"] | null; resolve: (answer: AnyAnswer) => void }>();
  #requests = 0;
  #fail: (error: Error) => void = () => {};
  #done: (message: FromWorker & { kind: "done" }) => void = () => {};
  #progress: OnProgress = () => {};
  #batch: (batch: Batch) => void = () => {};
  #labelled = 0;

  /** `waits` is called whenever the page waits for something else. Links need the examples. */
  constructor(readonly withExamples: boolean, private readonly waits: () => void = () => {}, readonly language: Language = pageLanguage) {
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
    Promise.all([load(withExamples), spoken(language)]).then(
      ([loaded, said]) => this.#send({ kind: "load", ...loaded, ...said }),
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
      ask: (question) => this.#ask(question),
    };
  }

  /** Writes or reads links, files and names; null if there is no answer, or the engine fails. */
  async call<F extends TaskFunction>(name: F, ...args: TaskArguments<F>): Promise<TaskAnswer<F> | null> {
    await this.ready.catch(() => null);
    return this.#answer<TaskAnswer<F>>(null, (request) => ({ kind: "call", request, call: { name, args } }));
  }

  #ask<Q extends Question>(question: Q): Promise<AnswerTo<Q> | null> {
    return this.#answer<AnswerTo<Q>>(question.of, (request) => ({ kind: "ask", request, question }));
  }

  #answer<A extends AnyAnswer>(of: Question["of"] | null, message: (request: number) => ToWorker): Promise<A | null> {
    // The worker has ended and will not answer.
    if (this.ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      const request = this.#requests++;
      this.#answers.set(request, { of, resolve: resolve as (answer: AnyAnswer) => void });
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

/** The engine as the page uses it: a worker for every run. */
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
    this.#spare = this.#another();
  }

  #another(): EngineWorker {
    return new EngineWorker(false, () => this.waits());
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
    if (this.#spare.ended) this.#spare = this.#another();
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
      if (this.#spare === worker) this.#spare = this.#another();
    }
  }

  /** Runs the task of an outcome with the other analysis of heaps, beside it; null if there is none. */
  async other(outcome: Outcome, onProgress: OnProgress): Promise<Beside | null> {
    const mine = ++this.#besides;
    this.#beside?.end(new Stopped());
    const { task, report } = outcome;
    const grammar = report.analysis === "forest" ? (await outcome.ask({ of: "learned" }))?.grammar : undefined;
    const other = await this.#call("otherTask", task, grammar);
    if (mine !== this.#besides) throw new Stopped("stopped");
    if (!other) return null;
    this.#beside = this.#another();
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
    if (!this.#exchange || this.#exchange.ended) this.#exchange = new EngineWorker(true);
    return this.#exchange;
  }

  /** Writes or reads links, files, settings and names, in a separate worker. */
  #call<F extends TaskFunction>(name: F, ...args: TaskArguments<F>): Promise<TaskAnswer<F> | null> {
    return this.#exchanging.call(name, ...args);
  }

  /** The link for a task document; `view` is the initial view of the page. */
  encodeLink(task: string, view: Record<string, string>): Promise<EncodedLink | null> {
    return this.#call("encodeLink", task, view);
  }

  decodeLink(fragment: string): Promise<DecodedLink | null> {
    return this.#call("decodeLink", fragment);
  }

  /** The task made from files. */
  importFiles(files: NamedText[]): Promise<ImportedTask | null> {
    return this.#call("importFiles", files);
  }

  /** The name of a file for a text that comes without one; null if it is no program and no task. */
  nameOf(text: string): Promise<string | null> {
    return this.#call("nameOf", text);
  }

  /** The methods and structures that can be chosen for a task in Java. Requested after the first verdict, like names. */
  async suggest(task: string): Promise<Suggestions | null> {
    await this.idle;
    return this.#call("suggest", task);
  }

  /** The task document with another entry method. */
  withEntry(task: string, entry: string): Promise<string | null> {
    return this.#call("withEntry", task, entry);
  }

  /** The task document with another structure of a family of classes. */
  withStructure(task: string, family: number, candidate: number): Promise<string | null> {
    return this.#call("withStructure", task, family, candidate);
  }

  /** The sentences about the runs of a task; null if it cannot be read. */
  async sentences(task: string): Promise<TaskSentence[] | null> {
    await this.idle;
    return this.#call("sentences", task);
  }

  /** A formula in words; null if it has errors. */
  async readOut(formula: string, analysis: string, programLanguage: string): Promise<string | null> {
    await this.idle;
    return this.#call("readOut", formula, analysis, programLanguage);
  }

  /**
   * The names that formulas about a task document can use. Requested only after the first verdict, so as not to delay
   * it.
   */
  async names(task: string): Promise<Names | null> {
    await this.idle;
    return this.#call("taskNames", task);
  }

  /** The monitors of a text as pictures. */
  async monitorPictures(text: string, analysis: string, programLanguage: string): Promise<MonitorPictures | null> {
    await this.idle;
    return this.#call("monitorPictures", text, analysis, programLanguage);
  }

  /** The rules of the grammars of a text as pictures; the task document has the program. */
  async grammarPictures(text: string, task: string): Promise<GrammarPictures | null> {
    await this.idle;
    return this.#call("grammarPictures", text, task);
  }

  /** What an edit does to the monitors of a text. */
  editMonitors(text: string, edit: MonitorEdit): Promise<EditedMonitors | null> {
    return this.#call("editMonitors", text, edit);
  }

  /** What an edit does to the rules of the grammars of a text. */
  editRules(text: string, edit: RuleEdit): Promise<EditedRules | null> {
    return this.#call("editRules", text, edit);
  }

  /** The place of a message about a guard in the text of the monitors; null if it is about no guard. */
  guardPlace(text: string, { file, line, column, endLine, endColumn }: Rendered): Promise<GuardPlace | null> {
    return this.#call("guardPlace", text, file ?? "", line ?? 1, column ?? 1, endLine ?? line ?? 1, endColumn ?? column ?? 1);
  }

  /** The heaps that runs of a task document start on as pictures; null if the task cannot be read, or has none. */
  async initialPictures(task: string): Promise<InitialPictures | null> {
    await this.idle;
    return this.#call("initialPictures", task);
  }

  /** The task for graph grammars with a learned grammar, and a formula about its shapes. */
  useGrammar(task: string, { grammar, formula }: LearnedView): Promise<string | null> {
    return this.#call("useGrammar", task, grammar, formula);
  }

  /** The settings file for a task document. */
  exportSettings(task: string): Promise<ExportedSettings | null> {
    return this.#call("exportSettings", task);
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
    this.#spare = this.#another();
    worker.end(new Stopped("stopped"));
  }
}
