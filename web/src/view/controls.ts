import type { Point2 } from "./camera";

export interface Modifiers {
  shift: boolean;
  /** Ctrl, or ⌘ on a Mac. */
  mod: boolean;
}

/** What hands on the canvas ask for. Points are CSS pixels of the canvas. */
export interface ControlEvents {
  onOrbit(dx: number, dy: number): void;
  onPan(dx: number, dy: number): void;
  /** `factor` > 1 goes away. */
  onZoom(factor: number, at?: Point2): void;
  /** Pressed and released on one spot. `coarse`: by a finger. */
  onClick(at: Point2, modifiers: Modifiers, coarse: boolean): void;
  onDoubleClick(at: Point2, modifiers: Modifiers, coarse: boolean): void;
  /** null: the pointer left, or drags. */
  onHover(at: Point2 | null): void;
}

/** CSS pixels a pointer may wander during a click. */
const CLICK_SLOP = { mouse: 4, touch: 10 };

/** An arrow key turns or moves as a drag of so many CSS pixels does. */
const KEY_STEP = 24;

/** Zoom per step of a wheel, and per press of a key. */
const WHEEL_ZOOM = 0.0015;
const PINCH_ZOOM = 0.01;
const KEY_ZOOM = 1.15;

interface Hand {
  x: number;
  y: number;
}

/**
 * Pointers, wheel and keys on a canvas.
 *
 * Left drag turns; right, middle or Shift drag moves; the wheel zooms at the
 * pointer; two fingers move and zoom. With the focus on the canvas the arrow keys
 * turn (with Shift move), + and − zoom.
 */
export class Controls {
  #canvas: HTMLCanvasElement;
  #events: ControlEvents;
  #hands = new Map<number, Hand>();
  #pressed: { at: Hand; button: number; shift: boolean; slop: number } | null = null;
  /** The press has become a drag, or a second finger came: its release is no click. */
  #dragged = false;
  #abort = new AbortController();

  constructor(canvas: HTMLCanvasElement, events: ControlEvents) {
    this.#canvas = canvas;
    this.#events = events;
    canvas.style.touchAction = "none";
    const { signal } = this.#abort;
    canvas.addEventListener("pointerdown", this.#down, { signal });
    canvas.addEventListener("pointermove", this.#move, { signal });
    canvas.addEventListener("pointerup", this.#up, { signal });
    canvas.addEventListener("pointercancel", this.#cancel, { signal });
    canvas.addEventListener("pointerleave", () => this.#hands.size === 0 && events.onHover(null), { signal });
    canvas.addEventListener("dblclick", this.#double, { signal });
    canvas.addEventListener("wheel", this.#wheel, { signal, passive: false });
    canvas.addEventListener("keydown", this.#key, { signal });
    // The right button moves the picture.
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  }

  dispose(): void {
    this.#abort.abort();
  }

  #at(event: MouseEvent): Hand {
    const box = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down = (event: PointerEvent) => {
    this.#canvas.focus({ preventScroll: true });
    this.#canvas.setPointerCapture(event.pointerId);
    // The middle button would scroll.
    if (event.button === 1) event.preventDefault();
    const at = this.#at(event);
    this.#hands.set(event.pointerId, at);
    if (this.#hands.size === 1) {
      const slop = event.pointerType === "touch" ? CLICK_SLOP.touch : CLICK_SLOP.mouse;
      this.#pressed = { at, button: event.button, shift: event.shiftKey, slop };
      this.#dragged = false;
    } else this.#drag();
  };

  #move = (event: PointerEvent) => {
    const before = this.#hands.get(event.pointerId);
    const at = this.#at(event);
    if (!before) {
      if (event.pointerType !== "touch") this.#events.onHover(at);
      return;
    }
    const pressed = this.#pressed;
    if (this.#hands.size > 1) {
      this.#twoHands(event.pointerId, at);
      return;
    }
    if (!pressed) return;
    if (!this.#dragged && distance(at, pressed.at) <= pressed.slop) return;
    this.#drag();
    this.#hands.set(event.pointerId, at);
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    if (pressed.button === 0 && !pressed.shift) this.#events.onOrbit(dx, dy);
    else this.#events.onPan(dx, dy);
  };

  /** Both fingers move the picture by their middle and zoom by their distance. */
  #twoHands(id: number, at: Hand): void {
    const [first, second] = [...this.#hands.keys()];
    if (first === undefined || second === undefined || (id !== first && id !== second)) return;
    const a = this.#hands.get(first) as Hand;
    const b = this.#hands.get(second) as Hand;
    const other = id === first ? b : a;
    const before = this.#hands.get(id) as Hand;
    this.#hands.set(id, at);
    this.#events.onPan((at.x - before.x) / 2, (at.y - before.y) / 2);
    const [spread, spreadBefore] = [distance(at, other), distance(before, other)];
    if (spread > 1 && spreadBefore > 1)
      this.#events.onZoom(spreadBefore / spread, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  }

  #up = (event: PointerEvent) => {
    if (!this.#hands.delete(event.pointerId) || this.#hands.size > 0) return;
    const pressed = this.#pressed;
    this.#pressed = null;
    if (pressed?.button === 0 && !this.#dragged)
      this.#events.onClick(this.#at(event), modifiers(event), event.pointerType === "touch");
  };

  #cancel = (event: PointerEvent) => {
    this.#hands.delete(event.pointerId);
    this.#pressed = null;
  };

  #double = (event: MouseEvent) => {
    const coarse = (event as PointerEvent).pointerType === "touch";
    if (!this.#dragged) this.#events.onDoubleClick(this.#at(event), modifiers(event), coarse);
  };

  #wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? 400 : event.deltaY * lines;
    // Browsers report a pinch on a touchpad as a wheel with Ctrl.
    const rate = event.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM;
    this.#events.onZoom(Math.exp(clamp(pixels * rate, -0.7, 0.7)), this.#at(event));
  };

  #key = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-KEY_STEP, 0],
      ArrowRight: [KEY_STEP, 0],
      ArrowUp: [0, -KEY_STEP],
      ArrowDown: [0, KEY_STEP],
    };
    const arrow = arrows[event.key];
    if (arrow && event.shiftKey) this.#events.onPan(...arrow);
    else if (arrow) this.#events.onOrbit(...arrow);
    else if (event.key === "+" || event.key === "=") this.#events.onZoom(1 / KEY_ZOOM);
    else if (event.key === "-" || event.key === "_") this.#events.onZoom(KEY_ZOOM);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #drag(): void {
    if (this.#dragged) return;
    this.#dragged = true;
    this.#events.onHover(null);
  }
}

function modifiers(event: MouseEvent): Modifiers {
  return { shift: event.shiftKey, mod: event.ctrlKey || event.metaKey };
}

function distance(a: Hand, b: Hand): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
