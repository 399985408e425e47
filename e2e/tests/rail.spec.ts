import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// The tools of the rail with real pointer and keys.

// Half of the pixels: drawing by software is most of what these tests wait for.
test.use({ viewport: { width: 960, height: 600 } });

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

interface Structure {
  elements: number[];
  positions: number[];
  bonds: [number, number][];
  bondOrders?: number[];
}
interface Hooks {
  structure(): Promise<Structure>;
  camera(): { target: number[]; rotation: number[]; distance: number };
}
const hooks = <T>(page: Page, read: (hooks: Hooks) => T | Promise<T>) =>
  page.evaluate(`(${read.toString()})(window.__molsmith)`) as Promise<T>;

/** The pointer on the 3D view, by atoms. */
class Rail extends Builder {
  static override async open(page: Page, url: string): Promise<Rail> {
    await Builder.open(page, url);
    return new Rail(page);
  }
  tool(name: string): Promise<void> {
    return this.page.getByTestId(`tool-${name}`).click();
  }
  async click(atom: number): Promise<void> {
    const { x, y } = await this.project(atom);
    await this.page.mouse.click(x, y);
  }
  async middle(a: number, b: number): Promise<{ x: number; y: number }> {
    const [p, q] = [await this.project(a), await this.project(b)];
    return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  }
  async drag(from: { x: number; y: number }, dx: number, dy: number, release = true): Promise<void> {
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move(from.x + dx / 2, from.y + dy / 2);
    await this.page.mouse.move(from.x + dx, from.y + dy);
    if (release) await this.page.mouse.up();
  }
  async expect(part: Record<string, number | string>): Promise<void> {
    for (const [name, value] of Object.entries(part))
      await expect(this.root).toHaveAttribute(`data-${name}`, String(value));
  }
  structure(): Promise<Structure> {
    return hooks(this.page, (h) => h.structure());
  }
  /** Places a molecule of the library beside everything. */
  async insert(name: string): Promise<void> {
    await this.page.getByTestId("tab-library").click();
    await this.page.getByTestId("library-search").fill(name);
    await this.page.getByTestId("library-place").first().click();
    await this.page.getByTestId("tab-document").click();
  }
}

const place = ({ positions }: Structure, i: number) => positions.slice(3 * i, 3 * i + 3);
const far = (s: Structure, i: number, j: number) =>
  Math.hypot(...place(s, i).map((v, k) => v - (s.positions[3 * j + k] ?? 0)));

/** A molecule as an SD file, its oxygens first. */
function oxygensFirst(s: Structure): string {
  const order = s.elements.map((_, i) => i).sort((a, b) => Number(s.elements[b] === 8) - Number(s.elements[a] === 8));
  const rank = new Map(order.map((old, now) => [old, now + 1]));
  const symbols: Record<number, string> = { 1: "H", 6: "C", 7: "N", 8: "O" };
  const pad = (value: number | string, width: number) => String(value).padStart(width);
  const atoms = order.map((i) => {
    const xyz = place(s, i).map((v) => pad(v.toFixed(4), 10));
    return `${xyz.join("")} ${(symbols[s.elements[i] ?? 0] ?? "").padEnd(3)} 0  0`;
  });
  const bonds = s.bonds.map(
    ([i, j], k) => `${pad(rank.get(i) ?? 0, 3)}${pad(rank.get(j) ?? 0, 3)}${pad(s.bondOrders?.[k] ?? 1, 3)}  0`,
  );
  const counts = `${pad(atoms.length, 3)}${pad(bonds.length, 3)}  0  0  0  0  0  0  0  0999 V2000`;
  return ["caffeine", "  Molsmith          3D", "", counts, ...atoms, ...bonds, "M  END", "$$$$", ""].join("\n");
}

