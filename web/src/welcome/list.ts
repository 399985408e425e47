/** The examples, as menus show them. */
export const examples = [
  { id: "water", label: "Water box", detail: "1\u202f000 molecules, 31 Å cell" },
  { id: "caffeine", label: "Caffeine in water", detail: "solvated, 28 Å cell" },
  { id: "pmma", label: "PMMA chain", detail: "25 units, atactic" },
  { id: "ionicLiquid", label: "Ionic liquid", detail: "100 pairs of EMIM⁺ and BF₄⁻" },
  { id: "surface", label: "Ethanol on Cu(111)", detail: "three molecules on a slab" },
  { id: "nanotube", label: "Carbon nanotube", detail: "(8, 8), 8 repeats" },
] as const;

export type Example = (typeof examples)[number];
export type ExampleId = Example["id"];
