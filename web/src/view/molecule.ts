import {
  BufferGeometry,
  CustomBlending,
  DoubleSide,
  GLSL3,
  type IUniform,
  Matrix3,
  Matrix4,
  Mesh,
  OneFactor,
  OneMinusSrcAlphaFactor,
  RawShaderMaterial,
  Scene,
  Vector2,
  Vector3,
} from "three";
import type { Rgb } from "./elements";
import type { Look } from "./look";
import { columnsOf, type Rigid, seenFrom } from "./rigid";
import { Rows } from "./rows";
import { atomFragment, atomVertex, bondFragment, bondVertex, edgeFragment, edgeVertex, flag } from "./shaders";
import { Sticks } from "./sticks";
import { atomCount, bondCount, bonded, type ChangedRows, type Drawn, everyRow, nothingDrawn } from "./structure";
import { lookFor } from "./styles";
import { RowTexture } from "./texture";
import type { Vec3 } from "./vec";

/** With more bonds than this a move does not look which of them leave the cell. */
const CUT_WHILE_MOVING = 20_000;

/** What changes from frame to frame. */
export interface Frame {
  /** Canvas size in its own pixels, and how many of them are a CSS pixel. */
  width: number;
  height: number;
  ratio: number;
  /** Å per canvas pixel at a depth of 1 Å. */
  pixel: number;
  /** Of parallel rays: the depth whose pixels are those of the picture, Å; 0: perspective. */
  parallel: number;
  near: number;
  fog: { strength: number; from: number; range: number };
  bonds: boolean;
}

/** GPU resources of one drawn structure: balls, sticks and cell edges. */
export class Molecule {
  readonly scene = new Scene();
  /** Subtracted from positions before they become float32. */
  origin: Vec3 = [0, 0, 0];

  #drawn: Drawn = nothingDrawn;
  /** 1 for atoms with a bond, where these have another ball than those without. */
  #bonded: Uint8Array | null = null;
  #elementColors: Uint8Array | null = null;
  #flags = new Uint8Array(0);
  #style: Drawn["style"];
  #selected: readonly number[] = [];
  #dimmed: readonly number[] = [];
  #picked: readonly number[] = [];
  #gliding: readonly number[] = [];
  #positions = new RowTexture(new Rows(Float32Array));
  #colors = new RowTexture(new Rows(Uint8Array));
  #bonds = new RowTexture(new Rows(Uint32Array));
  #sticks = new Sticks(this.#bonds.rows);

