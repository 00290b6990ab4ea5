/** Runs the engine outside the page's thread. After a crash the worker is discarded. */
import * as exchanging from "./engine/exchange";
// The glue of the other analyses is the same, as the build ensures.
import * as analysing from "./engine/graph-grammars";
import type { Batch, Chart, Session } from "./engine/graph-grammars";
import { exchange } from "./links";
import { provide } from "./modules";
import type { Answer, BatchData, ChartData, FromWorker, LabelData, Question, ToWorker } from "./protocol";

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

/** Copies the columns out of the engine's memory, each once, and frees its object. */
function columns(chart: Chart): [ChartData, Transferable[]] {
  const data: ChartData = {
    kinds: chart.kinds,
    states: chart.states,
    components: chart.components,
    files: chart.files,
    places: chart.places,
    contents: chart.contents,
    sizes: chart.sizes,
    labels: chart.labels,
    variables: chart.variables,
    ids: chart.ids,
    edges: chart.edges,
    edgeKinds: chart.edgeKinds,
    operations: chart.operations,
    nodeOf: chart.nodeOf,
    groups: chart.groups,
    linkOf: chart.linkOf,
    positions: chart.positions,
    nodeKinds: chart.nodeKinds,
    memberStarts: chart.memberStarts,
    members: chart.members,
    unlisted: chart.unlisted,
    links: chart.links,
    linkKinds: chart.linkKinds,
    routeStarts: chart.routeStarts,
    routePoints: chart.routePoints,
    procedures: chart.procedures,
    texts: chart.texts,
    size: chart.size,
    failing: chart.failing,
    path: chart.path,
    hidden: chart.hidden,
    groupCount: chart.groupCount,
    rules: chart.rules,
    edgeSteps: chart.edgeSteps,
    lastRules: chart.lastRules,
    measures: chart.measures,
    decreasing: chart.decreasing,
    born: chart.born,
    settled: chart.settled,
    steps: chart.steps,
  };
  chart.free();
  return [data, buffersOf(data)];
}

function buffersOf(data: object): Transferable[] {
  const buffers = Object.values(data).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []));
  return buffers as ArrayBuffer[];
}

function sendBatch(batch: Batch): void {
  const { positions, kinds, components, lines, edges } = batch;
  batch.free();
  const data: BatchData = { positions, kinds, components, lines, edges };
  send({ kind: "batch", batch: data }, buffersOf(data));
}

/** Labels the states in slices, answering other questions in between. */
async function label(mine: Session): Promise<[LabelData | null, Transferable[]]> {
  halted = false;
  for (let [known, before] = [0, -1]; known > before && !halted; ) {
    const start = performance.now();
    while (known > before && performance.now() - start < slice) [known, before] = [mine.label(few), known];
    if (known > before) {
      send({ kind: "labelled", states: known });
      await new Promise((resolve) => setTimeout(resolve));
      if (mine !== session) return [null, []];
    }
  }
  const found = mine.labels();
  if (!found) return [null, []];
  const { labels, texts, open } = found;
  found.free();
  return [{ labels, texts, open }, [labels.buffer]];
}

function answered(session: Session, question: Exclude<Question, { of: "labels" }>): [Answer, Transferable[]] {
  switch (question.of) {
    case "heap":
      return [session.heap(question.number) ?? null, []];
    case "components":
      return [session.components() ?? null, []];
    case "component":
      return [session.component(question.number, question.open) ?? null, []];
    case "proof": {
      const chart = session.proof(question.number);
      return chart ? columns(chart) : [null, []];
    }
    case "chart": {
      const chart = session.chart(question.options);
      return chart ? columns(chart) : [null, []];
    }
    case "formula":
      return [session.formula(question.number) ?? null, []];
    case "explanation":
      return [session.explanation(question.property, question.language) ?? null, []];
    case "statements":
      return [session.statements(question.property) ?? null, []];
    case "heapDiff":
      return [session.heapDiff(question.number, question.before) ?? null, []];
    case "concretise":
      return [session.concretise(question.heap, question.nonterminal) ?? null, []];
    case "contracts":
      return [session.contracts() ?? null, []];
    case "boxes":
      return [session.boxes() ?? null, []];
    case "learned":
      return [session.learned() ?? null, []];
    case "loopHeads":
      return [session.loopHeads() ?? null, []];
    case "samples": {
      const samples = session.samples(question.content);
      return [samples ? [...samples] : null, []];
    }
    case "stages":
      return [session.stages(question.source, question.target) ?? null, []];
    case "frames":
      return [session.frames(question.property) ?? null, []];
    case "evidenceFile":
      return [session.evidenceFile(question.property, question.kind) ?? null, []];
    case "picture":
      return [session.picture(question.picture, question.format) ?? null, []];
  }
}

/** Fetches the rest of a module for the engine, which waits for it in the middle of its work: only a synchronous request can. */
function fetchRest(url: string): WebAssembly.Module {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch (error) {
    throw new NotFetched(String(error));
  }
  if (request.status !== 200) throw new NotFetched(`${request.status} ${request.statusText}`);
  return new WebAssembly.Module(request.response as ArrayBuffer);
}

async function obey(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "load": {
      const glue = message.name === "exchange" ? exchanging : analysing;
      const { rest } = message;
      if (rest) glue.provideRest(() => (typeof rest === "string" ? fetchRest(rest) : rest));
      ({ memory } = glue.initSync({ module: message.module }));
      provide(glue, message.library);
      send({ kind: "ready", version: glue.version() });
      break;
    }
    case "run": {
      const start = performance.now();
      // A worker may run several tasks in turn; it reuses the memory of the last one.
      session?.free();
      session = undefined;
      const onBatch = message.batches ? sendBatch : undefined;
      session = analysing.run(message.task, (progress) => send({ kind: "progress", progress: { ...progress, megabytes: megabytes() } }), onBatch);
      const report = session.report();
      send({ kind: "done", report, milliseconds: performance.now() - start, megabytes: megabytes() });
      break;
    }
    case "ask": {
      const { request, question } = message;
      const [answer, buffers] = !session ? [null, []] : question.of === "labels" ? await label(session) : answered(session, question);
      send({ kind: "answer", request, answer }, buffers);
      break;
    }
    case "halt":
      halted = true;
      break;
    case "exchange":
      send({ kind: "answer", request: message.request, answer: exchange(message.question) });
      break;
  }
}

scope.addEventListener("message", (event) => {
  obey(event.data).catch((error: unknown) => {
    send({ kind: "failed", isMissing: error instanceof NotFetched, message: error instanceof Error ? error.message : String(error) });
  });
});
