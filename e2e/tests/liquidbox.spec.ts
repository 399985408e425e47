import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { violations } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";

// The form of liquid_box: the box while typing, two of three sizes, a cell of any shape,
// layers, and what was measured on the result.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

const camera = (page: Page) => page.evaluate(() => JSON.stringify(window.__molsmith.camera()));

async function open(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  return builder;
}

test("the box while typing leaves the open structure and the camera as they were", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("two.xyz", "2\n\nO 0 0 0\nH 0.96 0 0\n");
  await builder.expectAtoms(2);
  const [hash, before] = [await builder.hash(), await camera(page)];
  await builder.openTool("page", "liquid_box");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await expect(page.getByTestId("info")).toContainText(/Preview14\.42 × 14\.42 × 14\.42 Å/);
  await builder.type("components-0-count", "800");
  await expect(page.getByTestId("info")).toContainText("28.85 × 28.85 × 28.85 Å");
  expect(await camera(page)).not.toBe(before);
  await builder.expectAtoms(2);
  // The structure can be looked at without closing the form.
  await page.getByTestId("preview-hide").click();
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  expect(await camera(page)).toBe(before);
  await builder.type("components-0-count", "700");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await page.getByTestId("tool-close").click();
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  expect(await camera(page)).toBe(before);
  expect(await builder.hash()).toBe(hash);
});

test("the result is proved in Details and in the history", async ({ page }) => {
  const builder = await open(page);
  await builder.fillBox({ water: 200, ethanol: 10, density: 0.95, seed: 4 });
  await builder.type("components-1-residue", "EOH");
  await builder.build(200 * 3 + 10 * 9);
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  const proof = page.getByTestId("proof");
  await expect(proof).toContainText("Built with Liquid box · seed 4");
  await expect(proof.getByRole("row", { name: /^Molecules/ })).toContainText("200 WATE, 10 EOH");
  await expect(proof.getByRole("row", { name: /^Density/ })).toContainText("0.9500 g/cm³");
  for (const row of [/^Closest molecules/, /^Pierced rings/])
    await expect(proof.getByRole("row", { name: row }).getByRole("img")).toHaveAccessibleName("as asked");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await builder.expectAtoms(0);
  await expect(proof).toContainText("before 1 more step");
  await page.getByTestId("history-info-0").click();
  await expect(page.getByTestId("history-provenance-0")).toContainText("Closest molecules");
});

test("an edge instead of a density, and layers", async ({ page }) => {
  const builder = await open(page);
  await expect(builder.field("edge")).toBeHidden();
  await builder.field("size_by").selectOption("edge");
  await expect(builder.field("density")).toBeHidden();
  await builder.type("edge", "22");
  await expect(page.getByTestId("info")).toContainText("22.00 × 22.00 × 22.00 Å");
  await builder.type("components-0-count", "150");
  await expect(builder.field("components-0-layer")).toBeHidden();
  await page.getByTestId("components-add").click();
  await builder.chooseMolecule("components-1-molecule", "Benzene");
  await builder.type("components-1-count", "20");
  await builder.field("layout").selectOption("layered");
  await builder.type("components-1-layer", "2");
  await builder.build(150 * 3 + 20 * 12);
  await expect(builder.root).toHaveAttribute("data-cell", /^22\.0000,22\.0000,22\.0000,90/);
});

test("a cell of any shape begins as the open one, and what is no cell is refused in its field", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  const lattice = "20 0 0 5 18 0 -3 4 19.5";
  await builder.openFile("skewed.xyz", `1\nLattice="${lattice}" Properties=species:S:1:pos:R:3\nAr 0 0 0\n`);
  await builder.expectAtoms(1);
  await builder.openTool("page", "liquid_box");
  await builder.field("size_by").selectOption("cell");
  await page.getByTestId("tool-field-cell-vectors").check({ force: true });
  const numbers = lattice.split(" ");
  for (const [index, number] of numbers.entries()) await expect(builder.field(`cell-${index}`)).toHaveValue(number);
  expect(await violations(page), "cell").toEqual([]);
  await page.getByTestId("tool-field-cell-parameters").check({ force: true });
  await builder.type("cell-gamma", "179.9");
  await expect(page.locator(".tool-form .field-problem").first()).toBeVisible();
  await expect(page.getByTestId("tool-run")).toHaveAttribute("aria-disabled", "true");
  await builder.type("cell-gamma", "80");
  await builder.type("components-0-count", "50");
  await builder.run();
  await builder.expectAtoms(150);
  await expect(builder.root).toHaveAttribute("data-cell", /,80\.0000$/);
});

test("axe finds nothing, in both themes", async ({ page }) => {
  const builder = await open(page);
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  expect(await violations(page), "form with a preview").toEqual([]);
  await builder.field("size_by").selectOption("gas");
  await builder.field("layout").selectOption("layered");
  await builder.field("shape").selectOption("orthorhombic");
  expect(await violations(page), "everything").toEqual([]);
});

test("a form that cannot be loaded says so, and is there when it is tried again", async ({ page }) => {
  await page.route(/\/assets\/ToolForm-[^/]+\.js$/, (route) => route.abort());
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("tools-menu").click();
  await page.getByTestId("tool-button-page-liquid_box").click();
  await expect(page.getByTestId("part-failed")).toContainText("could not be reached");
  await page.unroute(/\/assets\/ToolForm-[^/]+\.js$/);
  await page.getByTestId("part-retry").click();
  await expect(page.getByTestId("tool-form")).toBeVisible();
  await builder.fillBox({ water: 20, density: 0.5, seed: 1 });
  await builder.build(60);
});
