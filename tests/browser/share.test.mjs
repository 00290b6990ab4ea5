// How tasks come to the page and leave it: links, hostile ones too, files and folders.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { openExample, openTask, served, state, verdict, visit } from "./playground.mjs";

const { site, folder } = served();

const text = (page, selector) => page.textContent(selector);
const selectedState = (page) => text(page, "#state-title");
const openView = (page) => text(page, "#view-tabs [aria-selected=true]");
const linkOf = (task) => `#v1.${deflateRawSync(typeof task === "string" ? task : JSON.stringify(task)).toString("base64url")}`;
const notice = async (page, wanted) => {
  await page.locator("#notices .notice", { hasText: wanted }).waitFor();
  return page.textContent("#notices");
};

/** Shares what is shown; the link. */
async function share(page) {
  await page.keyboard.press("Control+s");
  const link = await page.locator("dialog.share input").first().inputValue();
  return link;
}

// The concrete run of the second one is not that of the analysis.
for (const example of ["lists/find-middle-faulty", "inheritance/mixed-list"]) {
  test(`a link opens the same step of the same run in a fresh profile: ${example}`, async () => {
    const one = await visit(site);
    await verdict(one.page);
    await openExample(one.page, example);
    await state(one.page, "violated");
    await one.page.locator("#verdict-list button.judgement").first().click();
    await one.page.locator("#trace-4").click();
    await one.page.locator('#trace-4[aria-current="step"]').waitFor();
    const shown = await selectedState(one.page);
    const link = await share(one.page);
    await one.page.screenshot({ path: join(folder, "share.png") });
    assert.ok(link.length < 500, link);
    assert.equal(await one.page.evaluate(() => location.href), link);

    const two = await visit({ ...site, url: link });
    await state(two.page, "violated");
    await two.page.locator('#trace-4[aria-current="step"]').waitFor();
    assert.equal(await selectedState(two.page), shown);
    assert.equal(await openView(two.page), await openView(one.page));
    assert.deepEqual([one.errors, two.errors, two.foreign], [[], [], []]);
    await one.close();
    await two.close();
  });
}

test("an edited task travels in its link; once it is edited again the address is not its own any more", async () => {
  const one = await visit(site);
  await verdict(one.page);
  await one.page.click("#editor-tabs [data-tab=properties]");
  await one.page.locator("#properties-list .formula").first().fill("F {terminated}");
  await one.page.keyboard.press("Control+Enter");
  await verdict(one.page);
  const link = await share(one.page);
  await one.close();

  const { page, errors, close } = await visit({ ...site, url: link });
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  const formula = page.locator("#properties-list .formula").first();
  assert.equal(await formula.inputValue(), "F {terminated}");
  await formula.fill("G F {terminated}");
  await page.waitForFunction(() => location.hash === "");
  await page.waitForFunction(() => localStorage["hrglass.draft"]?.includes("G F {terminated}") || Object.values(localStorage).some((value) => value.includes("G F {terminated}")));
  await page.reload();
  await verdict(page);
  await page.click("#editor-tabs [data-tab=properties]");
  assert.equal(await formula.inputValue(), "G F {terminated}");
  assert.deepEqual(errors, []);
  await close();
});

test("another link in the address is obeyed, and the draft that it replaces comes back", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  await page.evaluate(() => (location.hash = "#v1.e.lists/append&tab=statistics"));
  await page.waitForFunction(() => /append|Append/i.test(document.querySelector("#task-title").textContent));
  await verdict(page);
  assert.ok(await page.isVisible("#panel-statistics"));
  await page.evaluate(() => (location.hash = "#v1.e.lists/append&state=0123456789abcdef&property=F77"));
  await notice(page, "state that the link points to");
  await notice(page, "property that the link points to");
  assert.deepEqual(errors, []);
  await close();
});

test("invalid and oversized links are reported, and nothing is lost", async () => {
  const huge = "x".repeat(9_000_000);
  const hostile = {
    damaged: ["#v1.AAAA", /damaged|unpacked/],
    bomb: [linkOf({ schema: "hrglass.task/1", title: huge }), /must not exceed|more than/i],
    long: [`#v1.${"A".repeat(40_000)}`, /long|characters/],
    schema: [linkOf({ schema: "other/1" }), /schema/],
    version: ["#v9.AAAA", /version|newer/],
    example: ["#v1.e.lists/nothing-like-this", /example/],
    list: [linkOf([1, 2]), /task|object/],
    json: [linkOf("{"), /JSON|damaged|task/],
  };
  for (const [name, [fragment, message]] of Object.entries(hostile)) {
    const { page, errors, close } = await visit({ ...site, url: site.url + fragment });
    assert.match(await notice(page, "cannot be opened"), message, name);
    await verdict(page);
    assert.match(await text(page, "#task-title"), /\w/, name);
    assert.deepEqual(errors, [], name);
    await close();
  }
});

