import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// Copy, cut, paste, duplicate and drop: by the browser's events, without permissions.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** A zwitterion with labels: what XYZ text cannot hold. */
const glycine = JSON.stringify({
  elements: [7, 6, 6, 8, 8],
  positions: [0, 0, 0, 1.47, 0, 0, 2.0, 1.42, 0, 1.2, 2.35, 0, 3.24, 1.55, 0],
  cell: null,
  bonds: [
    [0, 1],
    [1, 2],
    [2, 3],
    [2, 4],
  ],
  bondOrders: [1, 1, 2, 1],
  residueNames: ["GLY", "GLY", "GLY", "GLY", "GLY"],
  residueIds: [4, 4, 4, 4, 4],
  atomNames: ["N", "CA", "C", "O", "OXT"],
  formalCharges: [1, 0, 0, 0, -1],
});

interface Structure {
  elements: number[];
  bonds: number[][];
  atomNames?: string[];
  formalCharges?: number[];
}

const structure = (page: Page) =>
  page.evaluate(() => (window.__molsmith as unknown as { structure(): Promise<Structure> }).structure());

/** Fires the browser's event as a key does, with a clipboard that holds texts by type; what it holds then. */
const fire = (
  page: Page,
  type: "copy" | "cut" | "paste" | "drop",
  texts: Record<string, string>,
  files: string[] = [],
) =>
  page.evaluate(
    ({ type, texts, files }) => {
      const data = new DataTransfer();
      for (const [kind, text] of Object.entries(texts)) data.setData(kind, text);
      for (const name of files) data.items.add(new File([texts["text/plain"] ?? ""], name));
      const event =
        type === "drop"
          ? new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent(type, { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector("canvas")?.dispatchEvent(event);
      return Object.fromEntries([...data.types].map((kind) => [kind, data.getData(kind)]));
    },
    { type, texts, files },
  );

test("atoms come back with labels and charges, one step each; the text is XYZ", async ({ page, context }) => {
  const builder = await Builder.open(page, site.url);
  const steps = (n: number) => expect(builder.root).toHaveAttribute("data-steps", String(n));
  await builder.openFile("glycine.json", glycine);
  await builder.expectAtoms(5);
  const before = await builder.hash();
  await page.keyboard.press("Control+a");
  const board = await fire(page, "copy", {});
  expect(board["text/plain"]).toMatch(/^5\nglycine, copied from Molsmith\nN {2}/);
  await fire(page, "paste", board);
  await builder.expectAtoms(10);
  await steps(1);
  await expect(builder.root).toHaveAttribute("data-selected", "5");
  const twice = await structure(page);
  expect(twice.atomNames).toEqual(["N", "CA", "C", "O", "OXT", "N", "CA", "C", "O", "OXT"]);
  expect(twice.formalCharges).toEqual([1, 0, 0, 0, -1, 1, 0, 0, 0, -1]);
  expect(twice.bonds).toHaveLength(8);

  const cut = await fire(page, "cut", {});
  await builder.expectAtoms(5);
  await steps(2);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await steps(0);
  expect(await builder.hash()).toBe(before);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+d");
  await builder.expectAtoms(10);
  await steps(1);

  // Another page of this browser gets all of it as long as this one is open.
  const other = await context.newPage();
  const second = await Builder.open(other, site.url);
  await fire(other, "paste", cut);
  await second.expectAtoms(5);
  expect((await structure(other)).atomNames).toEqual(["N", "CA", "C", "O", "OXT"]);
  await fire(other, "paste", { "text/plain": cut["text/plain"] ?? "" });
  await second.expectAtoms(10);
  expect((await structure(other)).bonds).toHaveLength(4);
});

test("a SMILES, a name and a mol block are placed; words are not; dropped text and files come in", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  const paste = (text: string) => fire(page, "paste", { "text/plain": text });
  await paste("CCO");
  await builder.expectAtoms(9);
  await expect(builder.root).toHaveAttribute("data-name", "ethanol");
  await paste("acetic acid");
  await builder.expectAtoms(17);
  await expect(builder.notice()).toContainText("Placed");
  await paste("The quick brown fox");
  await expect(builder.notice()).toContainText("There is no structure to paste.");
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await fire(page, "drop", { "text/plain": "O" });
  await builder.expectAtoms(20);
  await paste("CC(=O");
  await expect(page.getByTestId("smiles-problem")).toBeVisible();
  await page.keyboard.press("Escape");

  await fire(page, "drop", { "text/plain": "2\nCO\nC 0 0 0\nO 1.13 0 0\n" }, ["one.xyz", "two.xyz"]);
  await builder.answer(true);
  await builder.expectAtoms(2);
  await expect(builder.notice()).toContainText("two.xyz");
  await builder.notice().getByRole("button", { name: "Add to the library" }).click();
  await expect(builder.notice()).toContainText("Added 1 molecule to your library.");
});
