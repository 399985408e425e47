import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Molecules, points } from "../fixtures/molecules.js";
import { Site } from "../fixtures/site.js";
import { ToolServer } from "../fixtures/toolserver.js";

// From a name or a SMILES to a geometry and a filled box, in the page alone.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

async function open(page: Page): Promise<{ builder: Builder; molecules: Molecules }> {
  const builder = await Builder.open(page, site.url);
  const molecules = new Molecules(page);
  await molecules.open();
  return { builder, molecules };
}

/** Every request that leaves the page's own origin. */
function foreign(page: Page): string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== site.origin) found.push(request.url());
  });
  return found;
}

/** Types a name and fills a box with it, as a new user would. */
async function boxOfIbuprofen(page: Page, builder: Builder): Promise<void> {
  const molecules = new Molecules(page);
  await page.getByTestId("welcome-molecule").click();
  await expect(molecules.text).toBeFocused();
  await page.keyboard.type("ibuprofen");
  await expect(page.getByTestId("molecule-read")).toContainText("C13H18O2, read as a name");
  await expect(page.getByTestId("molecule-picture")).toHaveAttribute("alt", "ibuprofen, 2D structure");
  await expect(await molecules.solid()).toContainText("33 atoms · MMFF94s");
  await page.getByTestId("molecule-add").click();
  await page.getByTestId("molecule-box").click();
  await expect(builder.field("components-0-molecule")).toContainText("ibuprofen");
  await builder.type("components-0-count", "8");
  await builder.type("density", "0.9");
  await builder.build(8 * 33);
  await expect(builder.root).toHaveAttribute("data-formula", "C104H144O16");
}

test("ibuprofen: typed, made 3D, filled into a box", async ({ page }) => {
  const left = foreign(page);
  const builder = await Builder.open(page, site.url);
  await boxOfIbuprofen(page, builder);
  expect(left).toEqual([]);
});

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("the same offline, from the first visit on", async ({ page, context }) => {
    const left = foreign(page);
    await Builder.open(page, site.url);
    await expect(page.locator("html")).toHaveAttribute("data-offline", "ready");
    await context.setOffline(true);
    await page.reload({ waitUntil: "commit" });
    const builder = new Builder(page);
    await expect(builder.root).toHaveAttribute("data-core", "wasm");
    await boxOfIbuprofen(page, builder);
    // The sketcher is a part of the page that was never opened before, and so is the table of scores.
    const molecules = new Molecules(page);
    await molecules.open();
    await molecules.text.fill("CCO");
    await molecules.sheet();
    await molecules.pane("properties");
    await expect(page.getByTestId("property-synthetic")).toHaveText("2.0 of 10");
    expect(left).toEqual([]);
  });
});

test("from toolserver the sketcher and the names come too", async ({ page }) => {
  const server = await ToolServer.start(["serve", "--port", "0"]);
  try {
    const builder = await Builder.open(page, new URL("/", server.url).href);
    const molecules = new Molecules(page);
    await molecules.open();
    await expect(await molecules.type("caffeine")).toContainText("24 atoms");
    await molecules.sheet();
    await page.getByTestId("molecule-place").click();
    await builder.expectAtoms(24);
  } finally {
    await server.stop();
  }
});

test("a molecule is placed beside what is open, as one step", async ({ page }) => {
  const { builder, molecules } = await open(page);
  await molecules.type("benzene");
  await expect(page.getByTestId("molecule-place")).toHaveText("Open as document");
  await page.keyboard.press("Enter");
  await builder.expectAtoms(12);
  await expect(builder.root).toHaveAttribute("data-steps", "0");
  await molecules.open();
  await molecules.type("O water");
  await expect(page.getByTestId("molecule-place")).toHaveText("Place into document");
  await page.getByTestId("molecule-place").click();
  await builder.expectAtoms(15);
  await expect(builder.root).toHaveAttribute("data-selected", "3");
  await expect(page.getByTestId("history")).toContainText("Place Water");
  const gap = await page.evaluate(async () => {
    const hooks = (window as unknown as { __molsmith: { structure(): Promise<{ positions: number[] }> } }).__molsmith;
    const { positions } = await hooks.structure();
    const x = Array.from({ length: 15 }, (_, i) => positions[3 * i] ?? 0);
    return Math.min(...x.slice(12)) - Math.max(...x.slice(0, 12));
  });
  expect(gap).toBeCloseTo(2, 3);
  await page.keyboard.press("Control+z");
  await builder.expectAtoms(12);
});

