// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { useDocument } from "../state/document";
import { useFiles } from "../state/files";
import { useNotices } from "../state/notices";
import { changeOf } from "../state/stubCore";
import { useUi } from "../state/ui";
import { BulkForm } from "./BulkForm";
import { SlabForm } from "./SlabForm";
import { StackForm } from "./StackForm";
import { SymmetryForm } from "./SymmetryForm";
import { box, builtOf, FormPage } from "./testForms";

let page: FormPage;
beforeEach(() => {
  page = new FormPage();
  const answer = (revision: number) => () => {
    const change = changeOf(12, { revision, cell: box(5) });
    return { ...change, json: { ...change.json, notes: [] } };
  };
  page.core.answers.set("edit.preview", answer(1));
  page.core.answers.set("edit.apply", answer(2));
});
afterEach(() => page.end());

/** The core's refusal of a field. */
const refusal = (message: string, pointer: string) => Object.assign(new Error(message), { details: { pointer } });

/** What ends a picture that became the document. */
const kept = [{ shown: false, applied: true }];

describe("Bulk crystal", () => {
  beforeEach(() => {
    page.tools.answers.set("crystal.build", (request) => {
      const { elements = [], group } = request as { elements?: string[]; group?: string };
      if (group === "nonsense") throw refusal("There is no space group nonsense.", "/group");
      return builtOf(`${elements.join("")}-fcc`, [29, 29, 29, 29], box(3.61), {
        facts: [{ label: "Density", value: "8.97 g/cm³" }],
      });
    });
  });

  test("says why there are no structure types, and asks for them again when it is opened again", async () => {
    page.tools.answers.set("crystal.prototypes", () => {
      throw refusal("The tools could not be loaded.", "");
    });
    await page.show(<BulkForm />);
    expect(page.find("bulk-form").textContent).toContain("The tools could not be loaded.");
    expect(page.find("bulk-form-apply").getAttribute("aria-disabled")).toBe("true");
  });

  test("shows an example at once, and opens what was shown", async () => {
    page.core.answers.set("edit.open", () => changeOf(4, { cell: box(3.61) }, { opened: true }));
    await page.show(<BulkForm />);
    // Also where the structure types came later than the form.
    expect(page.find("bulk-form").contains(document.activeElement)).toBe(true);
    expect(page.asked("crystal.build")).toEqual([
      { prototype: "fcc", elements: ["Cu"], a: 3.61, cell: "conventional" },
    ]);
    expect(page.preview?.changed?.state).toMatchObject({ atoms: 4, formula: "Cu4", name: "Cu-fcc" });
    expect(page.text("bulk-facts")).toBe("Density8.97 g/cm³Cell3.61 × 3.61 × 3.61 Å");
    await page.type("bulk-element-0", "al");
    expect(page.asked("crystal.build").at(-1)).toMatchObject({ elements: ["Al"] });
    await page.click("bulk-cell-primitive");
    await page.submit("bulk-form-apply");
    expect(page.asked("crystal.build").at(-1)).toMatchObject({ elements: ["Al"], cell: "primitive" });
    expect(page.asked("edit.open")).toEqual([
      {
        name: "Al-fcc",
        source: { kind: "new", label: "Bulk crystal Al-fcc" },
        structure: { atoms: 4, bonds: 0, cell: box(3.61) },
      },
    ]);
  });

  test("a word that is no element is said with the name of its slot", async () => {
    await page.show(<BulkForm />);
    await page.type("bulk-element-0", "Qq");
    expect(page.place.textContent).toContain("Element: “Qq” is no element.");
    expect(page.find("bulk-element-0").getAttribute("aria-invalid")).toBe("true");
    expect(page.preview).toBeNull();
    await page.type("bulk-element-0", "Cu");
    await page.type("bulk-a", "0");
    expect(page.place.textContent).toContain("More than 0, and at most 1\u202f000 Å.");
    await page.submit("bulk-form-apply");
    expect(page.asked("edit.open")).toEqual([]);
  });

  test("sites in a space group; what only the core knows stands at its field", async () => {
    await page.show(<BulkForm />);
    await page.click("bulk-by-group");
    expect(page.asked("crystal.build").at(-1)).toEqual({
      group: "Fm-3m",
      parameters: [5.64, 5.64, 5.64, 90, 90, 90],
      sites: [
        { element: "Na", at: [0, 0, 0] },
        { element: "Cl", at: [0.5, 0.5, 0.5] },
      ],
    });
    await page.type("bulk-group", "nonsense");
    expect(page.find("bulk-group").getAttribute("aria-invalid")).toBe("true");
    expect(page.place.querySelector("#bulk-group-problem")?.textContent).toBe("There is no space group nonsense.");
    await page.type("bulk-group", "225");
    await page.click("bulk-sites-add");
    await page.type("bulk-site-2-x", "");
    expect(page.text("bulk-site-2-problem")).toBe("Three fractional coordinates are needed.");
    await page.click("bulk-sites-remove-2");
    expect(page.asked("crystal.build").at(-1)).toMatchObject({ group: "225" });
  });
});

