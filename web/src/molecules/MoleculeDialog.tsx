import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { canFillBox, fillBox } from "../commands/fillBox";
import { showLibrary } from "../commands/library";
import { placeMolecule } from "../commands/placeMolecule";
import { moleculeValue } from "../forms/values";
import type { Origin } from "../library/entry";
import { addEntry } from "../library/library";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useTools } from "../state/tools";
import { emptyMolecule, useUi } from "../state/ui";
import { limits, plainLine } from "../tools/text";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Dialog } from "../ui/Dialog";
import { Field } from "../ui/Field";
import { Formula } from "../ui/Formula";
import { TextField } from "../ui/TextField";
import { DrawingPane } from "./DrawingPane";
import "./dialog.css";
import "./molecules.css";
import { namesLoading } from "./names";
import { type Input, type LiveReading, type ReadMolecule, useReading } from "./reading";
import { SmilesField } from "./SmilesField";
import { SolidPane } from "./SolidPane";
import { useWhenRead } from "./sketch";
import { FIRST_SEED, type Solid, useSolid } from "./solid";

const picture = { width: 468, height: 364, bondLength: 44 };

const hint = "For example ibuprofen, CC(=O)Oc1ccccc1C(=O)O or the text of a mol file. Or sketch it below.";

/** One place to bring a molecule: named, typed, pasted or sketched; seen in 2D and 3D; then used. */
export function MoleculeDialog() {
  const start = useRef(useUi.getState().molecule).current;
  const [text, setText] = useState(start.text);
  const [sketch, setSketch] = useState(start.sketch);
  const [name, setName] = useState(start.name);
  const [hydrogens, setHydrogens] = useState(true);
  const [seed, setSeed] = useState(FIRST_SEED);
  const input: Input = sketch === null ? { by: "text", text } : { by: "sketch", molblock: sketch };
  const reading = useReading(input, picture);
  const { molecule } = reading;
  const good = molecule !== null && !reading.problem && !reading.pending && !reading.failure;
  const proposed = molecule?.name ?? "";
  const called = plainLine(name, limits.label) || proposed;

  const solid = useSolid(good ? { smiles: molecule.smiles, given: molecule.given, hydrogens, seed } : null, called);
  const last = useLast(solid.state === "ready" ? solid.solid : null);
  const ready = good && solid.state === "ready" ? { ...solid.solid, name: called } : null;

  // What is drawn is written into the field, in the spelling of the core.
  const drawn = sketch !== null && good ? molecule.smiles : null;
  useEffect(() => {
    if (drawn !== null) setText(drawn);
  }, [drawn]);

  const type = (next: string) => {
    used.current = false;
    setSketch(null);
    setText(next);
    setSeed(FIRST_SEED);
  };
  const typed = useUi((ui) => ui.typed);
  useEffect(() => {
    if (!typed) return;
    useUi.getState().set({ typed: "" });
    setSketch(null);
    setText((before) => before + typed);
  }, [typed]);
  const draw = (molblock: string) => {
    used.current = false;
    setSketch(molblock);
    setSeed(FIRST_SEED);
    if (!molblock) setText("");
  };
  /** It was put to use: the next molecule starts with an empty sheet. What was not is kept. */
  const used = useRef(false);
  const close = () => {
    const left = used.current ? emptyMolecule : { ...start, text, sketch, name, use: null };
    useUi.getState().set({ dialog: "none", molecule: left });
  };

  /** Gives the molecule to whoever asked for it. */
  const primary = async () => {
    if (!ready) return;
    if (!start.use && !(await placeMolecule(ready.name, ready.molblock))) return;
    used.current = true;
    close();
    start.use?.(moleculeValue(ready));
  };
  const enter = useWhenRead(text, reading.pending || solid.state === "running", () => void primary());

  return (
    <Dialog
      open
      onClose={close}
      title={start.use ? "Choose a molecule" : "Molecule"}
      size="wide"
      testId="molecule-dialog"
      footer={
        <Actions
          ready={ready}
          molecule={molecule}
          sketch={sketch}
          forField={start.use !== null}
          onPrimary={primary}
          onUsed={() => {
            used.current = true;
          }}
          onDone={close}
        />
      }
    >
      <div className="molecule-dialog">
        <SmilesField
          label="Name, SMILES or mol block"
          placeholder=""
          value={text}
          onChange={type}
          onEnter={enter}
          problem={reading.problem && sketch === null ? reading.problem : null}
          instead={<Instead reading={reading} onChoose={type} />}
          help={<Said text={text} reading={reading} sketched={sketch !== null} onChoose={type} />}
        />
        <div className="molecule-panes">
          <DrawingPane
            molecule={molecule}
            stale={!good}
            size={picture}
            sketch={sketch}
            typed={good ? molecule.smiles : ""}
            onDraw={draw}
          />
          <div className="molecule-side">
            <SolidPane
              solid={solid}
              last={molecule ? last : null}
              name={called}
              onAnother={molecule?.given && !molecule.given.flat ? null : () => setSeed(seed + 1)}
            />
            <NameAndHydrogens
              name={name}
              proposed={proposed}
              onName={setName}
              hydrogens={hydrogens}
              onHydrogens={setHydrogens}
            />
          </div>
        </div>
      </div>
    </Dialog>
  );
}

/** A wait that a person notices. */
const LATE = 500;

/** True when something has lasted so long that it wants a word. */
function useLate(on: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!on) return;
    const timer = setTimeout(() => setLate(true), LATE);
    return () => clearTimeout(timer);
  }, [on]);
  return on && late;
}

/** The value while there is one, else the one before. */
function useLast<T>(value: T | null): T | null {
  const last = useRef<T | null>(null);
  if (value !== null) last.current = value;
  return last.current;
}

