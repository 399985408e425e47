import { closeDialog } from "../app/Dialogs";
import { showShortcuts } from "../commands/page";
import { runCommand } from "../commands/registry";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import "./select.css";

const parts: readonly { title: string; text: readonly string[] }[] = [
  {
    title: "Begin",
    text: [
      "Open a file, drop one onto the page, or take an example. A name, a SMILES or a mol block that you paste becomes a molecule.",
      "The Tools menu builds boxes of liquids, solvates what is open, grows polymers and adds ions. What a form would make is shown while you fill it.",
    ],
  },
  {
    title: "Look",
    text: [
      "Drag to turn, right-drag to move, scroll to zoom. The letters at the top right look along an axis; Reset shows everything.",
    ],
  },
  {
    title: "Select",
    text: [
      "Click an atom or a bond; Shift adds, a double-click takes the molecule. Box and Lasso draw around atoms.",
      "An expression takes what words say: water and within 3.5 of Na. Ctrl+F goes to its field.",
    ],
  },
  {
    title: "Change",
    text: [
      "The tools at the left move, turn, add, bond and delete; hydrogens and charges follow the rules of valence. The panel at the right shows what is selected, and its numbers can be typed.",
      "A right click, or a finger that stays, opens the menu of what is there.",
    ],
  },
  {
    title: "Nothing is lost",
    text: [
      "Every change is one step of the history: Undo takes it back, and a click in the list goes there. The page keeps your document when the tab is closed, and asks before anything else replaces it.",
    ],
  },
  {
    title: "Save",
    text: [
      "Save writes the format that your engine reads, and says before what that format cannot hold. A project file keeps the history too.",
    ],
  },
];

/** The page in a minute. */
export function GuideDialog() {
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="A short guide"
      size="medium"
      reading
      testId="guide-dialog"
      footer={
        <>
          <Button onClick={() => void runCommand(showShortcuts)} data-testid="guide-shortcuts">
            Keyboard and mouse
          </Button>
          <Button variant="primary" onClick={closeDialog}>
            Close
          </Button>
        </>
      }
    >
      <div className="guide">
        {parts.map(({ title, text }) => (
          <section key={title}>
            <h3>{title}</h3>
            {text.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
