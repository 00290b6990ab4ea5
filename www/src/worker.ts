/** Runs the engine outside the page's thread. After a crash the worker is discarded. */
import * as engine from "./engine/engine";
import type { Answer, Batch, Question, Session } from "./engine/engine";
import { called } from "./links";
import { provide } from "./modules";
import type { FromWorker, ToWorker } from "./protocol";

/** The part of the worker's global object used here; the page's types only know windows. */
const scope = self as unknown as {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
};
/** A part of the engine could not be fetched. */
class NotFetched extends Error {}

let session: Session | undefined;
let memory: WebAssembly.Memory | undefined;
/** Whether labelling should stop. */
let halted = false;

/** Milliseconds for which labelling may delay other questions, and a number of states that takes far less. */
const slice = 40;
const few = 50;

/** What the engine has taken, which it never gives back. */
const megabytes = (): number => Math.ceil((memory?.buffer.byteLength ?? 0) / 1e6);

function send(message: FromWorker, transfer: Transferable[] = []): void {
  scope.postMessage(message, transfer);
}

/** The buffers of the columns of an answer, which the page gets without a copy. */
function buffersOf(answer: unknown): Transferable[] {
  const columns: unknown[] = typeof answer === "object" && answer !== null ? Object.values(answer) : [];
  return columns.flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : []));
}

function sendBatch(batch: Batch): void {
  send({ kind: "batch", batch }, buffersOf(batch));
}

/** Labels the states in slices, answering other questions in between, until that is halted. */
async function label(mine: Session): Promise<void> {
  halted = false;
  for (let [known, before] = [0, -1]; known > before && !halted; ) {
    const start = performance.now();
    while (known > before && performance.now() - start < slice) [known, before] = [mine.label(few), known];
    if (known > before) {
      send({ kind: "labelled", states: known });
      await new Promise((resolve) => setTimeout(resolve));
      if (mine !== session) return;
    }
  }
}

async function answered(question: Question): Promise<Answer["answer"] | null> {
  const mine = session;
  if (mine && question.of === "labels") await label(mine);
  // It may have been freed meanwhile.
  return mine && mine === session ? mine.ask(question) : null;
}

/** Fetches a file for which the engine waits in the middle of its work: only a synchronous request can. */
function fetchNow(url: string, responseType: "arraybuffer" | "text"): unknown {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = responseType;
  try {
    request.send();
  } catch (error) {
    throw new NotFetched(String(error));
  }
  if (request.status !== 200) throw new NotFetched(`${request.status} ${request.statusText}`);
  return request.response;
}

async function obey(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "load": {
      const { first, parts } = message;
      engine.provideParts((number) => {
        const part = parts[number]!;
        return typeof part === "string" ? new WebAssembly.Module(fetchNow(part, "arraybuffer") as ArrayBuffer) : part;
      });
      ({ memory } = engine.initSync({ module: first }));
      engine.speak(message.language, message.translations);
      provide(engine, message.library, () => fetchNow(message.java, "text") as string);
      send({ kind: "ready", version: engine.version() });
      break;
    }
    case "run": {
      const start = performance.now();
      // A worker may run several tasks in turn; it reuses the memory of the last one.
      session?.free();
      session = undefined;
      const onBatch = message.batches ? sendBatch : undefined;
      session = engine.run(message.task, (progress) => send({ kind: "progress", progress: { ...progress, megabytes: megabytes() } }), onBatch);
      const report = session.report();
      send({ kind: "done", report, milliseconds: performance.now() - start, megabytes: megabytes() });
      break;
    }
    case "ask": {
      const answer = await answered(message.question);
      send({ kind: "answer", request: message.request, answer }, buffersOf(answer));
      break;
    }
    case "halt":
      halted = true;
      break;
    case "call":
      send({ kind: "answer", request: message.request, answer: called(message.call) });
      break;
  }
}

scope.addEventListener("message", (event) => {
  obey(event.data).catch((error: unknown) => {
    send({ kind: "failed", isMissing: error instanceof NotFetched, message: error instanceof Error ? error.message : String(error) });
  });
});
