import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Molecules } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";
import { ToolServer } from "../fixtures/toolserver.js";
import { picture, shot } from "./shot.js";

// The pictures of docs/guide.md.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

type Theme = "light" | "dark";
type Point = { x: number; y: number };
type Hooks = { project(atom: number): Point };

async function open(page: Page, theme: Theme): Promise<Builder> {
  await page.emulateMedia({ colorScheme: theme });
  return Builder.open(page, site.url);
}

const at = (page: Page, atom: number): Promise<Point> =>
  page.evaluate((i) => (window.__molsmith as unknown as Hooks).project(i), atom);

async function click(page: Page, atom: number): Promise<void> {
  const { x, y } = await at(page, atom);
  await page.mouse.click(x, y);
}

async function settled(page: Page): Promise<void> {
  await page.evaluate(() => window.__molsmith.settled());
}

/** Makes a molecule of the library the document. */
async function place(page: Page, name: string): Promise<void> {
  await page.getByTestId("tab-library").click();
  await page.getByTestId("library-search").fill(name);
  await page.getByTestId("library-place").first().click();
  await expect(page.getByTestId("builder")).not.toHaveAttribute("data-atoms", "0");
  await page.getByTestId("tab-document").click();
  await page.keyboard.press("Escape");
  await settled(page);
}

/** Opens an example from the welcome card and puts its notice away. */
async function example(page: Page, builder: Builder, id: string): Promise<void> {
  await page.getByTestId(`welcome-example.${id}`).click();
  await expect(builder.notice()).toBeVisible({ timeout: 60_000 });
  await builder.notice().getByRole("button", { name: "Dismiss" }).click();
  await page.locator("canvas").first().focus();
  await page.keyboard.press("Escape");
  await settled(page);
}

test("welcome", async ({ page }) => {
  await open(page, "light");
  await expect(page.getByTestId("welcome-example.water")).toBeEnabled();
  await picture(page, "guide-welcome");
});

test("molecule dialog", async ({ page }) => {
  await open(page, "light");
  const molecules = new Molecules(page);
  await molecules.open();
  await molecules.type("ibuprofen");
  await shot(page, "guide-molecule", "molecule-dialog");
});

test("expression", async ({ page }) => {
  const builder = await open(page, "light");
  await example(page, builder, "caffeine");
  await page.keyboard.press("Control+f");
  const field = page.getByTestId("expression");
  await field.fill("same molecule as within 4 of (not water)");
  await expect(page.getByTestId("expression-found")).toContainText("atoms");
  await field.press("Enter");
  await expect(builder.root).not.toHaveAttribute("data-selected", "0");
  await picture(page, "guide-select");
});

test("editing by hand", async ({ page }) => {
  const builder = await open(page, "dark");
  await place(page, "toluene");
  await page.getByTestId("tool-element").click();
  await page.getByTestId("element-N").check({ force: true });
  await click(page, 3);
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await page.getByTestId("tool-add").click();
  await page.getByTestId("element-O").check({ force: true });
  await click(page, 0);
  await expect(builder.root).toHaveAttribute("data-steps", "2");
  await settled(page);
  // The atom of the next click under the pointer.
  const { x, y } = await at(page, 5);
  await page.mouse.move(x, y, { steps: 3 });
  await shot(page, "guide-edit");
});

test("measuring", async ({ page }) => {
  await open(page, "light");
  await place(page, "ibuprofen");
  await page.keyboard.press("g");
  for (const atom of [3, 8]) await click(page, atom);
  await page.getByTestId("measure-3").check({ force: true });
  for (const atom of [11, 10, 12]) await click(page, atom);
  await page.getByTestId("measure-4").check({ force: true });
  for (const atom of [0, 1, 3, 4]) await click(page, atom);
  await expect(page.locator(".measure-tag:visible")).toHaveCount(3);
  await picture(page, "guide-measure");
});

test("inspector", async ({ page }) => {
  const builder = await open(page, "dark");
  await place(page, "aspirin");
  await page.getByTestId("structure-menu").click();
  await page.getByTestId("structure-center").click();
  await page.getByTestId("center-vacuum").fill("2");
  await page.getByTestId("center-form-apply").click();
  await expect(page.getByTestId("center-form")).toBeHidden();
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await builder.notice().getByRole("button", { name: "Dismiss" }).click();
  await page.locator("canvas").first().focus();
  await page.keyboard.press("r");
  await settled(page);
  await click(page, 12);
  await expect(page.getByTestId("selection")).toContainText("Oxygen");
  await picture(page, "guide-inspector");
});

test("placing", async ({ page }) => {
  await open(page, "light");
  await place(page, "benzene");
  await page.getByTestId("tab-library").click();
  await page.getByTestId("library-search").fill("eth");
  await page.getByTestId("library-stamp").first().click();
  await page.mouse.move(640, 260, { steps: 4 });
  await shot(page, "guide-place");
});

test("cell", async ({ page }) => {
  const builder = await open(page, "dark");
  await example(page, builder, "ionicLiquid");
  await page.getByTestId("structure-menu").click();
  await page.getByTestId("structure-set-cell").click();
  await page.getByTestId("cell-c").fill("50");
  await expect(page.getByTestId("set-cell-facts")).toBeVisible();
  await picture(page, "guide-cell");
});

test("saving", async ({ page }) => {
  const builder = await open(page, "light");
  await example(page, builder, "caffeine");
  await page.keyboard.press("Control+Shift+s");
  await page.getByTestId("save-format").click();
  await page.getByRole("option", { name: /POSCAR/ }).click();
  await expect(page.getByTestId("save-report")).toBeVisible();
  await shot(page, "guide-save", "save-dialog");
});

test("keyboard", async ({ page }) => {
  await open(page, "dark");
  await page.getByTestId("help-menu").click();
  await page.getByTestId("help-shortcuts").click();
  await shot(page, "guide-keys", "shortcuts-dialog");
});

test("properties", async ({ page }) => {
  await open(page, "dark");
  await place(page, "ibuprofen");
  await page.getByTestId("tab-properties").click();
  await expect(page.getByTestId("property-synthetic")).toBeVisible();
  await picture(page, "guide-properties");
});

test("a tool of a server", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const server = await ToolServer.start(["serve", "--port", "0"]);
  try {
    const [url = "", fragment = ""] = server.url.split(/(?=#)/);
    const builder = await Builder.open(page, url, fragment);
    await page.getByTestId("tools-menu").click();
    await page.locator('[data-testid$="-surface_slab"]').click();
    await expect(page.getByTestId("tool-form")).toBeVisible();
    await builder.field("repeat-0").fill("5");
    await builder.field("repeat-1").fill("5");
    await builder.run();
    await expect(page.getByTestId("tool-form")).toBeHidden();
    await builder.notice().getByRole("button", { name: "Dismiss" }).click();
    await page.getByTestId("tools-menu").click();
    await shot(page, "guide-server");
  } finally {
    await server.stop();
  }
});
