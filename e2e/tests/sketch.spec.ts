import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { distance, Molecules, points, Sheet, violations } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";

// From a drawing to a geometry, with the mouse alone and with the text beside it.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

type Structure = { elements: number[]; positions: number[]; bonds: [number, number][] };
const structure = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { __molsmith: { structure(): Promise<unknown> } }).__molsmith.structure(),
  ) as Promise<Structure>;

async function open(page: Page): Promise<{ builder: Builder; molecules: Molecules }> {
  const builder = await Builder.open(page, site.url);
  const molecules = new Molecules(page);
  await molecules.open();
  return { builder, molecules };
}

/** Draws C–C–O, the oxygen first. */
async function drawEthanol(molecules: Molecules): Promise<Sheet> {
  const sheet = await molecules.sheet();
  await sheet.click(150, 200);
  await expect(molecules.text).toHaveValue("CC");
  // The bond goes up at 30°; a click on its end makes the next one.
  await sheet.click(150 + Sheet.bond * Math.cos(Math.PI / 6), 200 - Sheet.bond / 2);
  await expect(molecules.text).toHaveValue("CCC");
  await sheet.choose("oxygen");
  await sheet.click(150, 200);
  await expect(molecules.text).toHaveValue("CCO");
  return sheet;
}

test("a drawn ethanol has its atoms, bonds and angles, twice the same, and survives a reload", async ({ page }) => {
  const { builder, molecules } = await open(page);
  await drawEthanol(molecules);
  await expect(page.getByTestId("molecule-read")).toContainText("C2H6O, read as a sketch");
  await expect(await molecules.solid()).toContainText("9 atoms · MMFF94s");
  await page.getByTestId("molecule-add").click();
  await page.getByTestId("molecule-place").click();
  await builder.expectAtoms(9);
  await expect(builder.root).toHaveAttribute("data-formula", "C2H6O");

  const first = await structure(page);
  expect(first.elements).toEqual([6, 6, 8, 1, 1, 1, 1, 1, 1]);
  const at = points(first);
  const length = (i: number, j: number) => distance(at[i] ?? [], at[j] ?? []);
  const between = (value: number, low: number, high: number) => {
    expect(value).toBeGreaterThan(low);
    expect(value).toBeLessThan(high);
  };
  between(length(0, 1), 1.45, 1.6);
  between(length(1, 2), 1.35, 1.5);
  for (const [a, b] of first.bonds) {
    const kinds = [first.elements[a], first.elements[b]].sort().join();
    if (kinds === "1,6") between(length(a, b), 1.0, 1.15);
    if (kinds === "1,8") between(length(a, b), 0.9, 1.05);
  }
  // C–C–O by the law of cosines.
  const [cc, co, far] = [length(0, 1), length(1, 2), length(0, 2)];
  between((Math.acos((cc * cc + co * co - far * far) / (2 * cc * co)) * 180) / Math.PI, 100, 116);

  await page.reload();
  await expect(builder.root).toHaveAttribute("data-core", "wasm");
  await molecules.openLibrary();
  const [kept] = await molecules.entries();
  expect(kept).toMatchObject({ name: "Ethanol", formula: "C2H6O", smiles: "CCO", origin: "sketch", atoms: 9 });
  expect(kept?.sketch).toContain("M  END");

  // Drawn and embedded again.
  await molecules.open();
  await drawEthanol(molecules);
  await molecules.solid();
  await page.getByTestId("molecule-place").click();
  await builder.expectAtoms(9);
  const second = points(await structure(page));
  for (const [i, point] of at.entries()) expect(distance(point, second[i] ?? [])).toBeLessThan(1e-3);
});

test("text and sketch are one molecule, whichever changes", async ({ page }) => {
  const { molecules } = await open(page);
  const sheet = await drawEthanol(molecules);
  // Typed: drawn on the sheet, and drawn on from there.
  await molecules.text.fill("c1ccccc1");
  await molecules.solid();
  await expect(page.getByTestId("molecule-read")).toContainText("Benzene");
  await sheet.click(60, 60);
  await expect(molecules.text).toHaveValue(/^(O\.c1ccccc1|c1ccccc1\.O)$/);
  await molecules.text.fill("");
  await expect(page.getByTestId("molecule-add")).toBeDisabled();
  await sheet.choose("bond");
  await sheet.click(150, 150);
  await expect(molecules.text).toHaveValue("CC");
});

