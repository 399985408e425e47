import type { Point2 } from "./camera";

export interface Modifiers {
  shift: boolean;
  /** Ctrl, or ⌘ on a Mac. */
  mod: boolean;
  /** The click follows another one on its spot: the second of a double click. */
  again?: boolean;
}

/** A drag that is not the camera's: it lives from the moment the press has become a drag to its release. */
export interface Gesture {
  move(at: Point2, modifiers: Modifiers): void;
  end(at: Point2, modifiers: Modifiers): void;
  /** Esc, another finger, or the browser took the pointer: everything is as before the press. */
  cancel(): void;
}

/** What hands on the canvas ask for. Points are CSS pixels of the canvas. */
export interface ControlEvents {
  /** A press with the left button or one finger becomes a drag: what takes it over, or null for the camera. */
  onGrab?(at: Point2, modifiers: Modifiers, coarse: boolean): Gesture | null;
  /** The right button was pressed and released on one spot, or a finger stayed on it. */
  onMenu?(at: Point2, coarse: boolean): void;
  onOrbit(dx: number, dy: number): void;
  onPan(dx: number, dy: number): void;
  /** `factor` > 1 goes away. */
  onZoom(factor: number, at?: Point2): void;
  /** Pressed and released on one spot. `coarse`: by a finger. */
  onClick(at: Point2, modifiers: Modifiers, coarse: boolean): void;
  onDoubleClick(at: Point2, modifiers: Modifiers, coarse: boolean): void;
  /** An arrow key, as steps to the right and up; true: it was for something else than the camera. */
  onArrow?(right: number, up: number, shift: boolean): boolean;
  /** The last of the arrow keys was released. */
  onArrowEnd?(): void;
  /** null: the pointer left, or drags. */
  onHover(at: Point2 | null): void;
}

/** CSS pixels a pointer may wander during a click. */
const CLICK_SLOP = { mouse: 4, touch: 10 };

/** ms between two taps of a double tap, and CSS pixels that they may be apart. */
const DOUBLE_TAP = { time: 300, slop: 20 };

/** ms that a finger stays on one spot to ask for a menu. */
const LONG_PRESS = 500;

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
 * Left drag turns, unless a gesture takes it over; right, middle or Shift drag moves;
 * the wheel zooms at the pointer. One finger does what the left button does; two turn and
 * zoom, three move. With the focus on the canvas the arrow keys turn (with Shift move),
 * + and − zoom.
 */
export class Controls {
  #canvas: HTMLCanvasElement;
  #events: ControlEvents;
  #hands = new Map<number, Hand>();
  #pressed: { at: Hand; button: number; modifiers: Modifiers; touch: boolean } | null = null;
  /** The press has become a drag, a second finger came or a menu opened: its release is no click. */
  #dragged = false;
  #gesture: Gesture | null = null;
  #longPress: ReturnType<typeof setTimeout> | undefined;
  /** Clicks of the mouse on one spot in quick succession, as the browser counts them. */
  #clicks = 0;
  /** The last tap of a finger. */
  #tap: { at: Hand; time: number } | null = null;
  /** Arrow keys that are down and not the camera's. */
  #arrows = new Set<string>();
  #abort = new AbortController();

