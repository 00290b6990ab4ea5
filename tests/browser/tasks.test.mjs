// Tasks come and go: back and forward, links beside drafts, results of the task before, runs that take long.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endless, openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site } = served();

const titled = (page, title) => page.waitForFunction((wanted) => document.querySelector("#task-title").textContent === wanted, title);
const isStale = (page) => page.evaluate(() => document.querySelector("#workbench").hasAttribute("data-stale"));

test("back and forward go through examples, as they were left", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "lists/find-middle-faulty");
  await state(page, "violated");
  await page.click("#editor-tabs [data-tab=properties]");
  await page.locator("#properties-list .formula").first().fill("F {terminated}");
  await openExample(page, "trees/lindstrom");
  await verdict(page);
  await page.goBack();
  await titled(page, "Find the middle of a list, with a mistake");
  assert.equal(await page.locator("#properties-list .formula").first().inputValue(), "F {terminated}");
  await page.goBack();
  await titled(page, "Reverse a list");
  await page.goForward();
  await titled(page, "Find the middle of a list, with a mistake");
  assert.equal(await page.locator("#properties-list .formula").first().inputValue(), "F {terminated}");
  assert.deepEqual(errors, []);
  await close();
});

test("a link of a friend opens beside the own draft, which is one click away", async () => {
  const friend = await visit(site);
  await verdict(friend.page);
  await openExample(friend.page, "lists/find-middle-faulty");
  await verdict(friend.page);
  await friend.page.click("#editor-tabs [data-tab=properties]");
  await friend.page.locator("#properties-list .formula").first().fill("G {L(RefSLList)}");
  await friend.page.keyboard.press("Control+s");
  const link = await friend.page.locator("dialog.share input").first().inputValue();
  await friend.close();

  const { page, context, errors, close } = await visit(site);
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  await page.locator("#properties-list .formula").first().fill("F {terminated}");
  await page.waitForTimeout(500);
  await page.close();
  const other = await context.newPage();
  await other.goto(link);
  await titled(other, "Find the middle of a list, with a mistake");
  await verdict(other);
  await other.click("#history-button");
  const drafts = await other.locator("#history section").last().locator(".title").allTextContents();
  assert.deepEqual(drafts, ["Find the middle of a list, with a mistake", "Reverse a list"]);
  await other.keyboard.press("Escape");
  await other.getByRole("button", { name: "Back to “Reverse a list”" }).click();
  await titled(other, "Reverse a list");
  await other.click("#editor-tabs [data-tab=properties]");
  assert.equal(await other.locator("#properties-list .formula").first().inputValue(), "F {terminated}");
  await other.goBack();
  await titled(other, "Find the middle of a list, with a mistake");
  assert.deepEqual(errors, []);
  await close();
});

test("results of the task before are dimmed until there are new ones, and a reload does not repeat a long run", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  assert.equal(await isStale(page), false);
  await page.evaluate(() => {
    window.wasStale = false;
    new MutationObserver(() => (window.wasStale ||= document.querySelector("#workbench").hasAttribute("data-stale"))).observe(document.querySelector("#workbench"), { attributes: true });
  });
  await openTask(page, endless);
  assert.ok(await page.evaluate(() => window.wasStale));
  await state(page, "running");
  await page.waitForFunction(() => !document.querySelector("#workbench").hasAttribute("data-stale"));
  assert.equal(await page.locator("#verdict-list li").count(), 0, "the verdicts before are those of another task");
  await page.waitForFunction(() => sessionStorage.getItem("hrglass.slow") !== null);
  await page.waitForTimeout(400);
  await page.reload();
  await state(page, "idle");
  assert.match(await page.textContent("#verdict"), /Not run again.*more than three seconds/);
  await page.click("#run");
  await state(page, "running");
  await page.keyboard.press("Escape");
  await state(page, "stopped");
  await openExample(page, "lists/reverse");
  await verdict(page);
  await page.reload();
  await verdict(page);
  assert.deepEqual(errors, []);
  await close();
});

test("strategies that disagree are the headline, and each property counts once", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await openExample(page, "hierarchy/traverse-with-swap");
  await verdict(page);
  await page.selectOption("#strategy", "all");
  await page.waitForFunction(() => /^Strategies disagree about F1, \d+ satisfied/.test(document.querySelector("#verdict-headline").textContent));
  assert.deepEqual(errors, []);
  await close();
});
