import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { type Entry, Molecules, points, violations } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";

// The person's molecules: kept in the browser, in step between windows, to files and back.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

async function open(page: Page): Promise<{ builder: Builder; molecules: Molecules }> {
  const builder = await Builder.open(page, site.url);
  const molecules = new Molecules(page);
  await molecules.openLibrary();
  return { builder, molecules };
}

async function reload(page: Page, { builder, molecules }: { builder: Builder; molecules: Molecules }): Promise<void> {
  await page.reload();
  await expect(builder.root).toHaveAttribute("data-core", "wasm");
  await molecules.openLibrary();
}

const names = async (molecules: Molecules) => (await molecules.entries()).map(({ name }) => name);

/** An entry without what every new one gets anew. */
const content = ({ id: _, ...rest }: Entry) => rest;

test("molecules are kept, renamed, found, deleted and brought back", async ({ page }) => {
  const parts = await open(page);
  const { molecules } = parts;
  await expect(page.getByTestId("library-count")).toContainText("90");
  await molecules.add("CC(C)=O");
  await molecules.add("C1CCCCC1 my ring");
  expect(await names(molecules)).toEqual(["Acetone", "my ring"]);
  await expect(molecules.row("my ring").getByTestId("thumbnail")).toBeVisible();
  await reload(page, parts);
  expect(await names(molecules)).toEqual(["Acetone", "my ring"]);

  await molecules.act("my ring", "rename");
  await page.keyboard.type("the ring");
  await page.keyboard.press("Enter");
  await expect(molecules.row("the ring")).toBeVisible();
  await expect(molecules.row("the ring").getByTestId("library-row-menu")).toBeFocused();
  // Esc gives the old name back, and closes nothing else.
  await molecules.act("the ring", "rename");
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await expect(molecules.row("the ring")).toBeVisible();
  expect((await molecules.entries())[1]?.molblock.split("\n")[0]).toBe("the ring");

  await page.getByTestId("library-search").fill("the r");
  await expect(molecules.library.locator("li")).toHaveCount(1);
  await expect(page.getByTestId("library-count")).toContainText("1");
  await page.getByTestId("library-search").fill("c1ccccc1");
  await expect(molecules.library.locator("li").first()).toContainText("Benzene");
  await page.getByTestId("library-search").fill("nothing like it");
  await expect(molecules.library).toContainText("No molecule matches “nothing like it”.");
  await page.getByTestId("library-search").fill("");

  await molecules.act("the ring", "delete");
  await expect(molecules.row("the ring")).toHaveCount(0);
  await page.getByTestId("notice").getByRole("button", { name: "Undo" }).click();
  await expect(molecules.row("the ring")).toBeVisible();
  await molecules.act("the ring", "delete");
  await reload(page, parts);
  expect(await names(molecules)).toEqual(["Acetone"]);
});

test("export, import: a library comes back with everything", async ({ page }) => {
  const parts = await open(page);
  const { molecules } = parts;
  await molecules.add("ibuprofen");
  await molecules.add("OCC spirit of wine", "Weingeist “fein”");
  await molecules.open();
  const sheet = await molecules.sheet();
  await sheet.click(150, 150);
  await molecules.solid();
  await page.getByTestId("molecule-name").fill("drawn");
  await page.getByTestId("molecule-add").click();
  await page.getByTestId("molecule-dialog-close").click();
  const before = await molecules.entries();
  expect(before.map(({ origin }) => origin)).toEqual(["name", "smiles", "sketch"]);

  const arriving = page.waitForEvent("download");
  await molecules.menu("export");
  const file = readFileSync(await (await arriving).path(), "utf8");
  for (const [record, { name, smiles, origin }] of before.entries()) {
    const text = file.split("$$$$\n")[record];
    for (const item of [`> <NAME>\n${name}\n`, `> <SMILES>\n${smiles}\n`, `> <ORIGIN>\n${origin}\n`])
      expect(text?.replace(/>\s+</g, "> <")).toContain(item);
  }

  const put = (name: string, text: string) =>
    page.getByTestId("library-file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  // What is there already is not added again.
  await put("molecules.sdf", file);
  await expect(page.getByTestId("notice")).toContainText("3 molecules were in it already");
  for (const { name } of before) await molecules.act(name, "delete");
  await expect.poll(() => names(molecules)).toEqual([]);
  await put("molecules.sdf", file);
  await expect.poll(() => names(molecules)).toHaveLength(3);
  expect((await molecules.entries()).map(content)).toEqual(before.map(content));

  // Records that are none are named; the others are read.
  await put("some.sdf", `${file.split("$$$$\n")[0]?.replace(/ibuprofen/g, "other")}$$$$\nrubbish\n$$$$\n`);
  await expect(page.getByTestId("notice")).toContainText("some.sdf, record 2");
  await expect.poll(() => names(molecules)).toContain("other");
});

test("another window shows what is added, renamed and deleted here", async ({ page, context }) => {
  const { molecules } = await open(page);
  const second = await context.newPage();
  const other = (await open(second)).molecules;
  await molecules.add("CCO");
  await expect(other.row("Ethanol").first()).toBeVisible();
  await expect.poll(() => names(other)).toEqual(["Ethanol"]);
  await other.library.getByLabel("More for Ethanol").first().click();
  await second.getByTestId("library-rename").click();
  await expect(second.getByTestId("library-name")).toBeFocused();
  await second.keyboard.type("alcohol");
  await second.keyboard.press("Enter");
  await expect(molecules.row("alcohol")).toBeVisible();
  await molecules.act("alcohol", "delete");
  await expect(other.row("alcohol")).toHaveCount(0);
});

test("what is stored and no entry is dropped; a page without storage says so", async ({ page, browser }) => {
  const parts = await open(page);
  await parts.molecules.add("CCO", "good");
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open("molsmith.library");
        request.onerror = reject;
        request.onsuccess = () => {
          const transaction = request.result.transaction("molecules", "readwrite");
          transaction.objectStore("molecules").put({ id: "user:1-bad", name: "bad", molblock: 7 });
          transaction.objectStore("molecules").put({ id: "water" });
          transaction.oncomplete = () => resolve();
        };
      }),
  );
  await reload(page, parts);
  expect(await names(parts.molecules)).toEqual(["good"]);

  const context = await browser.newContext();
  const poor = await context.newPage();
  await poor.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  const { builder, molecules } = await open(poor);
  await expect(builder.notice()).toContainText("Your library cannot be stored here");
  await molecules.add("CCO", "short-lived");
  await expect(molecules.row("short-lived")).toBeVisible();
  await context.close();
});