test("atoms are added with nothing open, into a cell and onto atoms; a symbol is typed", async ({ page }) => {
  const rail = await Rail.open(page, site.url);
  await page.keyboard.press("a");
  await expect(page.getByTestId("welcome")).toBeHidden();
  await page.mouse.click(500, 360);
  await rail.expect({ atoms: 1, name: "untitled", steps: 1, formula: "C", tool: "add" });
  await page.keyboard.press("Control+z");
  await rail.expect({ atoms: 0, redo: 1 });

  await page.getByTestId("file-menu").click();
  await page.getByTestId("new-cell").click();
  await page.getByTestId("new-cell-form-apply").click();
  await rail.expect({ cell: "10.0000,10.0000,10.0000,90.0000,90.0000,90.0000" });
  const camera = await hooks(page, (h) => h.camera());
  await page.mouse.click(500, 360);
  await rail.expect({ atoms: 1 });
  const [x, y, z] = place(await rail.structure(), 0);
  for (const v of [x, y, z]) {
    expect(v).toBeGreaterThan(-1);
    expect(v).toBeLessThan(11);
  }
  // A bare atom stays bare; the two are one step each.
  await rail.click(0);
  await rail.expect({ atoms: 2, bonds: 1, steps: 2, name: "untitled" });
  expect(far(await rail.structure(), 0, 1)).toBeCloseTo(1.52, 2);
  expect(await hooks(page, (h) => h.camera())).toEqual(camera);

  // Symbols: c then l; a letter of a tool needs Shift; 3 is a triple bond; Esc leaves the tool.
  await page.keyboard.type("cl");
  await expect(page.getByTestId("element-Cl")).toBeChecked();
  await page.keyboard.press("Shift+S");
  await expect(page.getByTestId("element-S")).toBeChecked();
  await page.keyboard.press("3");
  await expect(page.getByTestId("order-3")).toBeChecked();
  await page.getByTestId("element-field").fill("gold");
  await expect(page.getByTestId("element-field")).toHaveValue("gold");
  await page.getByTestId("element-field-table").click();
  await page.getByTestId("periodic-table").getByTestId("element-N").click();
  await expect(page.getByTestId("periodic-table")).toBeHidden();
  await expect(page.getByTestId("element-N")).toBeChecked();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await rail.expect({ tool: "select" });
});

test("caffeine: delete, element, bond and order, with hydrogens and one step each", async ({ page }) => {
  const rail = await Rail.open(page, site.url);
  await rail.insert("caffeine");
  await rail.expect({ atoms: 24, bonds: 25 });
  await rail.openFile("caffeine.sdf", oxygensFirst(await rail.structure()));
  await rail.expect({ name: "caffeine", steps: 0 });
  await expect(rail.root).toHaveAttribute("data-atoms", "24");

  await rail.tool("delete");
  await rail.click(0);
  await rail.expect({ atoms: 23, steps: 1 });
  await rail.tool("element");
  await page.getByTestId("element-N").check({ force: true });
  await rail.click(0);
  await rail.expect({ atoms: 24, steps: 2 });
  const s = await rail.structure();
  expect(s.elements[0]).toBe(7);
  expect(s.bonds.filter((pair) => pair.includes(0))).toHaveLength(2);

  await rail.tool("bond");
  await page.getByTestId("bond-rebalance").click();
  const bonds = Number(await rail.root.getAttribute("data-bonds"));
  await rail.click(0);
  await expect(page.getByTestId("statusline")).toContainText("from N #0");
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("statusline")).not.toContainText("from N #0");
  await rail.click(0);
  await rail.click(5);
  await rail.expect({ bonds: bonds + 1, steps: 3, atoms: 24 });
  // Its order, then none.
  await page.keyboard.press("2");
  const between = await rail.middle(0, 5);
  await rail.click(0);
  await rail.click(5);
  await rail.expect({ bonds: bonds + 1, steps: 4 });
  await page.keyboard.press("0");
  await rail.click(0);
  await rail.click(5);
  await rail.expect({ bonds, steps: 5 });
  expect(between.x).toBeGreaterThan(0);
  // From atom to atom in one drag, dropped by Esc and then done.
  await page.keyboard.press("1");
  const [a, b] = [await rail.project(0), await rail.project(5)];
  await rail.drag(a, b.x - a.x, b.y - a.y, false);
  await expect(page.locator(".view-strokes .band")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await rail.expect({ bonds });
  await rail.drag(a, b.x - a.x, b.y - a.y);
  await rail.expect({ bonds: bonds + 1, steps: 6 });
  const { name, text } = await rail.save("xyz");
  expect(name).toBe("caffeine.xyz");
  expect(text.split("\n")[0]).toBe("24");
});

