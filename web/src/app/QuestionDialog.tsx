import { useUi } from "../state/ui";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";

/** The one question that waits for an answer; Esc answers no. */
export function QuestionDialog() {
  const question = useUi((ui) => ui.question);
  if (!question) return null;
  const { title, body, confirm, cancel, other, danger, answer } = question;
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      description={body}
      onClose={() => answer("cancel")}
      testId="question"
      footer={
        <>
          <Button onClick={() => answer("cancel")} data-testid="question-no">
            {cancel}
          </Button>
          {other && (
            <Button onClick={() => answer("other")} data-testid="question-other">
              {other}
            </Button>
          )}
          <Button variant={danger ? "danger" : "primary"} onClick={() => answer("confirm")} data-testid="question-yes">
            {confirm}
          </Button>
        </>
      }
    />
  );
}
