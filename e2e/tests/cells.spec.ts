import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { distance, points, violations } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";

// The cell: set, removed, centered in; wrap and unwrap; new empty cells; ions for waters.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** A water cut by the face at x = 0 of a box of 10 Å, and one far outside. */
const cutWater = JSON.stringify({
  elements: [8, 1, 1, 8, 1, 1],
  positions: [0.1, 5, 5, 0.857, 5.586, 5, 9.343, 5.586, 5, 25, 5, 5, 25.757, 5.586, 5, 24.243, 5.586, 5],
  cell: [10, 0, 0, 0, 10, 0, 0, 0, 10],
  bonds: [
    [0, 1],
    [0, 2],
    [3, 4],
    [3, 5],
  ],
  residueNames: ["WAT", "WAT", "WAT", "WAT", "WAT", "WAT"],
  residueIds: [1, 1, 1, 2, 2, 2],
});

interface Structure {
  elements: number[];
  positions: number[];
  cell: number[] | null;
  residueNames?: string[];
  residueIds?: number[];
  formalCharges?: number[];
}

const structure = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { __molsmith: { structure(): Promise<Structure> } }).__molsmith.structure(),
  );

const camera = (page: Page) =>
  page.evaluate(() => (window as unknown as { __molsmith: { camera(): unknown } }).__molsmith.camera());

async function choose(page: Page, item: string): Promise<void> {
  await page.getByTestId("structure-menu").click();
  await page.getByTestId(`structure-${item}`).click();
}

async function open(page: Page, text = cutWater, atoms = 6): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("doc.json", text);
  await builder.expectAtoms(atoms);
  return builder;
}

/** Undo gives back the bytes of before, redo those of after. */
async function expectOneStep(builder: Builder, before: string, steps: number): Promise<void> {
  await expect(builder.root).toHaveAttribute("data-steps", String(steps));
  const after = await builder.hash();
  expect(after).not.toBe(before);
  await builder.page.getByTestId("undo").click();
  await expect(builder.root).toHaveAttribute("data-steps", String(steps - 1));
  expect(await builder.hash()).toBe(before);
  await builder.page.getByTestId("redo").click();
  await expect(builder.root).toHaveAttribute("data-steps", String(steps));
  expect(await builder.hash()).toBe(after);
}

test("the cell is edited with a preview; impossible ones are refused", async ({ page }) => {
  const builder = await open(page);
  const before = await builder.hash();
  const still = await camera(page);
  await choose(page, "set-cell");
  await expect(page.getByTestId("cell-a")).toBeFocused();
  await page.getByTestId("cell-c").fill("30");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await expect(page.getByTestId("info")).toContainText("10.00 × 10.00 × 30.00 Å");
  await expect(builder.root).toHaveAttribute("data-cell", /^10\.0000,10\.0000,10\.0000/);
  await expect(page.getByTestId("set-cell-facts")).toContainText("3\u202f000.0 Å³");

  // Angles that no cell has.
  await page.getByTestId("cell-alpha").fill("30");
  await page.getByTestId("cell-beta").fill("40");
  await page.getByTestId("cell-gamma").fill("80");
  await expect(page.getByTestId("cell-problem")).toContainText("No cell has the angles 30°, 40°, 80°");
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  await page.getByTestId("cell-gamma").press("Enter");
  await expect(builder.root).toHaveAttribute("data-steps", "0");

  // Vectors of the wrong hand, and without a volume.
  for (const part of ["alpha", "beta", "gamma"]) await page.getByTestId(`cell-${part}`).fill("90");
  await page.getByTestId("cell-vectors").click();
  await expect(page.getByTestId("cell-8")).toHaveValue("30");
  await page.getByTestId("cell-8").fill("-30");
  await expect(page.getByTestId("cell-problem")).toContainText("left-handed: swap two vectors");
  await page.getByTestId("cell-8").fill("0");
  await expect(page.getByTestId("cell-problem")).toContainText("Cell vector c is zero");
  await page.getByTestId("cell-8").fill("20");
  await expect(builder.root).toHaveAttribute("data-preview", "true");

  // Cancel puts everything back.
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("set-cell")).toBeHidden();
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  expect(await builder.hash()).toBe(before);
  expect(await camera(page)).toEqual(still);

  await choose(page, "set-cell");
  await page.getByTestId("cell-a").fill("20");
  await page.getByTestId("cell-move").click();
  await page.getByTestId("cell-a").press("Enter");
  await expect(page.getByTestId("set-cell")).toBeHidden();
  await expect(builder.root).toHaveAttribute("data-cell", "20.0000,10.0000,10.0000,90.0000,90.0000,90.0000");
  expect((await structure(page)).positions[9]).toBe(50);
  await expect(page.getByTestId("history-step-1")).toContainText("Set cell with its atoms");
  await expectOneStep(builder, before, 1);
});

