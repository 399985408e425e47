import { lazy, Suspense } from "react";
import { useUi } from "../state/ui";
import { ServerDialog } from "../tools";
import { MoleculeOpening, useTypeAhead } from "./MoleculeOpening";
import { QuestionDialog } from "./QuestionDialog";

const SaveDialog = lazy(async () => ({ default: (await import("./SaveDialog")).SaveDialog }));
const ShortcutsDialog = lazy(async () => ({ default: (await import("./ShortcutsDialog")).ShortcutsDialog }));
const AboutDialog = lazy(async () => ({ default: (await import("./AboutDialog")).AboutDialog }));
const LicensesDialog = lazy(async () => ({ default: (await import("./LicensesDialog")).LicensesDialog }));
const MoleculeDialog = lazy(async () => ({ default: (await import("../molecules/MoleculeDialog")).MoleculeDialog }));

/** The dialog that is open; each loads when it is first needed. */
export function Dialogs() {
  const dialog = useUi((ui) => ui.dialog);
  useTypeAhead();
  return (
    <>
      <Suspense fallback={dialog === "molecule" && <MoleculeOpening />}>
        {dialog === "save" && <SaveDialog />}
        {dialog === "server" && <ServerDialog />}
        {dialog === "molecule" && <MoleculeDialog />}
        {dialog === "shortcuts" && <ShortcutsDialog />}
        {dialog === "about" && <AboutDialog />}
        {dialog === "licenses" && <LicensesDialog />}
      </Suspense>
      <QuestionDialog />
    </>
  );
}

export const closeDialog = () => useUi.getState().set({ dialog: "none" });
