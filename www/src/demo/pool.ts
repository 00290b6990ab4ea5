/** The engines of all demos on a page: at most two workers, which the demos share. */
import { type Answering, Crashed, EngineWorker, NotLoaded, type Outcome, Stopped } from "../client";
import type { AnswerTo, DecodedLink, EncodedLink, Progress, Question } from "../engine/engine";
import type { Language } from "../frame/settings";

const mostWorkers = 2;

interface Slot {
  readonly worker: EngineWorker;
  /** The task whose outcome it holds. */
  held: { task: string; outcome: Outcome } | null;
  busy: boolean;
}

interface Waiting {
  /** Whether it is about links, which may name examples. */
  ofLinks: boolean;
  language: Language;
  task: string | null;
  start: (slot: Slot) => void;
  fail: (error: unknown) => void;
}

class Pool {
  #slots: Slot[] = [];
  #waiting: Waiting[] = [];

  encode(task: string, view: Record<string, string>, language: Language): Promise<EncodedLink | null> {
    return this.#use(true, language, null, ({ worker }) => worker.call("encodeLink", task, view));
  }

  decode(fragment: string, language: Language): Promise<DecodedLink | null> {
    return this.#use(true, language, null, ({ worker }) => worker.call("decodeLink", fragment));
  }

  /**
   * Answers questions about the outcome of a task. Runs the task first, unless a worker still holds its outcome: the same task has
   * the same outcome. The outcome can be used only until `ask` returns. `signal` stops the run.
   */
  async with<T>(task: string, language: Language, ask: (outcome: Outcome) => Promise<T>, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<T> {
    return this.#use(false, language, task, async (slot) => {
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

  async #use<T>(ofLinks: boolean, language: Language, task: string | null, work: (slot: Slot) => Promise<T>): Promise<T> {
    const slot = await new Promise<Slot>((start, fail) => {
      this.#waiting.push({ ofLinks, language, task, start, fail });
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
    const fitting = free.filter(({ worker }) => worker.language === first.language && (worker.withExamples || !first.ofLinks));
    try {
      const held = fitting.find(({ held }) => held?.task === first.task) ?? fitting.find(({ held }) => !held);
      const slot = held ?? this.#another(first) ?? fitting[0] ?? this.#instead(free[0], first);
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

  #another({ ofLinks, language }: Waiting): Slot | null {
    this.#slots = this.#slots.filter(({ busy, worker }) => busy || !worker.ended);
    if (this.#slots.length >= mostWorkers) return null;
    const slot: Slot = { worker: new EngineWorker(ofLinks, () => {}, language), held: null, busy: false };
    this.#slots.push(slot);
    return slot;
  }

  /** A worker that fits in the place of one that does not. */
  #instead(free: Slot | undefined, wanted: Waiting): Slot | null {
    free?.worker.end(new Stopped());
    return free ? this.#another(wanted) : null;
  }
}

/** Shared by all demos of the page. */
export const pool = new Pool();

/** Questions about one task, each asked once; answers are kept after the worker has moved on to another task. */
export class Answers implements Answering {
  readonly #known = new Map<string, Promise<unknown>>();

  constructor(private readonly task: string, private readonly signal: AbortSignal, private readonly language: Language) {}

  /** Runs the task; what `prepare` asks comes from the same run. */
  run(prepare: (outcome: Outcome) => Promise<void>, onProgress: (progress: Progress) => void): Promise<void> {
    return pool.with(this.task, this.language, async (outcome) => {
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

  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q> | null> {
    const key = JSON.stringify(question);
    const known = this.#known.get(key) as Promise<AnswerTo<Q> | null> | undefined;
    if (known) return known;
    const ask = (outcome: Outcome): Promise<AnswerTo<Q> | null> => outcome.ask(question);
    const answer = this.#outcome ? ask(this.#outcome) : pool.with(this.task, this.language, ask, this.signal, () => {});
    this.#known.set(key, answer);
    // A stopped or crashed worker has not answered.
    answer.catch(() => this.#known.delete(key));
    return answer;
  }
}

/** Whether the engine crashed or could not be loaded. */
export const isCrash = (error: unknown): boolean => error instanceof Crashed || error instanceof NotLoaded;
