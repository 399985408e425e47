import { PencilRuler } from "lucide-react";
import { useId, useState } from "react";
import "../forms/fields.css";
import { Button } from "../ui/Button";
import { AtomTable } from "./AtomTable";
import { MoleculePicture } from "./MoleculePicture";
import { PropertyList, SmilesLine } from "./PropertyList";
import type { ReadMolecule } from "./reading";
import { SketchPane } from "./SketchPane";
import type { PictureSize } from "./sketch";

export interface DrawingPaneProps {
  /** The last molecule that was read. */
  molecule: ReadMolecule | null;
  /** It is not what is given now. */
  stale: boolean;
  size: PictureSize;
  /** What was drawn; null when it was typed. */
  sketch: string | null;
  /** The molecule of the text, for the sketcher; "" while there is none. */
  typed: string;
  onDraw(molblock: string): void;
}

const panes = [
  ["picture", "Picture"],
  ["sketch", "Sketch"],
  ["atoms", "Atoms"],
  ["properties", "Properties"],
] as const;
type Pane = (typeof panes)[number][0];

/** The molecule on paper: drawn, to be drawn, in words, and what it is like. */
export function DrawingPane({ molecule, stale, size, sketch, typed, onDraw }: DrawingPaneProps) {
  const [pane, setPane] = useState<Pane>(sketch === null ? "picture" : "sketch");
  const group = useId();
  const name = molecule?.name ?? "";
  return (
    <section className="drawing-pane" aria-label="2D structure">
      <fieldset className="segments" aria-label="Show">
        {panes.map(([value, label]) => (
          <label key={value} className="segment" data-checked={pane === value || undefined}>
            <input
              type="radio"
              name={group}
              checked={pane === value}
              onChange={() => setPane(value)}
              data-testid={`pane-${value}`}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div
        className={`picture-box drawing-box ${pane}`}
        // The sketcher shows what is being drawn, right or wrong.
        data-stale={stale && molecule && pane !== "sketch" ? "" : undefined}
        data-testid="molecule-picture-box"
      >
        {pane === "sketch" ? (
          <SketchPane sketch={sketch} smiles={typed} onDraw={onDraw} />
        ) : !molecule ? (
          <Empty onSketch={() => setPane("sketch")} />
        ) : pane === "picture" ? (
          <Picture molecule={molecule} size={size} />
        ) : pane === "atoms" ? (
          <AtomTable smiles={molecule.smiles} />
        ) : (
          <section className="property-pane" aria-label={`Properties of ${name}`}>
            <h3 className="visually-hidden">{name}</h3>
            <SmilesLine smiles={molecule.sketch.smiles} />
            <PropertyList smiles={molecule.sketch.smiles} />
          </section>
        )}
      </div>
    </section>
  );
}

function Empty({ onSketch }: { onSketch(): void }) {
  return (
    <div className="picture-none">
      <p>The 2D picture appears here.</p>
      <Button icon={PencilRuler} onClick={onSketch} data-testid="molecule-start-sketch">
        Sketch a molecule
      </Button>
    </div>
  );
}

function Picture({ molecule: { sketch, name }, size }: { molecule: ReadMolecule; size: PictureSize }) {
  if (!sketch.picture) return <p className="picture-none">{sketch.undrawn ?? ""}</p>;
  return <MoleculePicture svg={sketch.picture} label={`${name}, 2D structure`} size={size} testId="molecule-picture" />;
}
