import { chargeText, count, decimals, massText } from "../app/format";
import type { MoleculeProperties } from "../core/protocol";

/** One value of the panel: what it is called, how it is shown, what it means. */
export interface Fact {
  id: string;
  label: string;
  value: string;
  /** What the value is and whose definition it follows. */
  about: string;
}

/** What the molecule is. */
export function identity(p: MoleculeProperties): Fact[] {
  return [
    {
      id: "mass",
      label: "Average mass",
      value: massText(p.mass),
      about: "Molar mass with the natural abundance of isotopes.",
    },
    {
      id: "exact-mass",
      label: "Exact mass",
      value: `${decimals(p.exactMass, 4)} u`,
      about: "Mass of the molecule with the most abundant isotope of each element, as mass spectrometry sees it.",
    },
    {
      id: "charge",
      label: "Charge",
      value: p.charge === 0 ? "0" : `${chargeText(p.charge)} e`,
      about: "Sum of the formal charges.",
    },
    {
      id: "heavy-atoms",
      label: "Heavy atoms",
      value: count(p.heavyAtoms),
      about: "Atoms other than hydrogen.",
    },
    {
      id: "rings",
      label: "Rings",
      value: p.aromaticRings > 0 ? `${count(p.rings)} (${count(p.aromaticRings)} aromatic)` : count(p.rings),
      about: "Smallest rings; aromatic ones by the Hückel rule as RDKit applies it.",
    },
  ];
}

/** Values of models. */
export function estimates(p: MoleculeProperties): Fact[] {
  return [
    {
      id: "logp",
      label: "logP",
      value: decimals(p.logP, 2),
      about:
        "Estimate of the octanol–water partition coefficient from contributions of atoms (Wildman and Crippen 1999).",
    },
    {
      id: "tpsa",
      label: "TPSA",
      value: `${decimals(p.tpsa, 1)} Å²`,
      about: "Topological polar surface area, from contributions of nitrogen and oxygen (Ertl et al. 2000).",
    },
    {
      id: "donors",
      label: "H-bond donors",
      value: count(p.donors),
      about: "Nitrogen, oxygen and sulfur atoms that carry a hydrogen, counted by RDKit's pattern.",
    },
    {
      id: "acceptors",
      label: "H-bond acceptors",
      value: count(p.acceptors),
      about: "Atoms that can accept a hydrogen bond, counted by RDKit's pattern.",
    },
    {
      id: "rotatable",
      label: "Rotatable bonds",
      value: count(p.rotatableBonds),
      about: "Single bonds outside rings about which parts can turn; amide and similar bonds are left out.",
    },
    {
      id: "qed",
      label: "QED",
      value: decimals(p.qed, 2),
      about:
        "Quantitative estimate of drug-likeness, 0 to 1, from eight properties (Bickerton et al. 2012). A score, not a measurement.",
    },
  ];
}

export const aboutSynthetic =
  "Synthetic accessibility, 1 easy to 10 hard: an estimate from how common the fragments are (Ertl and Schuffenhauer 2009).";
export const aboutPains =
  "Patterns of pan-assay interference compounds, which give false hits in many assays (Baell and Holloway 2010).";
export const aboutBrenk = "Patterns unwanted in screening libraries: reactive, toxic or unstable (Brenk et al. 2008).";

/** Names of alerts are written for programs: "phenol_ester" reads "phenol ester"; "anil_di_alk_A(478)" keeps its number. */
export function alertName(name: string): string {
  return name.replaceAll("_", " ");
}
