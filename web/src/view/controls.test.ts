// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Controls, type Gesture, type Modifiers } from "./controls";

let canvas: HTMLCanvasElement;
let calls: unknown[][];
let controls: Controls;
/** What takes the next drag over. */
let gesture: Gesture | null;

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
  gesture = null;
  controls = new Controls(canvas, {
    onOrbit: log("orbit"),
    onPan: log("pan"),
    onZoom: log("zoom"),
    onClick: log("click"),
    onDoubleClick: log("double"),
    onHover: log("hover"),
    onGrab: () => gesture,
    onMenu: log("menu"),
  });
});

afterEach(() => controls.dispose());

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

  test("the second click of a double click says so", () => {
    for (const detail of [1, 2, 1]) {
      pointer("down", 20, 30);
      canvas.dispatchEvent(new MouseEvent("mousedown", { detail }));
      pointer("up", 20, 30);
    }
    expect(named("click").map(([, modifiers]) => modifiers)).toEqual([plain, { ...plain, again: true }, plain]);
  });

  test("so does the second tap of a double tap", () => {
    const touch = { pointerType: "touch" };
    const times = [0, 200, 900, 1000];
    const places = [20, 22, 22, 80];
    const time = vi.spyOn(Event.prototype, "timeStamp", "get");
    times.forEach((ms, k) => {
      time.mockReturnValue(ms);
      pointer("down", places[k] ?? 0, 30, touch);
      pointer("up", places[k] ?? 0, 30, touch);
    });
    time.mockRestore();
    expect(named("click").map(([, modifiers]) => (modifiers as Modifiers).again ?? false)).toEqual([
      false,
      true,
      false,
      false,
    ]);
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

  test("two turn by their middle and zoom by their distance, and are no click", () => {
    pointer("down", 100, 100, first);
    pointer("down", 200, 100, second);
    pointer("move", 300, 100, second);
    expect(named("orbit")).toEqual([[50, 0]]);
    expect(named("zoom")).toEqual([[0.5, { x: 200, y: 100 }]]);
    pointer("up", 300, 100, second);
    pointer("up", 100, 100, first);
    expect(named("click")).toEqual([]);
  });

  test("three move the picture", () => {
    pointer("down", 100, 100, first);
    pointer("down", 200, 100, second);
    pointer("down", 150, 200, { pointerType: "touch", pointerId: 3 });
    pointer("move", 150, 230, { pointerType: "touch", pointerId: 3 });
    expect(calls.filter(([name]) => name !== "hover")).toEqual([["pan", 0, 10]]);
  });

  test("one that stays on a spot asks for the menu there, and is no click", () => {
    vi.useFakeTimers();
    pointer("down", 20, 30, first);
    pointer("move", 24, 30, first);
    vi.advanceTimersByTime(499);
    expect(named("menu")).toEqual([]);
    vi.advanceTimersByTime(2);
    pointer("up", 24, 30, first);
    expect(named("menu")).toEqual([[{ x: 20, y: 30 }, true]]);
    expect(named("click")).toEqual([]);
    pointer("down", 20, 30, first);
    pointer("move", 60, 30, first);
    vi.advanceTimersByTime(1000);
    expect(named("menu")).toHaveLength(1);
    vi.useRealTimers();
  });
});

describe("a gesture of its own", () => {
  beforeEach(() => {
    const log =
      (name: string) =>
      (...args: unknown[]) =>
        void calls.push([name, ...args]);
    gesture = { move: log("move"), end: log("end"), cancel: log("cancel") };
  });
  const steps = () => calls.filter(([name]) => name !== "hover");

  test("takes a left drag over, from where it is no click any more", () => {
    pointer("down", 20, 30);
    pointer("move", 22, 30);
    expect(steps()).toEqual([]);
    pointer("move", 40, 35);
    pointer("up", 41, 36, { shiftKey: true });
    expect(steps()).toEqual([
      ["move", { x: 40, y: 35 }, plain],
      ["end", { x: 41, y: 36 }, { shift: true, mod: false }],
    ]);
  });

  test("leaves the other buttons to the camera", () => {
    pointer("down", 20, 30, { button: 2 });
    pointer("move", 40, 30, { button: 2 });
    expect(steps()).toEqual([["pan", 20, 0]]);
  });

  test("is dropped by Esc, and the rest of the drag turns nothing", () => {
    pointer("down", 20, 30);
    pointer("move", 40, 30);
    const esc = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    window.dispatchEvent(esc);
    pointer("move", 80, 30);
    pointer("up", 80, 30);
    expect(esc.defaultPrevented).toBe(true);
    expect(steps()).toEqual([["move", { x: 40, y: 30 }, plain], ["cancel"]]);
  });

  test("is dropped by a second finger, which turns", () => {
    pointer("down", 20, 30, { pointerType: "touch" });
    pointer("move", 60, 30, { pointerType: "touch" });
    pointer("down", 100, 30, { pointerType: "touch", pointerId: 2 });
    pointer("move", 100, 50, { pointerType: "touch", pointerId: 2 });
    expect(steps().map(([name]) => name)).toEqual(["move", "cancel", "orbit", "zoom"]);
  });
});

describe("the right button", () => {
  test("asks for the menu where it was pressed and released, and not after a drag", () => {
    pointer("down", 20, 30, { button: 2 });
    pointer("up", 20, 30, { button: 2 });
    expect(named("menu")).toEqual([[{ x: 20, y: 30 }, false]]);
    pointer("down", 20, 30, { button: 2 });
    pointer("move", 60, 30, { button: 2 });
    pointer("up", 60, 30, { button: 2 });
    expect(named("menu")).toHaveLength(1);
  });

  test("the browser's own menu never opens; Ctrl and a click on a Mac ask for ours", () => {
    const menu = () => {
      const event = new MouseEvent("contextmenu", { cancelable: true });
      canvas.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(menu()).toBe(true);
    expect(named("menu")).toEqual([]);
    pointer("down", 20, 30, { ctrlKey: true });
    expect(menu()).toBe(true);
    pointer("up", 20, 30, { ctrlKey: true });
    expect(named("menu")).toEqual([[{ x: 20, y: 30 }, false]]);
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
