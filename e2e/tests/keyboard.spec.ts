import type { Page } from "@playwright/test";
import { violations } from "../fixtures/axe.js";
import { expect, test } from "../fixtures/test.js";

// The page without a mouse, and every dialog under axe in both themes.

async function tabTo(page: Page, testId: string): Promise<void> {
  const target = page.getByTestId(testId);
  for (let i = 0; i < 60; i++) {
    if (
      await target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
    )
      return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${testId}`);
}

async function arrowTo(page: Page, key: string, testId: string): Promise<void> {
  for (let i = 0; i < 20; i++) {
    if (
      await page.getByTestId(testId).evaluateAll((found) => found.some((element) => element === document.activeElement))
    )
      return;
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press(key);
    // Menus move the focus a moment after the key.
    await page.waitForFunction((before) => document.activeElement !== before, before);
  }
  throw new Error(`${key} does not reach ${testId}`);
}

test("a box with the keyboard alone", async ({ page, builder }) => {
  // The buttons of the menu are those of a worker that starts last.
  await expect(page.getByText("In-page tools ready")).toBeVisible();
  // A menu bar is one stop of Tab; arrows go through it.
  await tabTo(page, "file-menu");
  await arrowTo(page, "ArrowRight", "tools-menu");
  await page.keyboard.press("Enter");
  // The arrows belong to the menu once it is there.
  await expect(page.getByRole("menu")).toBeVisible();
  await arrowTo(page, "ArrowDown", "tool-button-page-liquid_box");
  await page.keyboard.press("Enter");
  await builder.checked();
  await tabTo(page, "tool-field-components-0-count");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("60");
  await tabTo(page, "tool-field-seed");
  await page.keyboard.press("Control+a");
  // A letter in a field is no shortcut.
  await page.keyboard.type("d");
  await expect(builder.field("seed")).toHaveValue("d");
  await expect(builder.root).toHaveAttribute("data-tool", "select");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("5");
  await tabTo(page, "tool-run");
  await builder.checked();
  await page.keyboard.press("Enter");
  await builder.expectAtoms(180);
  await page.keyboard.press("Control+a");
  await expect(builder.root).toHaveAttribute("data-selected", "180");
  await page.keyboard.press("Escape");
  await expect(builder.root).toHaveAttribute("data-selected", "0");
});

test("axe finds nothing, in both themes", async ({ page, builder }) => {
  expect(await violations(page), "welcome").toEqual([]);

  await builder.openTool("page", "liquid_box");
  expect(await violations(page), "form").toEqual([]);
  await builder.field("density").fill("9");
  await expect(page.getByTestId("tool-run")).toBeDisabled();
  await builder.field("density").press("Enter");
  await expect(builder.field("density")).toBeFocused();
  expect(await violations(page), "form with problems").toEqual([]);
  await builder.field("components-0-molecule").click();
  expect(await violations(page), "molecule picker").toEqual([]);
  await page.keyboard.press("Escape");

  await builder.fillBox({ water: 50, density: 1, seed: 1 });
  await builder.build(150);
  expect(await violations(page), "document").toEqual([]);

  await page.getByTestId("structure-menu").click();
  expect(await violations(page, "[role=menu]"), "structure menu").toEqual([]);
  await page.getByTestId("structure-clean-up").click();
  await expect(builder.notice()).toContainText("Cleaned up 50 molecules.");
  await page.evaluate(() => (window as unknown as { __molsmith: { pick(i: number): void } }).__molsmith.pick(3));
  await expect(page.getByTestId("charge")).toHaveValue("0");
  expect(await violations(page), "selected atom").toEqual([]);
  for (const tool of ["add", "rotate", "place", "measure"]) {
    await page.getByTestId(`tool-${tool}`).click();
    await expect(page.getByTestId("tool-settings").locator("input").first()).toBeVisible();
    expect(await violations(page, ".tool-settings"), `settings of ${tool}`).toEqual([]);
  }

  await page.keyboard.press("F1");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await violations(page, "[role=dialog]"), "shortcuts").toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByTestId("tools-menu").click();
  expect(await violations(page, "[role=menu]"), "tools menu").toEqual([]);
  await page.getByTestId("tools-server").click();
  await expect(page.getByTestId("tools-url")).toBeVisible();
  expect(await violations(page, "[role=dialog]"), "tool server").toEqual([]);
});
