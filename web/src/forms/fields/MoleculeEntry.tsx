import { ChevronLeft } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { describedBy, Field } from "../../ui/Field";
import { TextField } from "../../ui/TextField";
import { addMolecule } from "../molecules";
import { type MoleculeValue, moleculeValue } from "../values";

/** Brings a molecule: a V2000 mol block pasted or from a file, with a name. */
export function MoleculeEntry({ onAdded, onBack }: { onAdded(value: MoleculeValue): void; onBack(): void }) {
  const [text, setText] = useState("");
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const id = useId();

  const take = async (block: string, called: string) => {
    try {
      const molecule = await addMolecule(block, called);
      onAdded(moleculeValue(molecule));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };

  const open = async (chosen: File | undefined) => {
    if (!chosen) return;
    const block = await chosen.text();
    const called = name || chosen.name.replace(/\.(?:mol|sdf?)$/i, "");
    setText(block);
    setName(called);
    await take(block, called);
  };

  return (
    <div className="molecule-entry">
      <Button variant="link" icon={ChevronLeft} onClick={onBack}>
        Library
      </Button>
      <Field id={`${id}-name`} label="Name" optional>
        <TextField id={`${id}-name`} value={name} onChange={setName} maxLength={80} data-testid="molecule-name" />
      </Field>
      <Field
        id={`${id}-block`}
        label="Mol block"
        help="V2000, hydrogens included, 3D coordinates in Å."
        problem={problem}
      >
        <textarea
          id={`${id}-block`}
          className="field-box molecule-block"
          rows={7}
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(`${id}-block`, true, problem)}
          data-testid="molecule-block"
        />
      </Field>
      <div className="molecule-entry-foot">
        <Button onClick={() => file.current?.click()}>Open a file…</Button>
        <input
          ref={file}
          type="file"
          accept=".mol,.sdf,.sd"
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden
          data-testid="molecule-file"
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <Button
          variant="primary"
          disabled={!text.trim()}
          onClick={() => void take(text, name)}
          data-testid="molecule-add"
        >
          Use this molecule
        </Button>
      </div>
    </div>
  );
}
