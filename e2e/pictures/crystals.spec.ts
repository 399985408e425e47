import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";
import { picture } from "./shot.js";

// The pictures of docs/crystals.md.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** Makes an example of the bulk form the document, and puts its notice away. */
async function openCrystal(page: Page, name: string | RegExp): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("file-menu").click();
  await page.getByTestId("new-bulk").click();
  await page.getByTestId("bulk-example").click();
  await page.getByRole("option", { name }).click();
  await expect(page.getByTestId("bulk-form-apply")).not.toHaveAttribute("aria-disabled");
  await page.getByTestId("bulk-form-apply").click();
  await expect(page.getByTestId("bulk-form")).toBeHidden();
  await page.locator("canvas").first().focus();
  await page.keyboard.press("Escape");
  return builder;
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByTestId("structure-menu").click();
  await page.getByTestId("structure-crystal").click();
  await page.getByTestId(`structure-${item}`).click();
}

test("ethanol on copper", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("welcome-example.surface").click();
  await builder.expectAtoms(171);
  await expect(builder.root).toHaveAttribute("data-dirty", "false");
  await picture(page, "crystals");
});

test("terminations of a slab", async ({ page }) => {
  const builder = await openCrystal(page, "SrTiO₃");
  await page.getByTestId("view-x").click();
  await choose(page, "slab");
  await page.getByTestId("slab-miller-0").fill("0");
  await page.getByTestId("slab-miller-1").fill("0");
  await expect(page.getByTestId("slab-termination-1")).toBeVisible();
  await page.getByTestId("slab-termination-1").check();
  for (const side of [0, 1]) await page.getByTestId(`slab-repeat-${side}`).fill("3");
  await expect(page.getByTestId("info")).toContainText("180 atoms");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await page.getByTestId("slab-miller-0").scrollIntoViewIfNeeded();
  await picture(page, "crystals-slab");
});

test("symmetry of a supercell", async ({ page }) => {
  await openCrystal(page, "ZnO");
  await choose(page, "supercell");
  await expect(page.getByTestId("supercell-facts")).toContainText("32 atoms");
  await page.getByTestId("supercell-form-apply").click();
  await expect(page.getByTestId("supercell-form")).toBeHidden();
  await page.keyboard.press("Escape");
  await choose(page, "symmetry");
  await page.getByTestId("symmetry-standardized").check();
  await expect(page.getByTestId("symmetry-facts")).toContainText("32 atoms → 4 atoms");
  await page.getByTestId("symmetry-tolerance").scrollIntoViewIfNeeded();
  await picture(page, "crystals-symmetry");
});

test("an alloy", async ({ page }) => {
  await openCrystal(page, /^Cu\b/);
  await choose(page, "supercell");
  for (const side of [0, 1, 2]) await page.getByTestId(`supercell-${side}`).fill("4");
  await expect(page.getByTestId("supercell-facts")).toContainText("256 atoms");
  await page.getByTestId("supercell-form-apply").click();
  await expect(page.getByTestId("supercell-form")).toBeHidden();
  await page.keyboard.press("Escape");
  await choose(page, "defects");
  await page.getByTestId("defects-parts-add").click();
  await page.getByTestId("defects-shells").fill("2");
  await expect(page.getByTestId("defects-facts")).toContainText("Order of shell 2");
  await expect(page.getByTestId("info")).toContainText("Ni");
  await picture(page, "crystals-alloy");
});
