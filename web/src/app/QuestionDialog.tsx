import { useUi } from "../state/ui";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

/** The one question that waits for an answer; Esc answers no. */
export function QuestionDialog() {
  const question = useUi((ui) => ui.question);
  if (!question) return null;
  const { title, body, confirm, cancel, danger, answer } = question;
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      description={body}
      onClose={() => answer(false)}
      testId="question"
      footer={
        <>
          <Button onClick={() => answer(false)} data-testid="question-no">
            {cancel}
          </Button>
          <Button variant={danger ? "danger" : "primary"} onClick={() => answer(true)} data-testid="question-yes">
            {confirm}
          </Button>
        </>
      }
    />
  );
}
