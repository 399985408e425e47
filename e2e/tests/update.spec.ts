import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// A new version of the page, while an old one is open.

test.use({ serviceWorkers: "allow" });

let release = 1;
let site: Site;
test.beforeAll(async () => {
  site = await Site.start("/lab/", (name) => {
    if (name === "index.html") return (html) => html.replace("<html ", `<html data-release="${release}" `);
    // The version is made from the bytes of all files.
    if (name === "sw.js") return (code) => code.replace(/"[0-9a-f]{16}"/, `"${String(release).padStart(16, "0")}"`);
    return undefined;
  });
});
test.afterAll(() => site.stop());

const released = (page: Page) => page.evaluate(() => document.documentElement.dataset.release);

test("a new version is offered, waits for unsaved edits, and leaves other windows alone", async ({ page, context }) => {
  test.slow(); // three visits
  const builder = await Builder.open(page, site.url);
  await expect(page.locator("html")).toHaveAttribute("data-offline", "ready");
  await builder.openFile("water.xyz", "3\n\nO 0 0 0\nH 0.757 0.586 0\nH -0.757 0.586 0\n");
  await builder.expectAtoms(3);
  await page.evaluate(() => window.__molsmith.pick(2));
  await page.keyboard.press("Delete");
  await builder.expectAtoms(2);
  const other = await context.newPage();
  const elsewhere = await Builder.open(other, site.url);
  expect(await released(other)).toBe("1");

  release = 2;
  const look = () => navigator.serviceWorker.getRegistration().then((registration) => registration?.update());
  await page.evaluate(look);
  await expect(builder.notice()).toContainText("A new version is ready.");
  await expect(builder.notice()).toHaveCount(1);
  await page.getByTestId("notice-action").click();
  await expect(page.getByTestId("question")).toContainText("Discard unsaved edits?");
  await builder.answer(false);
  await expect(page.getByTestId("question")).toBeHidden();
  await builder.expectAtoms(2);
  expect(await released(page)).toBe("1");

  await page.getByTestId("notice-action").click();
  await Promise.all([page.waitForEvent("load"), builder.answer(true)]);
  await expect(builder.root).toHaveAttribute("data-core", "wasm");
  expect(await released(page)).toBe("2");
  // The other window has its own version still, also what it loads only now.
  expect(await released(other)).toBe("1");
  await other.getByTestId("help-menu").click();
  await other.getByTestId("help-about").click();
  await expect(other.getByTestId("about-dialog")).toBeVisible();
  await expect(elsewhere.root).toHaveAttribute("data-core", "wasm");
});