test("a molecule is placed into the free room of a box, and is in view", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.chooseMolecule("components-0-molecule", "Acetonitrile");
  await builder.type("components-0-count", "60");
  await builder.type("density", "0.25");
  await builder.build(360);
  const molecules = new Molecules(page);
  await molecules.open();
  await molecules.type("benzene");
  await page.getByTestId("molecule-place").click();
  await builder.expectAtoms(372);
  const { positions, cell } = await page.evaluate(() => {
    type Structure = { positions: number[]; cell: number[] };
    return (window as unknown as { __molsmith: { structure(): Promise<Structure> } }).__molsmith.structure();
  });
  const edge = cell[0] ?? 0;
  const all = points({ positions });
  const added = all.slice(360);
  const image = (d: number) => d - edge * Math.round(d / edge);
  const gaps = added.flatMap((p) =>
    all.slice(0, 360).map((q) => Math.hypot(...p.map((v, k) => image(v - (q[k] ?? 0))))),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2);
  for (const v of added.flat()) {
    expect(v).toBeGreaterThanOrEqual(0);
    expect(v).toBeLessThan(edge);
  }
  await expect(builder.notice().filter({ hasText: "no room" })).toHaveCount(0);
  const canvas = await page.getByRole("img", { name: "3D view of the structure" }).boundingBox();
  const at = await builder.project(371);
  expect(at.x).toBeGreaterThan(canvas?.x ?? Infinity);
  expect(at.x).toBeLessThan((canvas?.x ?? 0) + (canvas?.width ?? 0));
});

test.describe("what cannot be made 3D", () => {
  const refused: [what: string, text: string, reason: RegExp][] = [
    ["a trans bond in a small ring", "C1C/C=C/C1", /trans|ring/],
    ["more than 999 atoms", "C".repeat(400), /1\s202 atoms with hydrogens.*999/],
    ["an atom without an element", "*CC*", /atom 0 \(\*\) has no element/],
    ["a polymer", "polyethylene", /polymer/],
  ];
  test("is refused in one line, and nothing is added", async ({ page }) => {
    const { molecules } = await open(page);
    for (const [what, text, reason] of refused) {
      await molecules.text.fill(text);
      const problem = page.getByTestId("solid-problem").or(page.getByTestId("smiles-problem"));
      await expect(problem, what).toContainText(reason);
      for (const id of ["molecule-add", "molecule-box", "molecule-place"])
        await expect(page.getByTestId(id), what).toBeDisabled();
      // The dialog goes on with the next molecule.
      await molecules.text.fill("CCO");
      await expect(page.getByTestId("solid-fact"), what).toContainText("9 atoms");
    }
    expect(await molecules.entries()).toEqual([]);
  });
});

test("names: one that is nearly right, one of several molecules, and SMILES first", async ({ page }) => {
  const { molecules } = await open(page);
  await molecules.text.fill("ibuprophen");
  await expect(page.getByTestId("smiles-problem")).toContainText("Did you mean");
  await expect(page.getByTestId("smiles-mark")).toHaveText("ibuprophen");
  await page.getByTestId("molecule-choice").first().click();
  await expect(await molecules.solid()).toContainText("33 atoms");

  await molecules.text.fill("xylene");
  await expect(page.getByTestId("smiles-problem")).toContainText("say which one");
  expect(await page.getByTestId("molecule-choice").count()).toBeGreaterThan(2);
  await page.getByTestId("molecule-choice").first().click();
  await expect(await molecules.solid()).toContainText("18 atoms");

  await molecules.text.fill("CO");
  await expect(page.getByTestId("molecule-read")).toContainText("Read as SMILES; CO is a name as well.");
  await expect(page.getByTestId("molecule-choice")).toHaveText("[C-]#[O+]");
});

test("everything of the last molecule is pale while the text is wrong", async ({ page }) => {
  const { molecules } = await open(page);
  await molecules.type("CCO");
  await molecules.pane("properties");
  const value = page.getByTestId("property-mass");
  await expect(value).toHaveText("46.07 g/mol");
  const color = () => value.evaluate((cell) => getComputedStyle(cell).color);
  const fresh = await color();
  await molecules.text.fill("CCO)");
  await expect(page.getByTestId("smiles-mark")).toHaveText(")");
  await expect(value).toHaveText("46.07 g/mol");
  expect(await color()).not.toBe(fresh);
  await expect(page.locator("[data-stale] .solid-view")).toHaveCSS("opacity", "0.4");
  await molecules.text.fill("CCOC");
  await expect(value).toHaveText("60.10 g/mol");
  await expect.poll(color).toBe(fresh);
});

test("a pasted mol block keeps its positions, and lacking hydrogens are added when they are wanted", async ({
  page,
}) => {
  const { molecules } = await open(page);
  const block = `formic
  Molsmith          3D

  3  2  0  0  0  0            999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.2000    0.0000    0.0000 O   0  0
   -0.6800    1.1500    0.0000 O   0  0
  1  2  2  0
  1  3  1  0
M  END
`;
  await molecules.text.fill(block);
  await expect(await molecules.solid()).toContainText("5 atoms · positions as given");
  await expect(page.getByTestId("solid")).toContainText("2 hydrogens were added.");
  await expect(page.getByTestId("solid-another")).toHaveCount(0);
  await page.getByTestId("molecule-hydrogens").click();
  await expect(page.getByTestId("solid-fact")).toContainText("3 atoms");
  await page.getByTestId("molecule-hydrogens").click();
  await molecules.solid();
  await page.getByTestId("molecule-add").click();
  await expect
    .poll(async () =>
      (await molecules.entries()).map(({ name, origin, atoms, smiles }) => [name, origin, atoms, smiles]),
    )
    .toEqual([["formic", "file", 5, "O=CO"]]);
});

