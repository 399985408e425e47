import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { violations } from "../fixtures/molecules.js";
import { Picture } from "../fixtures/picture.js";
import { Site } from "../fixtures/site.js";

// Chains: head and tail chosen with mouse and keyboard, two linked units while typing, the
// report of the result, Cancel.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

async function open(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "polymer_chain");
  await expect(page.getByTestId("tool-picture")).toBeVisible();
  return builder;
}

const picker = (page: Page) => page.getByTestId("tool-field-head-picture");
/** Atoms of the picture of two linked units. */
const linked = (page: Page) => page.getByTestId("tool-picture").locator("canvas");

test("a chain of styrene: its unit brings head and tail, the result its report", async ({ page }) => {
  const builder = await open(page);
  await builder.chooseMolecule("monomer", "Styrene unit");
  await expect(builder.field("head")).toHaveValue("0");
  await expect(builder.field("tail")).toHaveValue("1");
  // Twice C8H10 without a hydrogen each.
  await expect(linked(page)).toHaveAttribute("data-atoms", "34");
  await builder.type("length", "12");
  await builder.field("tacticity").selectOption("isotactic");
  await expect(page.getByTestId("tool-facts")).toContainText("Styrene");
  await expect(builder.field("meso")).toBeHidden();
  await builder.build(12 * 16 + 2);
  await expect(builder.root).toHaveAttribute("data-name", "poly-styrene");

  const proof = page.getByTestId("proof");
  await expect(proof.getByRole("row", { name: /^Units/ })).toContainText("12 Styrene");
  await expect(proof.getByRole("row", { name: /^Dyads/ })).toContainText(/m 1\d, r 0/);
  await expect(proof.getByRole("row", { name: /^End to end/ })).toContainText(/\d+\.\d\d Å/);
  await expect(proof.getByRole("row", { name: /^Radius of gyration/ })).toContainText(/\d+\.\d\d Å/);
  await expect(proof.getByRole("row", { name: /^Closest heavy atoms/ }).getByRole("img")).toHaveAccessibleName(
    "as asked",
  );
  await page.getByTestId("history-info-0").click();
  const record = page.getByTestId("history-provenance-0");
  await expect(record).toContainText("Measured on the result");
  await expect(record).toContainText("dyadSequence");
});

test("head and tail with the mouse and the keyboard", async ({ page }) => {
  const builder = await open(page);
  await builder.chooseMolecule("monomer", "Propylene unit");
  const picture = new Picture(picker(page));
  await expect(builder.field("head")).toHaveValue("0");
  await picture.click("2: C");
  await expect(builder.field("head")).toHaveValue("2");
  // The next click is the tail's turn.
  await picture.click("0: C");
  await expect(builder.field("tail")).toHaveValue("0");
  await expect(linked(page)).toHaveAttribute("data-atoms", "20");
  // The field that has the focus is the one a click fills.
  await builder.field("tail").focus();
  await picture.click("1: C");
  await expect(builder.field("tail")).toHaveValue("1");
  await expect(builder.field("head")).toHaveValue("2");
  // Another molecule has other atoms.
  await builder.chooseMolecule("monomer", "Styrene unit");
  await expect(builder.field("head")).toHaveValue("0");
  await expect(builder.field("tail")).toHaveValue("1");

  // With the keyboard; atoms that can link nothing say so.
  await expect(builder.field("head").locator("option", { hasText: "(no hydrogen)" })).toHaveCount(1);
  await builder.field("head").focus();
  await page.keyboard.press("ArrowDown");
  await expect(builder.field("head")).toHaveValue("1");
  await page.keyboard.press("Tab");
  await expect(builder.field("tail")).toBeFocused();
  // Head and tail are the same atom now.
  await expect(page.getByTestId("tool-run")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Home");
  await expect(builder.field("tail")).toHaveValue("0");
  await expect(page.getByTestId("tool-run")).not.toHaveAttribute("aria-disabled", "true");
});

test("further monomers have their own head and tail", async ({ page }) => {
  const builder = await open(page);
  await expect(page.getByTestId("monomers-add")).toBeHidden();
  await builder.field("composition").selectOption("sequence");
  await page.getByTestId("monomers-add").click();
  await builder.chooseMolecule("monomers-0-molecule", "Propylene unit");
  await expect(builder.field("monomers-0-ratio")).toBeHidden();
  await new Picture(page.getByTestId("tool-field-monomers-0-head-picture")).click("2: C");
  await expect(builder.field("monomers-0-head")).toHaveValue("2");
  await builder.type("sequence", "A3B2");
  await builder.build(3 * 8 + 2 * 11 - 2 * 4);
  await expect(page.getByTestId("proof")).toContainText("3 Ethylene");
});

test("a long run is cancelled at once, and can be run again", async ({ page }) => {
  const builder = await open(page);
  await builder.chooseMolecule("monomer", "Styrene unit");
  await builder.type("length", "3000");
  await builder.run();
  await expect(page.getByTestId("tool-progress")).toHaveAttribute("data-message", /\S/);
  const asked = Date.now();
  await page.getByTestId("tool-cancel").click();
  await expect(page.getByTestId("tool-error")).toHaveText("Cancelled.");
  expect(Date.now() - asked).toBeLessThan(5000);
  await builder.expectAtoms(0);
  await builder.type("length", "3");
  // The worker is a new one: it previews and runs as before.
  await expect(page.getByTestId("tool-facts")).toContainText("3 Styrene");
  await builder.build(3 * 16 + 2);
});

test("axe finds nothing, in both themes", async ({ page }) => {
  const builder = await open(page);
  await builder.field("composition").selectOption("block");
  await page.getByTestId("monomers-add").click();
  await builder.field("start").selectOption("molecule");
  await expect(page.getByTestId("tool-field-monomers-0-head-picture")).toBeVisible();
  expect(await violations(page), "form").toEqual([]);
});
