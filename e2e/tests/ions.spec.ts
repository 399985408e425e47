import { violations } from "../fixtures/axe.js";
import { expect, test } from "../fixtures/test.js";

// Ions into the free space of the open structure.

const cell = '1\nLattice="30 0 0 0 30 0 0 0 30" Properties=species:S:1:pos:R:3 pbc="T T T"\nAr 1 2 3\n';

test("a concentration is a number of ions before Run, and one step after it", async ({ page, builder }) => {
  await builder.openFile("argon.xyz", cell);
  await builder.expectAtoms(1);
  const before = await builder.hash();
  await builder.openTool("page", "ions");
  await expect(builder.field("cations")).toBeHidden();
  await builder.type("concentration", "1");
  // 1 mol/L × 27 000 Å³ = 16.3.
  await expect(page.getByTestId("tool-facts")).toContainText(/16 .+, 16 Chloride/);
  await builder.build(33);
  await expect(builder.root).toHaveAttribute("data-steps", "1");
  await expect(page.getByTestId("proof")).toContainText("Built with Ions");
  await expect(page.getByTestId("proof").getByRole("row", { name: /^Closest molecules/ })).toContainText("Å");
  await page.getByTestId("undo").click();
  await builder.expectAtoms(1);
  expect(await builder.hash()).toBe(before);
});

test("counts, and too many of them are refused in the form", async ({ page, builder }) => {
  await builder.openFile("argon.xyz", cell);
  await builder.expectAtoms(1);
  await builder.openTool("page", "ions");
  await builder.field("amount").selectOption("count");
  await expect(builder.field("concentration")).toBeHidden();
  await builder.type("cations", "5");
  await builder.type("anions", "5");
  await expect(page.getByTestId("tool-facts")).toContainText(/5 .+, 5 Chloride/);
  expect(await violations(page), "form").toEqual([]);
  await builder.type("cations", "400000");
  await expect(page.getByTestId("tool-run")).toHaveAttribute("aria-disabled", "true");
  await builder.type("cations", "5");
  await builder.build(11);
});
