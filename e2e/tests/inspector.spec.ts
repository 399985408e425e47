import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// What is selected can be changed where it is listed; the history leads everywhere.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** Methanol in a cell: C, O, then hydrogens. */
const methanol = `6
Lattice="12 0 0 0 12 0 0 0 12" Properties=species:S:1:pos:R:3 pbc="T T T"
C 5.000 5.000 5.000
O 6.400 5.000 5.000
H 6.720 5.905 5.000
H 4.640 6.028 5.000
H 4.640 4.486 5.890
H 4.640 4.486 4.110
`;

type Hooks = {
  __molsmith: {
    pick(i: number, mods?: { shift: boolean }): void;
    camera(): unknown;
    structure(): Promise<{ elements: number[]; positions: number[]; atomNames?: string[]; residueNames?: string[] }>;
  };
};
const pick = (page: Page, atom: number, shift = false) =>
  page.evaluate(([i, s]) => (window as unknown as Hooks).__molsmith.pick(i as number, { shift: s as boolean }), [
    atom,
    shift,
  ] as const);
const structure = (page: Page) => page.evaluate(() => (window as unknown as Hooks).__molsmith.structure());
const camera = (page: Page) => page.evaluate(() => (window as unknown as Hooks).__molsmith.camera());

async function open(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("methanol.xyz", methanol);
  await builder.expectAtoms(6);
  return builder;
}

test("place, labels and element are edited by keyboard, one step each", async ({ page }) => {
  const builder = await open(page);
  await page.getByTestId("chip-H").click();
  await expect(builder.root).toHaveAttribute("data-selected", "4");
  await expect(page.getByTestId("selection-sums")).toContainText("4.03 g/mol");

  await pick(page, 1);
  const x = page.getByTestId("inspector-x");
  await x.fill("6,5");
  await x.press("Enter");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  expect((await structure(page)).positions.slice(3, 6)).toEqual([6.5, 5, 5]);
  await page.getByTestId("inspector-unit").click();
  await expect(x).toHaveValue("0.65");
  await page.getByTestId("inspector-unit").click();
  await page.getByTestId("inspector-b").fill("0.5");
  await page.getByTestId("inspector-b").press("Enter");
  await expect(page.getByTestId("inspector-y")).toHaveValue("6");

  await page.getByTestId("atom-name").fill("OG");
  await page.keyboard.press("Tab");
  await expect(builder.root).toHaveAttribute("data-steps", "3");
  await page.getByTestId("residue-name").fill("MEOH");
  await page.getByTestId("residue-name").press("Enter");
  await expect(builder.root).toHaveAttribute("data-steps", "4");
  const labeled = await structure(page);
  expect(labeled.atomNames?.[1]).toBe("OG");
  expect(labeled.residueNames?.[1]).toBe("MEOH");
  await expect(builder.root).toHaveAttribute("data-selected", "1");

  // Two atoms: their distance is there to be set.
  await pick(page, 0);
  await pick(page, 1, true);
  await page.getByTestId("inspector-measure").fill("1.43");
  await page.getByTestId("inspector-measure").press("Enter");
  await expect(page.getByTestId("inspector-measure")).toHaveValue("1.430");

  await pick(page, 1);
  await page.getByTestId("inspector-element").click();
  await page.getByTestId("element-S").click();
  await expect(page.getByTestId("selection")).toContainText("Sulfur #1");
  const steps = Number(await builder.root.getAttribute("data-steps"));
  for (let i = 0; i < steps; i++) await page.keyboard.press("Control+z");
  await expect(builder.root).toHaveAttribute("data-steps", "0");
  expect((await structure(page)).positions.slice(3, 6)).toEqual([6.4, 5, 5]);
});

/** The same molecule with its bonds. */
const bonded = `methanol
  Molsmith          3D

  6  5  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.4000    0.0000    0.0000 O   0  0
    1.7200    0.9050    0.0000 H   0  0
   -0.3600    1.0280    0.0000 H   0  0
   -0.3600   -0.5140    0.8900 H   0  0
   -0.3600   -0.5140   -0.8900 H   0  0
  1  2  1  0
  2  3  1  0
  1  4  1  0
  1  5  1  0
  1  6  1  0
M  END
`;

test("bond orders; history: jump, original, clear all; the camera stays and notices go with their step", async ({
  page,
}) => {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("methanol.mol", bonded);
  await builder.expectAtoms(6);
  const before = await builder.hash();
  const seen = await camera(page);
  await pick(page, 1);
  await page.getByTestId("charge").fill("+1");
  await page.getByTestId("charge").press("Enter");
  await builder.expectAtoms(7);
  await expect(page.getByTestId("bonds")).toContainText("C #0");
  await page.getByTestId("bond-order-1-0").click();
  await page.getByRole("option", { name: "double" }).click();
  await builder.expectAtoms(5);
  await expect(builder.notice()).toContainText("Removed 2 hydrogens");
  await expect(page.getByTestId("selection")).toContainText("Oxygen #1");
  await page.keyboard.press("Control+z");
  await expect(builder.notice()).toBeHidden();
  await page.getByTestId("notices").click();
  await expect(page.getByTestId("notices-list")).toContainText("undone");
  await page.keyboard.press("Escape");
  await page.getByTestId("redo").click();
  await builder.expectAtoms(5);
  const edited = await builder.hash();

  await page.getByTestId("show-original").click();
  await expect(page.getByTestId("original-banner")).toBeVisible();
  await expect(builder.root).toHaveAttribute("data-original", "true");
  await builder.expectAtoms(6);
  await expect(page.getByTestId("undo")).toBeDisabled();
  await page.getByTestId("original-back").click();
  await builder.expectAtoms(5);

  await page.getByTestId("history-clear").click();
  await builder.expectAtoms(6);
  await expect(builder.root).toHaveAttribute("data-steps", "3");
  expect(await builder.hash()).toBe(before);
  await page.keyboard.press("Control+z");
  await builder.expectAtoms(5);
  expect(await builder.hash()).toBe(edited);
  await page.getByTestId("history-step-1").click();
  await builder.expectAtoms(7);
  expect(await camera(page)).toEqual(seen);
});

test("a file without elements asks for them, and opens with the answer", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  const gro = [
    "Water and a metal",
    "    5",
    "    1SOL     OW    1   0.230   0.628   0.113",
    "    1SOL    HW1    2   0.137   0.626   0.150",
    "    1SOL    HW2    3   0.231   0.589   0.021",
    "    1SOL     MW    4   0.200   0.600   0.100",
    "    2LIG    Q7    5   1.200   1.100   0.800",
    "   2.00000   2.00000   2.00000",
    "",
  ].join("\n");
  await builder.openFile("box.gro", gro);
  await expect(page.getByTestId("elements-open")).toBeDisabled();
  await expect(page.getByTestId("element-of-OW")).toHaveValue("O");
  await page.getByTestId("element-of-Q7-table").click();
  await page.getByTestId("element-Zn").click();
  await page.getByTestId("elements-open").click();
  await builder.expectAtoms(4);
  await expect(builder.root).toHaveAttribute("data-formula", "H2OZn");
  await expect(builder.notice()).toContainText("1 dummy atom");
});
