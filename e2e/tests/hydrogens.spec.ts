import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// Hydrogens of the document or of the selection, and formal charges.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** Glycine as a file without hydrogens: N, Cα, C, O of the double bond, O. */
const glycine = `glycine
  Molsmith            3D

  5  4  0  0  0  0            999 V2000
   -1.9513    0.0912   -0.0431 N   0  0
   -0.6862   -0.6148    0.1204 C   0  0
    0.4713    0.3481   -0.0228 C   0  0
    0.3541    1.5497   -0.1872 O   0  0
    1.6578   -0.2832    0.0468 O   0  0
  1  2  1  0
  2  3  1  0
  3  4  2  0
  3  5  1  0
M  END
`;

type Hooks = {
  __molsmith: {
    pick(i: number, mods?: { shift: boolean }): void;
    structure(): Promise<{
      elements: number[];
      positions: number[];
      bonds: [number, number][];
      formalCharges?: number[];
    }>;
  };
};

async function open(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("glycine.mol", glycine);
  await builder.expectAtoms(5);
  return builder;
}

const structure = (page: Page) => page.evaluate(() => (window as unknown as Hooks).__molsmith.structure());

async function choose(page: Page, item: string): Promise<void> {
  await page.getByTestId("structure-menu").click();
  await page.getByTestId(`structure-${item}`).click();
}

test("a file without hydrogens gets them, and undo takes them away", async ({ page }) => {
  const builder = await open(page);
  const bare = await builder.hash();
  await choose(page, "add-hydrogens");
  await builder.expectAtoms(10);
  await expect(builder.root).toHaveAttribute("data-formula", "C2H5NO2");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(builder.notice()).toContainText("Added 5 hydrogens to 3 atoms.");
  await expect(page.getByTestId("announcement")).toHaveText("Added 5 hydrogens to 3 atoms.");
  await expect(page.getByTestId("history-step-1")).toContainText("Add 5 hydrogens");

  const { elements, positions, bonds } = await structure(page);
  const distance = (i: number, j: number) =>
    Math.hypot(...[0, 1, 2].map((k) => (positions[3 * i + k] ?? 0) - (positions[3 * j + k] ?? 0)));
  for (const [i, j] of bonds) {
    if (elements[j] !== 1) continue;
    expect(distance(i, j)).toBeGreaterThan(0.9);
    expect(distance(i, j)).toBeLessThan(1.15);
    for (let k = 0; k < elements.length; k++) if (k !== i && k !== j) expect(distance(j, k)).toBeGreaterThan(1.5);
  }

  const whole = await builder.hash();
  await page.keyboard.press("Control+z");
  await builder.expectAtoms(5);
  expect(await builder.hash()).toBe(bare);
  await page.keyboard.press("Control+Shift+z");
  await builder.expectAtoms(10);
  expect(await builder.hash()).toBe(whole);

  await choose(page, "remove-hydrogens");
  await builder.expectAtoms(5);
  expect(await builder.hash()).toBe(bare);
  await expect(builder.notice()).toContainText("Removed 5 hydrogens from 3 atoms.");
  await expect(builder.root).toHaveAttribute("data-steps", "2");
  await page.getByTestId("undo").click();
  await builder.expectAtoms(10);
});