test("scripts in every text of a task stay text, in every view", async () => {
  const evil = `"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
  const task = {
    schema: "hrglass.task/1",
    title: evil, description: evil, look: evil, tags: [evil], figure: evil,
    de: { title: evil, description: evil, look: evil },
    program: {
      entry: "A.a",
      files: [{ name: `${evil}.java`, text: `/* ${evil} */ class A { A next; static void a() { A x = new A(); x.next = x; a(); while (true) { x = x.next; } } }` }],
    },
    properties: [{ id: evil, ltl: "G {terminated}" }, { id: "F2", ltl: evil }],
    view: { tab: evil },
  };
  for (const documents of [task, { ...task, properties: [{ id: evil, ltl: "F {terminated}" }], view: undefined }]) {
    const { page, foreign, close } = await visit({ ...site, url: `${site.url}${linkOf(documents)}&tab=${encodeURIComponent(evil)}&property=${encodeURIComponent(evil)}&line=${encodeURIComponent(evil)}:1` });
    await state(page, "error", "satisfied", "violated", "unknown");
    for (const tab of await page.locator("#view-tabs [role=tab]:visible, #side-tabs [role=tab]:visible, #editor-tabs [role=tab]:visible").all()) await tab.click();
    await page.click("#examples-button");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+s");
    await page.waitForSelector("dialog.share");
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("img[src=x]").count(), 0);
    assert.deepEqual(foreign, []);
    await close();
  }
});

test("the policies of the page: no inline script, no evaluation, no markup from text", async () => {
  const { page, foreign, close } = await visit(site);
  await verdict(page);
  const refused = await page.evaluate(() => {
    const tries = {
      markup: () => (document.createElement("div").innerHTML = "<b>x</b>"),
      worker: () => new Worker("data:text/javascript,0"),
      policy: () => trustedTypes.createPolicy("other", {}),
    };
    return Object.entries(tries).filter(([, attempt]) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    }).map(([name]) => name);
  });
  assert.deepEqual(refused, ["markup", "worker", "policy"]);
  assert.equal(await page.evaluate(() => {
    const inline = document.createElement("script");
    const button = document.createElement("button");
    try {
      inline.textContent = "window.hacked = 1";
    } catch {
      // Trusted Types refuse it before the policy for scripts does.
    }
    try {
      button.setAttribute("onclick", "window.hacked = 1");
    } catch {
      // As above.
    }
    document.body.append(inline, button);
    button.click();
    return new Promise((done) => {
      try {
        setTimeout("window.hacked = 2");
      } catch {
        // As above.
      }
      setTimeout(() => done(window.hacked), 50);
    });
  }), undefined);
  assert.deepEqual(foreign, []);
  await close();
});

test("a task file, a settings file and Java files are opened; other files are reported", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await page.setInputFiles("#task-open", file("notes.json", "no task"));
  await notice(page, "These files are not a task");
  await openTask(page, { title: "Nothing", program: { entry: "A.a", files: [{ name: "A.java", text: "class A { static void a() { } }" }] } });
  await state(page, "satisfied");
  assert.equal(await text(page, "#task-title"), "Nothing");
  const list = JSON.parse(readFileSync(new URL("../../examples/lists/reverse.json", import.meta.url), "utf8")).program.files[0];
  await page.setInputFiles("#task-open", [file("SLList.java", list.text), file("Main.java", "class Main { static void main() { SLList a = new SLList(null); } }")]);
  await page.locator("#file-tabs", { hasText: "Main.java" }).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("files that are dropped on the page are opened", async () => {
  const { page, errors, close } = await visit(site);
  await verdict(page);
  const drop = (type) => page.evaluate((type) => {
    const dataTransfer = new DataTransfer();
    const task = { schema: "hrglass.task/1", title: "Dropped", program: { entry: "A.a", files: [{ name: "A.java", text: "class A { static void a() { } }" }] } };
    dataTransfer.items.add(new File([JSON.stringify(task)], "task.json", { type: "application/json" }));
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    return document.documentElement.dataset.drop;
  }, type);
  assert.match(await drop("dragenter"), /Drop a program/);
  await drop("drop");
  await page.waitForFunction(() => document.querySelector("#task-title").textContent === "Dropped");
  await state(page, "satisfied");
  assert.deepEqual(errors, []);
  await close();
});

test("copying needs no permission: where it is refused the text is selected", async () => {
  const { page, close } = await visit(site, { before: () => Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } }) });
  await verdict(page);
  const link = await share(page);
  await page.locator("dialog.share .copyable button").first().click();
  await notice(page, "press Ctrl-C");
  assert.equal(await page.evaluate(() => document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), link);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog.share"));
  await close();
});
