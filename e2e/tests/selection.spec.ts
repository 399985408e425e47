import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// Which atoms are selected: drags, menus, expressions, the context menus.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

/** Two waters and a sodium ion in a cell of 12 Å; the second water lies across a face. */
const waters = JSON.stringify({
  elements: [8, 1, 1, 8, 1, 1, 11],
  positions: [3, 3, 6, 3.96, 3, 6, 2.76, 3.93, 6, 0.2, 9, 6, 1.16, 9, 6, -0.04, 9.93, 6, 9, 6, 6],
  cell: [12, 0, 0, 0, 12, 0, 0, 0, 12],
  bonds: [
    [0, 1],
    [0, 2],
    [3, 4],
    [3, 5],
  ],
});

interface Hooks {
  project(atom: number): { x: number; y: number };
  camera(): unknown;
  settled(): Promise<boolean>;
}

async function opened(page: Page): Promise<Builder> {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("waters.json", waters);
  await builder.expectAtoms(7);
  await page.getByTestId("view-z").click();
  await page.evaluate(() => (window.__molsmith as unknown as Hooks).settled());
  return builder;
}

const place = (page: Page, atom: number) =>
  page.evaluate((i) => (window.__molsmith as unknown as Hooks).project(i), atom);
const camera = (page: Page) => page.evaluate(() => (window.__molsmith as unknown as Hooks).camera());

/** Drags the left button along points. */
async function drag(page: Page, points: readonly { x: number; y: number }[], key?: string): Promise<void> {
  const [first, ...rest] = points;
  if (!first) return;
  if (key) await page.keyboard.down(key);
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const at of rest) await page.mouse.move(at.x, at.y, { steps: 4 });
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}