test("by keyboard twice, the selected atoms alone, adjusting: each is one step", async ({ page }) => {
  const builder = await open(page);
  const bare = await builder.hash();
  await page.keyboard.press("Control+Shift+h");
  await builder.expectAtoms(10);
  await page.keyboard.press("Control+Shift+h");
  await expect(builder.notice()).toContainText("The structure has all hydrogens");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await page.keyboard.press("Control+z");
  await builder.expectAtoms(5);

  // The selected atom alone, which stays selected.
  await page.evaluate(() => window.__molsmith.pick(0));
  await page.getByTestId("structure-menu").click();
  await expect(page.getByTestId("structure-add-hydrogens")).toContainText("Add hydrogens to selection");
  await page.getByTestId("structure-add-hydrogens").click();
  await builder.expectAtoms(7);
  await expect(builder.root).toHaveAttribute("data-selected", "1");
  await page.evaluate(() => window.__molsmith.pick(0));
  await choose(page, "remove-hydrogens");
  await builder.expectAtoms(5);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(builder.root).toHaveAttribute("data-steps", "0");
  await page.keyboard.press("Escape");
  await expect(builder.root).toHaveAttribute("data-selected", "0");

  // Adjusting brings what is missing, and the second time there is nothing to do.
  await choose(page, "adjust-hydrogens");
  await builder.expectAtoms(10);
  await expect(builder.root).toHaveAttribute("data-formula", "C2H5NO2");
  await expect(builder.notice()).toContainText("Added 5 hydrogens at 3 atoms.");
  await choose(page, "adjust-hydrogens");
  await expect(builder.notice()).toContainText("The structure has the hydrogens that bonds and charges ask for.");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await page.keyboard.press("Control+z");
  expect(await builder.hash()).toBe(bare);
});

test("charges decide how many: the zwitterion", async ({ page }) => {
  const builder = await open(page);
  await page.evaluate(() => (window as unknown as Hooks).__molsmith.pick(0));
  await page.keyboard.press("+");
  await expect(page.getByTestId("charge")).toHaveValue("+1");
  await expect(page.getByTestId("history-step-1")).toContainText("Set charge of #0 to +1");
  await page.evaluate(() => (window as unknown as Hooks).__molsmith.pick(4));
  await page.getByTestId("charge-down").click();
  await expect(page.getByTestId("charge")).toHaveValue("−1");
  await page.keyboard.press("Escape");
  await choose(page, "add-hydrogens");
  await expect(builder.root).toHaveAttribute("data-formula", "C2H5NO2");
  const { bonds, elements, formalCharges } = await structure(page);
  expect(formalCharges?.slice(0, 5)).toEqual([1, 0, 0, 0, -1]);
  const of = (atom: number) => bonds.filter(([i, j]) => i === atom && elements[j] === 1).length;
  expect([of(0), of(1), of(4)]).toEqual([3, 2, 0]);
});

test("a charge moves the hydrogens of its atom with it: the zwitterion of the whole molecule", async ({ page }) => {
  const builder = await open(page);
  await page.keyboard.press("Control+Shift+h");
  await builder.expectAtoms(10);
  const neutral = await builder.hash();
  await page.evaluate(() => (window as unknown as Hooks).__molsmith.pick(0));
  await page.keyboard.press("+");
  await builder.expectAtoms(11);
  await expect(builder.notice()).toContainText("Added 1 hydrogen");
  await expect(page.getByTestId("history-step-2")).toContainText("Set charge of #0 to +1, hydrogens adjusted");
  await expect(builder.root).toHaveAttribute("data-selected", "1");
  await page.evaluate(() => (window as unknown as Hooks).__molsmith.pick(4));
  await page.keyboard.press("-");
  await builder.expectAtoms(10);
  await expect(page.getByTestId("charge")).toHaveValue("−1");
  await expect(builder.root).toHaveAttribute("data-selected", "1");
  const { bonds, elements, formalCharges } = await structure(page);
  expect(formalCharges?.slice(0, 5)).toEqual([1, 0, 0, 0, -1]);
  const of = (atom: number) => bonds.filter(([i, j]) => i === atom && elements[j] === 1).length;
  expect([of(0), of(1), of(4)]).toEqual([3, 2, 0]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  expect(await builder.hash()).toBe(neutral);
});

test("without bonds it is not known, and says so; without a document there is nothing to do", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("structure-menu").click();
  await expect(page.getByTestId("structure-add-hydrogens")).toHaveAttribute("data-disabled", "");
  await page.keyboard.press("Escape");
  await builder.openFile("two.xyz", "2\n\nC 0 0 0\nO 0 0 1.43\n");
  await builder.expectAtoms(2);
  await choose(page, "add-hydrogens");
  await expect(builder.notice()).toHaveAttribute("data-level", "error");
  await expect(builder.notice()).toContainText("has no bonds");
  await builder.expectAtoms(2);
});
