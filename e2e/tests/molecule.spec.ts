import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { violations } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";
import { ToolServer } from "../fixtures/toolserver.js";

// Molecules as graphs: a SMILES where a molecule is asked, and the properties of what
// is open, computed in the page.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** The form of the liquid box with the molecule picker open. */
async function picker(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.field("components-0-molecule").click();
  return builder;
}

/** The dialog, opened for the picker's field, where a SMILES is typed. */
async function entry(page: Page): Promise<Builder> {
  const builder = await picker(page);
  await page.getByTestId("molecule-enter").click();
  await expect(page.getByTestId("smiles")).toBeFocused();
  return builder;
}

/** A box with one aspirin as the document, its properties shown. */
async function withAspirin(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.chooseMolecule("components-0-molecule", "Aspirin");
  await builder.type("components-0-count", "1");
  await builder.type("density", "0.1");
  await builder.type("seed", "1");
  await builder.build(21);
  await page.getByTestId("tab-properties").click();
  return builder;
}

const value = (page: Page, id: string) => page.getByTestId(`property-${id}`);

/** The SVG inside the source of a picture. */
async function svg(page: Page, testId: string): Promise<string> {
  const source = await page.getByTestId(testId).getAttribute("src");
  return decodeURIComponent(source?.replace("data:image/svg+xml,", "") ?? "");
}

test.describe("a SMILES that is typed", () => {
  test("is drawn, and is the molecule of the library it names", async ({ page }) => {
    const builder = await entry(page);
    await page.keyboard.type("OC(=O)c1ccccc1OC(C)=O");
    await expect(page.getByTestId("molecule-picture")).toHaveAttribute("alt", "Aspirin, 2D structure");
    await expect(page.getByTestId("smiles-help")).toContainText("Aspirin, C9H8O4, read as a SMILES");
    // The browser has really drawn it.
    const drawn = await page
      .getByTestId("molecule-picture")
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
    expect(drawn).toBeGreaterThan(200);
    await page.keyboard.press("Enter");
    await expect(builder.field("components-0-molecule")).toContainText("Aspirin");
    await builder.type("components-0-count", "1");
    await builder.type("density", "0.1");
    await builder.build(21);
  });

  test("has its wrong character underlined while typing goes on, and can be pasted", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await entry(page);
    const field = page.getByTestId("smiles");
    await page.keyboard.type("CC(C)(C)(C)Oc1ccccc1");
    await expect(page.getByTestId("smiles-problem")).toHaveText(/^Character 2: carbon atom 2 has valence 5/);
    await expect(page.getByTestId("smiles-mark")).toHaveText("C");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Character 2/);
    await expect(page.getByTestId("molecule-use")).toBeDisabled();

    // The mark lies under the second character of the field, not a hair beside it.
    const [mark, text] = [await page.getByTestId("smiles-mark").boundingBox(), await field.boundingBox()];
    const letter = await page.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
      context.font = getComputedStyle(document.querySelector("[data-testid=smiles]") as Element).font;
      return context.measureText("C").width;
    });
    const padding = 9;
    expect(Math.abs((mark?.x ?? 0) - ((text?.x ?? 0) + padding + letter))).toBeLessThan(1);
    expect(Math.abs((mark?.width ?? 0) - letter)).toBeLessThan(1);

    await field.fill("CC(C)(C)Oc1ccccc");
    await expect(page.getByTestId("smiles-mark")).toHaveText("1");
    await field.press("End");
    await page.keyboard.type("1");
    await expect(page.getByTestId("smiles-problem")).toBeHidden();
    await expect(field).toHaveValue("CC(C)(C)Oc1ccccc1");
    await expect(page.getByTestId("molecule-use")).toBeEnabled();

    // A SMILES with its name, two of them, a mol block.
    await page.keyboard.press("Control+a");
    await page.evaluate(() => navigator.clipboard.writeText("CCO  spirit of wine\n"));
    await page.keyboard.press("Control+v");
    await expect(page.getByTestId("smiles-help")).toContainText("spirit of wine, C2H6O");
    await page.keyboard.press("Control+a");
    await page.evaluate(() => navigator.clipboard.writeText("CCO\nCCC\n"));
    await page.keyboard.press("Control+v");
    await expect(page.getByTestId("smiles-mark")).toHaveText("CCC");
    await page.keyboard.press("Control+a");
    await page.evaluate(() =>
      navigator.clipboard.writeText("x\n  Molsmith            3D\n\n  0  0  0  0  0  0            999 V2000\nM  END\n"),
    );
    await page.keyboard.press("Control+v");
    await expect(page.getByTestId("smiles-problem")).toContainText("There are no atoms.");
  });

  test("is found by the search box of the library too", async ({ page }) => {
    const builder = await picker(page);
    await page.getByTestId("molecule-search").fill("c1ccc(C)cc1");
    await expect(page.getByTestId("molecule-typed")).toContainText("Toluene");
    await expect(page.getByTestId("typed-picture")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(builder.field("components-0-molecule")).toContainText("Toluene");

    await builder.field("components-0-molecule").click();
    await page.getByTestId("molecule-search").fill("CC(=O)(C");
    await expect(page.getByTestId("typed-problem").getByTestId("smiles-mark")).toHaveText("(");
    await page.getByTestId("molecule-enter").click();
    await expect(page.getByTestId("smiles")).toHaveValue("CC(=O)(C");
  });
});

