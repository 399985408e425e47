import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// Nothing is lost: tabs that end, projects, the question before edits go.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

const water = "3\n\nO 0 0 0\nH 0.757 0.586 0\nH -0.757 0.586 0\n";

type Hooks = { __molsmith: { kept(): Promise<boolean>; pick(i: number): void } };
const kept = (page: Page) => page.evaluate(() => (window as unknown as Hooks).__molsmith.kept());

async function edited(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("water.xyz", water);
  await builder.expectAtoms(3);
  await page.evaluate(() => (window as unknown as Hooks).__molsmith.pick(2));
  await page.keyboard.press("Delete");
  await builder.expectAtoms(2);
  return builder;
}

test("a document outlives its tab: history and redo are restored, once", async ({ page, context }) => {
  const builder = await edited(page);
  await page.evaluate(() => (window as unknown as Hooks).__molsmith.pick(1));
  await page.getByTestId("atom-name").fill("HX");
  await page.getByTestId("atom-name").press("Enter");
  await expect(builder.root).toHaveAttribute("data-steps", "2");
  const whole = await builder.hash();
  await page.getByTestId("undo").click();
  await expect(builder.root).toHaveAttribute("data-redo", "1");
  expect(await kept(page)).toBe(true);

  // The document of a tab that lives is nobody else's.
  const other = await context.newPage();
  await Builder.open(other, site.url);
  await expect(other.getByTestId("welcome-example.water")).toBeEnabled();
  expect(await kept(other)).toBe(true);
  await expect(other.getByTestId("offers")).toBeHidden();
  await other.close();

  // Leaving asks; a tab that is ended does not.
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await page.close();

  const next = await context.newPage();
  const again = await Builder.open(next, site.url);
  await expect(next.getByTestId("offers")).toContainText("water");
  await next.getByTestId("offer-restore").click();
  await again.expectAtoms(2);
  await expect(again.root).toHaveAttribute("data-dirty", "true");
  await next.getByTestId("redo").click();
  await expect(again.root).toHaveAttribute("data-steps", "2");
  expect(await again.hash()).toBe(whole);
  await next.getByTestId("history-step-0").click();
  await again.expectAtoms(3);
  expect(await kept(next)).toBe(true);
  await next.close();

  // Now it was the tab's that restored it; without edits it is only the last document.
  const last = await context.newPage();
  await Builder.open(last, site.url);
  await expect(last.getByTestId("offers")).toContainText("Last documents");
  await expect(last.getByTestId("offer-restore")).toHaveCount(1);
  await last.getByTestId("offer-discard").click();
  await expect(last.getByTestId("offers")).toHaveCount(0);
});

test("a project has everything; the question before a loss saves one", async ({ page }) => {
  const builder = await edited(page);
  const hash = await builder.hash();
  await page.getByTestId("undo").click();
  await builder.expectAtoms(3);
  const project = await builder.save("project");
  expect(project.name).toBe("water.molsmith.json");
  expect(JSON.parse(project.text)).toMatchObject({
    format: "molsmith-project",
    redo: [{ ops: [{ op: "delete_atoms" }] }],
  });
  await expect(builder.root).toHaveAttribute("data-dirty", "false");

  // From then on Save keeps to the project and asks nothing.
  await page.getByTestId("redo").click();
  await expect(builder.root).toHaveAttribute("data-dirty", "true");
  const saving = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const saved = readFileSync(await (await saving).path(), "utf8");
  await expect(builder.root).toHaveAttribute("data-dirty", "false");

  // Another file over unsaved edits: keep editing, then save them on the way.
  await page.getByTestId("undo").click();
  await expect(builder.root).toHaveAttribute("data-dirty", "true");
  await builder.openFile("other.xyz", "1\n\nHe 0 0 0\n");
  await builder.answer(false);
  await expect(page.getByTestId("question")).toBeHidden();
  await builder.expectAtoms(3);
  const rescued = page.waitForEvent("download");
  await builder.openFile("other.xyz", "1\n\nHe 0 0 0\n");
  await page.getByTestId("question-other").click();
  expect((await rescued).suggestedFilename()).toBe("water.molsmith.json");
  await builder.expectAtoms(1);

  await builder.openFile("water.molsmith.json", saved);
  await builder.expectAtoms(2);
  expect(await builder.hash()).toBe(hash);
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(builder.root).toHaveAttribute("data-dirty", "false");

  // A step that cannot be done is marked and skipped.
  const broken = saved.replace('"delete_atoms"', '"delete_magic"');
  await builder.replaceByFile("broken.molsmith.json", broken);
  await expect(builder.notice()).toHaveAttribute("data-level", "warning");
  await expect(page.getByTestId("history-step-1")).toContainText("skipped");
  await builder.expectAtoms(3);
});