test("box and lasso take what lies inside, Shift adds, the camera stays; the menu and an expression do the rest", async ({
  page,
}) => {
  const builder = await opened(page);
  const selected = (n: number) => expect(builder.root).toHaveAttribute("data-selected", String(n));
  const before = await camera(page);
  const [o, sodium] = [await place(page, 0), await place(page, 6)];

  await page.getByTestId("select-box").check({ force: true });
  await drag(page, [
    { x: o.x - 60, y: o.y + 40 },
    { x: o.x + 80, y: o.y - 90 },
  ]);
  await selected(3);
  await drag(
    page,
    [
      { x: sodium.x - 30, y: sodium.y - 30 },
      { x: sodium.x + 30, y: sodium.y + 30 },
    ],
    "Shift",
  );
  await selected(4);
  await page.getByTestId("select-lasso").check({ force: true });
  await page.mouse.move(sodium.x - 30, sodium.y);
  await page.mouse.down();
  await page.mouse.move(sodium.x, sodium.y - 30, { steps: 4 });
  await expect(page.getByTestId("marquee")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(page.getByTestId("marquee")).toBeHidden();
  await selected(4);
  await drag(page, [
    { x: sodium.x - 30, y: sodium.y },
    { x: sodium.x, y: sodium.y - 30 },
    { x: sodium.x + 30, y: sodium.y },
    { x: sodium.x, y: sodium.y + 30 },
  ]);
  await selected(1);
  expect(await camera(page)).toEqual(before);

  await page.getByTestId("bar-select-invert").click();
  await selected(6);
  await page.getByTestId("select-menu").click();
  await page.getByTestId("select-element").hover();
  await page.getByTestId("select-element-O").click();
  await selected(2);
  await page.keyboard.press(">");
  await selected(6);
  await page.keyboard.press("<");
  await page.keyboard.press("<");
  await selected(6);

  await page.keyboard.press("Control+f");
  const field = page.getByTestId("expression");
  await expect(field).toBeFocused();
  await page.keyboard.type("elemnt O and within 4 of Na");
  await expect(page.getByTestId("expression-problem")).toContainText("Character 1");
  await page.getByTestId("expression-suggestion").click();
  // Through the face of the cell the second water is the nearer one.
  await expect(page.getByTestId("expression-found")).toHaveText(
    "No atoms · read as element O and (within 4 of element Na)",
  );
  await field.fill("O and within 4.5 of Na");
  await expect(page.getByTestId("expression-found")).toContainText("1 atom");
  await field.press("Enter");
  await selected(1);
  await page.getByTestId("expression-history").click();
  await expect(page.getByTestId("expression-history-0")).toHaveText("O and within 4.5 of Na");
  await page.keyboard.press("Escape");

  const bond = await place(page, 1);
  await page.getByTestId("select-click").check({ force: true });
  await page.mouse.click((o.x + bond.x) / 2, (o.y + bond.y) / 2);
  await selected(2);
  await page.mouse.dblclick(o.x, o.y);
  await selected(3);
});

test("the context menus of atoms, bonds and space: by mouse, key and finger, always inside the window", async ({
  page,
}) => {
  const builder = await opened(page);
  const selected = (n: number) => expect(builder.root).toHaveAttribute("data-selected", String(n));
  const menu = page.getByTestId("context-menu");
  const choose = (item: string) => page.getByTestId(`context-${item}`).click();
  const [o, h] = [await place(page, 3), await place(page, 4)];
  const atom = { button: "right" } as const;

  await page.mouse.click(o.x, o.y, atom);
  await expect(page.getByTestId("context-caption")).toHaveText("O #3");
  await expect(page.getByTestId("hover-tip")).toBeHidden();
  await choose("molecule");
  await selected(3);
  await page.mouse.click(o.x, o.y, atom);
  await expect(page.getByTestId("context-caption")).toHaveText("3 atoms");
  await choose("center");
  await page.getByTestId("view-reset").click();
  await page.getByTestId("view-z").click();
  await page.mouse.click(o.x, o.y, atom);
  await choose("select-element");
  await selected(2);

  await page.mouse.click((o.x + h.x) / 2, (o.y + h.y) / 2, atom);
  await expect(page.getByTestId("context-caption")).toHaveText("O–H bond #3–#4");
  await choose("order-0");
  // The oxygen was complete and gets another hydrogen.
  await builder.expectAtoms(8);
  await page.keyboard.press("Control+z");
  await builder.expectAtoms(7);

  // The keyboard alone: the menu of the selection, an element, and back in the view.
  await page.mouse.click(o.x, o.y);
  await page.keyboard.press("Shift+F10");
  await expect(menu).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByTestId("context-delete")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("canvas").first()).toBeFocused();
  await selected(1);
  await page.keyboard.press("ContextMenu");
  await page.getByTestId("context-elements").press("ArrowRight");
  await page.getByTestId("context-element-S").press("Enter");
  await expect(builder.root).toHaveAttribute("data-formula", "H4NaOS");

  const box = (await page.locator("canvas").first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(box.x + box.width - 24, box.y + box.height - 6, atom);
  await expect(page.getByTestId("context-paste")).toBeVisible();
  const frame = (await menu.boundingBox()) ?? { x: 0, y: 0, width: 1e6, height: 1e6 };
  expect(frame.x + frame.width).toBeLessThanOrEqual(1280 - 8);
  expect(frame.y + frame.height).toBeLessThanOrEqual(720 - 8);
  await choose("select-all");
  await selected(7);

  // A finger that stays asks for the menu, two fingers turn the picture, a tap is a click.
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", { x: o.x, y: o.y });
  await expect(page.getByTestId("context-caption")).toBeVisible();
  await touch("touchEnd");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  const sodium = await place(page, 6);
  await Promise.all([touch("touchStart", sodium), touch("touchEnd")]);
  await selected(1);
  const before = (await camera(page)) as { rotation: number[] };
  await touch("touchStart", { x: 400, y: 600 }, { x: 500, y: 600 });
  await touch("touchMove", { x: 440, y: 600 }, { x: 540, y: 600 });
  await touch("touchMove", { x: 480, y: 600 }, { x: 580, y: 600 });
  await touch("touchEnd");
  expect(((await camera(page)) as { rotation: number[] }).rotation).not.toEqual(before.rotation);
});