describe("Cut slab", () => {
  const termination = (shift: number, top: string, bottom: string, mirror: number) => ({
    shift,
    top,
    bottom,
    gap: 1.95,
    broken: 4,
    mirror,
    thickness: 1.95,
    picture: [
      [38, 0, 0],
      [22, 1.95, 1.95],
    ],
  });

  beforeEach(() => {
    page.tools.answers.set("crystal.terminations", () => ({
      json: {
        terminations: [termination(0, "O2Ti", "OSr", 1), termination(0.5, "OSr", "O2Ti", 0)],
        atoms: 5,
        repeat: 3.9,
        area: 15.25,
        plane: [3.9, 0, 3.9],
        rectangle: [1, 0, 0, 1],
      },
    }));
    page.tools.answers.set("crystal.slab", (request) => {
      const { cut } = request as { cut: object };
      const plan = { cut: { ...cut, top: 3.5 }, atoms: 18, thickness: 13.65, area: 15.25, formula: "O11Sr4Ti3" };
      return { json: { ...plan, stoichiometric: false, notes: ["The slab is not stoichiometric."] } };
    });
  });

  test("each surface has a picture and its stoichiometry; the size is said without building", async () => {
    page.open(box(3.9), 5);
    await page.show(<SlabForm />);
    expect(page.place.querySelectorAll(".side-view")).toHaveLength(2);
    expect(page.place.textContent).toContain("O2Ti on top");
    expect(page.place.textContent).not.toContain("bonds cut");
    expect(page.text("slab-facts")).toContain("Makes20 atomsThickness13.65 ÅSurface15.25 Å²");
    await page.click("slab-termination-1");
    await page.type("slab-repeat-1", "2");
    const cut = { miller: [1, 1, 1], layers: 4, vacuum: 10, shift: 0.5, lateral: [1, 0, 0, 2] };
    expect(page.asked("edit.preview").at(-1)).toMatchObject({ ops: [{ op: "slab", ...cut }] });
    expect(page.text("slab-facts")).toContain("Makes40 atoms");
    await page.click("slab-symmetric");
    expect(page.asked("crystal.slab").at(-1)).toMatchObject({ cut, symmetric: true });
    expect(page.text("slab-formula")).toContain("O11Sr4Ti3, which is not the composition of the crystal.");
    await page.submit("slab-form-apply");
    expect(page.asked("edit.apply")).toMatchObject([{ ops: [{ op: "slab", ...cut, top: 3.5 }], ifRevision: 1 }]);
    expect(useNotices.getState().current).toMatchObject({
      level: "warning",
      title: "Cut the (1 1 1) slab",
      text: "of 12 atoms, 13.65 Å thick.",
    });
  });

  /** Places as fractions of a cube, and the pairs that are nearer than a distance in any image. */
  const crystal = (edge: number, reach: number, fractions: number[][]) => {
    const bonds = fractions.flatMap((p, i) =>
      fractions.slice(i + 1).flatMap((q, k) => {
        const d = p.map((x, c) => x - (q[c] ?? 0)).map((x) => edge * (x - Math.round(x)));
        return Math.hypot(...d) < reach ? [i, i + 1 + k] : [];
      }),
    );
    return { edge, bonds, positions: fractions.flat().map((x) => edge * x) };
  };
  const faces = [
    [0, 0, 0],
    [0, 0.5, 0.5],
    [0.5, 0, 0.5],
    [0.5, 0.5, 0],
  ];
  const silicon = faces.flatMap((p) => [p, p.map((x) => x + 0.25)]);
  // Four molecules of N–C–C(–O)–O, some over faces.
  const molecule = [
    [0, 0, 0],
    [0.1, 0.1, 0],
    [0.2, 0.02, 0.02],
    [0.3, 0.06, 0.02],
    [0.19, -0.08, 0.06],
  ];
  const glycine = faces.flatMap((p) => molecule.map((q) => p.map((x, c) => (x + (q[c] ?? 0) + 0.9) % 1)));
  test.each([
    [
      "a molecule over a face",
      crystal(3.9, 1, [
        [0, 0, 0],
        [3.2 / 3.9, 0, 0],
      ]),
      true,
    ],
    [
      "a chain: the pair is bonded in both directions",
      crystal(3.9, 2, [
        [0, 0, 0],
        [0.5, 0, 0],
      ]),
      false,
    ],
    ["silicon", crystal(5.431, 2.5, silicon), false],
    ["a molecular crystal", crystal(10, 1.6, glycine), true],
  ])(
    "without bonds it says that a cut may go through molecules: %s",
    async (_what, { edge, bonds, positions }, said) => {
      expect(bonds.length).toBeGreaterThan(0);
      const atoms = positions.length / 3;
      const { json, bufs } = changeOf(atoms, { cell: box(edge), bonds: bonds.length / 2 });
      Object.assign(bufs, { positions: Float64Array.from(positions), bonds: Uint32Array.from(bonds) });
      page.core.answers.set("edit.bondsByDistance", () => ({
        json: { ...json, bonds: bonds.length / 2, notes: [] },
        bufs,
      }));
      page.open(box(edge), atoms);
      await page.show(<SlabForm />);
      expect(page.asked("edit.bondsByDistance")).toEqual([{ preview: true, ifRevision: 1 }]);
      expect(page.text("slab-form-warning").includes("no bonds, so the cut may go through molecules")).toBe(said);
    },
  );

  test("a large document is not searched for molecules", async () => {
    page.open(box(150), 100_001);
    await page.show(<SlabForm />);
    expect(page.asked("edit.bondsByDistance")).toEqual([]);
  });

  test("what was shown stays in view until the cut slab is there", async () => {
    page.open(box(3.9), 5);
    await page.show(<SlabForm />);
    expect(page.preview?.changed?.state.atoms).toBe(12);
    expect(await page.picturesWhileSubmitting("slab-form-apply")).toEqual(kept);
    expect(useDocument.getState().state).toMatchObject({ revision: 2, atoms: 12 });
  });

  test("why there are no equal surfaces stands at their box", async () => {
    page.tools.fail("crystal.slab", new Error("no operation of P63mc turns the plane over"));
    page.open(box(3.9), 5);
    await page.show(<SlabForm />);
    await page.click("slab-symmetric");
    expect(page.text("slab-symmetric-problem")).toBe("No operation of P63mc turns the plane over.");
    expect(page.find("slab-form-apply").getAttribute("aria-disabled")).toBe("true");
    await page.click("slab-symmetric");
    expect(page.find("slab-form-apply").getAttribute("aria-disabled")).toBeNull();
  });

  test("another plane begins with its first surface; 0 0 0 is none", async () => {
    page.open(box(3.9), 5);
    await page.show(<SlabForm />);
    await page.click("slab-termination-1");
    await page.type("slab-miller-0", "-2");
    expect(page.asked("crystal.terminations").at(-1)).toMatchObject({ miller: [-2, 1, 1] });
    expect(page.find<HTMLInputElement>("slab-termination-0").checked).toBe(true);
    for (const at of [0, 1, 2]) await page.type(`slab-miller-${at}`, "0");
    expect(page.text("slab-miller-problem")).toContain("0 0 0 is no plane");
    expect(page.preview).toBeNull();
    await page.type("slab-miller-2", "1");
    await page.type("slab-layers", "0");
    await page.submit("slab-form-apply");
    expect(page.place.textContent).toContain("A whole number from 1 to 1\u202f000.");
    expect(page.asked("edit.apply")).toEqual([]);
  });
});

