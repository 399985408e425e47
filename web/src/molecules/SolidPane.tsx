import { Shuffle } from "lucide-react";
import { lazy, Suspense } from "react";
import { counted, decimals, grouped } from "../app/format";
import { useTools } from "../state/tools";
import { loadingTools } from "../tools/worker";
import { Button, IconButton } from "../ui/Button";
import { Progress } from "../ui/Progress";
import type { Solid, SolidState } from "./solid";

// With the 3D engine.
const SolidView = lazy(() => import("./SolidView"));

export interface SolidPaneProps {
  solid: SolidState;
  /** The last geometry: stays, pale, while the text is wrong and while the next is made. */
  last: Solid | null;
  name: string;
  /** Another conformer; null where there is none to choose. */
  onAnother: (() => void) | null;
}

/** The 3D preview: what is being made, what came out, or why nothing did. */
export function SolidPane({ solid, last, name, onAnother }: SolidPaneProps) {
  // The first geometry waits for the module of the tools.
  const loading = useTools((tools) => !tools.loaded.tools);
  const making = loading ? loadingTools : "Making the 3D structure…";
  const ready = solid.state === "ready" ? solid.solid : null;
  const shown = ready ?? (solid.state === "failed" ? null : last);
  return (
    <section className="solid-pane" aria-label="3D structure" data-testid="solid" data-state={solid.state}>
      <div className="picture-box solid-box" data-stale={ready ? undefined : ""}>
        {shown ? (
          <Suspense fallback={null}>
            <SolidView molblock={shown.molblock} label={name} />
          </Suspense>
        ) : (
          solid.state !== "running" && (
            <p className="picture-none">
              {solid.state === "failed" ? "No 3D structure." : "The 3D structure appears here."}
            </p>
          )
        )}
        {solid.state === "running" && (
          <div className="solid-running">
            <Progress label={making} fraction={solid.progress.fraction} />
            <Button onClick={solid.cancel} data-testid="solid-cancel">
              Cancel
            </Button>
          </div>
        )}
      </div>
      <div className="solid-note" aria-live="polite">
        {solid.state === "running" && <p className="solid-fact">{solid.progress.message || making}</p>}
        {solid.state === "failed" && (
          <p className={solid.cancelled ? "solid-fact" : "field-problem"} data-testid="solid-problem">
            {grouped(solid.message)}{" "}
            {solid.retry && (
              <Button variant="link" onClick={solid.retry} data-testid="solid-retry">
                Try again
              </Button>
            )}
          </p>
        )}
        {ready && (
          <>
            <p className="solid-fact" data-testid="solid-fact">
              {counted(ready.atoms, "atom")}
              <Made solid={ready} />
            </p>
            {ready.warnings.map((line) => (
              <p key={line} className="molecule-warning">
                {line}
              </p>
            ))}
          </>
        )}
        {ready && onAnother && (
          <IconButton
            label="Another conformer"
            icon={Shuffle}
            side="left"
            onClick={onAnother}
            data-testid="solid-another"
          />
        )}
      </div>
    </section>
  );
}

function Made({ solid: { made } }: { solid: Solid }) {
  if (!made) return <> · positions as given</>;
  const { forceField, energy } = made;
  return (
    <>
      {forceField && ` · ${forceField}`}
      {energy !== null && ` ${decimals(energy, 2)} kcal/mol`}
    </>
  );
}
