import { BookmarkPlus, Group, Trash2, X } from "lucide-react";
import { useEffect, useState } from "react";
import { chargeText, counted, decimals, massText } from "../app/format";
import { commandButton, useEnabledState } from "../app/useCommand";
import { deleteSelection } from "../commands/deleteAtoms";
import { saveSelection } from "../commands/library";
import { runCommand } from "../commands/registry";
import { clearSelection, selectMolecule } from "../commands/select";
import type { Inspected } from "../core/protocol";
import { core, hasCore } from "../state/core";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { Button, IconButton } from "../ui/Button";
import { nameOf } from "../ui/elements";
import { Formula } from "../ui/Formula";
import { AtomPlace } from "./AtomPlace";
import { AtomRows } from "./AtomRows";
import { BondList } from "./BondList";
import { ElementChips } from "./ElementChips";
import { ElementPicker } from "./ElementPicker";
import { LabelFields } from "./LabelFields";
import { MeasureRow } from "./MeasureRow";
import "../forms/fields.css";
import "./inspector.css";

/** The selected atoms and what can be changed of them; without any, the elements of the document. */
export function Inspector() {
  const selected = useSelection((selection) => selection.atoms);
  const elements = useDocument((doc) => doc.arrays.elements);
  const original = useDocument((doc) => doc.state?.original ?? false);
  const atoms = usePresent(selected, elements.length);
  useEnabledState();
  const facts = useInspected(atoms);

  if (atoms.length === 0) {
    return (
      <section className="inspector" aria-label="Elements" data-testid="inspector">
        <ElementChips />
        <p className="details-hint inline">
          Click an atom to see and change it; Shift adds, a double-click takes its molecule.
        </p>
      </section>
    );
  }
  const [first = 0] = atoms;
  const one = atoms.length === 1;
  return (
    <section className="inspector" aria-labelledby="selection-title" data-testid="selection">
      <header className="inspector-head">
        <ElementPicker atoms={atoms} disabled={original} />
        <h3 id="selection-title">
          {one ? (
            <>
              {nameOf(elements[first] ?? 0)} <span className="index">#{first}</span>
            </>
          ) : (
            `${counted(atoms.length, "atom")} selected`
          )}
        </h3>
        <IconButton
          label={clearSelection.label}
          icon={X}
          className="small"
          onClick={() => void runCommand(clearSelection)}
          data-testid="inspector-clear"
        />
      </header>
      {one ? <AtomPlace atom={first} disabled={original} /> : <Sums atoms={atoms} facts={facts} />}
      {atoms.length >= 2 && atoms.length <= 4 && <MeasureRow atoms={atoms} disabled={original} />}
      <LabelFields atoms={atoms} facts={facts} disabled={original} />
      <BondList atoms={atoms} disabled={original} />
      {!one && <AtomRows atoms={atoms} />}
      <div className="details-buttons">
        <Button icon={Group} {...commandButton(selectMolecule)}>
          Select molecule
        </Button>
        <Button icon={BookmarkPlus} {...commandButton(saveSelection)} data-testid="inspector-save">
          Save as fragment
        </Button>
        <Button icon={Trash2} {...commandButton(deleteSelection)} data-testid="inspector-delete">
          Delete
        </Button>
      </div>
    </section>
  );
}

function Sums({ atoms, facts }: { atoms: readonly number[]; facts: Inspected | null }) {
  return (
    <>
      <ElementChips atoms={atoms} />
      <dl className="facts" data-testid="selection-sums">
        <div>
          <dt>Formula</dt>
          <dd>{facts ? <Formula text={facts.formula} charge={facts.charge} /> : "…"}</dd>
        </div>
        <div>
          <dt>Mass</dt>
          <dd>{facts ? massText(facts.mass) : "…"}</dd>
        </div>
        {facts !== null && facts.charge !== 0 && (
          <div>
            <dt>Charge</dt>
            <dd>{chargeText(facts.charge)} e</dd>
          </div>
        )}
        <div>
          <dt>Center</dt>
          <dd>{facts ? `${facts.center.map((value) => decimals(value, 3)).join(", ")} Å` : "…"}</dd>
        </div>
      </dl>
    </>
  );
}

/** The selected atoms that are there: a selection may be older than the document for a moment. */
function usePresent(selected: readonly number[], atoms: number): readonly number[] {
  return selected.every((atom) => atom < atoms) ? selected : selected.filter((atom) => atom < atoms);
}

/** Sums and labels, asked of the core; null until they come. */
function useInspected(atoms: readonly number[]): Inspected | null {
  const revision = useDocument((doc) => doc.state?.revision);
  const [facts, setFacts] = useState<Inspected | null>(null);
  useEffect(() => {
    if (atoms.length === 0 || revision === undefined || !hasCore()) {
      setFacts(null);
      return;
    }
    let current = true;
    core()
      .call("edit.inspect", {}, { bufs: { atoms: Uint32Array.from(atoms) } })
      .then(
        ({ json }) => current && setFacts(json),
        () => current && setFacts(null),
      );
    return () => {
      current = false;
    };
  }, [atoms, revision]);
  return facts;
}
