import type { CallOptions, Core, CoreAnswer } from "../core";
import type { Bufs, Change, CommandName, DocumentState, Request } from "../core/protocol";

/** For tests: answers by command and writes down what was asked. */
export class StubCore implements Core {
  readonly asked: { cmd: CommandName; request: unknown; bufs: Bufs }[] = [];
  /** What a command answers; an Error is the rejection. */
  readonly answers = new Map<CommandName, (request: unknown, bufs: Bufs) => { json: unknown; bufs?: Bufs }>();

  answer(cmd: CommandName, json: unknown, bufs: Bufs = {}): this {
    this.answers.set(cmd, () => ({ json, bufs }));
    return this;
  }

  fail(cmd: CommandName, error: Error): this {
    this.answers.set(cmd, () => {
      throw error;
    });
    return this;
  }

  names(): CommandName[] {
    return this.asked.map(({ cmd }) => cmd);
  }

  async call<C extends CommandName>(cmd: C, request: Request<C>, { bufs = {} }: CallOptions = {}) {
    // As a transfer leaves them: what the caller keeps is empty afterwards.
    const taken = structuredClone(bufs, { transfer: Object.values(bufs).map((array) => array.buffer as ArrayBuffer) });
    this.asked.push({ cmd, request, bufs: taken });
    await Promise.resolve();
    const answer = this.answers.get(cmd);
    if (!answer) throw new Error(`no answer for ${cmd}`);
    return { bufs: {}, ...answer(request, taken) } as CoreAnswer<C>;
  }
}

/** A change of a document with so many atoms and no bonds. */
export function changeOf(atoms: number, part: Partial<DocumentState> = {}, rest: Partial<Change> = {}) {
  const change: Change = {
    state: {
      revision: 1,
      name: "doc",
      atoms,
      bonds: 0,
      cell: null,
      formula: "",
      components: [],
      mass: 0,
      charge: 0,
      density: null,
      steps: [],
      redo: [],
      source: { kind: "file", label: "doc.xyz", atoms },
      dirty: false,
      symmetry: null,
      original: false,
      ...part,
    },
    atomsFrom: 0,
    bondsFrom: 0,
    opened: false,
    ...rest,
  };
  const rows = change.state.atoms - change.atomsFrom;
  const bufs: Bufs = {
    positions: Float64Array.from({ length: 3 * rows }, (_, i) => change.atomsFrom + i / 3),
    elements: new Uint8Array(rows).fill(8),
    bonds: new Uint32Array(0),
    bondOrders: new Uint8Array(0),
  };
  return { json: change, bufs };
}