  constructor(canvas: HTMLCanvasElement, events: ControlEvents) {
    this.#canvas = canvas;
    this.#events = events;
    canvas.style.touchAction = "none";
    const { signal } = this.#abort;
    canvas.addEventListener("pointerdown", this.#down, { signal });
    canvas.addEventListener("mousedown", this.#mouseDown, { signal });
    canvas.addEventListener("pointermove", this.#move, { signal });
    canvas.addEventListener("pointerup", this.#up, { signal });
    canvas.addEventListener("pointercancel", this.#cancel, { signal });
    canvas.addEventListener("pointerleave", () => this.#hands.size === 0 && events.onHover(null), { signal });
    canvas.addEventListener("dblclick", this.#double, { signal });
    canvas.addEventListener("wheel", this.#wheel, { signal, passive: false });
    canvas.addEventListener("keydown", this.#key, { signal });
    canvas.addEventListener("keyup", this.#keyUp, { signal });
    canvas.addEventListener("blur", this.#arrowsUp, { signal });
    // The right button moves the picture; its menu is the page's own.
    canvas.addEventListener("contextmenu", this.#contextMenu, { signal });
    // Before anything else that Esc means.
    window.addEventListener("keydown", this.#escape, { signal, capture: true });
  }

  dispose(): void {
    clearTimeout(this.#longPress);
    this.#arrowsUp();
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
    clearTimeout(this.#longPress);
    if (this.#hands.size === 1) {
      const touch = event.pointerType === "touch";
      this.#pressed = { at, button: event.button, modifiers: modifiers(event), touch };
      this.#dragged = false;
      // A page that was busy has the release of a short tap still to come: it goes first.
      const due = () => {
        this.#longPress = setTimeout(() => this.#menu());
      };
      if (touch) this.#longPress = setTimeout(due, LONG_PRESS);
    } else {
      this.#drag();
      this.#dropGesture();
    }
  };

  /** Comes after the pointer's event, and only this one counts. */
  #mouseDown = ({ detail }: MouseEvent) => {
    this.#clicks = detail;
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
      this.#moreHands(event.pointerId, at);
      return;
    }
    if (!pressed) return;
    const slop = pressed.touch ? CLICK_SLOP.touch : CLICK_SLOP.mouse;
    if (!this.#dragged && distance(at, pressed.at) <= slop) return;
    if (!this.#dragged) {
      this.#drag();
      if (pressed.button === 0)
        this.#gesture = this.#events.onGrab?.(pressed.at, pressed.modifiers, pressed.touch) ?? null;
    }
    this.#hands.set(event.pointerId, at);
    if (this.#gesture) {
      this.#gesture.move(at, modifiers(event));
      return;
    }
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    if (pressed.button === 0 && !pressed.modifiers.shift) this.#events.onOrbit(dx, dy);
    else this.#events.onPan(dx, dy);
  };

  /** Two fingers turn by their middle and zoom by their distance; more of them move the picture. */
  #moreHands(id: number, at: Hand): void {
    const before = this.#hands.get(id) as Hand;
    this.#hands.set(id, at);
    const n = this.#hands.size;
    const [dx, dy] = [(at.x - before.x) / n, (at.y - before.y) / n];
    if (n > 2) {
      this.#events.onPan(dx, dy);
      return;
    }
    this.#events.onOrbit(dx, dy);
    const other = [...this.#hands].find(([hand]) => hand !== id)?.[1] as Hand;
    const [spread, spreadBefore] = [distance(at, other), distance(before, other)];
    if (spread > 1 && spreadBefore > 1)
      this.#events.onZoom(spreadBefore / spread, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
  }

  #up = (event: PointerEvent) => {
    clearTimeout(this.#longPress);
    if (!this.#hands.delete(event.pointerId) || this.#hands.size > 0) return;
    const pressed = this.#pressed;
    const gesture = this.#gesture;
    this.#pressed = null;
    this.#gesture = null;
    if (gesture) gesture.end(this.#at(event), modifiers(event));
    else if (this.#dragged) return;
    else if (pressed?.button === 0) this.#click(event, pressed.touch);
    else if (pressed?.button === 2) this.#events.onMenu?.(this.#at(event), pressed.touch);
  };

  #click(event: PointerEvent, touch: boolean): void {
    const at = this.#at(event);
    const { timeStamp: time } = event;
    const last = this.#tap;
    this.#tap = touch ? { at, time } : null;
    const again = touch
      ? last !== null && time - last.time < DOUBLE_TAP.time && distance(at, last.at) < DOUBLE_TAP.slop
      : this.#clicks > 1;
    this.#events.onClick(at, { ...modifiers(event), ...(again ? { again } : {}) }, touch);
  }

  #cancel = (event: PointerEvent) => {
    clearTimeout(this.#longPress);
    this.#hands.delete(event.pointerId);
    this.#pressed = null;
    this.#dropGesture();
  };

  #dropGesture(): void {
    const gesture = this.#gesture;
    this.#gesture = null;
    gesture?.cancel();
  }

  /** A finger that stayed where it pressed, or Ctrl and a click on a Mac. */
  #menu(): void {
    const pressed = this.#pressed;
    if (!pressed || this.#dragged) return;
    this.#drag();
    this.#events.onMenu?.(pressed.at, pressed.touch);
  }

  #contextMenu = (event: Event) => {
    event.preventDefault();
    // The right button's menu comes with its release, when it was no drag.
    if (this.#pressed?.button === 0) this.#menu();
  };

  #escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !this.#gesture) return;
    event.preventDefault();
    event.stopPropagation();
    this.#dropGesture();
    // What is left of the drag turns nothing.
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
    if (arrow && this.#events.onArrow?.(Math.sign(arrow[0]), -Math.sign(arrow[1]), event.shiftKey))
      this.#arrows.add(event.key);
    else if (arrow && event.shiftKey) this.#events.onPan(...arrow);
    else if (arrow) this.#events.onOrbit(...arrow);
    else if (event.key === "+" || event.key === "=") this.#events.onZoom(1 / KEY_ZOOM);
    else if (event.key === "-" || event.key === "_") this.#events.onZoom(KEY_ZOOM);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  #keyUp = (event: KeyboardEvent) => {
    if (this.#arrows.delete(event.key) && this.#arrows.size === 0) this.#events.onArrowEnd?.();
  };

  /** The keys are not ours any more. */
  #arrowsUp = () => {
    if (this.#arrows.size === 0) return;
    this.#arrows.clear();
    this.#events.onArrowEnd?.();
  };

  #drag(): void {
    clearTimeout(this.#longPress);
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