test("a wedge is a configuration, in the text and in space", async ({ page }) => {
  const { molecules } = await open(page);
  await molecules.text.fill("CC(N)O");
  await molecules.pane("sketch");
  const sheet = await molecules.sheet();
  await molecules.text.fill("C[C@H](N)O");
  const one = await text(molecules, "@");
  await molecules.text.fill("C[C@@H](N)O");
  const other = await text(molecules, "@@");
  expect(one).not.toBe(other);
  // A stroke elsewhere reads the whole sheet again: the wedge on it says the same.
  await sheet.choose("nitrogen");
  await sheet.click(30, 30);
  await expect(molecules.text).toHaveValue(/\./);
  await expect(await molecules.solid()).toContainText("15 atoms");
  await molecules.pane("atoms");
  await expect(page.getByTestId("atom-table").locator("td:last-child")).toContainText([other]);
});

async function text(molecules: Molecules, mark: string): Promise<string> {
  await molecules.solid();
  await molecules.pane("atoms");
  const label = await molecules.page
    .getByTestId("atom-table")
    .locator("tbody tr")
    .nth(1)
    .locator("td")
    .last()
    .textContent();
  expect(label, mark).toMatch(/^[RS]$/);
  await molecules.pane("sketch");
  return label ?? "";
}

test("what cannot be is said in words, and nothing can be done with it", async ({ page }) => {
  const { molecules } = await open(page);
  await molecules.text.fill("C(F)(F)(F)F");
  await molecules.solid();
  const sheet = await molecules.sheet();
  // A fifth bond at the carbon, which stands in the middle of the sheet.
  const middle = [(468 - 46) / 2, 182] as const;
  await sheet.drag(middle, [middle[0] + 60, middle[1] + 60]);
  await expect(page.getByTestId("sketch-problem")).toContainText(/In the sketch: .*valence/);
  for (const id of ["molecule-add", "molecule-box", "molecule-place"])
    await expect(page.getByTestId(id)).toBeDisabled();
});

test("Esc belongs to the sheet while the sheet has the focus; Tab leaves it", async ({ page }) => {
  const { molecules } = await open(page);
  await drawEthanol(molecules);
  await page.keyboard.press("Escape");
  await expect(molecules.dialog).toBeVisible();
  // What the focus goes to is there once there is a geometry; it is named by a tooltip, which Esc takes away first.
  await molecules.solid();
  await page.keyboard.press("Tab");
  await expect(page.getByTestId("sketch-sheet").locator(":focus")).toHaveCount(0);
  await page.getByTestId("molecule-name").focus();
  await expect(page.getByRole("tooltip")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(molecules.dialog).toBeHidden();
  // What was drawn is there again.
  await molecules.open();
  await expect(molecules.text).toHaveValue("CCO");
});

test("an entry that was drawn is edited as it was drawn, as a new one", async ({ page }) => {
  const { molecules } = await open(page);
  await drawEthanol(molecules);
  await molecules.solid();
  await page.getByTestId("molecule-name").fill("mine");
  await page.getByTestId("molecule-add").click();
  await page.getByTestId("molecule-dialog-close").click();
  await molecules.openLibrary();
  await molecules.act("mine", "edit");
  const sheet = await molecules.sheet();
  await expect(molecules.text).toHaveValue("CCO");
  // In a corner, away from what is drawn.
  await sheet.choose("nitrogen");
  await sheet.click(30, 30);
  await expect(molecules.text).toHaveValue("CCO.N");
  await molecules.solid();
  await page.getByTestId("molecule-add").click();
  await expect.poll(async () => (await molecules.entries()).map(({ smiles }) => smiles)).toEqual(["CCO", "CCO.N"]);
});

test("axe finds nothing beside the sheet, in both themes", async ({ page }) => {
  const { molecules } = await open(page);
  expect(await violations(page, "[role=dialog]"), "empty").toEqual([]);
  await molecules.type("ibuprofen");
  for (const pane of ["picture", "sketch", "atoms", "properties"] as const) {
    await molecules.pane(pane);
    if (pane === "sketch") await molecules.sheet();
    if (pane === "properties") await expect(page.getByTestId("property-synthetic")).toContainText("of 10");
    expect(await violations(page, "[role=dialog]"), pane).toEqual([]);
  }
  await molecules.text.fill("ibuprophen");
  await expect(page.getByTestId("molecule-choice")).toBeVisible();
  expect(await violations(page, "[role=dialog]"), "pale values").toEqual([]);
  // The editor draws on white only: in the dark theme its sheet is turned over.
  await molecules.pane("sketch");
  for (const [theme, filter] of [
    ["light", "none"],
    ["dark", "invert(0.9) hue-rotate(180deg)"],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.getByTestId("sketch-sheet").locator("> div")).toHaveCSS("filter", filter);
  }
});
