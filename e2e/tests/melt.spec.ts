import { violations } from "../fixtures/axe.js";
import { expect, test } from "../fixtures/test.js";

// Many chains in a periodic box.

test("the box while typing, then chains in it, and what it is", async ({ page, builder }) => {
  await builder.openTool("page", "polymer_melt");
  await builder.type("chains", "4");
  await builder.type("length", "10");
  await expect(builder.root).toHaveAttribute("data-preview", "true");
  await expect(page.getByTestId("info")).toContainText(/Preview.*Å/);
  await expect(page.getByTestId("tool-picture")).toBeVisible();
  expect(await violations(page), "form").toEqual([]);
  await builder.build(4 * (10 * 6 + 2));
  await expect(builder.root).toHaveAttribute("data-preview", "false");
  await expect(builder.root).not.toHaveAttribute("data-cell", "");
  const proof = page.getByTestId("proof");
  await expect(proof).toContainText("Built with Polymer melt");
  await expect(proof.getByRole("row", { name: /^Density/ })).toContainText("g/cm³");
  await expect(proof.getByRole("row", { name: /^Pierced rings/ })).toContainText("0");
  await expect(proof.getByRole("row", { name: /^State/ })).toContainText(/equilibrated/i);
});
