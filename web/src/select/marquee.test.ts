// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useDocument } from "../state/document";
import { parseHistory, useExpression } from "../state/expression";
import { useRail } from "../state/rail";
import { useSelection } from "../state/selection";
import { changeOf } from "../state/stubCore";
import { provideView, type ViewHandle } from "../state/view";
import type { Gesture } from "../view/controls";
import { combined, dragAround } from "./marquee";

const plain = { shift: false, mod: false };
const shift = { shift: true, mod: false };
const mod = { shift: false, mod: true };

test.each([
  [plain, [4, 7]],
  [shift, [9, 7, 3, 4]],
  [mod, [9, 3]],
] as const)("%o of 4 and 7 with 9, 7 and 3 selected", (modifiers, expected) => {
  expect(combined([9, 7, 3], [4, 7], modifiers, 10)).toEqual(expected);
});

describe("a drag of the Select tool", () => {
  let outlines: unknown[];
  const polygon = () => document.querySelector('[data-testid="marquee"] polygon')?.getAttribute("points") ?? null;
  const begin = (modifiers = plain) => dragAround(null, { x: 10, y: 20 }, modifiers) as Gesture;

  beforeEach(() => {
    document.body.innerHTML = '<div class="view-canvas"></div>';
    outlines = [];
    const view = {
      atomsWithin: (outline: unknown) => {
        outlines.push(structuredClone(outline));
        return [1, 2];
      },
    };
    provideView(view as unknown as ViewHandle);
    const { json, bufs } = changeOf(5);
    useDocument.getState().commit(json, bufs);
    useSelection.getState().select([0]);
    useRail.getState().set({ selectMode: "box" });
  });
  afterEach(() => {
    provideView(null);
    useRail.getState().set({ selectMode: "click" });
  });

  test("turns the view while clicks select, and where there are no atoms", () => {
    useRail.getState().set({ selectMode: "click" });
    expect(dragAround(null, { x: 0, y: 0 }, plain)).toBeNull();
    useRail.getState().set({ selectMode: "box" });
    useDocument.getState().close();
    expect(dragAround(null, { x: 0, y: 0 }, plain)).toBeNull();
  });

  test("draws a box and takes what is in it", () => {
    const drag = begin();
    drag.move({ x: 40, y: 60 }, plain);
    expect(polygon()).toBe("10,20 40,20 40,60 10,60");
    drag.end({ x: 50, y: 60 }, plain);
    expect(polygon()).toBeNull();
    expect(outlines).toEqual([
      [
        { x: 10, y: 20 },
        { x: 50, y: 60 },
      ],
    ]);
    expect(useSelection.getState().atoms).toEqual([1, 2]);
  });

  test("adds with Shift, held when it began or when it ends", () => {
    begin(shift).end({ x: 50, y: 60 }, plain);
    expect(useSelection.getState().atoms).toEqual([0, 1, 2]);
    begin().end({ x: 50, y: 60 }, mod);
    expect(useSelection.getState().atoms).toEqual([0]);
  });

  test("Esc drops it: nothing is selected anew", () => {
    const drag = begin();
    drag.move({ x: 40, y: 60 }, plain);
    drag.cancel();
    expect(polygon()).toBeNull();
    expect(useSelection.getState().atoms).toEqual([0]);
  });

  test("a lasso follows the pointer in steps; a mere jerk selects nothing", () => {
    useRail.getState().set({ selectMode: "lasso" });
    const drag = begin();
    for (const at of [
      { x: 11, y: 21 },
      { x: 30, y: 20 },
      { x: 30, y: 50 },
    ])
      drag.move(at, plain);
    expect(polygon()).toBe("10,20 30,20 30,50");
    drag.end({ x: 12, y: 20 }, plain);
    expect(outlines[0]).toHaveLength(3);
    const jerk = begin();
    jerk.move({ x: 16, y: 20 }, plain);
    jerk.end({ x: 16, y: 20 }, plain);
    expect(outlines).toHaveLength(1);
  });
});

test("the last expressions are kept, each once, the newest first", () => {
  const { remember } = useExpression.getState();
  for (let i = 0; i < 20; i++) remember(`index ${i}`);
  remember("index 15");
  const { history } = useExpression.getState();
  expect(history).toHaveLength(12);
  expect(history.slice(0, 3)).toEqual(["index 15", "index 19", "index 18"]);
});

test.each([
  [null, []],
  ["{", []],
  ['{"a":1}', []],
  ['["water", 3, " ", "C"]', ["water", "C"]],
])("%j stored as history is %j", (text, expected) => {
  expect(parseHistory(text)).toEqual(expected);
});
