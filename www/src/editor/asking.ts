/** Pictures of a text that is being edited: requested when it rests, and only the latest answer is shown. */

/** Milliseconds without a change after which the engine is asked. */
const patience = 120;

export class Asking<A> {
  #asked = 0;
  #timer = 0;

  constructor(private readonly show: (answer: A) => void) {}

  /** Asks at once if `now` says so, and drops what was asked before. */
  ask(question: () => Promise<A | null>, now: boolean): void {
    const asked = ++this.#asked;
    clearTimeout(this.#timer);
    const send = async (): Promise<void> => {
      const answer = await question();
      if (answer && asked === this.#asked) this.show(answer);
    };
    if (now) void send();
    else this.#timer = window.setTimeout(() => void send(), patience);
  }
}