  #uniforms = {
    uPositions: { value: this.#positions.texture },
    uColors: { value: this.#colors.texture },
    uBonds: { value: this.#bonds.texture },
    uHovered: { value: -1 },
    uGlide: { value: new Matrix4() },
    uHoveredBond: { value: [-1, -1] },
    uPixel: { value: 0 },
    uParallel: { value: 0 },
    uLeast: { value: 0 },
    uSticks: { value: Array.from({ length: 7 }, () => new Vector2()) },
    uStickPixels: { value: 0 },
    uNear: { value: 0.1 },
    uBackground: { value: new Vector3() },
    uAccent: { value: new Vector3() },
    uPicked: { value: new Vector3() },
    uOutline: { value: new Vector3() },
    uFog: { value: new Vector3() },
    uCell: { value: new Matrix3() },
    uInverse: { value: new Matrix3() },
    uCorner: { value: new Vector3() },
    uCanvas: { value: new Vector3() },
    uEdgeColors: { value: [new Vector3(), new Vector3(), new Vector3(), new Vector3()] },
  } satisfies Record<string, IUniform>;

  #atomMesh = this.#mesh(atomVertex, atomFragment);
  #bondMesh = this.#mesh(bondVertex, bondFragment);
  #edgeMesh = this.#mesh(edgeVertex, edgeFragment, true);

  /** The structure as it was given last. */
  get drawn(): Drawn {
    return this.#drawn;
  }

  /** Texture rows sent before the last frame. */
  get rowsSent(): number {
    return this.#positions.sent + this.#colors.sent + this.#bonds.sent;
  }

  /**
   * Takes the structure; other rows of atoms than those that `changed` are known to be as
   * they were. A new `origin` is for a structure elsewhere: it writes every row. `moved`: atoms
   * that were drawn elsewhere.
   */
  setStructure(drawn: Drawn, changed: ChangedRows, origin?: Vec3, moved: ArrayLike<number> = []): void {
    const n = atomCount(drawn);
    const old = this.#drawn;
    this.#drawn = drawn;
    if (origin) this.origin = origin;
    const look = lookFor(drawn.style);
    const other = this.#style !== drawn.style;
    const cut = moved.length > 0 && bondCount(drawn) <= CUT_WHILE_MOVING;
    const rows = origin || other || cut ? everyRow : changed;
    // A bond far down the list may give any atom another ball.
    const lone = this.#takeBonded(old, look.balls !== look.lone);
    this.#style = drawn.style;
    this.#uniforms.uLeast.value = look.least;
    look.sticks?.forEach(([radius, beside], k) => {
      this.#uniforms.uSticks.value[k]?.set(radius, beside);
    });
    this.#positions.rows.reserve(n);
    this.#colors.rows.reserve(n);
    if (this.#flags.length < n) {
      const flags = new Uint8Array(Math.max(n, 2 * this.#flags.length));
      flags.set(this.#flags);
      this.#flags = flags;
    }
    const [from, to, after] = rows;
    for (const [first, end] of [
      [from, to],
      [after, n],
    ] as const) {
      this.#place(first, end);
      this.#color(first, end);
    }
    this.#place(lone);
    this.#place(Array.from(moved).filter((atom) => atom < n));
    this.#atomMesh.geometry.setDrawRange(0, 3 * n);
    this.#bondMesh.geometry.setDrawRange(0, 6 * this.#sticks.write(drawn, rows));
    this.#setCell(drawn);
  }

  /** Finds which atoms have a bond, and returns those of which it is news. */
  #takeBonded(old: Drawn, matters: boolean): number[] {
    const drawn = this.#drawn;
    const before = this.#bonded;
    if (!matters || (before?.length === atomCount(drawn) && old.bonds === drawn.bonds)) {
      if (!matters) this.#bonded = null;
      return [];
    }
    const now = bonded(drawn);
    this.#bonded = now;
    const news: number[] = [];
    for (let i = 0; i < now.length; i++) if (now[i] !== before?.[i]) news.push(i);
    return news;
  }

  /** The same structure with some atoms elsewhere: only their rows are written. */
  move(drawn: Drawn, atoms: ArrayLike<number>): void {
    this.#drawn = drawn;
    this.#place(atoms);
    // Which bonds leave the cell depends on the positions; of many bonds it waits for the step.
    if (drawn.cell && bondCount(drawn) <= CUT_WHILE_MOVING)
      this.#bondMesh.geometry.setDrawRange(0, 6 * this.#sticks.write(drawn, everyRow));
  }

  /** Writes the rows of some atoms, or of all from one to before another. */
  #place(atoms: ArrayLike<number> | number, end = 0): void {
    const { positions, elements, style } = this.#drawn;
    const { balls, lone } = lookFor(style);
    const bonds = this.#bonded;
    const [ox, oy, oz] = this.origin;
    const rows = this.#positions.rows;
    const [list, first] = typeof atoms === "number" ? [null, atoms] : [atoms, 0];
    const count = list ? list.length : end - first;
    for (let k = 0; k < count; k++) {
      const i = list ? (list[k] as number) : first + k;
      const z = elements[i] as number;
      rows.set(
        i,
        Math.fround((positions[3 * i] as number) - ox),
        Math.fround((positions[3 * i + 1] as number) - oy),
        Math.fround((positions[3 * i + 2] as number) - oz),
        (bonds?.[i] === 0 ? lone[z] : balls[z]) ?? 0,
      );
    }
  }

  setLook(look: Look): void {
    const u = this.#uniforms;
    const set = (to: Vector3, [r, g, b]: Rgb) => to.set(r, g, b);
    set(u.uBackground.value, look.background);
    set(u.uAccent.value, look.accent);
    set(u.uPicked.value, look.picked);
    set(u.uOutline.value, look.outline);
    look.edges.forEach((color, k) => {
      set(u.uEdgeColors.value[k] as Vector3, color);
    });
    this.#elementColors = look.elements;
    this.#color(0, atomCount(this.#drawn));
  }

  setSelected(atoms: readonly number[]): void {
    this.#selected = this.#mark(this.#selected, atoms, flag.selected);
  }

  /** Atoms drawn pale. */
  setDimmed(atoms: readonly number[]): void {
    this.#dimmed = this.#mark(this.#dimmed, atoms, flag.dimmed);
  }

  /** Atoms that a tool has picked. */
  setPicked(atoms: readonly number[]): void {
    this.#picked = this.#mark(this.#picked, atoms, flag.picked);
  }

  /** Atoms that `glide` moves, without their rows being written. */
  setGliding(atoms: readonly number[]): void {
    this.#gliding = this.#mark(this.#gliding, atoms, flag.gliding);
  }

  glides(atom: number): boolean {
    return ((this.#flags[atom] ?? 0) & flag.gliding) !== 0;
  }

  /** Moves the gliding atoms from where their rows have them; null: not at all. */
  glide(by: Rigid | null): void {
    const matrix = this.#uniforms.uGlide.value.identity();
    if (!by) return;
    const seen = seenFrom(this.origin, by);
    const [x, y, z] = columnsOf(seen);
    const [sx, sy, sz] = seen.shift;
    matrix.set(x[0], y[0], z[0], sx, x[1], y[1], z[1], sy, x[2], y[2], z[2], sz, 0, 0, 0, 1);
  }

  /** What the pointer is on: an atom, the two ends of a bond, or nothing. */
  setHovered(atom: number | null, bond: readonly [number, number] | null): void {
    this.#uniforms.uHovered.value = atom ?? -1;
    this.#uniforms.uHoveredBond.value = bond ? [...bond] : [-1, -1];
  }

  /** Sends changed rows and sets what depends on the frame. */
  prepare({ width, height, ratio, pixel, parallel, near, fog, bonds }: Frame): void {
    for (const texture of [this.#positions, this.#colors, this.#bonds]) texture.upload();
    const u = this.#uniforms;
    u.uPositions.value = this.#positions.texture;
    u.uColors.value = this.#colors.texture;
    u.uBonds.value = this.#bonds.texture;
    const look = lookFor(this.#drawn.style);
    u.uPixel.value = pixel;
    u.uParallel.value = parallel;
    u.uStickPixels.value = look.pixels * ratio;
    u.uNear.value = near;
    u.uFog.value.set(fog.strength, fog.from, fog.range > 0 ? 1 / fog.range : 0);
    u.uCanvas.value.set(width, height, ratio);
    this.#bondMesh.visible = bonds && look.sticks !== null;
  }

  /** After a lost context: everything has to be sent again. */
  invalidate(): void {
    for (const texture of [this.#positions, this.#colors, this.#bonds]) texture.invalidate();
  }

  dispose(): void {
    for (const texture of [this.#positions, this.#colors, this.#bonds]) texture.dispose();
    for (const mesh of [this.#atomMesh, this.#bondMesh, this.#edgeMesh]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  #mesh(vertexShader: string, fragmentShader: string, blended = false): Mesh<BufferGeometry, RawShaderMaterial> {
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader,
      fragmentShader,
      uniforms: this.#uniforms,
      side: DoubleSide,
    });
    if (blended) {
      // The canvas holds premultiplied colors.
      material.transparent = true;
      material.depthWrite = false;
      material.blending = CustomBlending;
      material.blendSrc = OneFactor;
      material.blendDst = OneMinusSrcAlphaFactor;
    }
    const mesh = new Mesh(new BufferGeometry(), material);
    mesh.geometry.setDrawRange(0, 0);
    mesh.frustumCulled = false;
    mesh.matrixAutoUpdate = false;
    this.scene.add(mesh);
    return mesh;
  }

  #setCell({ cell }: Drawn): void {
    this.#edgeMesh.geometry.setDrawRange(0, cell ? 72 : 0);
    const [x, y, z] = this.origin;
    this.#uniforms.uCorner.value.set(-x, -y, -z);
    if (!cell) return;
    const [a, b, c] = cell.vectors;
    const [u, v, w] = cell.inverse;
    this.#uniforms.uCell.value.set(a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]);
    this.#uniforms.uInverse.value.set(...u, ...v, ...w);
  }

  /** Marks the atoms of `next`, unmarks those of `before`; returns `next`. */
  #mark(before: readonly number[], next: readonly number[], bit: number): readonly number[] {
    const flags = this.#flags;
    const n = atomCount(this.#drawn);
    for (const atom of before) if (atom < flags.length) flags[atom] = (flags[atom] as number) & ~bit;
    for (const atom of next) if (atom < n) flags[atom] = (flags[atom] as number) | bit;
    for (const atom of before) if (atom < n) this.#colorAtom(atom);
    for (const atom of next) if (atom < n) this.#colorAtom(atom);
    return next;
  }

  #color(from: number, end: number): void {
    if (!this.#elementColors) return;
    for (let i = from; i < end; i++) this.#colorAtom(i);
  }

  #colorAtom(i: number): void {
    const colors = this.#elementColors;
    if (!colors) return;
    const at = 3 * (this.#drawn.elements[i] as number);
    this.#colors.rows.set(
      i,
      colors[at] as number,
      colors[at + 1] as number,
      colors[at + 2] as number,
      this.#flags[i] as number,
    );
  }
}