test.describe("properties", () => {
  test("of the only molecule; the table of scores is fetched once", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/table-[^/]*\.bin$/.test(request.url())) asked.push(request.url());
    });
    const builder = await withAspirin(page);
    await expect(page.getByTestId("properties-name")).toHaveText("Aspirin");
    await expect(page.getByTestId("properties-which")).toHaveText("21 atoms");
    await expect(page.getByTestId("molecule-picture")).toBeVisible();
    await expect(page.getByTestId("property-smiles")).toHaveText("CC(=O)Oc1ccccc1C(=O)O");
    // RDKit 2026.09.1, rounded as the panel shows them.
    const expected: Record<string, string> = {
      formula: "C9H8O4",
      mass: "180.16 g/mol",
      "exact-mass": "180.0423 u",
      charge: "0",
      logp: "1.31",
      tpsa: "63.6 Å²",
      donors: "1",
      acceptors: "3",
      rotatable: "2",
      qed: "0.55",
      synthetic: "1.6 of 10",
      pains: "none",
      brenk: "phenol ester",
    };
    for (const [id, text] of Object.entries(expected)) await expect(value(page, id), id).toHaveText(text);
    await page.getByTestId("smiles-copy").click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("CC(=O)Oc1ccccc1C(=O)O");
    // Looking at properties is no step.
    await expect(builder.root).toHaveAttribute("data-steps", "0");
    expect(asked).toHaveLength(1);
    await page.getByTestId("tab-document").click();
    await page.getByTestId("tab-properties").click();
    await builder.replaceByFile("methane.mol", methane);
    await expect(page.getByTestId("properties-name")).toHaveText("Methane");
    await expect(value(page, "synthetic")).toContainText("of 10");
    expect(asked).toHaveLength(1);
  });

  test("of a kind in a box, and of the molecule of a selected atom", async ({ page }) => {
    const builder = await Builder.open(page, site.url);
    await builder.openTool("page", "liquid_box");
    await builder.fillBox({ water: 100, ethanol: 5, density: 0.98, seed: 4 });
    await builder.build(345);
    await page.getByTestId("tab-properties").click();
    const kind = page.getByTestId("molecule-kind");
    await expect(kind.locator("option")).toHaveText(["100 × Water", "5 × Ethanol"]);
    await expect(page.getByTestId("properties-name")).toHaveText("Water");
    await expect(page.getByTestId("properties-which")).toContainText("One of 100 alike");
    await kind.selectOption({ label: "5 × Ethanol" });
    await expect(value(page, "formula")).toHaveText("C2H6O");
    await page.evaluate(() => (window as unknown as { __molsmith: { pick(i: number): void } }).__molsmith.pick(4));
    await expect(page.getByTestId("properties-which")).toContainText("Molecule of the selected atom");
    await expect(value(page, "formula")).toHaveText("H2O");
    await page
      .locator(".view canvas")
      .first()
      .click({ position: { x: 5, y: 300 } });
    await expect(builder.root).toHaveAttribute("data-selected", "0");
    await expect(value(page, "formula")).toHaveText("C2H6O");
    // An atom less, and it is no molecule that has values.
    await page.evaluate(() => (window as unknown as { __molsmith: { pick(i: number): void } }).__molsmith.pick(1));
    await page.keyboard.press("Delete");
    await builder.expectAtoms(344);
    await page.evaluate(() => (window as unknown as { __molsmith: { pick(i: number): void } }).__molsmith.pick(0));
    await expect(page.getByTestId("properties-none")).toContainText("bond orders or hydrogens are missing: O #0");
  });

  test("are refused with a reason when there are no bonds", async ({ page }) => {
    const builder = await Builder.open(page, site.url);
    await page.getByTestId("tab-properties").click();
    await expect(page.getByTestId("properties-lookup")).toBeVisible();
    await builder.openFile("loose.xyz", "2\n\nO 0 0 0\nH 0 0 1\n");
    await builder.expectAtoms(2);
    await expect(page.getByTestId("properties-none")).toContainText("there are no bonds");
  });

  test("follow undo and the keyboard, and the picture follows the theme", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    const builder = await withAspirin(page);
    await expect(page.getByTestId("molecule-picture")).toBeVisible();
    const light = await svg(page, "molecule-picture");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => svg(page, "molecule-picture")).not.toBe(light);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await builder.expectAtoms(0);
    await expect(page.getByTestId("properties-none")).toContainText("there are no atoms");
    await page.keyboard.press("Control+z");
    await expect(page.getByTestId("properties-name")).toHaveText("Aspirin");

    // The keyboard alone: to the properties, and to what a value is.
    await page.getByTestId("tab-properties").focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByTestId("document-facts")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByTestId("properties-name")).toHaveText("Aspirin");
    // The values come after the name; until then Tab leads past them.
    await expect(page.getByRole("button", { name: "logP" })).toBeVisible();
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press("Tab");
      if (await page.getByRole("button", { name: "logP" }).evaluate((term) => term === document.activeElement)) break;
    }
    await expect(page.getByRole("tooltip")).toContainText("Wildman and Crippen");
  });
});