test("presets and entries are placed, the first as the document, the next beside it", async ({ page }) => {
  const { builder, molecules } = await open(page);
  await molecules.add("CCO", "mine");
  await page.getByTestId("library-item-water").getByTestId("library-place").click();
  await builder.expectAtoms(3);
  await expect(builder.root).toHaveAttribute("data-name", "water");
  await molecules.row("mine").getByTestId("library-place").click();
  await builder.expectAtoms(12);
  await expect(builder.root).toHaveAttribute("data-selected", "9");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  const structure = await page.evaluate(() =>
    (
      window as unknown as { __molsmith: { structure(): Promise<{ positions: number[]; residueNames: string[] }> } }
    ).__molsmith.structure(),
  );
  expect(structure.residueNames).toEqual([...Array(3).fill("WATE"), ...Array(9).fill("MINE")]);
  const x = points(structure).map(([value]) => value);
  expect(Math.min(...x.slice(3)) - Math.max(...x.slice(0, 3))).toBeCloseTo(2, 3);
});

test("selected atoms and the whole document become molecules of the library", async ({ page }) => {
  const { builder, molecules } = await open(page);
  await page.getByTestId("library-item-ethanol").getByTestId("library-place").click();
  await builder.expectAtoms(9);
  await page.getByTestId("library-item-water").getByTestId("library-place").click();
  await builder.expectAtoms(12);
  await molecules.menu("save");
  await expect(builder.notice()).toContainText("Added “Selection (3 atoms)” to your library.");
  await page.evaluate(() => {
    const { pick } = (window as unknown as { __molsmith: { pick(i: number, more?: object): void } }).__molsmith;
    pick(0);
    pick(0, { shift: true });
  });
  await expect(builder.root).toHaveAttribute("data-selected", "0");
  await page.getByTestId("insert-menu").click();
  await page.getByTestId("menu-save-selection").click();
  await expect.poll(() => names(molecules)).toEqual(["Selection (3 atoms)", "ethanol"]);
  expect((await molecules.entries()).map(({ smiles, atoms, origin }) => [smiles, atoms, origin])).toEqual([
    ["O", 3, "selection"],
    ["CCO.O", 12, "selection"],
  ]);
});

test("a flat entry is marked, refused by the tool, and made 3D in the dialog", async ({ page }) => {
  const { builder, molecules } = await open(page);
  await page.getByTestId("library-file").setInputFiles({
    name: "drawn.mol",
    mimeType: "text/plain",
    buffer: Buffer.from(flat),
  });
  await expect(molecules.row("drawn")).toContainText("flat");
  await builder.openTool("page", "liquid_box");
  await builder.chooseMolecule("components-0-molecule", "drawn");
  await expect(page.getByTestId("tool-form")).toContainText("flat drawing");
  await page.getByTestId("tool-close").click();
  await molecules.row("drawn").getByTestId("library-solid").click();
  await expect(await molecules.solid()).toContainText("9 atoms");
  await page.getByTestId("molecule-add").click();
  await expect.poll(async () => (await molecules.entries()).map(({ flat }) => flat)).toEqual([true, false]);
});

test("an entry fills a box, from its row and from the form's picker", async ({ page }) => {
  const { builder, molecules } = await open(page);
  await molecules.add("CCCO", "my alcohol");
  await molecules.act("my alcohol", "box");
  await expect(builder.field("components-0-molecule")).toContainText("my alcohol");
  await page.getByTestId("components-add").click();
  await builder.field("components-1-molecule").click();
  await page.getByTestId("molecule-search").fill("my al");
  await expect(page.locator("[role=option] [data-testid=thumbnail]")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(builder.field("components-1-molecule")).toContainText("my alcohol");
  await builder.type("components-0-count", "2");
  await builder.type("components-1-count", "1");
  await builder.type("density", "0.2");
  await builder.build(36);
});

test("axe finds nothing, in both themes", async ({ page }) => {
  const { molecules } = await open(page);
  expect(await violations(page), "presets").toEqual([]);
  await molecules.add("CCO", "mine");
  expect(await violations(page), "with an entry").toEqual([]);
  await molecules.row("mine").getByTestId("library-row-menu").click();
  await expect(page.getByTestId("library-rename")).toBeVisible();
  expect(await violations(page, "[role=menu]"), "menu").toEqual([]);
  await page.getByTestId("library-rename").click();
  await expect(page.getByTestId("library-name")).toBeFocused();
  expect(await violations(page), "renaming").toEqual([]);
});

const flat = `drawn
  Molsmith          2D

  3  2  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.3000    0.7500    0.0000 C   0  0
    2.6000    0.0000    0.0000 O   0  0
  1  2  1  0
  2  3  1  0
M  END
`;
