import { type ReactNode, Suspense, useId, useState } from "react";
import { failed } from "../commands/report";
import { expandSymmetry } from "../commands/symmetry";
import type { DocumentState } from "../core/protocol";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useInferred } from "../state/inferred";
import { useSelection } from "../state/selection";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Formula } from "../ui/Formula";
import { part } from "../ui/part";
import { TextField } from "../ui/TextField";
import { cellShape, chargeText, count, counted, decimals, densityText, massText, trimmed } from "./format";
import { Proof } from "./Proof";
import { commandButton, useEnabledState } from "./useCommand";

const Inspector = part(async () => (await import("../inspector/Inspector")).Inspector);

/** Kinds of molecules listed before "and n more". */
const KINDS = 8;

/** The document's facts and the selected atoms. */
export function DocumentPanel() {
  const state = useDocument((doc) => doc.state);
  const selected = useSelection((selection) => selection.atoms.length > 0);
  if (!state) return <p className="details-hint">Open a file or build a structure; its facts appear here.</p>;
  const inspector = (
    <Suspense fallback={null}>
      <Inspector />
    </Suspense>
  );
  return (
    <div className="details-body">
      {selected && inspector}
      {selected && <hr className="details-divide" />}
      <NameField key={state.name} name={state.name} />
      <DocumentFacts state={state} />
      <SymmetryOffer state={state} />
      {!selected && inspector}
      <BuiltWith state={state} />
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
      <Fact label="Bonds">
        {count(state.bonds)}
        <InferredBonds of={state.bonds} />
      </Fact>
      <Fact label="Mass">{massText(state.mass)}</Fact>
      {charge !== 0 && <Fact label="Charge">{chargeText(charge)} e</Fact>}
      {shape ? (
        <>
          <Fact label="Cell a, b, c">{shape.lengths.map((l) => decimals(l, 3)).join(" × ")} Å</Fact>
          <Fact label="α, β, γ">{shape.angles.map((a) => `${trimmed(a, 2)}°`).join(", ")}</Fact>
        </>
      ) : (
        <Fact label="Cell">none</Fact>
      )}
      {density !== null && state.atoms > 0 && <Fact label="Density">{densityText(density)}</Fact>}
    </dl>
  );
}

/** How many of the bonds nobody stated. */
function InferredBonds({ of }: { of: number }) {
  const { bonds } = useInferred();
  if (bonds === 0) return null;
  return (
    <span className="facts-remark" data-testid="inferred-bonds">
      {bonds === of ? ", found by distance" : `, ${count(bonds)} by distance`}
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A crystal that is only its asymmetric unit: the whole cell is a press away. */
function SymmetryOffer({ state }: { state: DocumentState }) {
  useEnabledState();
  const { symmetry } = state;
  if (!symmetry) return null;
  const group = symmetry.spaceGroup ? ` of ${symmetry.spaceGroup}` : "";
  return (
    <div className="details-offer" data-testid="symmetry-offer">
      <p>
        This is the asymmetric unit: {counted(symmetry.operations, "symmetry operation")}
        {group} make the whole cell.
      </p>
      <Button {...commandButton(expandSymmetry)} data-testid="expand-symmetry">
        {expandSymmetry.label}
      </Button>
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
