// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf } from "../state/stubCore";
import { DefectsForm } from "./DefectsForm";
import { box, FormPage } from "./testForms";

let page: FormPage;
beforeEach(() => {
  page = new FormPage();
  const change = (revision: number) => {
    const { json, bufs } = changeOf(4, { revision, cell: box(3.61) });
    return { json: { ...json, notes: [] }, bufs };
  };
  page.core.answers.set("edit.preview", () => change(1));
  page.core.answers.set("edit.apply", () => change(2));
  page.tools.answer("crystal.defects", {
    ops: [{ op: "set_element", atoms: [2], elements: [79] }],
    counts: [1],
    shells: [{ distance: 2.5527, neighbors: 12, order: 0.3333, limit: 0.3333 }],
    void: 0,
  });
  page.open(box(3.61));
  useDocument.setState(({ arrays }) => ({ arrays: { ...arrays, elements: Uint8Array.of(29, 29, 29, 8) } }));
});
afterEach(() => page.end());

const question = () => page.asked("crystal.defects").at(-1);

test("an alloy: shown before, one step with its seed, and the order that is left", async () => {
  await page.show(<DefectsForm />);
  expect(question()).toMatchObject({
    kind: "alloy",
    element: "Cu",
    parts: [{ element: "Au", fraction: 0.25 }],
    shells: 0,
  });
  await page.type("defects-shells", "1");
  await page.type("defects-seed", "7");
  expect(question()).toMatchObject({ shells: 1, seed: 7, structure: { atoms: 4 } });
  expect(page.text("defects-facts")).toBe("Makes1 AuOrder of shell 1 (2.55 Å)0.333, at best 0.333");
  expect(page.preview?.changed?.state.atoms).toBe(4);
  await page.submit("defects-form-apply");
  expect(page.asked("edit.apply")).toEqual([
    {
      label: "Alloy: 1 Au on Cu sites, seed 7",
      author: "person",
      ops: [{ op: "set_element", atoms: [2], elements: [79] }],
      ifRevision: 1,
    },
  ]);
  expect(useNotices.getState().current?.title).toBe("Made an alloy: 1 Au.");
});

test("shares are checked at their rows and together", async () => {
  await page.show(<DefectsForm />);
  await page.type("defects-part-0-share", "130");
  expect(page.text("defects-part-0-problem")).toBe("A number from 0 to 100 % is needed.");
  await page.type("defects-part-0-share", "95");
  await page.click("defects-parts-add");
  expect(page.text("defects-parts-problem")).toBe("The shares come to more than 100 %.");
  const asked = page.asked("crystal.defects").length;
  await page.type("defects-part-1-element", "zz");
  expect(page.text("defects-part-1-problem")).toBe("Element 2: “zz” is no element.");
  expect(page.asked("crystal.defects")).toHaveLength(asked);
  await page.type("defects-part-1-element", "zinc");
  await page.type("defects-part-1-share", "5");
  expect(question()).toMatchObject({ parts: [{ fraction: 0.95 }, { element: "Zn", fraction: 0.05 }] });
});

test("selected atoms are the sites; vacancies and interstitials ask for what they need", async () => {
  useSelection.getState().select([0, 3]);
  await page.show(<DefectsForm />);
  expect(question()).toMatchObject({ kind: "alloy", sites: [0, 3] });
  await page.click("defects-vacancies-kind");
  expect(question()).toEqual(expect.not.objectContaining({ sites: expect.anything() }));
  expect(question()).toMatchObject({ kind: "vacancies", element: "Cu", count: 1, apart: 0 });
  await page.click("defects-interstitials");
  await page.type("defects-guest", "Li");
  page.tools.fail(
    "crystal.defects",
    Object.assign(new Error("there are 2 voids, fewer than the 5 that are asked for"), {
      code: "NO_ROOM",
      details: { pointer: "/count" },
    }),
  );
  await page.type("defects-guests", "5");
  expect(question()).toMatchObject({ kind: "interstitials", element: "Li", count: 5 });
  expect(page.place.textContent).toContain("There are 2 voids, fewer than the 5 that are asked for.");
  expect(page.find("defects-form-apply").getAttribute("aria-disabled")).toBe("true");
});
