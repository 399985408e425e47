import { PerspectiveCamera, WebGLRenderer } from "three";
import { Camera, type CameraState } from "./camera";
import { type Content, contentOf } from "./content";
import { Extent } from "./extent";
import { backdrop, lookOf } from "./look";
import { Molecule } from "./molecule";
import { Quality } from "./quality";
import { moved, type Rigid } from "./rigid";
import { type ChangedRows, type Drawn, everyRow, nothingDrawn } from "./structure";
import { lookFor } from "./styles";
import { dot, length, slerp, sub, type Vec3 } from "./vec";

/** `missing`: this browser has no WebGL 2. `lost`: the GPU took the context; it may come back. */
export type Drawing = "ok" | "missing" | "lost";

export interface StageOptions {
  /** After every finished frame. */
  onFrame?(): void;
  /** The camera, the canvas or the structure moved: what lies over the canvas has to follow. */
  onMoved?(): void;
  onDrawing?(drawing: Drawing): void;
  /** Canvas pixels per CSS pixel instead of the screen's; no finer drawing at rest then. */
  pixelRatio?: number;
  /** Camera moves are shown on the way; never with reduced motion. Default true. */
  animate?: boolean;
}

/** Canvas pixels per CSS pixel, at most. */
const MAX_RATIO = 2;

/** ms without a change until the picture is drawn at its best. */
const REST = 150;

/** Camera moves take this long, ms. */
const EASE = 120;

/** Pixels along the longer side of a drawing that is captured, at most. */
const LARGEST_PICTURE = 8192;

/** ms between two looks at whether the GPU has finished. */
const POLL = 3;

/** A frame slower than this lags behind the pointer, ms. */
const LAGGING = 120;

/** Å; float32 coordinates this far from the origin are still exact to a ten-thousandth. */
const FAR = 1000;

/**
 * A canvas that shows one molecule through one camera. It draws when something
 * changed and never otherwise, waits for the GPU before it sends another frame,
 * and follows the size of its container, the theme and the loss of the context.
 */
export class Stage {
  readonly camera = new Camera();
  readonly molecule = new Molecule();
  /** Where the structure is. */
  content: Content = contentOf(nothingDrawn);

  #extent = new Extent();
  #canvas: HTMLCanvasElement;
  #container: HTMLElement;
  #options: StageOptions;
  #renderer: WebGLRenderer | null = null;
  #eye = new PerspectiveCamera();
  #drawing: Drawing = "ok";
  #disposed = false;

  #ratio = 0;
  #quality = new Quality(false);
  /** The picture does not show what is there. */
  #outdated = false;
  /** It does, and it will not become finer. */
  #best = false;
  #changedAt = 0;
  #moving = false;
  #animation = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #compiled = false;
  /** The GPU works on a frame. */
  #busy = false;
  #easing = 0;
  #gliding: Rigid | null = null;
  #lastFrameMs = 0;
  #forDrawn: (() => void)[] = [];
  #forSettled: (() => void)[] = [];

  #sizeObserver: ResizeObserver;
  #themeObserver: MutationObserver;

