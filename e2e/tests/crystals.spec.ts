import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { violations } from "../fixtures/axe.js";
import { expect, test } from "../fixtures/test.js";

// Crystals, surfaces and what is put on them, in one document; each action is one step.

async function choose(page: Page, item: string): Promise<void> {
  await page.getByTestId("structure-menu").click();
  await page.getByTestId("structure-crystal").click();
  await page.getByTestId(`structure-${item}`).click();
}

/** Presses the button that applies a form, once it can be pressed, and waits until the form is gone. */
async function apply(page: Page, form: string): Promise<void> {
  await expect(page.getByTestId(`${form}-apply`)).not.toHaveAttribute("aria-disabled");
  await page.getByTestId(`${form}-apply`).click();
  await expect(page.getByTestId(form)).toBeHidden();
}

interface Structure {
  elements: number[];
  positions: number[];
  cell: number[];
}

const structure = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { __molsmith: { structure(): Promise<Structure> } }).__molsmith.structure(),
  );

const COPPER = 29;
const GOLD = 79;
const OXYGEN = 8;

test("a copper surface, ethanol on it and water in its vacuum are one document, undone step by step", async ({
  page,
  builder,
}) => {
  await page.getByTestId("file-menu").click();
  await page.getByTestId("new-bulk").click();
  await expect(page.getByTestId("info")).toContainText("3.61 × 3.61 × 3.61 Å");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await page.getByTestId("bulk-by-group").check();
  await expect(page.getByTestId("info")).toContainText("8 atoms");
  expect(await violations(page, ".details")).toEqual([]);
  await page.getByTestId("bulk-by-type").check();
  await expect(page.getByTestId("info")).toContainText("4 atoms");
  await apply(page, "bulk-form");
  await builder.expectAtoms(4);
  await expect(builder.root).toHaveAttribute("data-name", "Cu-fcc");
  const hashes = [await builder.hash()];

  await choose(page, "slab");
  await expect(page.getByTestId("slab-termination-0")).toBeChecked();
  await page.getByTestId("slab-layers").fill("3");
  await expect(page.getByTestId("slab-facts")).toContainText("12 atoms");
  for (const side of [0, 1]) await page.getByTestId(`slab-repeat-${side}`).fill("3");
  await expect(page.getByTestId("slab-facts")).toContainText("108 atoms");
  await expect(page.getByTestId("slab-facts")).toContainText("4.17 Å");
  expect(await violations(page, ".details")).toEqual([]);
  // The document is as it was while the view shows the slab.
  await expect(page.getByTestId("info")).toContainText("108 atoms");
  await expect(builder.root).toHaveAttribute("data-atoms", "4");
  const camera = await page.evaluate(() => window.__molsmith.camera());
  await apply(page, "slab-form");
  await builder.expectAtoms(108);
  await expect(page.getByTestId("history-step-1")).toContainText("Cut slab (1 1 1)");
  // The picture is the one that was shown: the slab, not where the crystal was.
  expect(await page.evaluate(() => window.__molsmith.camera())).toEqual(camera);
  const canvas = await page.getByRole("img", { name: "3D view of the structure" }).boundingBox();
  for (const atom of [0, 107]) {
    const at = await builder.project(atom);
    expect(at.x).toBeGreaterThan(canvas?.x ?? Infinity);
    expect(at.x).toBeLessThan((canvas?.x ?? 0) + (canvas?.width ?? 0));
    expect(at.y).toBeGreaterThan(canvas?.y ?? Infinity);
    expect(at.y).toBeLessThan((canvas?.y ?? 0) + (canvas?.height ?? 0));
  }
  hashes.push(await builder.hash());
  const { cell, positions } = await structure(page);
  expect(cell[0]).toBeCloseTo(3 * 3.61 * Math.SQRT2, 6);
  expect(cell.slice(1, 3)).toEqual([0, 0]);
  expect(cell[8]).toBeGreaterThan(20);
  const top = Math.max(...positions.filter((_, i) => i % 3 === 2));

  await choose(page, "adsorb");
  await builder.chooseMolecule("molecule", "Ethanol");
  await builder.type("count", "3");
  await builder.type("height", "2.3");
  await builder.field("anchor").selectOption("atom");
  // A number until the molecule has been read.
  await page.locator('select[data-testid="tool-field-atom"]').selectOption("2");
  await builder.type("tilt", "270");
  await builder.type("seed", "1");
  await builder.build(108 + 27);
  await expect(builder.root).toHaveAttribute("data-steps", "2");
  hashes.push(await builder.hash());
  const adsorbed = await structure(page);
  expect(adsorbed.cell).toEqual(cell);
  const oxygens = adsorbed.elements.flatMap((z, i) => (z === OXYGEN ? [adsorbed.positions[3 * i + 2] ?? 0] : []));
  expect(oxygens).toHaveLength(3);
  for (const height of oxygens) expect(height - top).toBeCloseTo(2.3, 3);

  await builder.openTool("page", "solvate");
  await builder.chooseMolecule("solvent", "Water");
  await builder.type("seed", "3");
  await builder.run();
  await expect(builder.root).toHaveAttribute("data-steps", "3", { timeout: 60_000 });
  await expect(builder.notice()).toContainText("Added");
  const wet = await structure(page);
  hashes.push(await builder.hash());
  expect((wet.elements.length - 135) % 3).toBe(0);
  expect((wet.elements.length - 135) / 3).toBeGreaterThan(90);
  expect(wet.elements.slice(0, 135)).toEqual(adsorbed.elements);
  expect(wet.positions.slice(0, 405)).toEqual(adsorbed.positions);
  expect(closest(wet, 135)).toBeGreaterThan(1.99);
  expect(wet.elements.filter((z) => z === COPPER)).toHaveLength(108);

  for (const steps of [2, 1, 0]) {
    await page.getByTestId("undo").click();
    await expect(builder.root).toHaveAttribute("data-steps", String(steps));
    expect(await builder.hash()).toBe(hashes[steps]);
  }
  await expect(builder.root).toHaveAttribute("data-atoms", "4");
});

