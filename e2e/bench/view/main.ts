// The 3D view alone, with made structures: what page-view.mjs measures. All times in ms.
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

  /** Moves the last atom, as an edit of one atom does; then rows sent and time of the page's thread. */
  async edit() {
    if (!decoded) throw new Error("nothing is open");
    const { structure, bufs } = decoded;
    const positions = bufs.positions as Float64Array;
    positions[positions.length - 1] = (positions[positions.length - 1] ?? 0) + 0.1;
    const start = performance.now();
    commit(structure.atoms - 1, structure.bonds, false);
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
