import { type ReactNode, useId, useState } from "react";
import { deleteSelection } from "../commands/deleteAtoms";
import { runCommand } from "../commands/registry";
import { failed } from "../commands/report";
import { clearSelection, selectMolecule } from "../commands/select";
import type { DocumentState } from "../core/protocol";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useSelection } from "../state/selection";
import { Button } from "../ui/Button";
import { symbolOf } from "../ui/elements";
import { Field } from "../ui/Field";
import { Formula } from "../ui/Formula";
import { TextField } from "../ui/TextField";
import { ChargeRow } from "./ChargeRow";
import { cellShape, chargeText, count, counted, densityText, massText } from "./format";
import { Proof } from "./Proof";

/** Kinds of molecules and selected atoms listed before "and n more". */
const KINDS = 8;
const ATOMS = 6;

/** The document's facts and the selected atoms. */
export function DocumentPanel() {
  const state = useDocument((doc) => doc.state);
  if (!state) return <p className="details-hint">Open a file or build a structure; its facts appear here.</p>;
  return (
    <div className="details-body">
      <NameField key={state.name} name={state.name} />
      <DocumentFacts state={state} />
      <BuiltWith state={state} />
      <Selection />
    </div>
  );
}

function NameField({ name }: { name: string }) {
  const id = useId();
  const [text, setText] = useState(name);
  const rename = () => {
    const wanted = text.trim();
    if (!wanted || wanted === name) {
      setText(name);
      return;
    }
    edit("edit.rename", { name: wanted }).catch((error) => {
      setText(name);
      failed("Could not rename the document", error);
    });
  };
  return (
    <Field id={id} label="Name">
      <TextField
        id={id}
        value={text}
        onChange={setText}
        maxLength={64}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === "Enter") rename();
          else if (event.key === "Escape") {
            event.stopPropagation();
            setText(name);
          }
        }}
        data-testid="document-name"
      />
    </Field>
  );
}

function DocumentFacts({ state }: { state: DocumentState }) {
  const { components, cell, density, charge } = state;
  const shape = cell && cellShape(cell);
  const kinds = components.length > 1 || (components[0]?.count ?? 0) > 1 ? components : [];
  return (
    <dl className="facts" data-testid="document-facts">
      <Fact label="Formula">
        <Formula text={state.formula || "none"} />
      </Fact>
      {kinds.slice(0, KINDS).map((kind, index) => (
        <Fact key={`${kind.formula} ${kind.charge} ${kind.count}`} label={index === 0 ? "Molecules" : ""}>
          {count(kind.count)} × <Formula text={kind.formula} charge={kind.charge ?? 0} />
        </Fact>
      ))}
      {kinds.length > KINDS && <Fact label="">and {count(kinds.length - KINDS)} more kinds</Fact>}
      <Fact label="Atoms">{count(state.atoms)}</Fact>
      <Fact label="Bonds">{count(state.bonds)}</Fact>
      <Fact label="Mass">{massText(state.mass)}</Fact>
      {charge !== 0 && <Fact label="Charge">{chargeText(charge)} e</Fact>}
      {shape ? (
        <>
          <Fact label="Cell a, b, c">{shape.lengths.map((l) => l.toFixed(3)).join(" × ")} Å</Fact>
          <Fact label="α, β, γ">{shape.angles.map((a) => `${trimmed(a)}°`).join(", ")}</Fact>
        </>
      ) : (
        <Fact label="Cell">none</Fact>
      )}
      {density !== null && state.atoms > 0 && <Fact label="Density">{densityText(density)}</Fact>}
    </dl>
  );
}

const trimmed = (angle: number) => angle.toFixed(2).replace(/\.?0+$/, "");

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The proof of the last tool that built on the document; later edits are not part of it. */
function BuiltWith({ state }: { state: DocumentState }) {
  const lines = [{ label: state.source.label, provenance: state.source.provenance }, ...state.steps];
  const at = lines.findLastIndex(({ provenance }) => provenance);
  const line = lines[at];
  if (!line?.provenance) return null;
  const later = lines.length - 1 - at;
  return (
    <Proof
      record={line.provenance}
      title={`Built with ${line.label}${later > 0 ? `, before ${counted(later, "more step")}` : ""}`}
    />
  );
}

function Selection() {
  const atoms = useSelection((selection) => selection.atoms);
  const { elements, positions } = useDocument((doc) => doc.arrays);
  const present = atoms.filter((atom) => atom < elements.length);
  if (present.length === 0) {
    return (
      <p className="details-hint inline">Click an atom to select it; Shift adds, a double-click takes its molecule.</p>
    );
  }
  return (
    <section aria-labelledby="selection-title" data-testid="selection">
      <h3 id="selection-title" className="section-title">
        {counted(present.length, "atom")} selected
      </h3>
      <table className="atoms">
        <thead>
          <tr>
            <th scope="col">Atom</th>
            <th scope="col">x / Å</th>
            <th scope="col">y / Å</th>
            <th scope="col">z / Å</th>
          </tr>
        </thead>
        <tbody>
          {present.slice(0, ATOMS).map((atom) => (
            <tr key={atom}>
              <th scope="row">
                {symbolOf(elements[atom] ?? 0)} <span className="index">#{atom}</span>
              </th>
              {[0, 1, 2].map((k) => (
                <td key={k}>{(positions[3 * atom + k] ?? 0).toFixed(3)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {present.length > ATOMS && <p className="details-more">and {count(present.length - ATOMS)} more</p>}
      <ChargeRow atoms={present} />
      <div className="details-buttons">
        <Button onClick={() => void runCommand(selectMolecule)}>Select molecule</Button>
        <Button onClick={() => void runCommand(deleteSelection)}>Delete</Button>
        <Button variant="ghost" onClick={() => void runCommand(clearSelection)}>
          Clear
        </Button>
      </div>
    </section>
  );
}