/** The least distance, images included, of an atom from this one on to one before, Å. */
function closest({ positions, cell }: Structure, from: number): number {
  const [a = 0, , , bx = 0, b = 0, , , , c = 0] = cell;
  let least = Number.POSITIVE_INFINITY;
  for (let i = from; i < positions.length / 3; i++)
    for (let j = 0; j < from; j++) {
      const d = [0, 1, 2].map((k) => (positions[3 * i + k] ?? 0) - (positions[3 * j + k] ?? 0));
      for (let p = -1; p <= 1; p++)
        for (let q = -1; q <= 1; q++)
          for (let r = -1; r <= 1; r++)
            least = Math.min(least, Math.hypot((d[0] ?? 0) + p * a + q * bx, (d[1] ?? 0) + q * b, (d[2] ?? 0) + r * c));
    }
  return least;
}

test("a run in the crystals' worker can be ended; a new worker makes an alloy", async ({ page, builder }) => {
  await builder.openTool("page", "bulk_crystal");
  // The search for voids among 100 000 atoms takes many seconds.
  await builder.field("change").selectOption("interstitials");
  for (const side of [0, 1, 2]) await builder.type(`repeat-${side}`, "29");
  await builder.run();
  await page.getByTestId("tool-cancel").click();
  await expect(page.getByTestId("tool-error")).toContainText("Cancelled");
  await builder.field("change").selectOption("alloy");
  await builder.type("shells", "2");
  for (const side of [0, 1, 2]) await builder.type(`repeat-${side}`, "2");
  await builder.build(32);
  const { elements } = await structure(page);
  expect(elements.filter((z) => z === GOLD)).toHaveLength(8);
  expect(elements.filter((z) => z === COPPER)).toHaveLength(24);
});

const half = 2.82;
const salt = JSON.stringify({
  elements: [11, 11, 11, 11, 17, 17, 17, 17],
  positions: [
    [0, 0, 0, 0, half, half, half, 0, half, half, half, 0],
    [half, 0, 0, 0, half, 0, 0, 0, half, half, half, half],
  ].flat(),
  cell: [2 * half, 0, 0, 0, 2 * half, 0, 0, 0, 2 * half],
  bonds: [],
});

