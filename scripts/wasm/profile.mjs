// Which functions of the engine are called for what: the run of a first visit, what the page asks then, each analysis and language, and
// what is asked without a run.
import { answersOf, asOnSlowMachines, exchangedOf, firstAnswersOf, inGerman, namesOf, started } from "../questions.mjs";
import { calls } from "./instrument.mjs";

/** The analysis and the language of a task. */
function kindOf(task) {
  const { analysis = "heap", program: { language = "java" } } = JSON.parse(task);
  return { analysis, language };
}

/** All tasks are run and shown, but not all that can be asked of each is. */
const every = { answers: 3, exchanged: 4 };

/** The work of a task in Java with other analyses, of which there are few examples: large blocks, and what *Compare* runs. Some would take long. */
function otherTasks(glue, task) {
  const { analysis, properties, initial, grammars, options, ...others } = JSON.parse(task);
  const other = JSON.parse(glue.otherTask(task)?.task ?? "null");
  return [{ ...others, analysis: "blocks" }, other].flatMap((one) => (one ? [JSON.stringify({ ...one, options: { ...one.options, maxStates: 200 } })] : []));
}

/** A task as several texts: a page writes it with other spaces, and its members in another order. */
function textsOf(task) {
  const document = JSON.parse(task);
  const turned = Object.fromEntries(Object.entries(document).reverse());
  return [task, JSON.stringify(document), JSON.stringify(turned, null, 2)];
}

/**
 * The kinds of work that call each function, by its place in the module: a set of names, or none. `first` is the run of a first visit,
 * `views` and `names` what the page asks after it about the outcome and about the task; others are `ANALYSIS LANGUAGE`, or `exchange`.
 * `start(withExamples)` starts an instrumented engine, with the library or only its grammars.
 */
export async function profile(start, firstTask, examples) {
  const callers = [];
  for (const withExamples of [false, true]) {
    const { glue, exports } = await start(withExamples);
    const called = calls(exports);
    const note = (kind) => {
      for (const index of called()) (callers[index] ??= new Set()).add(kind);
    };
    profileFirst(glue, firstTask, note);
    if (withExamples) profileOthers(glue, examples, note);
  }
  return callers;
}

/** The first visit, under several conditions: sessions that are kept move what comes after them to other places in memory. */
function profileFirst(glue, firstTask, note) {
  glue.version();
  const sessions = textsOf(firstTask).flatMap((text) => [started(glue, text), asOnSlowMachines(() => started(glue, text))]);
  sessions.push(inGerman(glue, () => started(glue, firstTask)));
  sessions.forEach((session) => session.report());
  sessions.pop().free();
  note("first");
  sessions.forEach(firstAnswersOf);
  inGerman(glue, () => firstAnswersOf(sessions[0]));
  sessions.forEach((session) => session.free());
  note("views");
  namesOf(glue, firstTask);
  inGerman(glue, () => namesOf(glue, firstTask));
  note("names");
}

function profileOthers(glue, examples, note) {
  const seen = new Map();
  const run = (task) => {
    const { analysis, language } = kindOf(task);
    const kind = `${analysis} ${language}`;
    const count = seen.get(kind) ?? 0;
    seen.set(kind, count + 1);
    const session = count ? started(glue, task) : asOnSlowMachines(() => started(glue, task));
    (count % every.answers === 0 ? answersOf : firstAnswersOf)(session);
    session.free();
    note(kind);
  };
  examples.forEach(([, task], i) => {
    run(task);
    if (i % every.exchanged) return;
    exchangedOf(glue, task);
    const others = kindOf(task).language === "java" ? otherTasks(glue, task) : [];
    note("exchange");
    others.forEach(run);
  });
}