  constructor(canvas: HTMLCanvasElement, container: HTMLElement, options: StageOptions = {}) {
    this.#canvas = canvas;
    this.#container = container;
    this.#options = options;
    Object.assign(canvas.style, { display: "block", width: "100%", height: "100%", background: backdrop });
    this.#eye.matrixWorldAutoUpdate = false;
    try {
      this.#renderer = new WebGLRenderer({
        canvas,
        alpha: true,
        antialias: false,
        powerPreference: "high-performance",
      });
      this.#renderer.setClearColor(0, 0);
    } catch {
      this.#drawing = "missing";
    }
    canvas.addEventListener("webglcontextlost", this.#onLost);
    canvas.addEventListener("webglcontextrestored", this.#onRestored);
    this.#sizeObserver = new ResizeObserver(() => this.#resize());
    this.#sizeObserver.observe(container);
    this.#themeObserver = new MutationObserver(() => this.#relook());
    this.#themeObserver.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.#relook();
    this.#resize();
    if (this.#drawing === "missing") options.onDrawing?.("missing");
  }

  get drawing(): Drawing {
    return this.#drawing;
  }

  /** From the start of the last frame until the GPU had finished it, ms. */
  get lastFrameMs(): number {
    return this.#lastFrameMs;
  }

  /** Of a sphere around everything, about the center of the content, Å: what glides reaches farther. */
  get radius(): number {
    const { center, radius } = this.content;
    return radius + (this.#gliding ? length(sub(moved(this.#gliding, center), center)) : 0);
  }

  /** Even rough frames take so long that the picture would lag behind the pointer. */
  get lagging(): boolean {
    return this.#quality.expected(this.#quality.moving()) > LAGGING;
  }

  /**
   * Shows a structure; see Molecule.setStructure. `opened`: it has nothing to do with the one
   * before. `moved`: atoms that were drawn elsewhere.
   */
  show(drawn: Drawn, changed: ChangedRows, opened: boolean, moved: ArrayLike<number> = []): void {
    this.content = contentOf(drawn, this.#extent.of(drawn, opened ? everyRow : changed));
    const { center, radius } = this.content;
    const far = length(sub(center, this.molecule.origin)) > radius + FAR;
    this.molecule.setStructure(drawn, changed, opened || far ? center : undefined, moved);
    if (opened) this.#quality.forget(drawn.elements.length);
    this.#options.onMoved?.();
    // The first picture may be a rough one, so that it comes soon.
    this.invalidate(opened);
  }

  /** Shows the same structure with some atoms elsewhere, as a drag does: more moves are about to follow. */
  move(drawn: Drawn, atoms: ArrayLike<number>): void {
    this.content = contentOf(drawn);
    this.molecule.move(drawn, atoms);
    this.moved();
  }

  /** Moves the gliding atoms (Molecule.setGliding), as a drag of many does; null: back to their rows. */
  glide(by: Rigid | null): void {
    this.molecule.glide(by);
    this.#gliding = by;
    this.moved();
  }

  /** Something changed: draw. `moving`: more changes are about to follow. */
  invalidate(moving = false): void {
    this.#outdated = true;
    this.#best = false;
    this.#moving = moving;
    this.#changedAt = performance.now();
    clearTimeout(this.#rest);
    this.#schedule();
  }

  /** The camera moved. */
  moved(): void {
    this.#options.onMoved?.();
    this.invalidate(true);
  }

  /** Takes the camera somewhere, on the way where motion is welcome. */
  moveTo(state: CameraState): void {
    this.stop();
    const from = this.camera.state;
    const step = (t: number) => {
      const s = t * t * (3 - 2 * t);
      this.camera.state =
        t < 1
          ? {
              target: mix(from.target, state.target, s),
              rotation: slerp(from.rotation, state.rotation, s),
              distance: from.distance + (state.distance - from.distance) * s,
            }
          : state;
      this.moved();
    };
    const still = this.#options.animate === false || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still || this.lagging || this.#drawing !== "ok") {
      step(1);
      return;
    }
    this.invalidate(true);
    const start = performance.now();
    const tick = () => {
      const t = Math.min(1, (performance.now() - start) / EASE);
      step(t);
      if (t < 1) this.#easing = requestAnimationFrame(tick);
    };
    this.#easing = requestAnimationFrame(tick);
  }

  /** Ends a camera move where it is: the person has taken over. */
  stop(): void {
    cancelAnimationFrame(this.#easing);
  }

  /** Resolves when the picture shows the present state; false when nothing can be drawn. */
  async drawn(): Promise<boolean> {
    if ((this.#outdated || this.#busy) && this.#drawing === "ok" && !this.#disposed)
      await new Promise<void>((resolve) => this.#forDrawn.push(resolve));
    return this.#drawing === "ok";
  }

  /** Resolves when, in addition, it will not become any finer. */
  async settled(): Promise<boolean> {
    if (!this.#best && this.#drawing === "ok" && !this.#disposed)
      await new Promise<void>((resolve) => this.#forSettled.push(resolve));
    return this.#drawing === "ok";
  }

  dispose(): void {
    this.#disposed = true;
    cancelAnimationFrame(this.#animation);
    this.stop();
    clearTimeout(this.#rest);
    this.#sizeObserver.disconnect();
    this.#themeObserver.disconnect();
    this.#canvas.removeEventListener("webglcontextlost", this.#onLost);
    this.#canvas.removeEventListener("webglcontextrestored", this.#onRestored);
    this.molecule.dispose();
    this.#renderer?.dispose();
    this.#wakeAll();
    // Browsers keep few contexts alive: give this one back when the canvas is gone, not when
    // it is collected. A canvas that stays may get another stage, which needs the context.
    const [canvas, renderer] = [this.#canvas, this.#renderer];
    setTimeout(() => !canvas.isConnected && renderer?.forceContextLoss(), 0);
  }

  #onLost = (event: Event) => {
    event.preventDefault();
    this.#busy = false;
    this.#setDrawing("lost");
    this.#wakeAll();
  };

  #onRestored = () => {
    this.molecule.invalidate();
    this.#compiled = false;
    this.#setDrawing("ok");
    this.invalidate();
  };

  #setDrawing(drawing: Drawing): void {
    this.#drawing = drawing;
    this.#options.onDrawing?.(drawing);
  }

  #relook(): void {
    this.molecule.setLook(lookOf(this.#container));
    this.#options.onMoved?.();
    this.invalidate();
  }

  #resize(): void {
    const { width, height } = this.#container.getBoundingClientRect();
    this.camera.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.moved();
  }

  /** The screen's pixels may have become others, by zooming the page or on another screen. */
  #followRatio(): void {
    const fixed = this.#options.pixelRatio;
    const ratio = fixed ?? Math.min(MAX_RATIO, window.devicePixelRatio || 1);
    if (ratio === this.#ratio) return;
    this.#ratio = ratio;
    this.#quality = new Quality(fixed === undefined && ratio < 1.5);
    this.#quality.forget(this.molecule.drawn.elements.length);
  }

  #schedule(): void {
    if (this.#animation || this.#busy || this.#disposed) return;
    this.#animation = requestAnimationFrame(() => {
      this.#animation = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const renderer = this.#renderer;
    if (!renderer || this.#drawing !== "ok") return;
    const started = performance.now();
    this.#followRatio();
    const index = this.#levelNow(started);
    const level = this.#quality.levels[index];
    if (!level) return;
    this.#outdated = false;
    this.#render(renderer, this.#ratio * level.scale, level.bonds);
    this.#whenDone(renderer.getContext() as WebGL2RenderingContext, () => {
      this.#lastFrameMs = performance.now() - started;
      // The first frame also compiles the shaders: its time says nothing about the next.
      if (this.#compiled) this.#quality.measured(index, this.#lastFrameMs);
      this.#compiled = true;
      this.#finished(index);
    });
  }

  /**
   * Draws at so many pixels per CSS pixel, finer where the GPU has room, and hands the
   * drawing over, which is gone after `use`. Null when nothing can be drawn.
   */
  capture<T>(ratio: number, use: (drawing: HTMLCanvasElement) => T): T | null {
    const renderer = this.#renderer;
    if (!renderer || this.#drawing !== "ok") return null;
    const { width, height } = this.camera.size;
    const room = Math.min(renderer.capabilities.maxTextureSize, LARGEST_PICTURE) / Math.max(width, height);
    this.#render(renderer, Math.min(2 * ratio, room), true);
    // In the same task: the browser takes the drawing away after it.
    const made = use(this.#canvas);
    this.invalidate();
    return made;
  }

  /** One frame at so many canvas pixels per CSS pixel. */
  #render(renderer: WebGLRenderer, ratio: number, bonds: boolean): void {
    const { camera, molecule } = this;
    const width = Math.max(1, Math.round(camera.size.width * ratio));
    const height = Math.max(1, Math.round(camera.size.height * ratio));
    if (this.#canvas.width !== width || this.#canvas.height !== height) renderer.setSize(width, height, false);
    const { near, far, fog } = this.#depths();
    molecule.prepare({
      width,
      height,
      ratio,
      pixel: camera.slope / ratio,
      parallel: camera.parallel ? camera.state.distance : 0,
      near,
      fog,
      bonds,
    });
    const eye = this.#eye;
    eye.projectionMatrix.fromArray(camera.projectionMatrix(near, far));
    eye.projectionMatrixInverse.copy(eye.projectionMatrix).invert();
    eye.matrixWorldInverse.fromArray(camera.viewMatrix(molecule.origin));
    renderer.render(molecule.scene, eye);
  }

  #levelNow(now: number): number {
    if (now - this.#changedAt >= REST) return this.#quality.still();
    return this.#moving ? this.#quality.moving() : this.#quality.prompt();
  }

  #whenDone(gl: WebGL2RenderingContext, then: () => void): void {
    this.#busy = true;
    const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    const look = () => {
      // Disposed or lost in between: nobody waits for this frame.
      if (!this.#busy || this.#disposed) return;
      if (sync && gl.clientWaitSync(sync, 0, 0) === gl.TIMEOUT_EXPIRED) {
        setTimeout(look, POLL);
        return;
      }
      gl.deleteSync(sync);
      this.#busy = false;
      then();
    };
    setTimeout(look, 0);
  }

  #finished(level: number): void {
    this.#options.onFrame?.();
    if (this.#outdated) {
      this.#schedule();
      return;
    }
    wake(this.#forDrawn);
    if (level === this.#quality.still()) {
      this.#best = true;
      wake(this.#forSettled);
      return;
    }
    this.#rest = setTimeout(
      () => {
        this.#outdated = true;
        this.#schedule();
      },
      Math.max(0, REST - (performance.now() - this.#changedAt)),
    );
  }

  #wakeAll(): void {
    wake(this.#forDrawn);
    wake(this.#forSettled);
  }

  /** Near and far plane around everything, and a depth cue from the front of it to the back. */
  #depths(): { near: number; far: number; fog: { strength: number; from: number; range: number } } {
    const { center } = this.content;
    const { radius } = this;
    const depth = dot(sub(this.camera.position, center), this.camera.back);
    const reach = radius + 2 * lookFor(this.molecule.drawn.style).largest;
    const { parallel } = this.camera;
    const far = parallel ? depth + reach : Math.max(depth + reach, 1);
    const near = parallel ? depth - reach : Math.max(depth - reach, far / 5000, 0.05);
    // Corners of a box are rarely at the very front and back.
    const from = Math.max(near, depth - 0.87 * radius);
    const large = Math.min(1, Math.max(0, (radius - 2) / 10));
    return { near, far, fog: { strength: 0.28 + 0.26 * large, from, range: depth + 0.87 * radius - from } };
  }
}

function wake(waiting: (() => void)[]): void {
  for (const resolve of waiting.splice(0)) resolve();
}

function mix(a: Vec3, b: Vec3, t: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
