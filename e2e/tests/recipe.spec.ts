import { deflateRawSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { violations } from "../fixtures/axe.js";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// Recipe links: the steps of a document in a link, built again by who opens it.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start("/lab/");
});
test.afterAll(() => site.stop());

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const link = (recipe: unknown) => `#recipe=1.${deflateRawSync(JSON.stringify(recipe)).toString("base64url")}`;

/** Goes to a fragment as a link in the open page does. */
const follow = (page: Page, fragment: string) => page.evaluate((hash) => location.assign(hash), fragment);

test("a document comes back out of its link, step by step, and is compared", async ({ page, context }) => {
  test.slow(); // two visits, six runs of tools
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.origin });
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("file-menu").click();
  await expect(page.getByTestId("copy-recipe")).toHaveAttribute("data-disabled", "");
  await page.keyboard.press("Escape");

  // A box of a tool, an atom that a person takes out, and what another tool adds to that.
  await builder.openTool("page", "liquid_box");
  await builder.chooseMolecule("components-0-molecule", "Methanol");
  await builder.type("components-0-count", "20");
  await builder.type("density", "0.3");
  await builder.type("seed", "7");
  await builder.build(120);
  await page.evaluate(() => window.__molsmith.pick(5));
  await page.keyboard.press("Delete");
  await builder.expectAtoms(119);
  await builder.openTool("page", "solvate");
  await builder.field("amount").selectOption("count");
  await builder.type("count", "5");
  await builder.type("seed", "3");
  await builder.build(134);
  const hash = await builder.hash();
  await page.getByTestId("file-menu").click();
  await page.getByTestId("copy-recipe").click();
  await expect(builder.notice()).toContainText("Recipe link copied");
  const address = await copied(page);
  expect(address.startsWith(`${site.url}#recipe=1.`)).toBe(true);
  expect(address.length).toBeLessThan(3000);

  // Another visit: nothing happens before the answer, and the address bar is clean.
  const fragment = address.slice(address.indexOf("#"));
  const visit = await context.newPage();
  const again = await Builder.open(visit, site.url, fragment);
  const dialog = visit.getByTestId("recipe-dialog");
  await expect(dialog).toContainText("liquid_box · seed 7");
  await expect(dialog).toContainText("solvate · seed 3");
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  expect(await violations(visit, "[data-testid=recipe-dialog]")).toEqual([]);
  expect(visit.url()).toBe(`${site.url}?test=1`);
  expect(await again.root.getAttribute("data-atoms")).toBe("0");
  await visit.getByTestId("recipe-build").click();
  await again.expectAtoms(134);
  await expect(again.notice()).toContainText("Rebuilt exactly.");
  expect(await again.hash()).toBe(hash);
  await expect(again.root).toHaveAttribute("data-dirty", "false");
  await visit.getByTestId("history-info-2").click();
  await expect(visit.getByTestId("history-provenance-2")).toContainText("solvate");
  await visit.keyboard.press("Escape");

  // Declined, and cancelled while it runs: what is open stays.
  await follow(visit, fragment);
  await visit.getByTestId("recipe-cancel").click();
  await expect(dialog).toBeHidden();

  // A link whose hashes are of something else says so.
  const packed = Buffer.from(fragment.slice("#recipe=1.".length), "base64url");
  const { inflateRawSync } = await import("node:zlib");
  const recipe = JSON.parse(inflateRawSync(packed).toString());
  recipe.source.provenance.arguments.seed = 8;
  recipe.name = "<img src=x onerror=document.title='x'>";
  await follow(visit, link(recipe));
  await expect(dialog).toContainText("<img src=x");
  await visit.getByTestId("recipe-build").click();
  await expect(again.notice()).toContainText("it differs from the recipe");
  await expect(again.notice()).toContainText("seed 7” gave another structure");
  await again.expectAtoms(134);
  expect(await again.hash()).not.toBe(hash);

  // What cannot be used is one line, and changes nothing.
  const before = await again.root.getAttribute("data-revision");
  for (const [bad, why] of [
    ["#recipe=1.AAAA", "damaged"],
    ["#recipe=9.AAAA", "version 9"],
    [link({ ...recipe, steps: "many" }), "steps is no list"],
    [`#recipe=1.${deflateRawSync(Buffer.alloc(8 << 20, 32)).toString("base64url")}`, "its steps take more than"],
    [
      link({ ...recipe, source: { ...recipe.source, provenance: { ...recipe.source.provenance, tool: "rm" } } }),
      "“rm”",
    ],
  ] as const) {
    await follow(visit, bad);
    await expect(again.notice()).toContainText(why);
    await expect(again.notice()).toHaveAttribute("data-level", "error");
  }
  // Found in the core, before a tool runs.
  await follow(
    visit,
    link({ ...recipe, steps: [{ ...recipe.steps[0], ops: [{ op: "delete_atoms", atoms: "all" }] }] }),
  );
  await visit.getByTestId("recipe-build").click();
  await expect(again.notice()).toContainText("Could not build");
  expect(await again.root.getAttribute("data-revision")).toBe(before);

  // A long run can be cancelled.
  recipe.source.provenance.arguments.components[0].count = 20_000;
  await follow(visit, link({ ...recipe, steps: [] }));
  await visit.getByTestId("recipe-build").click();
  await visit.getByTestId("job-cancel").click();
  await expect(visit.getByTestId("job")).toBeHidden();
  expect(await again.root.getAttribute("data-revision")).toBe(before);
  await visit.close();
});
