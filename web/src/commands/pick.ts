import { useSelection } from "../state/selection";
import { useUi } from "../state/ui";
import type { Picked, ViewEvents } from "../view/View";
import { deleteAtoms } from "./deleteAtoms";
import { selectMolecules } from "./select";

const atomsOf = (picked: Picked): number[] => (picked.kind === "atom" ? [picked.atom] : [...picked.atoms]);

/** What a click in the 3D view does, by the tool of the rail. */
export const pickEvents: ViewEvents = {
  onPick(picked, { shift }) {
    if (useUi.getState().tool === "delete") {
      if (picked?.kind === "atom") void deleteAtoms([picked.atom]);
      return;
    }
    const { select, toggle, clear } = useSelection.getState();
    if (picked && shift) toggle(atomsOf(picked));
    else if (picked) select(atomsOf(picked));
    else if (!shift) clear();
  },
  onDoublePick(picked, { shift }) {
    if (useUi.getState().tool !== "select") return;
    const before = shift ? useSelection.getState().atoms : [];
    void selectMolecules([...before, ...atomsOf(picked)]);
  },
};
