// The 3D view alone, with made structures: what page-view.mjs measures. All times in ms.
import type { Bufs } from "../../../web/src/core/protocol";
import { decodeResult } from "../../../web/src/core/result";
import { useDocument } from "../../../web/src/state/document";
import { Camera } from "../../../web/src/view/camera";
import { Picker } from "../../../web/src/view/pick";
import { shiftBy } from "../../../web/src/view/rigid";
import { nothingDrawn } from "../../../web/src/view/structure";
import { View } from "../../../web/src/view/View";
import "../../../web/src/styles/tokens.css";

const canvas = document.getElementById("canvas") as HTMLCanvasElement;
const box = document.getElementById("box") as HTMLElement;
const view = new View(canvas, box, { onPick() {}, onDoublePick() {} }, { pixelRatio: 1 });

/** A BuilderResult of so many waters on a jittered lattice at 1 g/cm³, as its JSON text. */
function waterResult(waters: number): string {
  let state = 1;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const edge = Math.cbrt(waters * 29.9);
  const side = Math.ceil(Math.cbrt(waters));
  const step = edge / side;
  const elements: number[] = [];
  const positions: number[] = [];
  const bonds: [number, number][] = [];
  const molecules: number[] = [];
  for (let k = 0; k < waters; k++) {
    const cell = [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)];
    const o = cell.map((c) => (c + 0.5 + 0.4 * (random() - 0.5)) * step);
    const turn = 2 * Math.PI * random();
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const at = (x: number, y: number) =>
      [(o[0] ?? 0) + c * x - s * y, (o[1] ?? 0) + s * x + c * y, o[2] ?? 0].map((v) => Math.round(v * 1e4) / 1e4);
    positions.push(...at(0, 0), ...at(0.757, 0.586), ...at(-0.757, 0.586));
    elements.push(8, 1, 1);
    bonds.push([3 * k, 3 * k + 1], [3 * k, 3 * k + 2]);
    molecules.push(k, k, k);
  }
  const cell = [edge, 0, 0, 0, edge, 0, 0, 0, edge];
  return JSON.stringify({
    contract: 1,
    name: "water",
    structure: { elements, positions, cell, bonds, molecules },
    warnings: [],
    provenance: {},
  });
}

let text = "";
let decoded: ReturnType<typeof decodeResult> | null = null;

function commit(atomsFrom: number, bondsFrom: number, opened: boolean): void {
  if (!decoded) throw new Error("nothing is decoded");
  const { structure, bufs } = decoded;
  const { positions, elements, bonds } = bufs as {
    positions: Float64Array;
    elements: Uint8Array;
    bonds: Uint32Array;
  };
  const change = { state: { ...structure, revision: 1, name: "water" }, atomsFrom, bondsFrom, opened };
  useDocument.getState().commit(change as never, {
    positions: positions.slice(3 * atomsFrom),
    elements: elements.slice(atomsFrom),
    bonds: bonds.slice(2 * bondsFrom),
    bondOrders: new Uint8Array(structure.bonds - bondsFrom).fill(1),
  });
}

export type EditKind = "move" | "element" | "charge" | "add" | "drop" | "bond" | "unbond" | "delete" | "restore";

