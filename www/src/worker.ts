/** Runs the engine away from the page's own thread. After a failure it is thrown away. */
import { type Batch, type Chart, type Session, examples, initSync, run, version } from "./engine/hrglass";
import { exchange } from "./links";
import type { Answer, BatchData, ChartData, FromWorker, Question, ToWorker } from "./protocol";

/** What a worker has of its global object; the page's types know windows only. */
const scope = self as unknown as {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
};
let session: Session | undefined;

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
    heaps: chart.heaps,
    vertices: chart.vertices,
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
    unlabelled: chart.unlabelled,
    groupCount: chart.groupCount,
    rules: chart.rules,
    edgeSteps: chart.edgeSteps,
    lastRules: chart.lastRules,
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

function answered(session: Session, question: Question): [Answer, Transferable[]] {
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
    case "heapDiff":
      return [session.heapDiff(question.number, question.before) ?? null, []];
    case "concretise":
      return [session.concretise(question.heap, question.nonterminal) ?? null, []];
    case "contracts":
      return [session.contracts() ?? null, []];
    case "evidenceFile":
      return [session.evidenceFile(question.property, question.kind) ?? null, []];
    case "picture":
      return [session.picture(question.picture, question.format) ?? null, []];
  }
}

function obey(message: ToWorker): void {
  switch (message.kind) {
    case "load":
      initSync({ module: message.module });
      send({ kind: "ready", version: version(), examples: examples() });
      break;
    case "run": {
      const start = performance.now();
      // A worker may run one task after the other; the memory of the last one is used again.
      session?.free();
      session = undefined;
      const onBatch = message.batches ? sendBatch : undefined;
      session = run(message.task, (progress) => send({ kind: "progress", progress }), onBatch);
      const report = session.report();
      send({ kind: "done", report, milliseconds: performance.now() - start });
      const chart = session.chart();
      const [data, buffers] = chart ? columns(chart) : [null, []];
      send({ kind: "chart", chart: data }, buffers);
      break;
    }
    case "ask": {
      const [answer, buffers] = session ? answered(session, message.question) : [null, []];
      send({ kind: "answer", request: message.request, answer }, buffers);
      break;
    }
    case "exchange":
      send({ kind: "answer", request: message.request, answer: exchange(message.question) });
      break;
  }
}

scope.addEventListener("message", (event) => {
  try {
    obey(event.data);
  } catch (error) {
    send({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
});