test("supercell and symmetry: said before, shown, one step each; wrong input at its field", async ({
  page,
  builder,
}) => {
  await builder.openFile("salt.json", salt);
  await builder.expectAtoms(8);
  const before = await builder.hash();

  await choose(page, "supercell");
  await expect(page.getByTestId("supercell-0")).toBeFocused();
  await page.getByTestId("supercell-2").fill("1");
  await expect(page.getByTestId("supercell-facts")).toContainText("4 images → 32 atoms");
  await expect(page.getByTestId("info")).toContainText("32 atoms");
  await expect(builder.root).toHaveAttribute("data-atoms", "8");
  await page.keyboard.press("Escape");
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  expect(await builder.hash()).toBe(before);

  await choose(page, "supercell");
  await page.getByTestId("supercell-by-matrix").check({ force: true });
  await page.getByTestId("supercell-m8").fill("0");
  await expect(page.getByTestId("supercell-problem")).toContainText("determinant is 0");
  await expect(page.getByTestId("supercell-m8")).toHaveAttribute("aria-invalid", "true");
  await page.getByTestId("supercell-m8").fill("1");
  await page.getByTestId("supercell-m1").fill("1");
  await expect(page.getByTestId("supercell-facts")).toContainText("4 images → 32 atoms");
  expect(await violations(page, ".details")).toEqual([]);
  await page.getByTestId("supercell-m1").press("Enter");
  await builder.expectAtoms(32);
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(page.getByTestId("supercell-form")).toBeHidden();

  await choose(page, "symmetry");
  await expect(page.getByTestId("symmetry-table")).toHaveAttribute("data-group", "225");
  await expect(page.getByTestId("symmetry-table")).toContainText("cubic");
  await page.getByTestId("symmetry-cif").click();
  const dialog = page.getByTestId("save-dialog");
  await expect(dialog.getByTestId("save-symmetry")).toBeChecked();
  await expect(dialog.getByTestId("save-report")).toContainText("2 sites in the standard setting of space group Fm-3m");
  expect(await violations(page, "[data-testid=save-dialog]")).toEqual([]);
  const saved = page.waitForEvent("download");
  await dialog.getByTestId("save-confirm").click();
  expect(readFileSync(await (await saved).path(), "utf8")).toContain("'F m -3 m'");
  await expect(dialog).toBeHidden();
  await page.getByTestId("symmetry-primitive").check();
  await expect(page.getByTestId("symmetry-facts")).toContainText("32 atoms → 2 atoms");
  expect(await violations(page, ".details")).toEqual([]);
  await apply(page, "symmetry-form");
  await builder.expectAtoms(2);
  await expect(builder.root).toHaveAttribute("data-steps", "2");

  // From the primitive cell to the ideal one, which is as the file has it.
  await choose(page, "symmetry");
  await page.getByTestId("symmetry-standardized").check();
  await expect(page.getByTestId("symmetry-facts")).toContainText("2 atoms → 8 atoms");
  await apply(page, "symmetry-form");
  await builder.expectAtoms(8);
  for (const left of [2, 1, 0]) {
    await page.getByTestId("undo").click();
    await expect(builder.root).toHaveAttribute("data-steps", String(left));
  }
  expect(await builder.hash()).toBe(before);

  // Two of the sodium atoms become potassium, a chlorine goes, a hydrogen comes into a void.
  await choose(page, "defects");
  await page.getByTestId("defects-part-0-element").fill("K");
  await page.getByTestId("defects-part-0-share").fill("50");
  await page.getByTestId("defects-shells").fill("1");
  await expect(page.getByTestId("defects-facts")).toContainText("2 KOrder of shell 1 (3.99 Å)0.333");
  expect(await violations(page, ".details")).toEqual([]);
  await apply(page, "defects-form");
  await expect(page.getByTestId("history-step-1")).toContainText("Alloy: 2 K on Na sites");
  await choose(page, "defects");
  await page.getByTestId("defects-vacancies-kind").check({ force: true });
  await expect(page.getByTestId("defects-facts")).toContainText("7 atoms");
  await apply(page, "defects-form");
  await builder.expectAtoms(7);
  await choose(page, "defects");
  await page.getByTestId("defects-interstitials").check({ force: true });
  await expect(page.getByTestId("defects-facts")).toContainText("1 H");
  await apply(page, "defects-form");
  await builder.expectAtoms(8);
  for (const left of [2, 1, 0]) {
    await page.getByTestId("undo").click();
    await expect(builder.root).toHaveAttribute("data-steps", String(left));
  }
  expect(await builder.hash()).toBe(before);

  // The other forms are as easy to use, and a refusal of the core is said.
  for (const [item, form] of [
    ["transform", "transform-form"],
    ["overlaps", "overlaps-form"],
    ["stack", "stack-form"],
  ] as const) {
    await choose(page, item);
    await expect(page.getByTestId(form)).toBeVisible();
    if (item === "stack") await expect(page.getByTestId("stack-form-problem")).toContainText("vacuum");
    expect(await violations(page, ".details"), form).toEqual([]);
  }
});
