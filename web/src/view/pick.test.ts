import { describe, expect, test } from "vitest";
import { Camera, type Ray } from "./camera";
import { ballRadii } from "./elements";
import { cellOf, crosses, nearestImage } from "./periodic";
import { GRID_FROM, Picker } from "./pick";
import type { Drawn } from "./structure";
import { bondReach } from "./styles";
import { add, dot, length, scale, sub, type Vec3 } from "./vec";

/** Numbers in [0, 1) that are the same in every run (Park and Miller's generator). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** Atoms at random in a box of `edge` Å, each bonded to the one before it at some distance. */
function cloud(n: number, edge: number, seed: number, cellMatrix: number[] | null = null): Drawn {
  const random = generator(seed);
  const positions = Float64Array.from({ length: 3 * n }, () => random() * edge);
  const bonds: number[] = [];
  for (let i = 1; i < n; i += 2) {
    bonds.push(i - 1, i);
    // A bond like those of molecules, but for one in ten.
    if (random() < 0.9)
      for (let k = 0; k < 3; k++) positions[3 * i + k] = (positions[3 * i - 3 + k] as number) + 1.7 * random() - 0.4;
  }
  return {
    positions,
    elements: Uint8Array.from({ length: n }, () => 1 + Math.floor(random() * 9)),
    bonds: Uint32Array.from(bonds),
    bondOrders: Uint8Array.from({ length: bonds.length / 2 }, () => 1 + Math.floor(random() * 4)),
    cell: cellOf(cellMatrix),
  };
}

const place = ({ positions }: Drawn, i: number): Vec3 => [
  positions[3 * i] as number,
  positions[3 * i + 1] as number,
  positions[3 * i + 2] as number,
];

/** Å between two steps of the march. */
const STEP = 0.004;

interface Met {
  kind: string;
  index: number;
  depth: number;
}

/** The same question, answered slowly: march along the ray until a ball or a stick is met. */
function march(drawn: Drawn, { origin, direction }: Ray, from: number, to: number): Met | null {
  const sticks = Array.from({ length: drawn.bonds.length / 2 }, (_, k) => {
    const a = place(drawn, drawn.bonds[2 * k] as number);
    const b = place(drawn, drawn.bonds[2 * k + 1] as number);
    const d = sub(b, a);
    const radius = bondReach(drawn.bondOrders[k] as number);
    if (!drawn.cell || !crosses(drawn.cell, ...d)) return [{ k, a, d, radius }];
    const half = scale(nearestImage(drawn.cell, d), 0.5);
    return [
      { k, a, d: half, radius },
      { k, a: b, d: scale(half, -1), radius },
    ];
  }).flat();
  // Only what the ray comes close to at all.
  const beside = (p: Vec3) => {
    const w = sub(p, origin);
    return length(sub(w, scale(direction, dot(w, direction))));
  };
  const atoms = Array.from(drawn.elements, (z, i) => ({ i, p: place(drawn, i), r: ballRadii[z] as number }));
  const nearAtoms = atoms.filter(({ p, r }) => beside(p) <= r);
  const nearSticks = sticks.filter(({ a, d, radius }) => beside(a) <= length(d) + radius);
  for (let depth = from; depth < to; depth += STEP) {
    const p = add(origin, scale(direction, depth));
    for (const { i, p: center, r } of nearAtoms)
      if (length(sub(p, center)) <= r) return { kind: "atom", index: i, depth };
    for (const { k, a, d, radius } of nearSticks) {
      const s = dot(sub(p, a), d) / dot(d, d);
      if (s >= 0 && s <= 1 && length(sub(p, add(a, scale(d, s)))) <= radius) return { kind: "bond", index: k, depth };
    }
  }
  return null;
}

function rays(camera: Camera, n: number, seed: number): Ray[] {
  const random = generator(seed);
  return Array.from({ length: n }, () =>
    camera.ray({ x: random() * camera.size.width, y: random() * camera.size.height }),
  );
}

function cameraFor(drawn: Drawn): Camera {
  const camera = new Camera();
  camera.size = { width: 400, height: 300 };
  camera.state = camera.fitted(drawn.positions, 0.75);
  return camera;
}