test("another conformer is another geometry, and comes back with its seed", async ({ page }) => {
  const { molecules } = await open(page);
  const first = await (await molecules.type("CCCCCCO")).textContent();
  await page.getByTestId("solid-another").click();
  await molecules.solid();
  await molecules.text.fill("CCCCCC");
  await molecules.solid();
  await molecules.text.fill("CCCCCCO");
  await expect(await molecules.solid()).toHaveText(first ?? "");
});

test("a form's field: named in the dialog, used in the box", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  const molecules = new Molecules(page);
  await builder.openTool("page", "liquid_box");
  await builder.field("components-0-molecule").click();
  await page.getByTestId("molecule-search").fill("menthol");
  await page.getByTestId("molecule-enter").click();
  await expect(molecules.text).toHaveValue("menthol");
  await expect(await molecules.solid()).toContainText("31 atoms");
  await page.getByTestId("molecule-use").click();
  await expect(builder.field("components-0-molecule")).toContainText("menthol");
  await expect(builder.field("components-0-molecule")).toBeFocused();
  await builder.type("components-0-count", "2");
  await builder.type("density", "0.2");
  await builder.build(62);
});

test("a SMILES in a form needs no dialog: the tool makes it 3D", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.field("components-0-molecule").click();
  await page.getByTestId("molecule-search").fill("CCCCl chloropropane");
  await expect(page.getByTestId("molecule-typed")).toContainText("3D is made when the tool runs");
  await page.keyboard.press("Enter");
  await expect(builder.field("components-0-molecule")).toContainText("chloropropane");
  await builder.type("components-0-count", "3");
  await builder.type("density", "0.2");
  await builder.build(33);
});

test("a window as narrow as a phone: nothing lies over something else or beside the window", async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await Builder.open(page, site.url);
  const right = async (id: string) => {
    const box = await page.getByTestId(id).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const toggle = await page.getByTestId("details-toggle").boundingBox();
  expect(await right("help-menu")).toBeLessThanOrEqual(toggle?.x ?? 0);
  await page.getByTestId("welcome-molecule").click();
  await expect(page.getByTestId("molecule-dialog")).toBeVisible();
  const dialog = await page.getByTestId("molecule-dialog").boundingBox();
  for (const id of ["molecule-add", "molecule-box", "molecule-place"]) {
    const button = await page.getByTestId(id).boundingBox();
    expect(button?.x).toBeGreaterThan(dialog?.x ?? 0);
    expect(await right(id)).toBeLessThan((dialog?.x ?? 0) + (dialog?.width ?? 0));
  }
});

test.describe("on a slow line", () => {
  test("what is typed before the dialog is there is in its field, and what is awaited is said", async ({ page }) => {
    /** Keeps answers back until what it returns is called. */
    const hold = async (pattern: string) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(pattern, (route) => released.then(() => route.continue()));
      return release;
    };
    const giveDialog = await hold("**/assets/MoleculeDialog-*.js");
    const giveTools = await hold("**/assets/molsmith-tools-*.wasm");
    await Builder.open(page, site.url);
    const { text } = new Molecules(page);
    await page.getByTestId("welcome-molecule").click();
    await page.keyboard.type("CCOx");
    await page.keyboard.press("Backspace");
    await expect(page.getByTestId("molecule-opening")).toContainText("Loading the molecule dialog…CCO");
    giveDialog();
    await expect(text).toBeFocused();
    await page.keyboard.type("C");
    await expect(text).toHaveValue("CCOC");
    await expect(page.getByTestId("molecule-read")).toContainText("C3H8O, read as a SMILES");
    await expect(page.getByTestId("solid")).toContainText("Loading the chemistry tools…");
    giveTools();
    await expect(page.getByTestId("solid-fact")).toContainText("12 atoms");
    await expect(page.getByTestId("molecule-box")).toBeEnabled();
  });
});

test("the page says how long the tool took in its worker", async ({ page }) => {
  await Builder.open(page, site.url);
  const runs = await page.evaluate(async () => {
    type Run = { ms: number; atoms: number; energy: number };
    const { generate3d } = (window as unknown as { __molsmith: { generate3d(smiles: string): Promise<Run> } })
      .__molsmith;
    return [await generate3d("CCO"), await generate3d("CCO")];
  });
  for (const { ms, atoms } of runs) {
    expect(ms).toBeGreaterThan(0);
    expect(atoms).toBe(9);
  }
  expect(runs[0]?.energy).toBe(runs[1]?.energy);
});
