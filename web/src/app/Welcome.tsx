import { Box, BoxSelect, FolderOpen, PencilRuler } from "lucide-react";
import { newCell } from "../commands/cell";
import { BOX } from "../commands/fillBox";
import { sketchMolecule } from "../commands/molecule";
import { open } from "../commands/open";
import { runCommand } from "../commands/registry";
import { moleculeValue } from "../forms/values";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { openTool } from "../tools";
import { Button } from "../ui/Button";
import { Logo } from "./Logo";

/** Filled forms to start from: the real tool with these molecules of the library. */
const examples: readonly { label: string; density: number; parts: readonly (readonly [string, number])[] }[] = [
  { label: "1\u202f000 water", density: 0.997, parts: [["water", 1000]] },
  {
    label: "Water and ethanol",
    density: 0.98,
    parts: [
      ["water", 1000],
      ["ethanol", 20],
    ],
  },
  { label: "200 acetonitrile", density: 0.777, parts: [["acetonitrile", 200]] },
];

/** What the page is and where to begin; shown while nothing is open. */
export function Welcome() {
  const core = useUi((ui) => ui.core);
  const busy = useUi((ui) => ui.busy);
  const boxes = useTools((tools) => tools.entries.some((entry) => entry.id === BOX && !entry.unusable));
  const presets = useTools((tools) => tools.presets);
  if (core === "none" || busy) return null;

  const fill = ({ density, parts }: (typeof examples)[number]) => {
    const components = parts.flatMap(([id, count]) => {
      const preset = presets.find((candidate) => candidate.id === id);
      return preset ? [{ molecule: moleculeValue(preset), count }] : [];
    });
    openTool(BOX, { components, density });
  };

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
      {boxes && presets.length > 0 && (
        <div className="welcome-examples">
          <h2>Examples</h2>
          <ul>
            {examples.map((example) => (
              <li key={example.label}>
                <Button variant="link" onClick={() => fill(example)}>
                  {example.label}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="welcome-foot">
        {core === "starting"
          ? "Starting the chemistry core…"
          : "The tools run in this page; nothing leaves it unless you connect a tool server. You can also drop a file here."}
      </p>
    </section>
  );
}