test("the cell is removed and set again; bonds across its faces are told of", async ({ page }) => {
  const builder = await open(page);
  const before = await builder.hash();
  await choose(page, "remove-cell");
  await expect(builder.root).toHaveAttribute("data-cell", "");
  await expect(builder.notice()).toContainText("Stretches 1 bond across faces of the cell");
  await expectOneStep(builder, before, 1);
  await page.getByTestId("structure-menu").click();
  await expect(page.getByTestId("structure-remove-cell")).toHaveAttribute("data-disabled", "");
  await expect(page.getByTestId("structure-remove-cell")).toHaveAttribute("title", "The document has no cell.");
  await expect(page.getByTestId("structure-set-cell")).toContainText("Set cell…");
  await page.getByTestId("structure-set-cell").click();
  await page.getByTestId("set-cell-apply").click();
  await expect(builder.root).toHaveAttribute("data-cell", "10.0000,10.0000,10.0000,90.0000,90.0000,90.0000");
});

test("wrap atoms, unwrap, wrap molecules: each one step", async ({ page }) => {
  const builder = await open(page);
  const start = await builder.hash();
  await choose(page, "wrap-atoms");
  await expect(builder.notice()).toContainText("Wrapped 3 atoms into the cell.");
  for (const x of (await structure(page)).positions) expect(x >= 0 && x < 10).toBe(true);
  await expectOneStep(builder, start, 1);

  const wrapped = await builder.hash();
  await choose(page, "unwrap");
  await expect(builder.notice()).toContainText("Made 1 molecule whole.");
  const [o, , h] = points(await structure(page));
  expect(distance(o ?? [], h ?? [])).toBeLessThan(1.1);
  await expectOneStep(builder, wrapped, 2);

  await page.getByTestId("history-step-0").click();
  expect(await builder.hash()).toBe(start);
  await choose(page, "wrap-molecules");
  await expect(builder.notice()).toContainText("Wrapped 2 molecules into the cell.");
  await expectOneStep(builder, start, 1);
  await choose(page, "wrap-molecules");
  await expect(builder.notice()).toContainText("All molecules are in the cell already.");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
});

test("a network cannot be unwrapped and is named", async ({ page }) => {
  const chain = {
    elements: [6, 6, 6],
    positions: [0, 0, 0, 1.4, 0, 0, 2.8, 0, 0],
    cell: [4.2, 0, 0, 0, 20, 0, 0, 0, 20],
    bonds: [
      [0, 1],
      [1, 2],
      [2, 0],
    ],
  };
  const builder = await open(page, JSON.stringify(chain), 3);
  await choose(page, "unwrap");
  await expect(builder.notice()).toContainText("There is no molecule to make whole.");
  await expect(builder.notice()).toContainText("C3 (3 atoms, from #0) is bonded to its own images");
  await expect(builder.root).toHaveAttribute("data-steps", "0");
});

test("center with vacuum, with and without a cell", async ({ page }) => {
  const builder = await open(page);
  await choose(page, "unwrap");
  const before = await builder.hash();
  await choose(page, "center");
  await expect(page.getByTestId("center-c")).toHaveAttribute("aria-checked", "true");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await page.getByTestId("center-vacuum").fill("-2");
  await expect(page.getByTestId("center-form")).toContainText("Must be at least 0 Å.");
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  for (const axis of ["a", "b"]) await page.getByTestId(`center-${axis}`).click();
  await page.getByTestId("center-vacuum").fill("4");
  await page.getByTestId("center-vacuum").press("Enter");
  await expect(builder.root).toHaveAttribute("data-cell", /^34\.414/);
  await expect(page.getByTestId("history-step-2")).toContainText("Center along a, b, c, 4 Å vacuum");
  const xs = points(await structure(page)).map(([x]) => x);
  expect(Math.min(...xs)).toBeCloseTo(4, 9);
  await expectOneStep(builder, before, 2);

  await choose(page, "remove-cell");
  await choose(page, "center");
  for (const axis of ["a", "b", "c"])
    await expect(page.getByTestId(`center-${axis}`)).toHaveAttribute("aria-checked", "true");
  await page.getByTestId("center-b").click();
  await expect(page.getByTestId("center-axes-problem")).toContainText("all three axes");
  await page.getByTestId("center-b").click();
  await page.getByTestId("center-form-apply").click();
  await expect(builder.root).toHaveAttribute("data-cell", /^46\.414/);
});