/** The change and the rows of an edit, made here: `drop` takes `add` back, `unbond` `bond`, `restore` `delete`. */
function answerOf(kind: EditKind) {
  const { arrays, state } = useDocument.getState();
  const { positions, elements, bonds, bondOrders } = arrays;
  const [n, links] = [elements.length, bondOrders.length];
  const middle = 3 * Math.floor(n / 6);
  const at = 3 * middle;
  const after = (atoms: number, total: number, more: object, rows: Bufs) => ({
    change: { state: { ...state, atoms, bonds: total }, atomsFrom: n, bondsFrom: links, opened: false, ...more },
    bufs: rows,
  });
  switch (kind) {
    case "move":
    case "element": {
      const place = positions.slice(at, at + 3);
      const element = elements.slice(middle, middle + 1);
      if (kind === "move") place[0] = (place[0] ?? 0) + 0.1;
      else element[0] = element[0] === 8 ? 7 : 8;
      return after(
        n,
        links,
        { atomsFrom: middle, kept: [middle + 1, n, links, links] },
        { positions: place, elements: element },
      );
    }
    case "charge":
      return after(n, links, {}, {});
    case "add":
      return after(
        n + 1,
        links + 1,
        { added: [n, n + 1] },
        {
          positions: positions.slice(at, at + 3).map((x) => x + 1),
          elements: Uint8Array.of(1),
          bonds: Uint32Array.of(middle, n),
          bondOrders: Uint8Array.of(1),
        },
      );
    case "drop":
      return after(n - 1, links - 1, { atomsFrom: n - 1, bondsFrom: links - 1 }, {});
    case "bond":
      return after(n, links + 1, {}, { bonds: Uint32Array.of(middle, middle + 3), bondOrders: Uint8Array.of(1) });
    case "unbond":
      return after(n, links - 1, { bondsFrom: links - 1 }, {});
    case "delete":
    case "restore": {
      // A water goes, or comes back.
      const by = kind === "delete" ? -3 : 3;
      const row = bonds.findIndex((atom) => atom >= middle) >> 1;
      const [rest, kept] = [Math.max(0, -by), Math.max(0, by)];
      const water = (list: Float64Array | Uint8Array, width: number) =>
        list.slice(width * middle, width * (middle + kept));
      const join = <T extends Float64Array | Uint8Array | Uint32Array>(
        make: { from(list: Iterable<number>): T },
        a: T,
        b: T,
      ) => {
        const out = make.from(new Uint8Array(a.length + b.length));
        out.set(a as never);
        out.set(b as never, a.length);
        return out;
      };
      const shifted = bonds.slice(2 * row + 4 * (rest / 3)).map((atom) => atom + by);
      const again = kept > 0 ? Uint32Array.of(middle, middle + 1, middle, middle + 2) : new Uint32Array(0);
      return after(
        n + by,
        links + (2 * by) / 3,
        { atomsFrom: middle, bondsFrom: row },
        {
          positions: join(Float64Array, water(positions, 3) as Float64Array, positions.slice(3 * (middle + rest))),
          elements: join(Uint8Array, water(elements, 1) as Uint8Array, elements.slice(middle + rest)),
          bonds: join(Uint32Array, again, shifted),
          bondOrders: new Uint8Array((again.length + shifted.length) / 2).fill(1),
        },
      );
    }
  }
}

const bench = {
  /** Makes the text; not part of any measurement. Returns its length. */
  prepare(waters: number): number {
    text = waterResult(waters);
    return text.length;
  },

  /** From the JSON text to the first frame of it. */
  async open() {
    const start = performance.now();
    const json: unknown = JSON.parse(text);
    const parsed = performance.now();
    decoded = decodeResult(json);
    const arrays = performance.now();
    commit(0, 0, true);
    const committed = performance.now();
    await view.shown();
    const shown = performance.now();
    const firstFrame = view.lastFrameMs();
    await view.settled();
    return {
      parse: parsed - start,
      decode: arrays - parsed,
      upload: committed - arrays,
      shown: shown - start,
      firstFrame,
      bestFrame: view.lastFrameMs(),
    };
  },

  /**
   * Takes the answer of one edit in the middle as the module gives it: the time of the page's
   * thread until the rows for the GPU are written, and how many of these are sent.
   */
  async edit(kind: EditKind) {
    const { change, bufs } = answerOf(kind);
    const start = performance.now();
    useDocument.getState().commit(change as never, bufs);
    const committed = performance.now() - start;
    await view.shown();
    return { committed, rows: view.rowsSent() };
  },

  /** Drags so many atoms by ten moves of the pointer; time of the page's thread per move, and rows sent with the last. */
  async drag(atoms: number) {
    const dragged = Array.from({ length: atoms }, (_, k) => k);
    const times: number[] = [];
    for (let move = 1; move <= 10; move++) {
      const start = performance.now();
      view.drawMoved({ atoms: dragged, by: shiftBy([0.1 * move, 0, 0]) });
      times.push(performance.now() - start);
      await view.shown();
    }
    const rows = view.rowsSent();
    view.drawMoved(null);
    times.sort((a, b) => a - b);
    return { median: times[5] ?? 0, slowest: times.at(-1) ?? 0, rows };
  },

  /** Picks under pixels all over the view. */
  pick(picks: number) {
    const { arrays } = useDocument.getState();
    const start = performance.now();
    const picker = new Picker({ ...nothingDrawn, ...arrays });
    picker.prepare();
    const built = performance.now() - start;
    const camera = new Camera();
    camera.size = { width: box.clientWidth, height: box.clientHeight };
    camera.state = view.camera();
    const times: number[] = [];
    let hits = 0;
    for (let k = 0; k < picks; k++) {
      const at = { x: ((k * 0.618034) % 1) * camera.size.width, y: ((k * 0.414214) % 1) * camera.size.height };
      const before = performance.now();
      if (picker.pick(camera.ray(at), { slack: camera.slack(3), bondSlack: camera.slack(8) })) hits++;
      times.push(performance.now() - before);
    }
    times.sort((a, b) => a - b);
    return { built, hits, median: times[Math.floor(picks / 2)] ?? 0, slowest: times.at(-1) ?? 0 };
  },
};

export type Bench = typeof bench;
Object.assign(window, { bench });