test("a drag is one step of the selection, turns about bonds and axes, and nothing when it comes back", async ({
  page,
}) => {
  const rail = await Rail.open(page, site.url);
  await rail.insert("ethanol");
  await rail.expect({ atoms: 9 });
  await page.keyboard.press("Escape");
  const start = await rail.hash();
  const camera = await hooks(page, (h) => h.camera());

  await rail.tool("move");
  await rail.drag(await rail.project(0), 60, -30);
  await rail.expect({ steps: 1, selected: 1 });
  const moved = await rail.structure();
  await page.keyboard.press("Control+z");
  await rail.expect({ steps: 0, redo: 1 });
  expect(await rail.hash()).toBe(start);
  // There and back again, and dropped by Esc: nothing, and redo is there.
  const from = await rail.project(0);
  await rail.drag(from, 60, -30, false);
  await page.mouse.move(from.x, from.y);
  await page.mouse.up();
  await rail.drag(from, 50, 50, false);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await rail.expect({ steps: 0, redo: 1 });
  expect(await rail.hash()).toBe(start);
  await page.keyboard.press("Control+y");
  await rail.expect({ steps: 1 });
  expect(place(await rail.structure(), 0)).toEqual(place(moved, 0));
  await page.keyboard.press("Control+z");

  // Along x only; arrow keys nudge, one step a press; by numbers.
  await page.getByTestId("axis-x").check({ force: true });
  await rail.drag(await rail.project(2), 40, 60);
  await rail.expect({ steps: 1 });
  const before = await rail.structure();
  expect(place(before, 2).slice(1)).toEqual(place(moved, 2).slice(1));
  await page.keyboard.press("ArrowRight");
  await rail.expect({ steps: 2 });
  expect((await rail.structure()).positions[6]).toBeCloseTo((before.positions[6] ?? 0) + 0.1, 6);
  await page.getByTestId("move-z").fill("1,5");
  await page.keyboard.press("Enter");
  await rail.expect({ steps: 3 });
  expect((await rail.structure()).positions[8]).toBeCloseTo((before.positions[8] ?? 0) + 1.5, 6);
  await page.keyboard.press("Escape");
  await page.getByTestId("history-step-0").click();
  await rail.expect({ steps: 0 });

  // About the bond C0–C1 by a number and by a drag: bonds keep their lengths.
  await rail.tool("rotate");
  const bond = await rail.middle(0, 1);
  await page.mouse.click(bond.x, bond.y);
  await expect(page.getByTestId("statusline")).toContainText("drag to turn about");
  await page.getByTestId("rotate-angle").fill("60");
  await page.getByTestId("rotate-apply").click();
  await rail.expect({ steps: 1, selected: 4 });
  const turned = await rail.structure();
  for (const [i, j] of turned.bonds)
    expect(far(turned, i, j)).toBeCloseTo(far(before, i, j), i === 2 || j === 2 ? 0 : 4);
  await rail.drag(await rail.project(3), 60, -40);
  await rail.expect({ steps: 2 });
  const again = await rail.structure();
  for (const [i, j] of again.bonds) expect(far(again, i, j)).toBeCloseTo(far(turned, i, j), 6);
  expect(far(again, 3, 2)).not.toBeCloseTo(far(turned, 3, 2), 2);
  expect(await hooks(page, (h) => h.camera())).toEqual(camera);
});