describe("Picker", () => {
  test.each([
    ["open", cloud(60, 8, 7)],
    ["periodic", cloud(60, 8, 11, [8, 0, 0, 1, 8, 0, 0, -1, 8])],
  ])("agrees with marching along the ray: %s", (_name, drawn) => {
    const camera = cameraFor(drawn);
    const picker = new Picker(drawn);
    const met = { atom: 0, bond: 0 };
    for (const ray of rays(camera, 300, 3)) {
      const got = picker.pick(ray);
      const [from, to] = [camera.state.distance - 12, camera.state.distance + 12];
      if (!got) {
        expect(march(drawn, ray, from, to)).toBeNull();
        continue;
      }
      met[got.kind]++;
      // Nothing comes before it, and just behind its depth it is met.
      expect(march(drawn, ray, from, got.depth - 1e-6)).toBeNull();
      const there = march(drawn, ray, got.depth + 1e-6, got.depth + 1e-5);
      expect([there?.kind, there?.index]).toEqual([got.kind, got.kind === "atom" ? got.atom : got.bond]);
    }
    expect(met.atom).toBeGreaterThan(20);
    expect(met.bond).toBeGreaterThan(10);
  });

  test.each([
    ["a few atoms", cloud(300, 20, 5), 0],
    ["many", cloud(6000, 60, 9), 0],
    ["many, periodic", cloud(6000, 60, 13, [60, 0, 0, 20, 55, 0, -10, 15, 50]), 0],
    ["with slack", cloud(3000, 60, 17), 3],
    ["far apart", cloud(50, 40_000, 19), 40],
  ])("the grid finds what a search of everything finds: %s", (_name, drawn, pixels) => {
    const camera = cameraFor(drawn);
    const plain = new Picker(drawn);
    const sorted = new Picker(drawn);
    sorted.prepare();
    let hits = 0;
    const all = rays(camera, 150, 2);
    // Zoomed in, with the eye among the atoms.
    camera.state = { ...camera.state, distance: 5 };
    all.push(...rays(camera, 100, 4));
    for (const ray of all) {
      const slack = pixels * camera.slope;
      const want = plain.pick(ray, { slack });
      expect(sorted.pick(ray, { slack })).toEqual(want);
      if (want) hits++;
    }
    expect(hits).toBeGreaterThan(20);
  });

  test("the grid takes empty structures, one atom, and atoms too far apart to be sorted", () => {
    const ray: Ray = { origin: [0, 0, 10], direction: [0, 0, -1] };
    const with1 = (positions: number[], elements: number[]): Drawn => ({
      positions: Float64Array.from(positions),
      elements: Uint8Array.from(elements),
      bonds: new Uint32Array(0),
      bondOrders: new Uint8Array(0),
      cell: null,
    });
    for (const [drawn, want] of [
      [with1([], []), null],
      [with1([0, 0, 0], [8]), 0],
      [with1([1e300, 0, 0, 0, 0, 0], [8, 8]), 1],
    ] as const) {
      const picker = new Picker(drawn);
      picker.prepare();
      const hit = picker.pick(ray);
      expect(hit && hit.kind === "atom" ? hit.atom : null).toBe(want);
    }
  });

  const pair: Drawn = {
    positions: Float64Array.from([0, 0, 0, 0, 0, 5, 3, 0, 0]),
    elements: Uint8Array.from([6, 8, 1]),
    bonds: Uint32Array.from([0, 2]),
    bondOrders: Uint8Array.from([1]),
    cell: null,
  };
  const toward = (x: number, y: number): Ray => ({ origin: [x, y, 100], direction: [0, 0, -1] });

  test("the nearer of two atoms in line", () => {
    expect(new Picker(pair).pick(toward(0, 0))).toMatchObject({
      kind: "atom",
      atom: 1,
      depth: 95 - (ballRadii[8] as number),
    });
  });

  test("a bond where no atom covers it", () => {
    expect(new Picker(pair).pick(toward(1.5, 0.05))).toMatchObject({ kind: "bond", bond: 0 });
    expect(new Picker(pair).pick(toward(1.5, 0.09))).toBeNull();
  });

  test("slack takes what is closest beside the ray, but never over an exact hit", () => {
    const slack = 0.002;
    expect(new Picker(pair).pick(toward(1.5, 0.2), { slack })).toMatchObject({ kind: "bond", bond: 0 });
    expect(new Picker(pair).pick(toward(1.5, 0.4), { slack })).toBeNull();
    expect(new Picker(pair).pick(toward(3, 0.3), { slack })).toMatchObject({ kind: "atom", atom: 2 });
    expect(new Picker(pair).pick(toward(0.3, 0), { slack })).toMatchObject({ kind: "atom", atom: 1 });
  });

  test("nothing behind the eye, and no ball around it", () => {
    const picker = new Picker(pair);
    expect(picker.pick({ origin: [0, 0, -1], direction: [0, 0, -1] })).toBeNull();
    expect(picker.pick({ origin: [3, 0.05, 0], direction: [0, 1, 0] })).toBeNull();
  });

  test("large structures wait for their grid", () => {
    const drawn = cloud(GRID_FROM + 1, 100, 23);
    const picker = new Picker(drawn);
    expect(picker.ready).toBe(false);
    picker.prepare();
    expect(picker.ready).toBe(true);
  });
});
