import type { CDPSession, Page } from "@playwright/test";
import { violations } from "../fixtures/axe.js";
import type { Builder } from "../fixtures/builder.js";
import { expect, test } from "../fixtures/test.js";

// The page on a telephone and on a wide screen, by finger where it has one.

const methanol = `6

C  -0.748  0.015  0.024
O   0.558  0.420 -0.278
H  -1.294 -0.202 -0.901
H  -1.263  0.754  0.600
H  -0.699 -0.934  0.609
H   0.716  1.404  0.137
`;

async function open(builder: Builder): Promise<void> {
  await builder.openFile("methanol.xyz", methanol);
  await builder.expectAtoms(6);
  await builder.page.evaluate(() => window.__molsmith.settled());
}

/** Nothing reaches out of the window, and what is to be pressed lies inside, or in a row that scrolls. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll("button, input, select")]
      .map((control) => ({ control, box: control.getBoundingClientRect(), style: getComputedStyle(control) }))
      .filter(({ box, style }) => box.width > 0 && style.visibility === "visible" && !style.clip.startsWith("rect(0"))
      .filter(({ box }) => box.right > window.innerWidth + 1 || box.left < -1)
      .filter(({ control }) => {
        for (let parent = control.parentElement; parent; parent = parent.parentElement) {
          if (/auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth)
            return false;
        }
        return true;
      })
      .map(({ control }) => control.getAttribute("aria-label") ?? control.textContent),
  );
  expect(outside).toEqual([]);
}

for (const [width, height] of [
  [320, 640],
  [2560, 1440],
] as const) {
  test(`${width} × ${height}: a file is opened, edited and saved`, async ({ page, builder }) => {
    await page.setViewportSize({ width, height });
    await fits(page);
    await open(builder);
    await fits(page);
    await page.evaluate(() => window.__molsmith.pick(1));
    await expect(builder.root).toHaveAttribute("data-selected", "1");
    await page.keyboard.press("Delete");
    await builder.expectAtoms(5);
    await page.getByTestId("tools-menu").click();
    await page.getByTestId("tool-button-page-liquid_box").click();
    await expect(page.getByTestId("tool-form")).toBeVisible();
    await fits(page);
    expect(await violations(page)).toEqual([]);
    await page.getByTestId("tool-close").click();
    await expect(page.getByTestId("tool-form")).toBeHidden();
    // A menu that opens under the pointer, over its line, stays open.
    await page.getByTestId("structure-menu").click();
    await page.getByTestId("structure-crystal").click();
    await page.getByTestId("structure-transform").hover();
    await page.getByTestId("structure-transform").click();
    await expect(page.getByTestId("transform-form")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByTestId("transform-form")).toBeHidden();
    expect((await builder.save("xyz")).text.startsWith("5\n")).toBe(true);
  });
}

test.describe("by finger", () => {
  test.use({ hasTouch: true, viewport: { width: 412, height: 800 } });

  test("a tap selects, a press opens the menu, two fingers zoom, one turns", async ({ page, builder }) => {
    await open(builder);
    const oxygen = await builder.project(1);
    await page.touchscreen.tap(oxygen.x, oxygen.y);
    await expect(builder.root).toHaveAttribute("data-selected", "1");

    const fingers = await page.context().newCDPSession(page);
    const camera = () => page.evaluate(() => JSON.stringify(window.__molsmith.camera()));
    const before = await camera();
    await touch(fingers, "touchStart", [
      [180, 400],
      [230, 400],
    ]);
    await touch(fingers, "touchMove", [
      [140, 400],
      [270, 400],
    ]);
    await touch(fingers, "touchEnd", []);
    await expect.poll(camera).not.toBe(before);
    const zoomed = await camera();
    await touch(fingers, "touchStart", [[60, 600]]);
    await touch(fingers, "touchMove", [[120, 640]]);
    await touch(fingers, "touchEnd", []);
    await expect.poll(camera).not.toBe(zoomed);
    await expect(builder.root).toHaveAttribute("data-selected", "1");

    const carbon = await builder.project(0);
    await touch(fingers, "touchStart", [[carbon.x, carbon.y]]);
    await expect(page.getByTestId("context-menu")).toBeVisible();
    await touch(fingers, "touchEnd", []);
    await expect(page.getByTestId("context-caption")).toContainText("C");
    await builder.expectAtoms(6);
  });
});

function touch(
  session: CDPSession,
  type: "touchStart" | "touchMove" | "touchEnd",
  points: number[][],
): Promise<unknown> {
  return session.send("Input.dispatchTouchEvent", {
    type,
    touchPoints: points.map(([x = 0, y = 0], id) => ({ x, y, id })),
  });
}
