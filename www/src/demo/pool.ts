/** The engines of all demos on a page: at most two workers, which the demos share. */
import { compile, Crashed, EngineWorker, type Outcome, type Ready, Stopped } from "../client";
import type { Picture, Progress, Scene } from "../engine/hrglass";
import type { DecodedLink, EncodedLink } from "../links";
import type { ChartData } from "../protocol";

const mostWorkers = 2;

interface Slot {
  readonly worker: EngineWorker;
  /** The task whose outcome it holds. */
  held: { task: string; outcome: Outcome } | null;
  busy: boolean;
}

interface Waiting {
  task: string | null;
  start: (slot: Slot) => void;
  fail: (error: unknown) => void;
}

class Pool {
  #module: Promise<WebAssembly.Module> | null = null;
  #slots: Slot[] = [];
  #waiting: Waiting[] = [];

  /** The library of examples. */
  async ready(): Promise<Ready> {
    return this.#use(null, (slot) => slot.worker.ready);
  }

  async encode(task: string, view: Record<string, string>): Promise<EncodedLink | null> {
    return (await this.#use(null, ({ worker }) => worker.exchange({ of: "encode", task, view }))) as EncodedLink | null;
  }

  async decode(fragment: string): Promise<DecodedLink | null> {
    return (await this.#use(null, ({ worker }) => worker.exchange({ of: "decode", fragment }))) as DecodedLink | null;
  }

  /**
   * Answers questions about the outcome of a task. Runs the task first, unless a worker still holds its outcome: the same task has
   * the same outcome. The outcome can be used only until `ask` returns. `signal` stops the run.
   */
  async with<T>(task: string, ask: (outcome: Outcome) => Promise<T>, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<T> {
    return this.#use(task, async (slot) => {
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

  async #use<T>(task: string | null, work: (slot: Slot) => Promise<T>): Promise<T> {
    const slot = await new Promise<Slot>((start, fail) => {
      this.#waiting.push({ task, start, fail });
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
    try {
      const slot = free.find(({ held }) => held?.task === first.task) ?? free.find(({ held }) => !held) ?? this.#another() ?? free[0];
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

  #another(): Slot | null {
    this.#slots = this.#slots.filter(({ busy, worker }) => busy || !worker.ended);
    if (this.#slots.length >= mostWorkers) return null;
    if (!this.#module) {
      this.#module = compile();
      // The next demo will try again.
      this.#module.catch(() => (this.#module = null));
    }
    const slot: Slot = { worker: new EngineWorker(this.#module), held: null, busy: false };
    this.#slots.push(slot);
    return slot;
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

  component(number: number | null): Promise<Scene | null> {
    return this.#ask(`component ${number}`, (outcome) => outcome.component(number));
  }

  proof(property: number): Promise<ChartData | null> {
    return this.#ask(`proof ${property}`, (outcome) => outcome.proof(property));
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

/** Whether the engine crashed. */
export const isCrash = (error: unknown): boolean => error instanceof Crashed;
