import { ChevronLeft } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { MoleculeSketch, Preset } from "../../core/protocol";
import { MoleculePicture } from "../../molecules/MoleculePicture";
import { SmilesField } from "../../molecules/SmilesField";
import { useSketch, useWhenRead } from "../../molecules/sketch";
import { useTools } from "../../state/tools";
import { limits, plainLine } from "../../tools/text";
import { Button } from "../../ui/Button";
import { describedBy, Field } from "../../ui/Field";
import { Formula } from "../../ui/Formula";
import { TextField } from "../../ui/TextField";
import { addMolecule } from "../molecules";
import { type MoleculeValue, moleculeValue } from "../values";

export interface MoleculeEntryProps {
  /** What the search box held: the start of a SMILES. */
  start: string;
  onAdded(value: MoleculeValue): void;
  onBack(): void;
}

type Way = "smiles" | "block";

/** Brings a molecule: typed or pasted as a SMILES, or as a mol block with 3D coordinates. */
export function MoleculeEntry({ start, onAdded, onBack }: MoleculeEntryProps) {
  const [way, setWay] = useState<Way>("smiles");
  const [block, setBlock] = useState("");
  const group = useId();
  const ways: [Way, string][] = [
    ["smiles", "SMILES"],
    ["block", "Mol block"],
  ];
  return (
    <div className="molecule-entry">
      <Button variant="link" icon={ChevronLeft} onClick={onBack}>
        Library
      </Button>
      <fieldset className="segments" aria-label="As">
        {ways.map(([value, label]) => (
          <label key={value} className="segment" data-checked={way === value || undefined}>
            <input
              type="radio"
              name={group}
              checked={way === value}
              onChange={() => setWay(value)}
              data-testid={`molecule-as-${value}`}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {way === "smiles" ? (
        <SmilesEntry
          start={start}
          onAdded={onAdded}
          onBlock={(text) => {
            setBlock(text);
            setWay("block");
          }}
        />
      ) : (
        <BlockEntry start={block} onAdded={onAdded} />
      )}
    </div>
  );
}

const picture = { width: 270, height: 132 };

/** A mol block that was pasted into the wrong field. */
const isBlock = (text: string) => /V[23]000|^M {2}END/m.test(text);

function SmilesEntry({
  start,
  onAdded,
  onBlock,
}: {
  start: string;
  onAdded(value: MoleculeValue): void;
  onBlock(text: string): void;
}) {
  const [text, setText] = useState(start);
  const [name, setName] = useState("");
  const presets = useTools((tools) => tools.presets);
  const { sketch, problem, pending, failure } = useSketch(text, picture);
  const id = useId();
  const ready = sketch !== null && !problem && !pending && !failure && text.trim() !== "";
  const preset = ready ? presets.find((one) => one.id === sketch.preset?.id) : undefined;

  const use = () => {
    if (!ready) return;
    const called = plainLine(name, limits.label) || plainLine(sketch.title, limits.label);
    if (preset) onAdded(moleculeValue(preset));
    else onAdded({ name: called || sketch.formula, smiles: sketch.smiles });
  };

  const enter = useWhenRead(text, pending, use);

  return (
    <>
      <SmilesField
        value={text}
        onChange={(next) => (isBlock(next) ? onBlock(next) : setText(next))}
        problem={problem}
        onEnter={enter}
        help={failure ?? (ready && <Found sketch={sketch} preset={preset} />)}
        autoFocus
      />
      <div className="picture-box" style={{ height: picture.height }} data-stale={ready ? undefined : ""}>
        {sketch?.picture ? (
          <MoleculePicture
            svg={sketch.picture}
            label={`${preset?.name ?? sketch.formula}, 2D structure`}
            size={picture}
            testId="sketch-picture"
          />
        ) : (
          <p className="picture-none">{sketch?.undrawn ?? "The 2D picture appears here."}</p>
        )}
      </div>
      {!preset && (
        <Field id={`${id}-name`} label="Name" optional>
          <TextField
            id={`${id}-name`}
            value={name}
            onChange={setName}
            maxLength={80}
            placeholder={ready ? sketch.title || sketch.formula : ""}
            data-testid="molecule-name"
          />
        </Field>
      )}
      <div className="molecule-entry-foot end">
        <Button variant="primary" disabled={!ready} onClick={use} data-testid="molecule-add">
          Use this molecule
        </Button>
      </div>
    </>
  );
}

/** What was typed, and whether a tool that places atoms can use it. */
function Found({ sketch, preset }: { sketch: MoleculeSketch; preset: Preset | undefined }) {
  if (preset)
    return (
      <>
        <b>{preset.name}</b>, <Formula text={sketch.formula} />: of the library, with its 3D geometry
      </>
    );
  return (
    <span className="molecule-flat">
      <b>
        <Formula text={sketch.formula} />
      </b>{" "}
      has no 3D coordinates yet. Tools that place atoms need a molecule of the library or a mol block.
    </span>
  );
}

function BlockEntry({ start, onAdded }: { start: string; onAdded(value: MoleculeValue): void }) {
  const [text, setText] = useState(start);
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
    <>
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
    </>
  );
}
