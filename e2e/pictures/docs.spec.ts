import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Serve, Servers } from "../fixtures/bridge.js";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";
import { root } from "../scripts/run.mjs";
import { picture, shot } from "./shot.js";

// What the docs show, made by the page as a person would. Seeds are fixed, so that a
// picture changes only when the page or a tool does; a notice names the time of its run.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** Runs the open form and puts its notice and the selection of new atoms away. */
async function run(builder: Builder): Promise<void> {
  await builder.run();
  await expect(builder.page.getByTestId("tool-form")).toBeHidden({ timeout: 150_000 });
  await builder.page.locator("canvas").first().focus();
  await builder.page.keyboard.press("Escape");
}

for (const theme of ["light", "dark"] as const)
  test(`README, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    const builder = await Builder.open(page, site.url);
    await builder.openTool("page", "liquid_box");
    await builder.fillBox({ water: 1000, ethanol: 20, density: 0.98, seed: 42 });
    await builder.build(3180);
    await picture(page, `builder-${theme}`);
  });

test("liquid box", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 600, density: 0.85, seed: 7 });
  await page.getByTestId("components-add").click();
  await builder.chooseMolecule("components-1-molecule", "n-Hexane");
  await builder.type("components-1-count", "90");
  await builder.field("layout").selectOption("layered");
  await builder.type("components-1-layer", "2");
  await run(builder);
  // The layers one above the other.
  await page.getByTestId("view-a").click();
  await picture(page, "liquid-box");
});

/** Caffeine in a cell with so much vacuum, in Å, on each side. */
async function openCaffeine(builder: Builder, vacuum: string): Promise<void> {
  const { page } = builder;
  const presets = readFileSync(join(root, "chem/library/presets.sdf"), "utf8").split("$$$$\n");
  const caffeine = presets.find((record) => record.startsWith("Caffeine\n")) ?? "";
  await builder.openFile("caffeine.mol", caffeine);
  await builder.expectAtoms(24);
  await page.getByTestId("structure-menu").click();
  await page.getByTestId("structure-center").click();
  await page.getByTestId("center-vacuum").fill(vacuum);
  await page.getByTestId("center-form-apply").click();
  await expect(page.getByTestId("center-form")).toBeHidden();
}

test("solvated caffeine", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await openCaffeine(builder, "8");
  await builder.openTool("page", "solvate");
  await builder.chooseMolecule("solvent", "Water");
  await builder.type("seed", "11");
  await builder.field("ions").selectOption("concentration");
  await expect(page.getByTestId("tool-facts")).toContainText("Water");
  await run(builder);
  await page.keyboard.press("r");
  await picture(page, "solvate");
});

test("ions around caffeine", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await openCaffeine(builder, "10");
  await builder.openTool("page", "ions");
  await builder.type("concentration", "1");
  await builder.type("seed", "4");
  await run(builder);
  await builder.openTool("page", "ions");
  await builder.field("amount").selectOption("count");
  await expect(page.getByTestId("tool-facts")).toContainText("Adds");
  await page.getByTestId("history-toggle").click();
  await picture(page, "ions");
});

test("polymer chain with two linked units", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "polymer_chain");
  await builder.chooseMolecule("monomer", "Propylene unit");
  await builder.type("length", "40");
  await builder.field("tacticity").selectOption("syndiotactic");
  await builder.type("seed", "3");
  await run(builder);
  await builder.openTool("page", "polymer_chain");
  await page.getByTestId("history-toggle").click();
  await builder.field("monomer").scrollIntoViewIfNeeded();
  await expect(page.getByTestId("tool-picture").locator("canvas")).toHaveAttribute("data-atoms", "20");
  await picture(page, "polymer-chain");
});

test("polymer melt", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openTool("page", "polymer_melt");
  await builder.type("chains", "16");
  await builder.type("length", "20");
  await builder.type("seed", "5");
  await run(builder);
  await picture(page, "polymer-melt");
});

test("servers of the bridge", async ({ page }) => {
  const configured = {
    lab: { command: "node", args: ["lab-tools/server.mjs", "--fast"], env: { LAB_LICENSE: "1" } },
    chemistry: { type: "inmemory", name: "Chemistry" },
    cluster: { url: "https://tools.example/mcp", headers: { Authorization: "Bearer 1" } },
  };
  const serve = await Serve.start(configured, join(tmpdir(), "lab"));
  try {
    await serve.open(page);
    const servers = new Servers(page);
    await servers.open();
    await servers.allow("chemistry");
    await page.getByTestId("server-dialog").hover({ position: { x: 5, y: 5 } });
    await shot(page, "bridge", "server-dialog");
  } finally {
    await serve.stop();
  }
});
