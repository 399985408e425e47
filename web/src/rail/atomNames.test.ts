import { expect, test } from "vitest";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { changeOf, StubCore } from "../state/stubCore";
import { useUi } from "../state/ui";
import { useView } from "../state/view";
import { followNames } from "./atomNames";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("names are fetched while they are labels, once a revision, and are blank where there are none", async () => {
  const core = new StubCore();
  provideCore(core);
  core.answer(
    "edit.structure",
    { structure: { atoms: 2, bonds: 0, cell: null, atomNameTable: ["CA", "OXT"] } },
    { atomNames: Uint32Array.of(1, 0) },
  );
  const commit = (revision: number) => {
    const { json, bufs } = changeOf(2, { revision });
    useDocument.getState().commit(json, bufs);
  };
  followNames();
  commit(1);
  await settled();
  expect(core.asked).toEqual([]);
  useUi.getState().set({ atomLabels: "name" });
  await settled();
  const { names } = useView.getState();
  expect([0, 1, 2].map((atom) => names?.(atom))).toEqual(["OXT", "CA", ""]);
  commit(1);
  await settled();
  expect(core.asked).toHaveLength(1);
  commit(2);
  await settled();
  expect(core.asked).toHaveLength(2);
  useUi.getState().set({ atomLabels: "none" });
  await settled();
  expect(useView.getState().names).toBeNull();
});
