import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// Cleaning up a geometry from where it is, and making a new conformer.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

type Hooks = {
  __molsmith: {
    pick(i: number): void;
    structure(): Promise<Structure>;
  };
};

interface Structure {
  elements: number[];
  positions: number[];
  bonds: [number, number][];
  cell: number[] | null;
}

const structure = (page: Page) => page.evaluate(() => (window as unknown as Hooks).__molsmith.structure());

const pick = (page: Page, atom: number) => page.evaluate((i) => (window as unknown as Hooks).__molsmith.pick(i), atom);

async function choose(page: Page, item: string): Promise<void> {
  await page.getByTestId("structure-menu").click();
  await page.getByTestId(`structure-${item}`).click();
}

/** The vector from atom i to atom j, to the nearest image in an orthogonal cell. */
function between({ positions, cell }: Structure, i: number, j: number): number[] {
  return [0, 1, 2].map((k) => {
    const d = (positions[3 * j + k] ?? 0) - (positions[3 * i + k] ?? 0);
    const edge = cell?.[4 * k] ?? 0;
    return edge > 0 ? d - edge * Math.round(d / edge) : d;
  });
}

const lengths = (s: Structure) => s.bonds.map(([i, j]) => Math.hypot(...between(s, i, j)));

/** A mol block of the document with every coordinate moved by up to `size` Å, always the same way. */
async function distorted(builder: Builder, size: number): Promise<string> {
  const { text } = await builder.save("mol");
  let state = 12345;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return size * ((2 * state) / 2147483648 - 1);
  };
  const lines = text.split("\n");
  const atoms = Number(lines[3]?.slice(0, 3));
  for (let i = 4; i < 4 + atoms; i++) {
    const line = lines[i] ?? "";
    const at = [0, 10, 20].map((c) => (Number(line.slice(c, c + 10)) + random()).toFixed(4).padStart(10));
    lines[i] = at.join("") + line.slice(30);
  }
  return lines.join("\n");
}

/** One molecule of the library as the document, from a box that holds it. */
async function molecule(page: Page, name: string, atoms: number): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await fill(builder, name);
  await builder.build(atoms);
  return builder;
}

/** The form of a box that holds one molecule. */
async function fill(builder: Builder, name: string): Promise<void> {
  await builder.openTool("page", "liquid_box");
  await builder.chooseMolecule("components-0-molecule", name);
  await builder.type("components-0-count", "1");
  await builder.type("density", "0.05");
  await builder.type("seed", "1");
}

/** Energies of the last notice, kcal/mol. */
async function energies(builder: Builder): Promise<[number, number]> {
  const text = (await builder.notice().textContent()) ?? "";
  const found = /energy (.+?) → (.+?) kcal/.exec(text);
  const value = (s: string | undefined) => Number((s ?? "").replace(/\s/g, "").replace("−", "-"));
  return [value(found?.[1]), value(found?.[2])];
}

test("water, ethanol and caffeine with every atom pushed aside come back", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  for (const [name, atoms] of [
    ["Water", 3],
    ["Ethanol", 9],
    ["Caffeine", 24],
  ] as const) {
    await fill(builder, name);
    await builder.run();
    // The one before was edited.
    if (name !== "Water") await builder.answer(true);
    await expect(page.getByTestId("tool-form")).toBeHidden();
    await builder.expectAtoms(atoms);
    await builder.replaceByFile("bad.mol", await distorted(builder, 0.2));
    await choose(page, "clean-up");
    await expect(builder.notice()).toContainText("Cleaned up 1 molecule.");
    const good = lengths(await structure(page));
    const [before, after] = await energies(builder);
    expect(after).toBeLessThan(before - 1);
    await expect(builder.root).toHaveAttribute("data-steps", "1");
    await expect(page.getByTestId("history-step-1")).toContainText("Clean up geometry");
    await expect(page.getByTestId("announcement")).toContainText("Cleaned up 1 molecule. MMFF94s energy");

    // The same molecule, as the library has it, has the same bonds.
    await page.keyboard.press("Control+z");
    await expect(builder.root).toHaveAttribute("data-steps", "0");
    const bad = lengths(await structure(page));
    expect(Math.max(...bad.map((l, k) => Math.abs(l - (good[k] ?? 0))))).toBeGreaterThan(0.03);
    await page.keyboard.press("Control+Shift+z");
    await expect(builder.root).toHaveAttribute("data-steps", "1");
    // A second time there is nothing left to gain.
    await choose(page, "clean-up");
    await expect(builder.root).toHaveAttribute("data-steps", "2");
    const [, again] = await energies(builder);
    expect(Math.abs(again - after)).toBeLessThan(0.2);
    const { elements, bonds } = await structure(page);
    for (const [k, [i, j]] of bonds.entries()) {
      const length = good[k] ?? 0;
      const hydrogen = elements[i] === 1 || elements[j] === 1;
      expect(length).toBeGreaterThan(hydrogen ? 0.95 : 1.19);
      expect(length).toBeLessThan(hydrogen ? 1.11 : 1.56);
    }
  }
});

test("the molecules of a periodic box, those of the selection first", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 60, density: 0.9, seed: 2 });
  await builder.build(180);
  const before = await structure(page);
  await pick(page, 4);
  await page.keyboard.press("Control+Shift+l");
  await expect(builder.notice()).toContainText("Cleaned up 1 molecule.");
  await expect(builder.root).toHaveAttribute("data-selected", "1");
  await page.keyboard.press("Escape");
  await choose(page, "clean-up");
  await expect(builder.notice()).toContainText("Cleaned up 60 molecules.");
  await expect(builder.root).toHaveAttribute("data-steps", "2");
  const after = await structure(page);
  for (const length of lengths(after)) expect(Math.abs(length - 0.969)).toBeLessThan(0.005);
  // Nothing went to the other side of the cell.
  const moved = after.positions.map((x, k) => Math.abs(x - (before.positions[k] ?? 0)));
  expect(Math.max(...moved)).toBeLessThan(0.5);
});

