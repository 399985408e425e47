import { expect, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";
import { ToolServer } from "../fixtures/toolserver.js";

// The whole path: a form, atoms on screen, a file, the same file opened again. First
// with the page alone, then with toolserver behind it: the bytes must be the same.

const mixture = { water: 1000, ethanol: 20, density: 0.98, seed: 2026 };
const atoms = 1000 * 3 + 20 * 9;
const bonds = 1000 * 2 + 20 * 8;

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

const saved = new Map<string, string>();

async function buildAndSave(builder: Builder, server: string): Promise<void> {
  await builder.openTool(server, "liquid_box");
  await builder.fillBox(mixture);
  await builder.build(atoms);
  await expect(builder.root).toHaveAttribute("data-bonds", String(bonds));
  await expect(builder.root).toHaveAttribute("data-name", "water-ethanol");
  await expect(builder.notice()).toContainText("1 020 molecules");
  for (const format of ["json", "xyz", "pdb", "gro"]) {
    const file = await builder.save(format);
    expect(file.name).toMatch(/^water-ethanol\./);
    saved.set(`${server} ${format}`, file.text);
  }
}

test("the page alone builds 1,000 water and 20 ethanol, saves and reopens them", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await buildAndSave(builder, "page");
  const hash = await builder.hash();

  await builder.replaceByFile("again.json", saved.get("page json") ?? "");
  await builder.expectAtoms(atoms);
  await expect(builder.root).toHaveAttribute("data-name", "again");
  expect(await builder.hash()).toBe(hash);

  await builder.replaceByFile("again.xyz", saved.get("page xyz") ?? "");
  await builder.expectAtoms(atoms);
  await expect(builder.root).toHaveAttribute("data-bonds", "0");
});

test("toolserver gives the same bytes through a #tools= link", async ({ page }) => {
  const token = "e2e-token";
  const server = await ToolServer.start([
    "--transport",
    "http",
    "--port",
    "0",
    "--token",
    token,
    "--allow-origin",
    site.origin,
  ]);
  try {
    const fragment = `#tools=${encodeURIComponent(server.url)}&token=${token}`;
    const builder = await Builder.open(page, site.url, fragment);
    expect(new URL(page.url()).hash).toBe("");
    await expect(page.getByTestId("statusline")).toContainText("molsmith");
    await builder.openTool("page", "liquid_box");
    await page.getByTestId("tool-run-on-server").click();
    await builder.fillBox(mixture);
    await builder.build(atoms);
    const file = await builder.save("json");
    expect(file.text).toBe(saved.get("page json"));
    const record = await page.evaluate(() =>
      (window as unknown as { __molsmith: { applied(): unknown[] } }).__molsmith.applied(),
    );
    expect(record).toHaveLength(1);
    expect(record[0]).toMatchObject({
      tool: "liquid_box",
      contract: 1,
      atoms,
      server: { name: "molsmith", url: server.url },
    });
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).not.toContain(token);
    expect(stored).toContain(server.url);
  } finally {
    await server.stop();
  }
});

test("a public server answers its page and refuses another one", async ({ page, browser }) => {
  const server = await ToolServer.start([
    "--transport",
    "http",
    "--port",
    "0",
    "--public",
    "--allow-origin",
    site.origin,
  ]);
  const other = await Site.start("/");
  try {
    const fragment = `#tools=${encodeURIComponent(server.url)}`;
    await Builder.open(page, site.url, fragment);
    await expect(page.getByTestId("statusline")).toContainText("molsmith");

    const stranger = await (await browser.newContext()).newPage();
    await Builder.open(stranger, other.url, fragment);
    await expect(stranger.getByTestId("tools-error")).toContainText(/origin/i);
    await stranger.context().close();
  } finally {
    await other.stop();
    await server.stop();
  }
});

test("toolserver serve prints a link that opens the Builder with its tools", async ({ page }) => {
  const server = await ToolServer.start(["serve", "--port", "0"]);
  try {
    expect(server.url).toMatch(/#tools=.+&token=.+/);
    const [address, fragment] = server.url.split("#");
    const builder = await Builder.open(page, address ?? "", `#${fragment}`);
    await builder.openTool("page", "liquid_box");
    await builder.fillBox({ water: 50, density: 1, seed: 1 });
    await builder.build(150);
  } finally {
    await server.stop();
  }
});

test("undo, redo and delete go through the document engine", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 100, density: 1, seed: 3 });
  await builder.build(300);
  const full = await builder.hash();

  // The atom under the pointer, by a real click where the page says it draws it.
  const at = await builder.project(0);
  await page.mouse.dblclick(at.x, at.y);
  await expect(builder.root).toHaveAttribute("data-selected", "3");
  await page.keyboard.press("Delete");
  await builder.expectAtoms(297);
  await expect(builder.root).toHaveAttribute("data-bonds", "198");
  const less = await builder.hash();

  await page.keyboard.press("Control+z");
  await builder.expectAtoms(300);
  expect(await builder.hash()).toBe(full);
  await page.keyboard.press("Control+Shift+z");
  await builder.expectAtoms(297);
  expect(await builder.hash()).toBe(less);
});
