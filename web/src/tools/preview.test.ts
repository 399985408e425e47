import { beforeEach, describe, expect, it } from "vitest";
import { CoreError } from "../core";
import { documentState, FakeCore, withBufs } from "../forms/fakeCore";
import { provideCore } from "../state/core";
import { noArrays, useDocument } from "../state/document";
import { type Run, useTools } from "../state/tools";
import { previewTool } from "./preview";
import { provideHomes, providePageWorker } from "./worker";

let core: FakeCore;
let worker: FakeCore;
/** What the worker kept, and whether it answers. */
let kept: number | undefined;
let held: (() => void)[] | null;

beforeEach(() => {
  kept = undefined;
  held = null;
  core = new FakeCore({
    "edit.structure": () =>
      withBufs({ structure: { atoms: 1, bonds: 0, cell: null } }, { elements: new Uint8Array([8]) }),
  });
  worker = new FakeCore({
    "tool.preview": async ({ document, revision }) => {
      if (held) await new Promise<void>((resolve) => held?.push(resolve));
      if (document) kept = revision;
      else if (revision !== undefined && revision !== kept) throw new CoreError("DOCUMENT_UNKNOWN", "not sent");
      return { facts: [] };
    },
  });
  provideCore(core);
  providePageWorker(worker);
  useTools.setState({ run: null });
  useDocument.getState().close();
});

const openDocument = () => useDocument.getState().restore(documentState(), noArrays, true);
const ask = (args: unknown = {}, document = true) => previewTool({ name: "solvate", args, document });
const sent = () => core.of("edit.structure").length;

describe("the document of a preview", () => {
  it("crosses once a state of it", async () => {
    openDocument();
    await ask();
    await ask();
    expect(sent()).toBe(1);
    expect(core.of("edit.structure")[0]).toEqual({ payload: true, unhashed: true });
    openDocument();
    await ask();
    await ask();
    expect(sent()).toBe(2);
    const revisions = worker.of("tool.preview").map(({ revision }) => revision);
    expect(revisions[0]).toBe(revisions[1]);
    expect(revisions[2]).not.toBe(revisions[0]);
  });

  it("is sent again to a worker that was started anew", async () => {
    openDocument();
    await ask();
    kept = undefined;
    expect(await ask()).toMatchObject({ facts: [] });
    expect(sent()).toBe(2);
  });

  it("crosses once to each worker", async () => {
    let other: number | undefined;
    const crystals = new FakeCore({
      "tool.preview": ({ document, revision }) => {
        if (document) other = revision;
        else if (revision !== other) throw new CoreError("DOCUMENT_UNKNOWN", "not sent");
        return { facts: [] };
      },
    });
    providePageWorker(worker, crystals);
    provideHomes({ adsorb: "crystals", solvate: "tools" });
    openDocument();
    for (const name of ["solvate", "adsorb", "solvate", "adsorb"])
      await previewTool({ name, args: {}, document: true });
    expect(sent()).toBe(2);
    expect(worker.calls.length).toBe(2);
    expect(crystals.calls.length).toBe(2);
  });

  it("stays here when the tool takes none, or none is open", async () => {
    await ask();
    openDocument();
    await ask({}, false);
    expect(sent()).toBe(0);
    expect(worker.of("tool.preview")).toEqual([
      { name: "solvate", args: {} },
      { name: "solvate", args: {} },
    ]);
  });
});

describe("questions", () => {
  it("wait for the one that is answered, and only the newest of them is asked", async () => {
    held = [];
    const answers = [1, 2, 3].map((n) => ask({ n }, false));
    await Promise.resolve();
    held[0]?.();
    await answers[0];
    await Promise.resolve();
    held[1]?.();
    expect(await answers[1]).toBeNull();
    expect(await answers[2]).toMatchObject({ facts: [] });
    expect(worker.of("tool.preview").map(({ args }) => args)).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it("are not asked while a tool runs", async () => {
    useTools.setState({ run: {} as Run });
    expect(await ask()).toBeNull();
    expect(worker.calls).toEqual([]);
  });

  it("go on after one that failed", async () => {
    providePageWorker(new FakeCore({}));
    await expect(ask()).rejects.toThrow();
    providePageWorker(worker);
    expect(await ask()).toMatchObject({ facts: [] });
  });

  it("may be answered with a picture", async () => {
    providePageWorker(
      new FakeCore({
        "tool.preview": () =>
          withBufs(
            { facts: [], structure: { atoms: 2, bonds: 1, cell: null, atomNameTable: ["head", ""] } },
            {
              positions: new Float64Array(6),
              elements: new Uint8Array([6, 1]),
              bonds: new Uint32Array([0, 1]),
              atomNames: new Uint32Array([0, 1]),
            },
          ),
      }),
    );
    const { picture } = (await ask()) ?? {};
    expect(picture).toMatchObject({ atomNames: ["head", ""], bondOrders: new Uint8Array([1]) });
  });
});
