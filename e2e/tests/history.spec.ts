import { expect, test } from "../fixtures/test.js";

// Edits at random, sixty or with MOLSMITH_FULL two hundred, by the keys a person would press: everything comes back by
// Undo, everything again by Redo, and once more from the project file.

const edits = process.env.MOLSMITH_FULL ? 200 : 60;

test("random edits: undone they leave the original, redone the result, saved they come back", async ({
  page,
  builder,
}) => {
  await builder.openTool("page", "liquid_box");
  await builder.fillBox({ water: 30, ethanol: 10, density: 0.6, seed: 4 });
  await builder.build(30 * 3 + 10 * 9);
  const original = await builder.hash();

  let state = 20_261_130;
  const random = (n: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
  const keys = ["Delete", "+", "-", "ArrowLeft", "ArrowUp", "Shift+ArrowRight", "Control+d", "Control+Shift+H"];
  const steps = async () => Number(await builder.root.getAttribute("data-steps"));
  for (let done = 0; done < edits; ) {
    const atoms = Number(await builder.root.getAttribute("data-atoms"));
    const key = atoms < 60 ? "Control+d" : (keys[random(keys.length)] ?? "");
    await page.keyboard.press(key.includes("Arrow") ? "m" : "s");
    await page.evaluate(
      (picked) => {
        const { pick } = window.__molsmith;
        for (const [k, atom] of picked.entries()) pick(atom, { shift: k > 0 });
      },
      Array.from({ length: 1 + random(3) }, () => random(atoms)),
    );
    await page.keyboard.press(key);
    // Every edit is done before the next one, asked inside the page: a poll would wait longer.
    done = await page.evaluate(async () => {
      while ((await window.__molsmith.hash()) === null) await new Promise((resolve) => setTimeout(resolve, 2));
      return Number(document.querySelector('[data-testid="builder"]')?.getAttribute("data-steps"));
    });
  }
  const result = await builder.hash();
  expect(result).not.toBe(original);
  const made = await steps();

  for (let k = 0; k < made; k++) await page.keyboard.press("Control+z");
  await expect(builder.root).toHaveAttribute("data-steps", "0");
  expect(await builder.hash()).toBe(original);
  for (let k = 0; k < made; k++) await page.keyboard.press("Control+Shift+Z");
  await expect(builder.root).toHaveAttribute("data-steps", String(made));
  expect(await builder.hash()).toBe(result);

  const project = await builder.save("project");
  await builder.replaceByFile("again.molsmith.json", project.text);
  await expect(builder.root).toHaveAttribute("data-steps", String(made));
  expect(await builder.hash()).toBe(result);
});
