import { Suspense } from "react";
import { useOpening } from "../opening/opening";
import { useRecipe } from "../recipe/link";
import { useUi } from "../state/ui";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { type FailedProps, notLoadedText, part } from "../ui/part";
import { MoleculeOpening, useTypeAhead } from "./MoleculeOpening";
import { QuestionDialog } from "./QuestionDialog";

const ServersDialog = part(async () => (await import("../servers/ServersDialog")).ServersDialog, DialogFailed);
const SaveDialog = part(async () => (await import("./SaveDialog")).SaveDialog, DialogFailed);
const PictureDialog = part(async () => (await import("./PictureDialog")).PictureDialog, DialogFailed);
const ShortcutsDialog = part(async () => (await import("./ShortcutsDialog")).ShortcutsDialog, DialogFailed);
const GuideDialog = part(async () => (await import("../select/GuideDialog")).GuideDialog, DialogFailed);
const AboutDialog = part(async () => (await import("./AboutDialog")).AboutDialog, DialogFailed);
const LicensesDialog = part(async () => (await import("./LicensesDialog")).LicensesDialog, DialogFailed);
const MoleculeDialog = part(async () => (await import("../molecules/MoleculeDialog")).MoleculeDialog, DialogFailed);

const RecipeDialog = part(async () => (await import("../recipe/RecipeDialog")).RecipeDialog, RecipeFailed);
const ElementsDialog = part(async () => (await import("../opening/ElementsDialog")).ElementsDialog, ElementsFailed);

/** The dialog that is open; each loads when it is first needed. */
export function Dialogs() {
  const dialog = useUi((ui) => ui.dialog);
  const elements = useOpening((opening) => opening.question !== null);
  const recipe = useRecipe((store) => store.waiting !== null);
  useTypeAhead();
  return (
    <>
      <Suspense fallback={dialog === "molecule" && <MoleculeOpening />}>
        {elements && <ElementsDialog />}
        {recipe && <RecipeDialog />}
        {dialog === "save" && <SaveDialog />}
        {dialog === "picture" && <PictureDialog />}
        {dialog === "server" && <ServersDialog />}
        {dialog === "molecule" && <MoleculeDialog />}
        {dialog === "shortcuts" && <ShortcutsDialog />}
        {dialog === "guide" && <GuideDialog />}
        {dialog === "about" && <AboutDialog />}
        {dialog === "licenses" && <LicensesDialog />}
      </Suspense>
      <QuestionDialog />
    </>
  );
}

export const closeDialog = () => useUi.getState().set({ dialog: "none" });

/** The file that waits for the answer is not opened when the question cannot be asked. */
function ElementsFailed({ retry }: FailedProps) {
  return <Failed retry={retry} close={() => useOpening.getState().question?.answer(null)} />;
}

function RecipeFailed({ retry }: FailedProps) {
  return <Failed retry={retry} close={() => useRecipe.setState({ waiting: null })} />;
}

function DialogFailed({ retry }: FailedProps) {
  return <Failed retry={retry} close={closeDialog} />;
}

function Failed({ retry, close }: FailedProps & { close(): void }) {
  return (
    <Dialog
      open
      onClose={close}
      title="The dialog could not be loaded"
      description={notLoadedText}
      testId="part-failed"
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <Button variant="primary" onClick={retry} data-testid="part-retry">
            Try again
          </Button>
        </>
      }
    />
  );
}