function NameAndHydrogens(props: {
  name: string;
  proposed: string;
  onName(name: string): void;
  hydrogens: boolean;
  onHydrogens(hydrogens: boolean): void;
}) {
  const id = useId();
  return (
    <div className="molecule-options">
      <Field id={`${id}-name`} label="Name" optional>
        <TextField
          id={`${id}-name`}
          value={props.name}
          onChange={props.onName}
          maxLength={80}
          placeholder={props.proposed}
          data-testid="molecule-name"
        />
      </Field>
      <Checkbox
        id={`${id}-hydrogens`}
        label="Add hydrogens"
        checked={props.hydrogens}
        onChange={props.onHydrogens}
        testId="molecule-hydrogens"
      />
    </div>
  );
}

/** What the text was read as. */
function Said(props: {
  text: string;
  reading: LiveReading;
  sketched: boolean;
  onChoose(text: string): void;
}): ReactNode {
  const { molecule, problem, pending, failure } = props.reading;
  const late = useLate(pending);
  if (late) return namesLoading() ? "Loading the dictionary of names…" : "Reading…";
  if (failure) return <span className="field-problem">{failure}</span>;
  if (problem && props.sketched)
    return (
      <span className="field-problem" data-testid="sketch-problem">
        In the sketch: {problem.message}.
      </span>
    );
  if (!molecule) return hint;
  const { kind, name, sketch, notes, others } = molecule;
  const as = { smiles: "a SMILES", name: "a name", block: "a mol block", sketch: "a sketch" }[kind];
  return (
    <span data-testid="molecule-read">
      {name !== sketch.formula && (
        <>
          <b>{name}</b>,{" "}
        </>
      )}
      <Formula text={sketch.formula} />
      {/* The note of a text that is a name as well says it. */}
      {kind === "smiles" && notes.length > 0 ? "." : `, read as ${as}.`}
      {notes.map((note) => ` ${note.charAt(0).toUpperCase()}${note.slice(1)}.`)}
      <Choices list={others} typed={props.text.trim()} onChoose={props.onChoose} />
    </span>
  );
}

/** What a text that is no molecule may mean: spellings, or the molecules that share the name. */
function Instead({ reading, onChoose }: { reading: LiveReading; onChoose(text: string): void }) {
  const { suggestions = [], ambiguous } = reading.problem ?? {};
  if (suggestions.length === 0) return null;
  return (
    <span className="molecule-instead">
      {!ambiguous && " Did you mean "}
      <Choices list={suggestions} onChoose={onChoose} />
      {!ambiguous && "?"}
    </span>
  );
}

interface ChoicesProps {
  list: readonly { name: string; smiles: string }[];
  /** What was typed: a choice that is called the same shows its SMILES. */
  typed?: string;
  onChoose(text: string): void;
}

function Choices({ list, typed, onChoose }: ChoicesProps) {
  return list.map(({ name, smiles }) => (
    <Button
      key={`${name} ${smiles}`}
      variant="link"
      className="molecule-choice"
      title={smiles}
      onClick={() => onChoose(`${smiles} ${name}`)}
      data-testid="molecule-choice"
    >
      {plainLine(name === typed ? smiles : name, limits.label)}
    </Button>
  ));
}

interface ActionsProps {
  /** null: there is nothing to use yet. */
  ready: Solid | null;
  molecule: ReadMolecule | null;
  sketch: string | null;
  /** A field of a form asked for it. */
  forField: boolean;
  onPrimary(): Promise<void>;
  /** Something was done with the molecule. */
  onUsed(): void;
  /** Closes the dialog. */
  onDone(): void;
}

/** What can be done with the molecule. Nothing of it while there is no geometry. */
function Actions({ ready, molecule, sketch, forField, onPrimary, onUsed, onDone }: ActionsProps) {
  const open = useDocument((doc) => doc.state !== null);
  const [added, setAdded] = useState("");
  // The tools may arrive while the dialog is open.
  useTools((tools) => tools.entries);

  const add = async () => {
    if (!ready || !molecule) return;
    const { made: _, warnings: __, missing: ___, ...part } = ready;
    const entry = await addEntry({
      ...part,
      smiles: part.smiles || molecule.sketch.smiles,
      origin: originOf(molecule),
      ...(sketch ? { sketch } : {}),
    });
    onUsed();
    setAdded(ready.molblock);
    useNotices.getState().announce(`${entry.name} added to your library`);
  };
  const has = ready !== null && added === ready.molblock;

  return (
    <>
      {has && (
        <span className="molecule-added" data-testid="molecule-added">
          In your library.{" "}
          {!forField && (
            <Button
              variant="link"
              onClick={() => {
                onDone();
                void showLibrary.run();
              }}
            >
              Show
            </Button>
          )}
        </span>
      )}
      <Button disabled={!ready || has} onClick={() => void add()} data-testid="molecule-add">
        Add to library
      </Button>
      {forField ? (
        <Button variant="primary" disabled={!ready} onClick={() => void onPrimary()} data-testid="molecule-use">
          Use this molecule
        </Button>
      ) : (
        <>
          <Button
            disabled={!ready || !canFillBox()}
            onClick={() => {
              if (!ready) return;
              onUsed();
              onDone();
              fillBox(moleculeValue(ready));
            }}
            data-testid="molecule-box"
          >
            Fill a box with it…
          </Button>
          <Button variant="primary" disabled={!ready} onClick={() => void onPrimary()} data-testid="molecule-place">
            {open ? "Place into document" : "Open as document"}
          </Button>
        </>
      )}
    </>
  );
}

function originOf({ kind }: ReadMolecule): Origin {
  return kind === "block" ? "file" : kind;
}
