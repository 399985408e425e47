// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from "vitest";
import { Controls } from "./controls";

let canvas: HTMLCanvasElement;
let calls: unknown[][];

beforeEach(() => {
  document.body.replaceChildren();
  canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  canvas.setPointerCapture = () => undefined;
  canvas.getBoundingClientRect = () => new DOMRect(100, 50, 400, 300);
  document.body.append(canvas);
  calls = [];
  const log =
    (name: string) =>
    (...args: unknown[]) =>
      calls.push([name, ...args]);
  new Controls(canvas, {
    onOrbit: log("orbit"),
    onPan: log("pan"),
    onZoom: log("zoom"),
    onClick: log("click"),
    onDoubleClick: log("double"),
    onHover: log("hover"),
  });
});

type Init = PointerEventInit & { type?: string };

function pointer(name: "down" | "move" | "up" | "cancel" | "leave", x: number, y: number, init: Init = {}): void {
  canvas.dispatchEvent(
    new PointerEvent(`pointer${name}`, {
      pointerId: 1,
      pointerType: "mouse",
      button: 0,
      clientX: 100 + x,
      clientY: 50 + y,
      ...init,
    }),
  );
}

const named = (name: string) => calls.filter(([first]) => first === name).map(([, ...rest]) => rest);
const plain = { shift: false, mod: false };

describe("the mouse", () => {
  test("a press and release on one spot is a click", () => {
    pointer("down", 20, 30);
    pointer("move", 22, 31);
    pointer("up", 22, 31);
    expect(named("click")).toEqual([[{ x: 22, y: 31 }, plain, false]]);
    expect(named("orbit")).toEqual([]);
    expect(document.activeElement).toBe(canvas);
  });

  test("Shift and Ctrl travel with the click", () => {
    pointer("down", 20, 30, { shiftKey: true, ctrlKey: true });
    pointer("up", 20, 30, { shiftKey: true, ctrlKey: true });
    expect(named("click")).toEqual([[{ x: 20, y: 30 }, { shift: true, mod: true }, false]]);
  });

  test("a drag turns by all of its way and is no click", () => {
    pointer("down", 20, 30);
    pointer("move", 23, 30);
    pointer("move", 40, 35);
    pointer("move", 41, 35);
    pointer("up", 41, 35);
    expect(named("orbit")).toEqual([
      [20, 5],
      [1, 0],
    ]);
    expect(named("click")).toEqual([]);
  });

  test("a drag that comes back to where it began is no click", () => {
    pointer("down", 20, 30);
    pointer("move", 60, 30);
    pointer("move", 20, 30);
    pointer("up", 20, 30);
    expect(named("click")).toEqual([]);
  });

  test.each([
    ["right button", { button: 2 }],
    ["middle button", { button: 1 }],
    ["Shift", { shiftKey: true }],
  ])("a drag with the %s moves", (_name, init) => {
    pointer("down", 20, 30, init);
    pointer("move", 40, 30, init);
    pointer("up", 40, 30, init);
    expect(named("pan")).toEqual([[20, 0]]);
    expect(named("orbit")).toEqual([]);
  });

  test("the right button alone is no click", () => {
    pointer("down", 20, 30, { button: 2 });
    pointer("up", 20, 30, { button: 2 });
    expect(named("click")).toEqual([]);
  });

  test("hover follows the pointer, and ends with a drag or when it leaves", () => {
    pointer("move", 5, 6);
    pointer("leave", 5, 6);
    pointer("down", 5, 6);
    pointer("move", 50, 6);
    expect(named("hover")).toEqual([[{ x: 5, y: 6 }], [null], [null]]);
  });

  test("a cancelled press is no click", () => {
    pointer("down", 20, 30);
    pointer("cancel", 20, 30);
    pointer("up", 20, 30);
    expect(calls).toEqual([]);
  });

  test("the wheel zooms at the pointer, in pixels or lines, and never jumps", () => {
    const wheel = (init: WheelEventInit) => {
      // The WheelEvent of this test environment has no place.
      const place = { clientX: 150, clientY: 60 };
      const event = Object.assign(new WheelEvent("wheel", { cancelable: true, ...init }), place);
      canvas.dispatchEvent(event);
      return event;
    };
    expect(wheel({ deltaY: 100 }).defaultPrevented).toBe(true);
    wheel({ deltaY: -3, deltaMode: 1 });
    wheel({ deltaY: 1e6 });
    const [first, second, third] = named("zoom");
    expect(first).toEqual([Math.exp(0.15), { x: 50, y: 10 }]);
    expect(second?.[0]).toBeCloseTo(Math.exp(-0.072), 10);
    expect(third?.[0]).toBeCloseTo(Math.exp(0.7), 10);
  });
});

describe("fingers", () => {
  const first: Init = { pointerType: "touch", pointerId: 1 };
  const second: Init = { pointerType: "touch", pointerId: 2 };

  test("one turns, with room for an unsteady tap", () => {
    pointer("down", 20, 30, first);
    pointer("move", 27, 33, first);
    pointer("up", 27, 33, first);
    expect(named("click")).toEqual([[{ x: 27, y: 33 }, plain, true]]);
    pointer("down", 20, 30, first);
    pointer("move", 50, 30, first);
    expect(named("orbit")).toEqual([[30, 0]]);
  });

  test("two move by their middle and zoom by their distance, and are no click", () => {
    pointer("down", 100, 100, first);
    pointer("down", 200, 100, second);
    pointer("move", 300, 100, second);
    expect(named("pan")).toEqual([[50, 0]]);
    expect(named("zoom")).toEqual([[0.5, { x: 200, y: 100 }]]);
    pointer("up", 300, 100, second);
    pointer("up", 100, 100, first);
    expect(named("click")).toEqual([]);
  });
});

describe("keys on the canvas", () => {
  const press = (key: string, init: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
    canvas.dispatchEvent(event);
    return event.defaultPrevented;
  };

  test("arrows turn, with Shift they move; plus and minus zoom", () => {
    expect(press("ArrowLeft")).toBe(true);
    expect(press("ArrowUp", { shiftKey: true })).toBe(true);
    press("+");
    press("-");
    expect(named("orbit")).toEqual([[-24, 0]]);
    expect(named("pan")).toEqual([[0, -24]]);
    expect(named("zoom").map(([factor]) => (factor as number) < 1)).toEqual([true, false]);
  });

  test("other keys and shortcuts are left alone", () => {
    expect(press("s")).toBe(false);
    expect(press("-", { ctrlKey: true })).toBe(false);
    expect(calls).toEqual([]);
  });
});
