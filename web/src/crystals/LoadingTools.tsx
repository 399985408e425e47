import { useTools } from "../state/tools";
import { loadingTools } from "../tools/worker";

/** Says that what the form asks for is on its way, the first time; nothing where that failed. */
export function LoadingTools({ failed }: { failed: boolean }) {
  const loading = useTools((tools) => !tools.loaded.crystals);
  if (!loading || failed) return null;
  return (
    <p className="field-help" role="status" data-testid="loading-tools">
      {loadingTools}
    </p>
  );
}
