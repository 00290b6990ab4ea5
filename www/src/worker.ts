/** Runs the engine away from the page's own thread. After a failure it is thrown away. */
import { type Chart, type Session, examples, initSync, run, version } from "./engine/hrglass";
import type { Answer, ChartData, FromWorker, Question, ToWorker } from "./protocol";

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
    positions: chart.positions,
    kinds: chart.kinds,
    states: chart.states,
    components: chart.components,
    files: chart.files,
    places: chart.places,
    heaps: chart.heaps,
    vertices: chart.vertices,
    labels: chart.labels,
    ids: chart.ids,
    edges: chart.edges,
    edgeKinds: chart.edgeKinds,
    operations: chart.operations,
    routeStarts: chart.routeStarts,
    routePoints: chart.routePoints,
    procedures: chart.procedures,
    texts: chart.texts,
    size: chart.size,
    failing: chart.failing,
    hidden: chart.hidden,
  };
  chart.free();
  const buffers = Object.values(data).flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []));
  return [data, buffers as ArrayBuffer[]];
}

function answered(session: Session, question: Question): [Answer, Transferable[]] {
  switch (question.of) {
    case "heap":
      return [session.heap(question.number) ?? null, []];
    case "components":
      return [session.components() ?? null, []];
    case "component":
      return [session.component(question.number) ?? null, []];
    case "proof": {
      const chart = session.proof(question.number);
      return chart ? columns(chart) : [null, []];
    }
    case "heapDiff":
      return [session.heapDiff(question.number, question.before) ?? null, []];
    case "concretise":
      return [session.concretise(question.heap, question.nonterminal) ?? null, []];
    case "contracts":
      return [session.contracts() ?? null, []];
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
      session = run(message.task, (progress) => send({ kind: "progress", progress }));
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
  }
}

scope.addEventListener("message", (event) => {
  try {
    obey(event.data);
  } catch (error) {
    send({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
});
