/** One run of a demo's task, with everything its panes need. */
import type { Progress } from "../engine/engine";
import { examples } from "../modules";
import { SpaceChart } from "../space/chart";
import { isExplained, momentsOfAll } from "../view/exploration";
import { type Pane, placesAt, placesOn, type World } from "./pane";
import { Answers, pool } from "./pool";
import { type Excuses, NoTask, taskOf } from "./task";
import type { DemoTexts } from "./text";
import { judgementNamed, walkOf } from "./walk";

/** The document that the attribute `task` names. */
export function namedTask(name: string, t: DemoTexts, signal: AbortSignal): Promise<string> {
  const excuse: Excuses = t;
  const fetched = async (url: URL): Promise<string> => {
    try {
      const response = await fetch(url, { signal, credentials: "same-origin", redirect: "error" });
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      return await response.text();
    } catch (error) {
      throw new NoTask(t.noFile(url.href, error instanceof Error ? error.message : String(error)));
    }
  };
  return taskOf(name, { examples, decode: (fragment) => pool.decode(fragment, t.language), fetch: fetched, base: document.baseURI }, excuse);
}

/** Runs a task and requests what the panes need. */
export async function resultOf(
  task: string, judgement: string, panes: readonly Pane[], { language }: DemoTexts, signal: AbortSignal, onProgress: (progress: Progress) => void,
): Promise<World> {
  const answers = new Answers(task, signal, language);
  let world: World | null = null;
  await answers.run(async (outcome) => {
    const { report } = outcome;
    const data = await outcome.ask({ of: "chart" });
    const chart = data ? new SpaceChart(data, language) : null;
    const number = judgementNamed(report, judgement);
    const walk = walkOf(report, number, chart);
    const explains = isExplained(report) && panes.some(({ name }) => name === "explain");
    const moments = chart && explains ? await momentsOfAll(chart, (source, target) => answers.ask({ of: "stages", source, target })) : null;
    world = { report, chart, answers, judgement: number, walk, moments, places: chart && moments ? placesAt(chart, moments) : placesOn(walk) };
    for (const pane of panes) await pane.prepare?.(world);
  }, onProgress);
  if (!world) throw new Error("the run has no result");
  return world;
}
