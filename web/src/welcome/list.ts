/** The examples, as menus show them. */
export const examples = [
  { id: "water", label: "Water box", detail: "1\u202f000 molecules at 0.997 g/cm³" },
  { id: "caffeine", label: "Caffeine in water", detail: "one molecule in a 28 Å cell" },
  { id: "pmma", label: "PMMA chain", detail: "40 units, atactic" },
  { id: "ionicLiquid", label: "Ionic liquid", detail: "100 pairs of EMIM⁺ and BF₄⁻" },
] as const;

export type Example = (typeof examples)[number];
export type ExampleId = Example["id"];
