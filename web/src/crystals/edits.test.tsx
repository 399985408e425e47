// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { changeOf } from "../state/stubCore";
import { useUi } from "../state/ui";
import { OverlapsForm } from "./OverlapsForm";
import { SupercellForm } from "./SupercellForm";
import { TransformForm } from "./TransformForm";
import { box, FormPage } from "./testForms";

let page: FormPage;
beforeEach(() => {
  page = new FormPage();
  const answer = (revision: number) => (request: unknown) => {
    const { ops, kind } = request as { ops?: { matrix: number[] }[]; kind?: string };
    const [a = 1, , , , b = 1, , , , c = 1] = ops?.[0]?.matrix ?? [];
    const atoms = kind === "duplicates" ? 3 : 4 * a * b * c;
    const change = changeOf(atoms, { revision, cell: [3.61 * a, 0, 0, 0, 3.61 * b, 0, 0, 0, 3.61 * c] });
    return { ...change, json: { ...change.json, notes: [] } };
  };
  page.core.answers.set("edit.preview", answer(1));
  page.core.answers.set("edit.apply", answer(2));
  page.core.answers.set("edit.arrange", (request) => answer((request as { preview?: true }).preview ? 1 : 2)(request));
});
afterEach(() => page.end());

/** Arrangements that were made, not those that were shown. */
const arranged = () => page.asked("edit.arrange").filter((request) => !(request as { preview?: true }).preview);

describe("Supercell", () => {
  test("says the images, atoms and the cell at once, shows them, and is one step", async () => {
    page.open(box(3.61));
    useUi.setState({ panel: { kind: "structure", form: "supercell" } });
    await page.show(<SupercellForm />);
    expect(page.text("supercell-facts")).toBe("Makes8 images → 32 atomsCell7.22 × 7.22 × 7.22 Å");
    await page.type("supercell-2", "1");
    expect(page.text("supercell-facts")).toContain("4 images → 16 atoms");
    expect(page.preview?.changed?.state.atoms).toBe(16);
    await page.submit("supercell-form-apply");
    expect(page.asked("edit.apply")).toEqual([
      {
        label: "",
        author: "person",
        ops: [{ op: "supercell", matrix: [2, 0, 0, 0, 2, 0, 0, 0, 1] }],
        ifRevision: 1,
      },
    ]);
    expect(useUi.getState().panel.kind).toBe("none");
    expect(useNotices.getState().current?.title).toBe("Made the supercell");
  });

  test("what was shown stays in view, also where a further supercell would be too large to show", async () => {
    page.core.answers.set("edit.preview", () => {
      const change = changeOf(40_000, { revision: 1, cell: box(70) });
      return { ...change, json: { ...change.json, notes: [] } };
    });
    page.core.answers.set("edit.apply", () => changeOf(40_000, { revision: 2, cell: box(70) }));
    page.open(box(35), 5000);
    await page.show(<SupercellForm />);
    expect(page.preview).not.toBeNull();
    expect(await page.picturesWhileSubmitting("supercell-form-apply")).toEqual([{ shown: false, applied: true }]);
  });

  test("a matrix is checked at its fields; what is too large is not shown before", async () => {
    page.open(box(3.61));
    await page.show(<SupercellForm />);
    await page.click("supercell-by-matrix");
    await page.type("supercell-m1", "1");
    expect(page.text("supercell-facts")).toContain("8 images → 32 atoms");
    expect(page.asked("edit.preview").at(-1)).toMatchObject({ ops: [{ matrix: [2, 1, 0, 0, 2, 0, 0, 0, 2] }] });
    await page.type("supercell-m8", "0");
    expect(page.text("supercell-problem")).toContain("determinant is 0");
    expect(page.find("supercell-m8").getAttribute("aria-invalid")).toBe("true");
    expect(page.preview).toBeNull();
    await page.submit("supercell-form-apply");
    expect(page.asked("edit.apply")).toEqual([]);
    const shown = page.asked("edit.preview").length;
    await page.type("supercell-m8", "50000");
    expect(page.text("supercell-facts")).toContain("800\u202f000 atoms");
    expect(page.asked("edit.preview")).toHaveLength(shown);
    await page.type("supercell-m8", "100000");
    expect(page.text("supercell-problem")).toContain("1\u202f000\u202f000 are the most");
  });
});

describe("Move, turn or mirror", () => {
  test("each is asked for as it is filled; nothing is done that changes nothing", async () => {
    page.open(box(3.61));
    await page.show(<TransformForm />);
    expect(page.asked("edit.arrange")).toEqual([]);
    expect(page.find("transform-form-apply").getAttribute("aria-disabled")).toBe("true");
    await page.type("transform-by-2", "1.5");
    expect(page.asked("edit.arrange").at(-1)).toEqual({
      kind: "translate",
      by: [0, 0, 1.5],
      preview: true,
      ifRevision: 1,
    });
    await page.click("transform-rotate");
    expect(page.asked("edit.arrange").at(-1)).toMatchObject({ kind: "rotate", axis: [0, 0, 1], angle: 90 });
    await page.type("transform-angle", "");
    expect(page.place.textContent).toContain("A number of degrees is needed.");
    await page.click("transform-align");
    expect(page.asked("edit.arrange").at(-1)).toMatchObject({ kind: "align", to: [0, 0, 1] });
    await page.click("transform-mirror");
    await page.submit("transform-form-apply");
    expect(arranged()).toEqual([{ kind: "mirror", normal: [0, 0, 1], ifRevision: 1 }]);
    expect(useNotices.getState().current?.title).toBe("Mirrored the structure.");
  });

  test("the selection stays where the atoms are the same ones", async () => {
    page.open(box(3.61));
    useSelection.getState().select([2]);
    await page.show(<TransformForm />);
    await page.type("transform-by-0", "1");
    await page.submit("transform-form-apply");
    expect(useSelection.getState().atoms).toEqual([2]);
  });
});

test("overlapping atoms are counted before they go", async () => {
  page.open(box(3.61));
  await page.show(<OverlapsForm />);
  expect(page.text("overlaps-facts")).toBe("Overlap1 atomStay3 atoms");
  await page.type("overlaps-distance", "0");
  expect(page.place.textContent).toContain("More than 0, and at most 5 Å.");
  await page.type("overlaps-distance", "1");
  await page.click("overlaps-any");
  await page.submit("overlaps-form-apply");
  expect(arranged()).toEqual([{ kind: "duplicates", tolerance: 1, anyElement: true, ifRevision: 1 }]);
  expect(useNotices.getState().current?.title).toBe("Deleted 1 overlapping atom.");
});
