import { useDocument } from "../state/document";
import { useMeasure } from "../state/measure";
import { useView } from "../state/view";
import { columnsOf, moved as movedBy, type Rigid } from "./rigid";
import type { Stage } from "./stage";
import type { Drawn } from "./structure";
import type { Vec3 } from "./vec";

/** Atoms that are drawn elsewhere than in the document, as a drag moves them. */
export interface Moved {
  atoms: readonly number[];
  /** Where they move from, x y z each, Å: whole molecules. Default: where the document has them. */
  from?: Float64Array;
  by: Rigid;
}

/** More atoms than this glide: the GPU moves them, their rows are not written with every move. */
export const MANY = 20_000;

/** One drag. */
interface Move {
  atoms: readonly number[];
  /** The document's positions, and the same with the atoms where they start. */
  before: Float64Array;
  start: Float64Array;
  glides: boolean;
  by: Rigid;
}

/** Draws a drag; the document's arrays stay as they are. */
export class Moving {
  #stage: Stage;
  #move: Move | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  get active(): boolean {
    return this.#move !== null;
  }

  /** Atoms are moved by the GPU: the picture's positions do not have them. */
  get gliding(): boolean {
    return this.#move?.glides ?? false;
  }

  /** Draws the atoms as they are moved by now, and returns what is drawn then. */
  draw(drawn: Drawn, moved: Moved): Drawn {
    if (!this.#move) {
      this.#move = begin(moved);
      // One copy for all of the drag, of which lines and measurements are drawn.
      drawn = { ...drawn, positions: this.#move.start.slice() };
      if (this.#move.glides) {
        this.#stage.move({ ...drawn, positions: this.#move.start }, moved.from ? moved.atoms : []);
        this.#stage.molecule.setGliding(moved.atoms);
      }
    }
    const { atoms, start, glides } = this.#move;
    this.#move.by = moved.by;
    if (glides) {
      const written = lettered().filter((atom) => this.#stage.molecule.glides(atom));
      write(drawn.positions, written, start, moved.by);
      this.#stage.glide(moved.by);
    } else {
      write(drawn.positions, atoms, start, moved.by);
      this.#stage.move(drawn, atoms);
    }
    return drawn;
  }

  /** Back to where the document has the atoms. */
  stop(drawn: Drawn): Drawn {
    const move = this.#move;
    if (!move) return drawn;
    this.forget();
    const back = { ...drawn, positions: move.before };
    this.#stage.move(back, written(move) ? move.atoms : []);
    return back;
  }

  /** Another structure is drawn from now on. Returns the atoms whose rows are not as the document has them. */
  forget(): readonly number[] {
    const move = this.#move;
    this.#move = null;
    if (move?.glides) {
      this.#stage.molecule.setGliding([]);
      this.#stage.glide(null);
    }
    return move && written(move) ? move.atoms : [];
  }

  /** Where an atom glides, Å; null for one that does not. */
  placeOf(atom: number): Vec3 | null {
    if (!this.#move?.glides || !this.#stage.molecule.glides(atom)) return null;
    const { start, by } = this.#move;
    return movedBy(by, [start[3 * atom] as number, start[3 * atom + 1] as number, start[3 * atom + 2] as number]);
  }
}

function begin({ atoms, from, by }: Moved): Move {
  const before = useDocument.getState().arrays.positions;
  const start = from ? before.slice() : before;
  if (from)
    atoms.forEach((atom, k) => {
      start.set(from.subarray(3 * k, 3 * k + 3), 3 * atom);
    });
  return { atoms, before, start, glides: atoms.length > MANY, by };
}

/** Whether the rows of the moved atoms are not the document's. */
const written = (move: Move): boolean => !move.glides || move.start !== move.before;

/** Writes the places of atoms, moved from where they start. */
function write(positions: Float64Array, atoms: readonly number[], start: Float64Array, by: Rigid): void {
  const [x, y, z] = columnsOf(by);
  for (const atom of atoms) {
    const row = 3 * atom;
    const [a, b, c] = [start[row] as number, start[row + 1] as number, start[row + 2] as number];
    for (const i of [0, 1, 2] as const) positions[row + i] = x[i] * a + y[i] * b + z[i] * c + by.shift[i];
  }
}

/** The atoms that lines and measurements are drawn at. */
function lettered(): number[] {
  const measured = useMeasure.getState().list.flatMap(({ atoms }) => [...atoms]);
  const lines = useView.getState().lines.flatMap(({ through }) => through.filter((p) => typeof p === "number"));
  return [...measured, ...lines];
}
