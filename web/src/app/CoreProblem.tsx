import { useUi } from "../state/ui";
import { Button } from "../ui/Button";

/** Shown when the chemistry core cannot run in this browser. */
export function CoreProblem() {
  const core = useUi((ui) => ui.core);
  const problem = useUi((ui) => ui.coreProblem);
  if (core !== "none") return null;
  return (
    <div className="view-message boxed" role="alert" data-testid="core-problem">
      <h2>Molsmith cannot start in this browser</h2>
      <p>{problem}</p>
      <p>Molsmith needs WebAssembly, WebGL 2 and module workers: a current Firefox, Chrome, Edge or Safari has them.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  );
}
