/** The engines of all demos on a page: at most two workers, which the demos share. */
import { Crashed, EngineWorker, NotLoaded, type Outcome, Stopped } from "../client";
import type { Explanation, Picture, Progress, Scene, StageView, StatementView } from "../engine/graph-grammars";
import type { Language } from "../frame/settings";
import type { DecodedLink, EncodedLink } from "../links";
import { type ModuleName, moduleFor } from "../modules";
import type { ChartData } from "../protocol";
import { sceneOf } from "../view/scene";

const mostWorkers = 2;

interface Slot {
  readonly worker: EngineWorker;
  /** The task whose outcome it holds. */
  held: { task: string; outcome: Outcome } | null;
  busy: boolean;
}

interface Waiting {
  module: ModuleName;
  task: string | null;
  start: (slot: Slot) => void;
  fail: (error: unknown) => void;
}

class Pool {
  #slots: Slot[] = [];
  #waiting: Waiting[] = [];

  async encode(task: string, view: Record<string, string>): Promise<EncodedLink | null> {
    return (await this.#use("exchange", null, ({ worker }) => worker.exchange({ of: "encode", task, view }))) as EncodedLink | null;
  }

  async decode(fragment: string): Promise<DecodedLink | null> {
    return (await this.#use("exchange", null, ({ worker }) => worker.exchange({ of: "decode", fragment }))) as DecodedLink | null;
  }

  /**
   * Answers questions about the outcome of a task. Runs the task first, unless a worker still holds its outcome: the same task has
   * the same outcome. The outcome can be used only until `ask` returns. `signal` stops the run.
   */
  async with<T>(task: string, ask: (outcome: Outcome) => Promise<T>, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<T> {
    return this.#use(moduleFor(task), task, async (slot) => {
      if (signal.aborted) throw new Stopped();
      const stop = (): void => slot.worker.end(new Stopped());
      signal.addEventListener("abort", stop);
      try {
        if (slot.held?.task !== task) {
          slot.held = null;
          slot.held = { task, outcome: await slot.worker.run(task, onProgress) };
        }
        const answer = await ask(slot.held.outcome);
        if (slot.worker.ended) throw slot.worker.ended;
        return answer;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    });
  }

  async #use<T>(module: ModuleName, task: string | null, work: (slot: Slot) => Promise<T>): Promise<T> {
    const slot = await new Promise<Slot>((start, fail) => {
      this.#waiting.push({ module, task, start, fail });
      this.#next();
    });
    try {
      return await work(slot);
    } finally {
      slot.busy = false;
      // A worker that was stopped or has crashed is never used again.
      if (slot.worker.ended) this.#slots = this.#slots.filter((other) => other !== slot);
      this.#next();
    }
  }

  /** Assigns a free worker to the request that has waited longest, preferably one that holds its outcome. */
  #next(): void {
    const first = this.#waiting[0];
    if (!first) return;
    const free = this.#slots.filter(({ busy, worker }) => !busy && !worker.ended);
    const fitting = free.filter(({ worker }) => worker.module === first.module);
    try {
      const held = fitting.find(({ held }) => held?.task === first.task) ?? fitting.find(({ held }) => !held);
      const slot = held ?? this.#another(first.module) ?? fitting[0] ?? this.#instead(free[0], first.module);
      if (!slot) return;
      slot.busy = true;
      first.start(slot);
    } catch (error) {
      // The browser refuses the worker.
      first.fail(error);
    }
    this.#waiting.shift();
    this.#next();
  }

  #another(module: ModuleName): Slot | null {
    this.#slots = this.#slots.filter(({ busy, worker }) => busy || !worker.ended);
    if (this.#slots.length >= mostWorkers) return null;
    const slot: Slot = { worker: new EngineWorker(module), held: null, busy: false };
    this.#slots.push(slot);
    return slot;
  }

  /** A worker with this module in the place of one with another module. */
  #instead(free: Slot | undefined, module: ModuleName): Slot | null {
    free?.worker.end(new Stopped());
    return free ? this.#another(module) : null;
  }
}

/** Shared by all demos of the page. */
export const pool = new Pool();

/** Questions about one task, each asked once; answers are kept after the worker has moved on to another task. */
export class Answers {
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(private readonly task: string, private readonly signal: AbortSignal) {}

  heap(number: number): Promise<Scene | null> {
    return this.#ask(`heap ${number}`, (outcome) => outcome.heap(number));
  }

  heapDiff(number: number, before: number): Promise<Scene | null> {
    return this.#ask(`heap ${number} after ${before}`, (outcome) => outcome.heapDiff(number, before));
  }

  stages(source: number, target: number): Promise<StageView[] | null> {
    return this.#ask(`stages ${source} ${target}`, (outcome) => outcome.stages(source, target));
  }

  component(number: number | null): Promise<Scene | null> {
    return this.#ask(`component ${number}`, (outcome) => outcome.component(number));
  }

  proof(property: number): Promise<ChartData | null> {
    return this.#ask(`proof ${property}`, (outcome) => outcome.proof(property));
  }

  statements(property: number): Promise<StatementView[] | null> {
    return this.#ask(`statements ${property}`, (outcome) => outcome.statements(property));
  }

  explanation(property: number, language: Language): Promise<Explanation | null> {
    return this.#ask(`explanation ${property} ${language}`, (outcome) => outcome.explanation(property, language));
  }

  scene(picture: Picture): Promise<Scene | null> {
    return this.#ask(`scene ${JSON.stringify(picture)}`, (outcome) => sceneOf(outcome, picture));
  }

  svg(picture: Picture): Promise<string | null> {
    return this.#ask(`svg ${JSON.stringify(picture)}`, (outcome) => outcome.picture(picture, "svg"));
  }

  /** Runs the task; what `prepare` asks comes from the same run. */
  run(prepare: (outcome: Outcome) => Promise<void>, onProgress: (progress: Progress) => void): Promise<void> {
    return pool.with(this.task, async (outcome) => {
      this.#outcome = outcome;
      try {
        await prepare(outcome);
      } finally {
        this.#outcome = null;
      }
    }, this.signal, onProgress);
  }

  /** While a run is being prepared, questions go to it directly. */
  #outcome: Outcome | null = null;

  #ask<T>(key: string, ask: (outcome: Outcome) => Promise<T>): Promise<T> {
    const known = this.#known.get(key) as Promise<T> | undefined;
    if (known) return known;
    const answer = this.#outcome ? ask(this.#outcome) : pool.with(this.task, ask, this.signal, () => {});
    this.#known.set(key, answer);
    // A stopped or crashed worker has not answered.
    answer.catch(() => this.#known.delete(key));
    return answer;
  }
}

/** Whether the engine crashed or could not be loaded. */
export const isCrash = (error: unknown): boolean => error instanceof Crashed || error instanceof NotLoaded;
