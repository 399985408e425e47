import { core } from "../state/core";
import { insertStructure } from "./insertStructure";
import { failed } from "./report";

/**
 * Puts a molecule into what is open as one step, its atoms selected; see
 * insertStructure. With nothing open it becomes the document. True when it is there.
 */
export async function placeMolecule(name: string, molblock: string): Promise<boolean> {
  try {
    const { json, bufs } = await core().call("molecule.place", { molblock, name });
    const { structure } = json;
    await insertStructure({ title: name, name: json.name, label: `Place ${name}`, structure, bufs, beside: true });
    return true;
  } catch (error) {
    failed(`Could not place ${name}`, error);
    return false;
  }
}
