import { useState } from "react";
import { count, counted } from "../app/format";
import type { DocumentMolecule, MoleculeKind } from "../core/protocol";
import { NativeSelect } from "../forms/fields/SelectControl";
import { useDocument } from "../state/document";
import { useUi } from "../state/ui";
import { Button } from "../ui/Button";
import { type Kinds, useDocumentMolecule } from "./documentMolecule";
import "./molecules.css";
import { MoleculeCard } from "./PropertyList";

/** Fits the panel as it is at first; a narrower one shrinks it, a wider one centers it. */
const picture = { width: 290, height: 168 };

/** The properties of a molecule of the document. */
export function PropertiesPanel() {
  const open = useDocument((doc) => doc.state !== null);
  const opened = useDocument((doc) => doc.opened);
  if (!open)
    return (
      <div className="details-body">
        <p className="details-hint inline">
          Open a file or build a structure; the properties of its molecules appear here.
        </p>
        <Lookup />
      </div>
    );
  return <OfDocument key={opened} />;
}

function OfDocument() {
  const [chosen, setChosen] = useState(0);
  const { kinds, shown } = useDocumentMolecule(chosen);
  const kind = kinds?.kinds[Math.min(chosen, (kinds?.kinds.length ?? 1) - 1)];
  return (
    <div className="details-body molecule-panel" data-testid="properties">
      {kinds && kinds.kinds.length > 1 && (
        <KindChoice
          kinds={kinds}
          chosen={shown.state === "molecule" && shown.selected ? null : chosen}
          onChoose={setChosen}
        />
      )}
      {shown.state === "molecule" && (
        <>
          <Heading molecule={shown.molecule} selected={shown.selected} kind={kind} />
          <MoleculeCard smiles={shown.molecule.smiles} name={nameOf(shown.molecule)} size={picture} />
        </>
      )}
      {shown.state === "none" && (
        <div className="molecule-reason" data-testid="properties-none">
          <p>No properties: {shown.reason}.</p>
          <Lookup />
        </div>
      )}
      {shown.state === "loading" && <p className="details-hint inline">Looking for molecules…</p>}
    </div>
  );
}

function nameOf({ preset, formula }: DocumentMolecule): string {
  return preset?.name ?? formula;
}

function Heading({
  molecule,
  selected,
  kind,
}: {
  molecule: DocumentMolecule;
  selected: boolean;
  kind: MoleculeKind | undefined;
}) {
  return (
    <header className="molecule-head">
      <h3 data-testid="properties-name">{nameOf(molecule)}</h3>
      <p className="molecule-which" data-testid="properties-which" aria-live="polite">
        {selected
          ? `Molecule of the selected atom, ${counted(molecule.atoms, "atom")}`
          : kind && kind.count > 1
            ? `One of ${count(kind.count)} alike, ${counted(molecule.atoms, "atom")} each`
            : counted(molecule.atoms, "atom")}
      </p>
      {molecule.added > 0 && (
        <p className="molecule-warning" data-testid="properties-added">
          {molecule.added === 1
            ? "1 hydrogen that the document does not have was added by valence."
            : `${count(molecule.added)} hydrogens that the document does not have were added by valence.`}
        </p>
      )}
    </header>
  );
}

/** Which kind of molecule is shown; a selected atom decides instead while there is one. */
function KindChoice({
  kinds,
  chosen,
  onChoose,
}: {
  kinds: Kinds;
  chosen: number | null;
  onChoose(index: number): void;
}) {
  const choices = kinds.kinds.map((kind, index) => ({ value: String(index), label: kindText(kind) }));
  return (
    <div className="kind-choice">
      <NativeSelect
        id="molecule-kind"
        testId="molecule-kind"
        label="Kind of molecule"
        value={chosen === null ? "selected" : String(chosen)}
        choices={chosen === null ? [{ value: "selected", label: "Selected molecule" }, ...choices] : choices}
        onChange={(value) => onChoose(Number(value))}
        invalid={false}
      />
      {kinds.others > 0 && <p className="details-more">and {counted(kinds.others, "kind")} more: select an atom</p>}
    </div>
  );
}

function kindText({ count: n, preset, formula, charge }: MoleculeKind): string {
  const sign = charge > 0 ? "+" : "−";
  const ion = charge === 0 ? "" : ` (${Math.abs(charge) > 1 ? Math.abs(charge) : ""}${sign})`;
  return `${count(n)} × ${preset?.name ?? formula}${preset ? "" : ion}`;
}

function Lookup() {
  return (
    <Button onClick={() => useUi.getState().openMolecule()} data-testid="properties-lookup">
      Sketch or type a molecule…
    </Button>
  );
}
