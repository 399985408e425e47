import { expect, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// The page's frame: what it keeps when a part of it fails, panels, history, focus.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

async function withBox(page: import("@playwright/test").Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 50, density: 1, seed: 7 });
  await builder.build(150);
  return builder;
}

test.describe("faults", () => {
  test("a core that dies costs nothing, and a lost 3D context comes back", async ({ page }) => {
    const builder = await withBox(page);
    const full = await builder.hash();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await builder.expectAtoms(0);
    await page.keyboard.press("Control+z");
    await builder.expectAtoms(150);

    const worker = page.workers()[0];
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error("a fault on purpose");
      });
    });
    await expect(builder.notice()).toContainText("started again");
    expect(await builder.hash()).toBe(full);
    await expect(builder.root).toHaveAttribute("data-redo", "1");
    await page.getByTestId("redo").click();
    await builder.expectAtoms(0);

    // A lost 3D context is said and comes back.
    await page.getByTestId("undo").click();
    await builder.expectAtoms(150);
    await page.evaluate(() => {
      const context = document.querySelector("canvas")?.getContext("webgl2");
      const extension = context?.getExtension("WEBGL_lose_context");
      Object.assign(window, { restore: () => extension?.restoreContext() });
      extension?.loseContext();
    });
    await expect(page.getByTestId("view-problem")).toBeVisible();
    await expect(builder.root).toHaveAttribute("data-drawing", "lost");
    await page.evaluate(() => (window as unknown as { restore(): void }).restore());
    await expect(builder.root).toHaveAttribute("data-drawing", "ok");
    await expect(page.getByTestId("view-problem")).toBeHidden();
    await builder.expectAtoms(150);
  });

  test("without WebGL everything but the view works, and the page says so", async ({ page }) => {
    await page.addInitScript(() => {
      const original = HTMLCanvasElement.prototype.getContext as (
        this: HTMLCanvasElement,
        ...args: unknown[]
      ) => unknown;
      Object.assign(HTMLCanvasElement.prototype, {
        getContext(this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
          return kind.startsWith("webgl") ? null : original.call(this, kind, ...rest);
        },
      });
    });
    const builder = await withBox(page);
    await expect(builder.root).toHaveAttribute("data-drawing", "missing");
    await expect(page.getByTestId("view-problem")).toContainText("does not offer WebGL 2");
    await page.getByTestId("chip-H").click();
    await page.keyboard.press("Delete");
    await builder.expectAtoms(50);
    await page.keyboard.press("Control+z");
    await builder.expectAtoms(150);
    expect((await builder.save("xyz")).text.startsWith("150\n")).toBe(true);
  });

  test("a core that cannot be loaded is said, and nothing pretends to work", async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(`${site.url}?test=1`, { waitUntil: "commit" });
    await expect(page.getByTestId("builder")).toHaveAttribute("data-core", "none");
    await expect(page.getByTestId("core-problem")).toContainText(/could not be loaded/);
    await expect(page.getByTestId("file-open")).toBeDisabled();
  });
});

test("history: a line goes there, a result can be made again, a closed document opened again", async ({ page }) => {
  const builder = await withBox(page);
  await page.evaluate(() => window.__molsmith.pick(0));
  await page.keyboard.press("Delete");
  await builder.expectAtoms(149);
  await page.getByTestId("history-step-0").click();
  await builder.expectAtoms(150);
  await expect(builder.root).toHaveAttribute("data-redo", "1");
  await page.getByTestId("history-step-1").click();
  await builder.expectAtoms(149);

  await page.getByTestId("history-info-0").click();
  const record = page.getByTestId("history-provenance-0");
  await expect(record).toContainText("liquid_box");
  await expect(record).toContainText('"seed": 7');
  await record.getByRole("button", { name: "Run again" }).click();
  await expect(builder.field("seed")).toHaveValue("7");
  await expect(builder.field("components-0-count")).toHaveValue("50");
  await page.getByTestId("tool-close").click();
  await expect(page.getByTestId("tool-form")).toBeHidden();

  await page.getByTestId("file-menu").click();
  await page.getByTestId("file-close").click();
  await builder.answer(true);
  await expect(page.getByTestId("welcome")).toBeVisible();
  await page.getByTestId("file-menu").click();
  await page.getByTestId("menu-reopen").click();
  await builder.expectAtoms(149);
  await page.getByTestId("undo").click();
  await builder.expectAtoms(150);
});

test("an example of the welcome card opens a document with its history", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("welcome-example.caffeine").click();
  await expect(builder.root).toHaveAttribute("data-name", "caffeine-in-water");
  await expect(page.getByTestId("info")).toContainText("2 edits");
  await expect(builder.notice()).toContainText("smallest distance between molecules 2.00 Å (periodic)");
  await page.getByTestId("history-step-0").click();
  await builder.expectAtoms(24);
});

test("on a narrow window Details is a sheet that goes with the form", async ({ page }) => {
  await page.setViewportSize({ width: 760, height: 800 });
  const builder = await Builder.open(page, site.url);
  await expect(page.getByTestId("details")).toBeHidden();
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 20, density: 1, seed: 1 });
  await builder.build(60);
  await expect(page.getByTestId("details")).toBeHidden();
  await page.getByTestId("details-toggle").click();
  await expect(page.getByTestId("history-step-0")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByTestId("details")).toBeVisible();
});

test("focus, letters and what is remembered", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  // A dialog gives the focus back to the menu it came from.
  await page.getByTestId("help-menu").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("help-about")).toBeVisible();
  await page.getByTestId("help-about").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("about-dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("about-dialog")).toBeHidden();
  await expect(page.getByTestId("help-menu")).toBeFocused();

  // Single-letter shortcuts can be switched off.
  await page.keyboard.press("d");
  await expect(builder.root).toHaveAttribute("data-tool", "delete");
  await page.keyboard.press("s");
  await expect(builder.root).toHaveAttribute("data-tool", "select");
  await page.getByTestId("view-menu").click();
  await page.getByTestId("letter-shortcuts").click();
  await expect(page.getByTestId("letter-shortcuts")).toBeHidden();
  await page.keyboard.press("d");
  await expect(builder.root).toHaveAttribute("data-tool", "select");

  // The width of the panel and the theme are remembered.
  const splitter = page.getByRole("separator", { name: "Width of Details" });
  const before = await splitter.getAttribute("aria-valuenow");
  await splitter.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(splitter).not.toHaveAttribute("aria-valuenow", before ?? "");
  const width = await splitter.getAttribute("aria-valuenow");
  await page.getByTestId("view-menu").click();
  await page.getByTestId("theme-dark").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload({ waitUntil: "commit" });
  await expect(splitter).toHaveAttribute("aria-valuenow", String(width));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
