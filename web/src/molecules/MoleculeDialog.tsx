import { useState } from "react";
import { useUi } from "../state/ui";
import { Dialog } from "../ui/Dialog";
import "./molecules.css";
import { Formula } from "../ui/Formula";
import { MoleculeCard } from "./PropertyList";
import { SmilesField } from "./SmilesField";
import { useSketch } from "./sketch";

const picture = { width: 420, height: 164 };

const hint = "Type or paste a SMILES; a name may follow after a blank. Everything is computed in this page.";

/** A molecule that is in no document: typed or pasted as a SMILES, drawn and described. */
export function MoleculeDialog() {
  const [text, setText] = useState(useUi.getState().smiles);
  const { sketch, problem, pending, failure } = useSketch(text, picture);
  const blank = text.trim() === "";
  const name = sketch?.title || sketch?.preset?.name || sketch?.formula || "";
  return (
    <Dialog
      open
      onClose={() => useUi.getState().set({ dialog: "none", smiles: text })}
      title="Molecule from SMILES"
      size="medium"
      testId="molecule-dialog"
    >
      <div className="molecule-dialog">
        <SmilesField
          value={text}
          onChange={setText}
          problem={problem}
          help={failure ?? (blank || !sketch ? hint : <Named name={name} formula={sketch.formula} />)}
        />
        {sketch && !blank ? (
          <div className="molecule-panel" data-stale={problem || pending ? "" : undefined}>
            <h3 className="visually-hidden">{name}</h3>
            <MoleculeCard smiles={sketch.smiles} name={name} size={picture} />
          </div>
        ) : (
          <div className="picture-box" style={{ height: picture.height }}>
            <p className="picture-none">The 2D picture appears here.</p>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Named({ name, formula }: { name: string; formula: string }) {
  return name === formula ? (
    <Formula text={formula} />
  ) : (
    <>
      <b>{name}</b>, <Formula text={formula} />
    </>
  );
}
