import { showOriginal } from "../commands/original";
import { runCommand } from "../commands/registry";
import { useDocument } from "../state/document";
import { Button } from "../ui/Button";

/** Says that the view shows the document as it was opened, and leads back. */
export function OriginalBanner() {
  const original = useDocument((doc) => doc.state?.original ?? false);
  if (!original) return null;
  return (
    <div className="original-banner" role="status" data-testid="original-banner">
      <span>This is the original. Editing waits.</span>
      <Button onClick={() => runCommand(showOriginal)} data-testid="original-back">
        Back to your edits
      </Button>
    </div>
  );
}
