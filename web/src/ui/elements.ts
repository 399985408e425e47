/** Symbols and names (IUPAC) of the elements by atomic number; index 0 is empty. */
const symbols = (
  " H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr " +
  "Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu " +
  "Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr " +
  "Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og"
).split(" ");

const names = (
  " Hydrogen Helium Lithium Beryllium Boron Carbon Nitrogen Oxygen Fluorine Neon Sodium Magnesium Aluminium Silicon " +
  "Phosphorus Sulfur Chlorine Argon Potassium Calcium Scandium Titanium Vanadium Chromium Manganese Iron Cobalt Nickel " +
  "Copper Zinc Gallium Germanium Arsenic Selenium Bromine Krypton Rubidium Strontium Yttrium Zirconium Niobium " +
  "Molybdenum Technetium Ruthenium Rhodium Palladium Silver Cadmium Indium Tin Antimony Tellurium Iodine Xenon Caesium " +
  "Barium Lanthanum Cerium Praseodymium Neodymium Promethium Samarium Europium Gadolinium Terbium Dysprosium Holmium " +
  "Erbium Thulium Ytterbium Lutetium Hafnium Tantalum Tungsten Rhenium Osmium Iridium Platinum Gold Mercury Thallium " +
  "Lead Bismuth Polonium Astatine Radon Francium Radium Actinium Thorium Protactinium Uranium Neptunium Plutonium " +
  "Americium Curium Berkelium Californium Einsteinium Fermium Mendelevium Nobelium Lawrencium Rutherfordium Dubnium " +
  "Seaborgium Bohrium Hassium Meitnerium Darmstadtium Roentgenium Copernicium Nihonium Flerovium Moscovium " +
  "Livermorium Tennessine Oganesson"
).split(" ");

export const LAST_ELEMENT = 118;

export const isElement = (z: unknown): z is number =>
  typeof z === "number" && Number.isInteger(z) && z >= 1 && z <= LAST_ELEMENT;

export const symbolOf = (z: number): string => symbols[z] || "?";
export const nameOf = (z: number): string => names[z] || "";

/** The element a person means: a symbol in any case, a number, or a name. Null for anything else. */
export function parseElement(text: string): number | null {
  const word = text.trim();
  if (/^\d{1,3}$/.test(word)) return isElement(Number(word)) ? Number(word) : null;
  const lower = word.toLowerCase();
  if (!lower) return null;
  const bySymbol = symbols.findIndex((symbol) => symbol.toLowerCase() === lower);
  if (bySymbol > 0) return bySymbol;
  const spelled = { aluminum: "aluminium", cesium: "caesium", sulphur: "sulfur" }[lower] ?? lower;
  const byName = names.findIndex((name) => name.toLowerCase() === spelled);
  return byName > 0 ? byName : null;
}

/**
 * Where an element stands in the 18-column table: rows 1–7, and rows 8 and 9 for
 * the lanthanides and actinides, both counted from 1.
 */
export function placeOf(z: number): { row: number; column: number } {
  if (z === 1) return { row: 1, column: 1 };
  if (z === 2) return { row: 1, column: 18 };
  if (z >= 57 && z <= 71) return { row: 8, column: z - 57 + 3 };
  if (z >= 89 && z <= 103) return { row: 9, column: z - 89 + 3 };
  const starts = [0, 2, 10, 18, 36, 54, 86];
  const row = starts.findLastIndex((start) => z > start) + 1;
  const at = z - (starts[row - 1] ?? 0);
  if (row <= 3) return { row, column: at <= 2 ? at : at + 10 };
  if (row <= 5) return { row, column: at };
  return { row, column: at <= 2 ? at : at - 14 };
}

/** Broad families, for the quiet colors of the table. */
export type Family = "nonmetal" | "metal" | "transition" | "metalloid" | "noble" | "f-block";

export function familyOf(z: number): Family {
  const { row, column } = placeOf(z);
  if (row >= 8) return "f-block";
  if (column === 18) return "noble";
  if ([5, 14, 32, 33, 51, 52].includes(z)) return "metalloid";
  if ([1, 6, 7, 8, 9, 15, 16, 17, 34, 35, 53].includes(z)) return "nonmetal";
  return column >= 3 && column <= 12 ? "transition" : "metal";
}
