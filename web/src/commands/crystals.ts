import { openForm } from "../cells/panel";
import type { StructureFormName } from "../state/ui";
import { openTool } from "../tools/openTool";
import { needing } from "./cell";
import type { Command } from "./types";

/** Forms about crystals; they are loaded when one is opened. */
const form = (name: StructureFormName, label: string, what: Parameters<typeof needing>[0]): Command =>
  needing(what, { id: `crystal.${name}`, label, run: () => openForm(name) });

export const bulkCrystal = form("bulk", "New bulk crystal…", ["core"]);

const crystal = ["document", "cell", "atoms"] as const;

export const supercell = form("supercell", "Supercell…", crystal);
export const cutSlab = form("slab", "Cut slab…", crystal);
export const findSymmetry = form("symmetry", "Find symmetry…", crystal);
export const stackSlabs = form("stack", "Stack on another slab…", crystal);
export const changeAtoms = form("defects", "Alloy and defects…", crystal);
export const transform = form("transform", "Move, turn or mirror…", ["document", "atoms"]);
export const deleteOverlaps = form("overlaps", "Delete overlapping atoms…", ["document", "atoms"]);

export const adsorb = needing(crystal, {
  id: "crystal.adsorb",
  label: "Adsorb molecules…",
  run: () => openTool("page:adsorb"),
});