describe("Symmetry", () => {
  const found = {
    group: { number: 194, name: "P63/mmc", choice: "" },
    hall: "-P 6c 2c",
    point: "6/mmm",
    system: "hexagonal",
    tolerance: 0.001,
    operations: 24,
    sites: 1,
    given: null,
    atoms: 4,
    primitiveAtoms: 2,
    conventionalAtoms: 2,
  };

  beforeEach(() => {
    page.tools.answer("crystal.symmetry", found);
    page.tools.answers.set("crystal.reduce", (request) =>
      builtOf(`Make ${(request as { to: string }).to}`, [12, 12], box(3.2)),
    );
  });

  test("is a table; a chosen cell is shown, and is one step", async () => {
    page.open(box(6.4));
    await page.show(<SymmetryForm />);
    const table = page.text("symmetry-table");
    expect(table).toContain("Space groupP6₃/mmc (194)");
    expect(table).toContain("This cellno conventional cell");
    expect(table).toContain("Tolerancelowered to 0.001 Å");
    expect(page.asked("crystal.reduce")).toEqual([]);
    expect(page.find("symmetry-form-apply").getAttribute("aria-disabled")).toBe("true");
    await page.click("symmetry-cif");
    expect(useUi.getState().dialog).toBe("save");
    expect(useFiles.getState()).toMatchObject({ proposed: "cif", proposedOptions: { tolerance: 0.01 } });
    await page.click("symmetry-primitive");
    expect(page.asked("crystal.reduce").at(-1)).toMatchObject({ to: "primitive", tolerance: 0.01 });
    expect(page.asked("edit.preview").at(-1)).toMatchObject({
      ops: [{ op: "rebuild", name: "Make primitive" }],
      fragment: { atoms: 2 },
    });
    expect(page.preview?.changed).toBeDefined();
    expect(await page.picturesWhileSubmitting("symmetry-form-apply")).toEqual(kept);
    expect(page.asked("edit.apply")).toMatchObject([
      { ops: [{ op: "rebuild", name: "Make primitive" }], ifRevision: 1 },
    ]);
    expect(page.core.asked.find(({ cmd }) => cmd === "edit.apply")?.bufs.elements).toHaveLength(2);
    expect(useNotices.getState().current?.title).toBe("Made the primitive cell");
  });

  test("without symmetry the Niggli cell is left", async () => {
    page.tools.fail("crystal.symmetry", new Error("the search takes up to 10,000 atoms"));
    page.open(box(6.4));
    await page.show(<SymmetryForm />);
    expect(page.text("symmetry-form-problem")).toBe("The search takes up to 10,000 atoms.");
    expect(page.find<HTMLInputElement>("symmetry-primitive").disabled).toBe(true);
    await page.click("symmetry-niggli");
    expect(page.text("symmetry-form-problem")).toBe("");
    expect(page.find("symmetry-form-apply").getAttribute("aria-disabled")).toBeNull();
    await page.type("symmetry-tolerance", "2");
    expect(page.place.textContent).toContain("A number from 0.000001 to 0.5 Å is needed.");
  });
});

