import { useUi } from "../state/ui";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { closeDialog } from "./Dialogs";

export function AboutDialog() {
  const version = useUi((ui) => ui.coreVersion);
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Molsmith Builder"
      description={version ? `Version ${version}` : undefined}
      testId="about-dialog"
      footer={
        <>
          <Button onClick={() => useUi.getState().set({ dialog: "licenses" })}>Licenses</Button>
          <Button variant="primary" onClick={closeDialog}>
            Close
          </Button>
        </>
      }
    >
      <div className="prose">
        <p>Starting structures for molecular simulation, built in this page.</p>
        <p>
          Structures and molecules stay in the browser. The page sends something only when a tool of a server you
          connected runs, and only to that server. It collects nothing.
        </p>
        <p>MIT licence. The same tools come as a program, toolserver, for scripts and for language models.</p>
      </div>
    </Dialog>
  );
}
