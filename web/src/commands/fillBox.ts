import type { MoleculeValue } from "../forms/values";
import { useTools } from "../state/tools";
import { openTool } from "../tools/openTool";

/** The liquid box of this page. */
export const BOX = "page:liquid_box";

/** Molecules that the form starts with; a person changes the number anyway. */
const COUNT = 100;

/** Whether this page can fill boxes yet. */
export const canFillBox = (): boolean =>
  useTools.getState().entries.some((entry) => entry.id === BOX && !entry.unusable);

/** Opens the liquid box with this molecule chosen. */
export function fillBox(molecule: MoleculeValue): void {
  openTool(BOX, { components: [{ molecule, count: COUNT }] });
}