test.describe("the table behind the synthetic accessibility", () => {
  test("that cannot be had leaves the other values, and can be tried again", async ({ page }) => {
    await page.route(/table-[^/]*\.bin$/, (route) => route.abort());
    await withAspirin(page);
    await expect(value(page, "synthetic")).toContainText("its table could not be loaded");
    await expect(value(page, "qed")).toHaveText("0.55");
    await page.unroute(/table-[^/]*\.bin$/);
    await page.getByTestId("synthetic-retry").click();
    await expect(value(page, "synthetic")).toHaveText("1.6 of 10");
  });

  test("comes from toolserver too", async ({ page }) => {
    const server = await ToolServer.start(["serve", "--port", "0"]);
    try {
      await Builder.open(page, new URL("/", server.url).href);
      await page.getByTestId("insert-menu").click();
      await page.getByTestId("menu-molecule").click();
      await page.getByTestId("smiles").fill("CCO");
      await page.getByTestId("pane-properties").check({ force: true });
      await expect(value(page, "synthetic")).toHaveText("2.0 of 10");
    } finally {
      await server.stop();
    }
  });

  test("comes again when the core was started again", async ({ page }) => {
    const builder = await withAspirin(page);
    await expect(value(page, "synthetic")).toHaveText("1.6 of 10");
    const worker = page.workers()[0];
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error("a fault on purpose");
      });
    });
    await expect(builder.notice()).toContainText("started again");
    await page.getByTestId("insert-menu").click();
    await page.getByTestId("menu-molecule").click();
    await page.getByTestId("smiles").fill("CCN");
    await page.getByTestId("pane-properties").check({ force: true });
    const dialog = page.getByTestId("molecule-dialog");
    await expect(dialog.getByTestId("property-synthetic")).toContainText("of 10");
  });
});

test.describe("the dialog", () => {
  test("opens with what was pasted onto the page and placed", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const builder = await Builder.open(page, site.url);
    await page.evaluate(() => navigator.clipboard.writeText("CN1CCC[C@H]1c1cccnc1 nicotine"));
    await page.keyboard.press("Control+v");
    await builder.expectAtoms(26);
    await builder.notice().getByRole("button", { name: "Other geometry…" }).click();
    await expect(page.getByTestId("smiles")).toHaveValue("CN1CCC[C@H]1c1cccnc1 nicotine");
    await expect(page.getByTestId("molecule-picture")).toHaveAttribute("alt", "nicotine, 2D structure");
    await page.getByTestId("pane-properties").check({ force: true });
    await expect(value(page, "mass")).toHaveText("162.24 g/mol");
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("molecule-dialog")).toBeHidden();
  });
});

test.describe("axe", () => {
  test("finds nothing, in both themes", async ({ page }) => {
    const builder = await withAspirin(page);
    await expect(value(page, "synthetic")).toHaveText("1.6 of 10");
    expect(await violations(page), "properties").toEqual([]);
    await builder.openTool("page", "liquid_box");
    await builder.field("components-0-molecule").click();
    await page.getByTestId("molecule-search").fill("c1ccc(CF)cc1");
    await expect(page.getByTestId("molecule-typed")).toBeVisible();
    expect(await violations(page), "search").toEqual([]);
    await page.getByTestId("molecule-enter").click();
    await page.getByTestId("smiles").fill("CC(C)(C)(C)C");
    await expect(page.getByTestId("smiles-problem")).toBeVisible();
    expect(await violations(page, "[role=dialog]"), "a wrong SMILES").toEqual([]);
  });
});

const methane = `methane
  Molsmith            3D

  5  4  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0
    0.6300    0.6300    0.6300 H   0  0
   -0.6300   -0.6300    0.6300 H   0  0
    0.6300   -0.6300   -0.6300 H   0  0
   -0.6300    0.6300   -0.6300 H   0  0
  1  2  1  0
  1  3  1  0
  1  4  1  0
  1  5  1  0
M  END
`;