test("measurements stay in the view, follow, are set and copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const rail = await Rail.open(page, site.url);
  await rail.insert("ethanol");
  await rail.expect({ atoms: 9 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await rail.click(0);
  await rail.click(1);
  const tags = page.locator(".measure-tag:visible");
  await expect(tags).toHaveText(["1.514 Å"]);
  await page.getByTestId("measure-4").check({ force: true });
  for (const atom of [3, 0, 1, 2]) await rail.click(atom);
  await expect(tags).toHaveCount(2);
  await expect(page.locator(".view-strokes .measure")).toHaveCount(3);

  // Set to 2.5 Å: the far side moves, one step; clean-up heals it, one Undo brings 2.5 back.
  await page.getByTestId("measure-set").first().click();
  await page.getByTestId("measure-value").fill("2.5");
  await page.keyboard.press("Enter");
  await rail.expect({ steps: 1 });
  const s = await rail.structure();
  expect(Math.abs(far(s, 0, 1) - 2.5)).toBeLessThan(0.001);
  await expect(tags.first()).toHaveText("2.500 Å");
  await page.getByTestId("structure-menu").click();
  await page.getByTestId("structure-clean-up").click();
  await rail.expect({ steps: 2, atoms: 9 });
  const healed = far(await rail.structure(), 0, 1);
  expect(healed).toBeGreaterThan(0.9);
  expect(healed).toBeLessThan(1.6);
  await page.keyboard.press("Control+z");
  await expect(tags.first()).toHaveText("2.500 Å");

  await page.getByTestId("measure-csv").click();
  const csv = await page.evaluate(() => navigator.clipboard.readText());
  expect(csv.split(/\r?\n/).slice(0, 2)).toEqual([
    "kind,atoms,elements,value,unit",
    "distance,0 1,C C,2.5000,angstrom",
  ]);
  // Another element keeps them, also that of a hydrogen; so does Undo.
  await rail.tool("select");
  await rail.click(3);
  await page.getByTestId("inspector-element").click();
  await page.getByTestId("element-C").click();
  await rail.expect({ formula: "C3H8O" });
  await expect(tags).toHaveCount(2);
  await page.getByTestId("undo").click();
  await rail.expect({ steps: 1, atoms: 9 });
  await expect(tags).toHaveCount(2);
  await expect(page.getByTestId("announcement")).toHaveText(/^Undid: Set #3 to C/);
  // Its atom goes: what it measured goes, and comes back with it.
  await rail.tool("delete");
  await rail.click(0);
  await expect(tags).toHaveCount(0);
  await page.getByTestId("undo").click();
  await expect(tags).toHaveCount(2);
  await expect(tags.first()).toHaveText("2.500 Å");
});

test("molecules are stamped; the view has styles, labels and pictures", async ({ page }) => {
  const rail = await Rail.open(page, site.url);
  const choose = async (name: string) => {
    await page.getByTestId("tab-library").click();
    await page.getByTestId("library-search").fill(name);
    await page.getByTestId("library-stamp").first().click();
  };
  await choose("methane");
  await rail.expect({ tool: "place" });
  await page.mouse.click(450, 360);
  await rail.expect({ atoms: 5, selected: 5, tool: "place", name: "untitled" });
  // On an atom: water with its center 2 Å above it along z.
  await choose("water");
  await page.getByTestId("stamp-above").check({ force: true });
  await rail.click(0);
  await rail.expect({ atoms: 8, selected: 3 });
  const s = await rail.structure();
  const center = [0, 1, 2].map((k) => [5, 6, 7].reduce((sum, i) => sum + (s.positions[3 * i + k] ?? 0), 0) / 3);
  expect((center[2] ?? 0) - (s.positions[2] ?? 0)).toBeCloseTo(2, 3);
  expect(center[0]).toBeCloseTo(s.positions[0] ?? 0, 3);
  // In place of a hydrogen: methane and water become methanol.
  await page.getByTestId("stamp-bond").check({ force: true });
  await rail.click(1);
  await rail.expect({ atoms: 9, bonds: 7, selected: 2 });
  const methanol = await rail.structure();
  expect(far(methanol, 0, methanol.elements.lastIndexOf(8))).toBeCloseTo(1.42, 3);
  await page.keyboard.press("Control+z");
  await rail.expect({ atoms: 8, bonds: 6, selected: 0 });
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("stamp-name")).toContainText("No molecule");

  const menu = async (sub: string, item: string) => {
    await page.getByTestId("view-menu").click();
    await page.getByRole("menuitem", { name: sub }).click();
    await page.getByTestId(item).click();
  };
  await menu("Label atoms by", "labels-index");
  await expect(page.locator(".atom-label:visible")).toHaveCount(8);
  await menu("Projection", "projection-orthographic");
  await menu("Draw as", "style-space");
  // Picked as it is drawn: with parallel rays and large balls.
  await rail.tool("select");
  await rail.click(1);
  await rail.expect({ selected: 1 });

  await page.getByTestId("view-menu").click();
  await page.getByTestId("save-picture").click();
  await page.getByTestId("picture-transparent").click();
  await page.getByTestId("picture-2").check({ force: true });
  const [wide, high] = ((await page.getByTestId("picture-size").textContent()) ?? "")
    .split("×")
    .map((part) => Number(part.replace(/\D/g, "")));
  const arriving = page.waitForEvent("download");
  await page.getByTestId("picture-save").click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe("untitled.png");
  const stream = await download.createReadStream();
  const bytes = Buffer.concat(await stream.toArray());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([wide, high]);
});
