import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { violations } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";

// Filling the space of the open structure: what is said before Run, one step, its proof.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

const fact = (page: Page, label: string) =>
  page
    .getByTestId("tool-facts")
    .locator("div", { has: page.getByText(label, { exact: true }) })
    .locator("dd");

/** A methane at the center of a 20 Å cube. */
const methane = `5
Lattice="20 0 0 0 20 0 0 0 20" Properties=species:S:1:pos:R:3 pbc="T T T"
C 10.000 10.000 10.000
H 10.629 10.629 10.629
H 9.371 9.371 10.629
H 9.371 10.629 9.371
H 10.629 9.371 9.371
`;

async function withMethane(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("methane.xyz", methane);
  await builder.expectAtoms(5);
  return builder;
}

test("the form says what a run adds, and adds it as one step", async ({ page }) => {
  const builder = await withMethane(page);
  const before = await builder.hash();
  const camera = await page.evaluate(() => JSON.stringify(window.__molsmith.camera()));
  await builder.openTool("page", "solvate");
  await builder.chooseMolecule("solvent", "Water");
  await builder.type("seed", "2");
  await builder.type("density", "1");
  const added = 266;
  await expect(fact(page, "Adds")).toHaveText(`${added} Water`);
  await expect(fact(page, "Atoms after")).toHaveText(String(5 + 3 * added));
  // The picture stays the document's.
  await expect(builder.root).toHaveAttribute("data-preview", "false");

  await builder.run();
  await builder.expectAtoms(5 + 3 * added);
  await expect(page.getByTestId("tool-form")).toBeHidden();
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(builder.root).toHaveAttribute("data-selected", String(3 * added));
  await expect(builder.notice()).toContainText(`Added ${added} molecules`);
  expect(await page.evaluate(() => JSON.stringify(window.__molsmith.camera()))).toBe(camera);

  const proof = page.getByTestId("proof");
  await expect(proof).toContainText("Built with Solvate · seed 2");
  await expect(proof).toContainText(`${added} WATE`);
  await expect(proof.getByRole("row", { name: /^Closest molecules/ })).toContainText(/2\.\d\d Å/);
  await expect(proof.getByRole("row", { name: /^Closest molecules/ }).getByRole("img")).toHaveAccessibleName(
    "as asked",
  );
  await expect(proof.getByRole("row", { name: /^Pierced rings/ })).toContainText("0");

  await page.getByTestId("undo").click();
  await builder.expectAtoms(5);
  expect(await builder.hash()).toBe(before);
  await expect(page.getByTestId("proof")).toBeHidden();
});

test("the count follows the form and the document", async ({ page }) => {
  const builder = await withMethane(page);
  await builder.openTool("page", "solvate");
  await builder.type("density", "0.5");
  await expect(fact(page, "Adds")).toHaveText(/^13\d Water$/);
  await builder.field("amount").selectOption("count");
  await builder.type("count", "40");
  await expect(fact(page, "Adds")).toHaveText("40 Water");
  // Another revision of the document is another free volume.
  const free = await fact(page, "Free volume").textContent();
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.__molsmith.pick(4));
  await page.locator("canvas").first().focus();
  await page.keyboard.press("Delete");
  await builder.expectAtoms(4);
  await builder.openTool("page", "solvate");
  await expect(fact(page, "Free volume")).not.toHaveText(free ?? "");
  await builder.build(4 + 120);
});

test("only what a choice uses is shown and sent", async ({ page }) => {
  const builder = await withMethane(page);
  await builder.openTool("page", "solvate");
  await expect(builder.field("density")).toBeVisible();
  for (const hidden of ["count", "cation", "concentration", "cations", "shell", "slab-axis"])
    await expect(builder.field(hidden)).toBeHidden();
  await builder.field("ions").selectOption("count");
  await builder.type("cations", "two");
  await expect(page.locator("#field-cations-problem")).toContainText("whole number");
  await builder.field("ions").selectOption("none");
  await builder.field("region").selectOption("slab");
  await expect(builder.field("slab-from")).toBeVisible();
  await builder.field("region").selectOption("cell");
  await builder.field("amount").selectOption("count");
  await builder.type("count", "10");
  // A wrong number behind a choice that was taken back is no problem.
  await builder.build(5 + 30);
  const args = await page.evaluate(() => window.__molsmith.applied().at(-1)?.arguments);
  expect(Object.keys(args as object)).not.toContain("cations");
  expect(args).toMatchObject({ amount: "count", count: 10, ions: "none", region: "cell" });
});

test("a mixture with ions", async ({ page }) => {
  const builder = await withMethane(page);
  await builder.openTool("page", "solvate");
  await builder.field("mixture").selectOption("mixed");
  await page.getByTestId("further-add").click();
  await builder.chooseMolecule("further-0-molecule", "Ethanol");
  await builder.type("further-0-ratio", "0.1");
  await builder.field("ions").selectOption("count");
  await builder.type("cations", "3");
  await builder.type("anions", "3");
  await expect(fact(page, "Adds")).toHaveText(/Water, \d+ Ethanol, 3 .+, 3 Chloride/);
  await builder.run();
  await expect(page.getByTestId("tool-form")).toBeHidden();
  await expect(page.getByTestId("proof")).toContainText(/\d+ WATE, \d+ ETHA/);
});

test("without a cell it says what to do", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("water.xyz", "3\n\nO 0 0 0\nH 0.96 0 0\nH -0.24 0.93 0\n");
  await builder.expectAtoms(3);
  await builder.openTool("page", "solvate");
  await expect(page.getByTestId("tool-problem")).toContainText(/cell/i);
  await expect(page.getByTestId("tool-run")).toHaveAttribute("aria-disabled", "true");
});

test("axe finds nothing, in both themes", async ({ page }) => {
  const builder = await withMethane(page);
  await builder.openTool("page", "solvate");
  await builder.field("mixture").selectOption("mixed");
  await page.getByTestId("further-add").click();
  await builder.field("ions").selectOption("neutral_concentration");
  await builder.field("region").selectOption("sphere");
  await expect(page.getByTestId("tool-facts")).toBeVisible();
  expect(await violations(page), "form").toEqual([]);
  await builder.field("mixture").selectOption("single");
  await builder.field("region").selectOption("cell");
  await builder.run();
  await expect(page.getByTestId("proof")).toBeVisible();
  expect(await violations(page), "proof").toEqual([]);
});
