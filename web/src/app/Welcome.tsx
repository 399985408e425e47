import { Box, BoxSelect, FolderOpen, PencilRuler } from "lucide-react";
import { Suspense } from "react";
import { newCell } from "../commands/cell";
import { openExamples } from "../commands/examples";
import { BOX } from "../commands/fillBox";
import { sketchMolecule } from "../commands/molecule";
import { open } from "../commands/open";
import { runCommand } from "../commands/registry";
import { useJob } from "../state/job";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { openTool } from "../tools";
import { Button } from "../ui/Button";
import { part } from "../ui/part";
import { Logo } from "./Logo";
import { commandButton, useEnabledState } from "./useCommand";

/** Nothing is missed where it cannot be loaded. */
const Offers = part(
  async () => (await import("../persist/Offers")).Offers,
  () => null,
);

/** What the page is and where to begin; shown while nothing is open. */
export function Welcome() {
  const core = useUi((ui) => ui.core);
  const busy = useUi((ui) => ui.busy);
  const boxes = useTools((tools) => tools.entries.some((entry) => entry.id === BOX && !entry.unusable));
  const job = useJob((store) => store.job !== null);
  useEnabledState();
  // What is being built takes its place.
  if (core === "none" || busy || job) return null;

  return (
    <section className="welcome" aria-labelledby="welcome-title" data-testid="welcome">
      <div className="welcome-head">
        <Logo />
        <h1 id="welcome-title">Molsmith Builder</h1>
      </div>
      <p>Build a starting structure for a simulation and save it in the format your engine reads.</p>
      <div className="welcome-actions">
        <Button variant="primary" icon={Box} disabled={!boxes} onClick={() => openTool(BOX)} data-testid="welcome-box">
          Liquid box…
        </Button>
        <Button
          icon={PencilRuler}
          disabled={core !== "wasm"}
          onClick={() => void runCommand(sketchMolecule)}
          data-testid="welcome-molecule"
        >
          Molecule…
        </Button>
        <Button
          icon={FolderOpen}
          disabled={core !== "wasm"}
          onClick={() => void runCommand(open)}
          data-testid="welcome-open"
        >
          Open…
        </Button>
        <Button
          icon={BoxSelect}
          disabled={core !== "wasm"}
          onClick={() => void runCommand(newCell)}
          data-testid="welcome-cell"
        >
          Empty cell…
        </Button>
      </div>
      {core === "wasm" && (
        <Suspense fallback={null}>
          <Offers />
        </Suspense>
      )}
      <div className="welcome-examples">
        <h2>Examples</h2>
        <ul>
          {openExamples.map((example) => (
            <li key={example.id}>
              <button
                type="button"
                className="welcome-example"
                {...commandButton(example)}
                data-testid={`welcome-${example.id}`}
              >
                <b>{example.label}</b>
                <span>{example.detail}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p className="welcome-foot">
        {core === "starting"
          ? "Starting the chemistry core…"
          : "The tools run in this page; nothing leaves it unless you connect a tool server. You can also drop a file here."}
      </p>
    </section>
  );
}
