import { deleteAtoms } from "../../commands/deleteAtoms";
import type { ToolActions } from "../tool";

export const removeActions: ToolActions = {
  onPick(picked) {
    if (picked?.kind === "atom") void deleteAtoms([picked.atom]);
  },
};