test("a new empty cell, triclinic or none; edits are not lost unasked", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("welcome-cell").click();
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await page.getByTestId("cell-b").fill("12,5");
  await page.getByTestId("cell-gamma").fill("120");
  await page.getByTestId("cell-gamma").press("Enter");
  await expect(builder.root).toHaveAttribute("data-cell", "10.0000,12.5000,10.0000,90.0000,90.0000,120.0000");
  await builder.expectAtoms(0);
  await expect(builder.root).toHaveAttribute("data-name", "untitled");
  await expect(builder.root).toHaveAttribute("data-preview", "false");

  await choose(page, "remove-cell");
  await page.getByTestId("file-menu").click();
  await page.getByTestId("new-cell").click();
  await page.getByTestId("cell-none").click();
  await page.getByTestId("new-cell-form-apply").click();
  await builder.answer(false);
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await page.getByTestId("new-cell-form-apply").click();
  await builder.answer(true);
  await expect(builder.root).toHaveAttribute("data-steps", "0");
  await expect(builder.root).toHaveAttribute("data-cell", "");
});

test("waters give way to ions, as one step", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 300, density: 1, seed: 3 });
  await builder.build(900);
  const before = await builder.hash();
  await choose(page, "ions");
  await page.getByTestId("ions-concentration").fill("1");
  await page.getByTestId("ions-seed").fill("7");
  // (20.8 Å)³ of 1 mol/L are 5.4 formula units.
  await expect(page.getByTestId("ions-facts")).toContainText("5 Na⁺ and 5 Cl⁻");
  await expect(page.getByTestId("ions-facts")).toContainText("300 → 290");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await builder.expectAtoms(900);
  await page.getByTestId("ions-apart").fill("30");
  await expect(page.getByTestId("ions-form-problem")).toContainText("30 Å apart");
  await page.getByTestId("ions-apart").fill("5");
  await expect(page.getByTestId("ions-facts")).toContainText("5 Na⁺ and 5 Cl⁻");
  await page.getByTestId("ions-form-apply").click();
  await builder.expectAtoms(880);
  await expect(builder.root).toHaveAttribute("data-selected", "10");
  await expect(builder.notice()).toContainText("Replaced 10 waters by 5 Na⁺ and 5 Cl⁻.");
  await expect(builder.notice()).toContainText(
    /Smallest distance between an ion and another molecule \d\.\d\d Å \(periodic\)/,
  );
  const { elements, residueNames, residueIds, formalCharges, cell, positions } = await structure(page);
  expect(elements.slice(-10)).toEqual([...Array(5).fill(11), ...Array(5).fill(17)]);
  expect(residueNames?.slice(-10)).toEqual([...Array(5).fill("NA"), ...Array(5).fill("CL")]);
  expect(residueIds?.slice(-10)).toEqual(Array.from({ length: 10 }, (_, i) => 301 + i));
  expect(formalCharges?.slice(-10)).toEqual([...Array(5).fill(1), ...Array(5).fill(-1)]);
  const edge = cell?.[0] ?? 0;
  const ions = points({ positions: positions.slice(-30) });
  for (const [i, p] of ions.entries())
    for (const q of ions.slice(i + 1)) {
      const image = p.map((x, k) => x - (q[k] ?? 0) - edge * Math.round((x - (q[k] ?? 0)) / edge));
      expect(Math.hypot(...image)).toBeGreaterThanOrEqual(5);
    }
  await expectOneStep(builder, before, 1);

  // More ions than there are waters.
  await choose(page, "ions");
  await page.getByTestId("ions-concentration").fill("50");
  await expect(page.getByTestId("ions-form-problem")).toContainText("ask for fewer");
  await page.keyboard.press("Escape");
  await builder.expectAtoms(880);
});

test("with the keyboard alone", async ({ page }) => {
  const builder = await open(page);
  await page.getByTestId("structure-menu").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("structure-add-hydrogens")).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByTestId("structure-ions")).toBeFocused();
  for (const item of ["unwrap", "wrap-molecules", "wrap-atoms", "center"]) {
    await page.keyboard.press("ArrowUp");
    await expect(page.getByTestId(`structure-${item}`)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("center-a")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("center-form")).toBeVisible(); // Enter on a checkbox does nothing
  for (let k = 0; k < 3; k++) await page.keyboard.press("Tab");
  await expect(page.getByTestId("center-vacuum")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByTestId("center-vacuum")).toHaveValue("11");
  await page.keyboard.press("Enter");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(page.getByTestId("history-step-1")).toContainText("Center along a, c, 11 Å vacuum");
});

test("axe finds nothing, in both themes", async ({ page }) => {
  const builder = await open(page);
  for (const [item, form] of [
    ["set-cell", "set-cell"],
    ["center", "center-form"],
    ["ions", "ions-form"],
  ] as const) {
    await choose(page, item);
    await expect(page.getByTestId(form)).toBeVisible();
    expect(await violations(page), form).toEqual([]);
  }
  await choose(page, "set-cell");
  await page.getByTestId("cell-gamma").fill("200");
  await expect(page.getByTestId("cell-problem")).toBeVisible();
  await page.getByTestId("cell-vectors").click();
  expect(await violations(page), "set cell with a problem, vectors").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByTestId("file-menu").click();
  await page.getByTestId("new-cell").click();
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  expect(await violations(page), "new cell").toEqual([]);
});