test("125 waters in a periodic box relax together; the cell and the molecules stay", async ({ page }) => {
  test.setTimeout(300_000);
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 125, density: 1, seed: 3 });
  await builder.build(375);
  const before = await structure(page);
  await choose(page, "clean-up-together");
  await expect(builder.notice()).toContainText("Relaxed 125 molecules together.", { timeout: 240_000 });
  const [start, end] = await energies(builder);
  expect(end).toBeLessThan(start);
  // Liquid water has about −10 kcal/mol a molecule, without heat some more.
  expect(end / 125).toBeLessThan(-10);
  expect(end / 125).toBeGreaterThan(-16);
  const after = await structure(page);
  expect(after.cell).toEqual(before.cell);
  expect(after.bonds).toEqual(before.bonds);
  for (const length of lengths(after)) {
    expect(length).toBeGreaterThan(0.9);
    expect(length).toBeLessThan(1.05);
  }
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(page.getByTestId("history-step-1")).toContainText("Relax 125 molecules together");
  await page.keyboard.press("Control+z");
  expect((await structure(page)).positions).toEqual(before.positions);

  // One molecule among the others, which stay.
  await pick(page, 4);
  await page.getByTestId("structure-menu").click();
  await expect(page.getByTestId("structure-clean-up-together")).toContainText("Clean up selection, all else held");
  await page.getByTestId("structure-clean-up-together").click();
  await expect(builder.notice()).toContainText(/Relaxed 1 molecule, \d+ atoms held\./);
  const one = await structure(page);
  expect(one.positions.filter((x, k) => x !== before.positions[k]).length).toBeLessThanOrEqual(3);

  // It can be cancelled.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await expect(builder.root).toHaveAttribute("data-steps", "0");
  await choose(page, "clean-up-together");
  await page.getByTestId("structure-menu").click();
  await page.getByTestId("structure-cancel").click();
  await expect(builder.notice()).toContainText("Cancelled.");
  expect((await structure(page)).positions).toEqual(before.positions);
});

/** Lactic acid drawn as a solid molecule: the chirality is that of its positions. */
test("a new conformer keeps the configuration and the place, in one step", async ({ page }) => {
  const builder = await molecule(page, "Lactic acid", 12);
  await page.getByTestId("tab-properties").click();
  const smiles = page.getByTestId("property-smiles");
  await expect(smiles).toContainText("@");
  const name = await smiles.textContent();
  const middle = ({ positions }: Structure) =>
    [0, 1, 2].map((k) => positions.filter((_, i) => i % 3 === k).reduce((a, b) => a + b, 0) / (positions.length / 3));
  const old = await structure(page);
  await choose(page, "new-conformer");
  await expect(builder.notice()).toContainText("New conformer of 1 molecule.");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(smiles).toHaveText(name ?? "");
  const made = await structure(page);
  const [a, b] = [middle(old), middle(made)];
  expect(Math.hypot(...a.map((x, k) => x - (b[k] ?? 0)))).toBeLessThan(1);
  expect(made.positions).not.toEqual(old.positions);
  await page.getByTestId("undo").click();
  expect((await structure(page)).positions).toEqual(old.positions);
});

test("without hydrogens it says so and offers them", async ({ page }) => {
  const builder = await molecule(page, "Ethanol", 9);
  await choose(page, "remove-hydrogens");
  await builder.expectAtoms(3);
  await choose(page, "clean-up");
  await expect(builder.notice()).toHaveAttribute("data-level", "warning");
  await expect(builder.notice()).toContainText("hydrogens are missing");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await page.getByTestId("notice-action").click();
  await builder.expectAtoms(9);
  await choose(page, "clean-up");
  await expect(builder.notice()).toContainText("Cleaned up 1 molecule.");
  await expect(builder.root).toHaveAttribute("data-steps", "3");
});

test("shows how far it is, can be cancelled, and goes again", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.chooseMolecule("components-0-molecule", "Caffeine");
  await builder.type("components-0-count", "400");
  await builder.type("density", "0.4");
  await builder.type("seed", "1");
  await builder.build(9600);
  const before = await builder.hash();
  await choose(page, "new-conformer");
  await expect(page.getByTestId("job")).toContainText(/Molecule \d+ of 400/);
  await expect(page.getByTestId("job").getByRole("progressbar")).toHaveAttribute("aria-valuenow", /\d/);
  await expect(builder.root).toHaveAttribute("data-busy", "true");
  await page.getByTestId("job-cancel").click();
  await expect(builder.notice()).toContainText("Cancelled.");
  await expect(page.getByTestId("job")).toBeHidden();
  await expect(builder.root).toHaveAttribute("data-busy", "false");
  expect(await builder.hash()).toBe(before);
  await expect(builder.root).toHaveAttribute("data-steps", "0");
  // The worker that was ended has a successor.
  await pick(page, 30);
  await choose(page, "clean-up");
  await expect(builder.notice()).toContainText("Cleaned up 1 molecule.");
});

test("an edit made meanwhile stays, and the result does not", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.chooseMolecule("components-0-molecule", "Caffeine");
  await builder.type("components-0-count", "60");
  await builder.type("density", "0.4");
  await builder.type("seed", "1");
  await builder.build(1440);
  await choose(page, "new-conformer");
  await expect(page.getByTestId("job")).toBeAttached();
  await pick(page, 0);
  await page.keyboard.press("Delete");
  await builder.expectAtoms(1439);
  await expect(builder.notice()).toContainText("The structure was changed meanwhile.");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await builder.expectAtoms(1439);
});
