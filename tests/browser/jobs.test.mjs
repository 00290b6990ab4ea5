// The five jobs of the guide, done as a newcomer would: by what can be read on the page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { forgetVerdict, screenshots, served, tab, verdict, visit } from "./playground.mjs";

const { site } = served();
const folder = screenshots();
const views = [
  { name: "wide-light-en", viewport: { width: 1440, height: 900 }, colorScheme: "light", locale: "en-GB" },
  { name: "phone-dark-de", viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "de-DE", isMobile: true, hasTouch: true },
];

/** Words of the page in both languages. */
const words = {
  en: {
    task: "Task", result: "Result", sorted: "A sorted list", assumed: /with any list, the empty one included/, safe: /^All properties are satisfied/, why: "Why?",
    stands: /At the loop in line 28 of SortedIntList\.java/, smaller: /leave fewer and fewer objects/, fails: "Fails here", middle: /Find the middle of a list, with a mistake/,
    reason: /fast is not the same as slow, but no path along next leads from slow to fast/, share: "Share", slides: "In a web page or slides", copy: "Copy", link: "Link",
    compare: "Compare", more: "More", all: "Compare strategies", agree: /All strategies agree/, other: "Compare with forest automata", at: /Loop in SLList/, reverse: "Reverse a list",
  },
  de: {
    task: "Aufgabe", result: "Ergebnis", sorted: "Eine sortierte Liste", assumed: /irgendeine Liste/, safe: /^Alle Eigenschaften sind erfüllt/, why: "Warum?",
    stands: /An der Schleife in Zeile 28 von SortedIntList\.java/, smaller: /immer weniger Objekte/, fails: "Hier verletzt", middle: /Die Mitte einer Liste finden, mit einem Fehler/,
    reason: /fast ist nicht dasselbe wie slow, aber kein Weg über next führt von slow zu fast/, share: "Teilen", slides: "In einer Webseite oder in Folien", copy: "Kopieren", link: "Link",
    compare: "Vergleich", more: "Mehr", all: "Strategien vergleichen", agree: /Alle Strategien sind sich einig/, other: "Mit Waldautomaten vergleichen", at: /Schleife in SLList/, reverse: "Eine Liste umkehren",
  },
};

for (const { name, ...options } of views) {
  const t = words[options.locale.slice(0, 2)];
  const isPhone = options.viewport.width < 700;

  /** A visit of somebody who has never been here. */
  const visited = async () => {
    const there = await visit(site, { first: true, ...options });
    const { page } = there;
    await verdict(page);
    const show = (pane) => (isPhone ? page.getByRole("tab", { name: t[pane], exact: true }).click() : Promise.resolve());
    const look = (job) => page.screenshot({ path: join(folder, `job-${job}-${name}.png`) });
    const example = async (title) => {
      await forgetVerdict(page);
      await page.click("#examples-button");
      await page.locator("#examples").getByText(title, { exact: true }).click();
      await verdict(page);
    };
    return { ...there, show, look, example };
  };

  test(`prove that a list method is safe (${name})`, { timeout: 90_000 }, async () => {
    const { page, errors, show, look, example, close } = await visited();
    await example(t.sorted);
    assert.match(await page.textContent("#verdict-headline"), t.safe);
    // The view in which the first visit opens would have nothing to show.
    await page.locator("#docks [data-tab=space][aria-selected=true]").waitFor({ state: "attached" });
    await show("task");
    assert.match((await page.locator("#assumption").textContent()).replaceAll("`", ""), t.assumed);
    await show("result");
    await page.getByRole("button", { name: t.why, exact: true }).first().click();
    await page.getByText(t.stands).first().waitFor();
    await page.getByText(t.smaller).first().waitFor();
    await look("prove");
    assert.deepEqual(errors, []);
    await close();
  });

  test(`find out why it fails (${name})`, { timeout: 90_000 }, async () => {
    const { page, errors, show, look, close } = await visited();
    // The first visit opens where a program fails.
    assert.match(await page.textContent("#task-title"), t.middle);
    await show("result");
    await page.getByText(t.fails).first().waitFor();
    assert.match((await page.locator("#panel-run").textContent()).replaceAll("`", ""), t.reason);
    await page.locator("#heap-picture svg, #panel-run svg").first().waitFor();
    await look("find");
    assert.deepEqual(errors, []);
    await close();
  });

  test(`show it in a lecture (${name})`, { timeout: 90_000 }, async () => {
    const { page, errors, look, close } = await visited();
    await page.getByRole("button", { name: t.share, exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: t.share });
    await dialog.getByText(t.slides).waitFor();
    const element = await dialog.getByRole("textbox", { name: t.slides }).inputValue();
    assert.match(element, /^<iframe src="[^"]+embed\.html#v1\.[^"]*tab=run/);
    await look("lecture");
    await close();
    assert.deepEqual(errors, []);
  });

  test(`compare two analyses (${name})`, { timeout: 180_000 }, async () => {
    const { page, errors, show, look, example, close } = await visited();
    await example(t.reverse);
    await show("result");
    await page.getByRole("button", { name: t.more, exact: true }).first().click();
    await page.getByText(t.compare, { exact: true }).last().click();
    await page.getByRole("button", { name: t.all, exact: true }).click();
    await page.locator("#panel-compare").getByText(t.agree).waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: t.other, exact: true }).click();
    await page.getByText(t.at).first().waitFor({ timeout: 60_000 });
    await look("compare");
    assert.deepEqual(errors, []);
    await close();
  });

  test(`send a task to a colleague (${name})`, { timeout: 90_000 }, async () => {
    const { page, context, errors, look, example, close } = await visited();
    await example(t.sorted);
    await page.getByRole("button", { name: t.share, exact: true }).first().click();
    const address = await page.getByRole("dialog", { name: t.share }).getByRole("textbox", { name: t.link, exact: true }).inputValue();
    const { page: theirs, errors: wrong } = await tab(context, address);
    await verdict(theirs);
    assert.equal(await theirs.textContent("#task-title"), t.sorted);
    assert.match(await theirs.textContent("#verdict-headline"), t.safe);
    await look("send");
    assert.deepEqual([...errors, ...wrong], []);
    await close();
  });
}