test("a stack says the strain of each common cell, and shows the chosen one", async () => {
  const match = (atoms: number, strain: number) => ({
    lower: [1, 0, 0, 1],
    upper: [1, 0, 0, 1],
    area: 22.6,
    angle: 30,
    strains: [strain, -strain / 2],
    atoms,
  });
  page.tools.answer("crystal.matches", { matches: [match(20, 0.04), match(60, 0.01)], lower: 12, upper: 8 });
  page.tools.answers.set("crystal.stack", () => builtOf("Stack", [6, 6, 29], box(5)));
  page.open(box(5));
  await page.show(<StackForm />);
  expect(page.asked("crystal.matches").at(-1)).toMatchObject({
    upper: {
      crystal: { prototype: "graphene", elements: ["C"], a: 2.46, c: 20 },
      cut: { miller: [0, 0, 1], layers: 1 },
    },
    area: 400,
    strain: 0.05,
  });
  expect(page.place.textContent).toContain("Strain 4.00 %, −2.00 %20 atoms, 22.6 Å², turned 30°");
  await page.click("stack-match-1");
  expect(page.asked("crystal.stack").at(-1)).toMatchObject({ match: match(60, 0.01), gap: 3, vacuum: 10, share: 0 });
  expect(await page.picturesWhileSubmitting("stack-form-apply")).toEqual(kept);
  expect(page.asked("edit.apply")).toMatchObject([{ ops: [{ op: "rebuild", name: "Stack" }] }]);
  await page.type("stack-gap", "0.1");
  expect(page.place.textContent).toContain("A number from 0.5 to 100 is needed.");
});
