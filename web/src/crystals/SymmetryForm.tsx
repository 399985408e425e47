import { FileDown } from "lucide-react";
import { useState } from "react";
import { cellText, counted } from "../app/format";
import { Facts, FormFrame } from "../cells/FormFrame";
import type { Typed } from "../cells/useCellEntry";
import { tell } from "../cells/words";
import { showSaveDialog } from "../commands/saveDocument";
import type { FoundSymmetry, Reduction } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { useDocument } from "../state/document";
import { useView } from "../state/view";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import "./crystals.css";
import { LoadingTools } from "./LoadingTools";
import { Options } from "./Options";
import { SymmetryTable } from "./SymmetryTable";
import { toleranceProblem, tolerances } from "./symmetry";
import { useAnswer } from "./useAnswer";
import { useBuilt } from "./useBuilt";

const reductions: {
  to: Reduction;
  label: string;
  done: string;
  detail: string;
  atoms(found: FoundSymmetry): number;
}[] = [
  {
    to: "standardized",
    label: "Standardized cell",
    done: "Standardized the cell",
    detail: "conventional, ideal places of the atoms",
    atoms: (found) => found.conventionalAtoms,
  },
  {
    to: "standardizedPrimitive",
    label: "Standardized primitive cell",
    done: "Standardized the primitive cell",
    detail: "ideal places of the atoms",
    atoms: (found) => found.primitiveAtoms,
  },
  {
    to: "conventional",
    label: "Conventional cell",
    done: "Made the conventional cell",
    detail: "atoms stay where they are",
    atoms: (found) => found.conventionalAtoms,
  },
  {
    to: "primitive",
    label: "Primitive cell",
    done: "Made the primitive cell",
    detail: "the shortest vectors, atoms stay",
    atoms: (found) => found.primitiveAtoms,
  },
  {
    to: "niggli",
    label: "Niggli cell",
    done: "Made the Niggli cell",
    detail: "the shortest vectors, needs no symmetry",
    atoms: (found) => found.atoms,
  },
];

/** Finds the space group of the structure, and offers the cells that go with it. */
export function SymmetryForm() {
  const [tolerance, setTolerance] = useState<Typed>(tolerances.usual);
  const [to, setTo] = useState<Reduction | null>(null);
  const atoms = useDocument((doc) => doc.state?.atoms ?? 0);
  const shown = useView((view) => view.preview?.changed?.state ?? null);
  const wrong = toleranceProblem(tolerance);
  const asked = useAnswer("crystal.symmetry", wrong ? null : { tolerance: tolerance as number });
  const found = asked.answer?.json ?? null;
  const built = useBuilt("crystal.reduce", to && !wrong ? { to, tolerance: tolerance as number } : null);
  const chosen = reductions.find((one) => one.to === to);

  const apply = async () => {
    const change = await built.apply();
    if (!change || !chosen) return false;
    const { cell, atoms: now } = change.state;
    tell(chosen.done, `of ${counted(now, "atom")}${cell ? `, ${cellText(cell)}` : ""}.`, built.built?.notes ?? []);
    return true;
  };

  // Niggli cells need no symmetry: a search that failed leaves them.
  const problem = built.problem || (to === "niggli" ? "" : asked.problem);
  return (
    <FormFrame
      title="Symmetry"
      problem={problem}
      warnings={built.built?.notes ?? []}
      blocked={!built.built || problem !== ""}
      apply={to ? "Apply" : "Choose a cell"}
      onApply={apply}
      testId="symmetry-form"
    >
      <LoadingTools failed={problem !== ""} />
      <Field
        id="symmetry-tolerance"
        label="Tolerance"
        problem={wrong || undefined}
        help="How far atoms may lie from where symmetry puts them."
      >
        <Quantity
          id="symmetry-tolerance"
          testId="symmetry-tolerance"
          value={tolerance}
          onChange={setTolerance}
          unit="angstrom"
          minimum={tolerances.least}
          maximum={tolerances.most}
          invalid={wrong !== ""}
          required
          describedBy={wrong ? "symmetry-tolerance-problem" : "symmetry-tolerance-help"}
        />
      </Field>
      {found ? (
        <div>
          <SymmetryTable found={found} asked={tolerance as number} />
          <Button
            variant="link"
            icon={FileDown}
            onClick={() => showSaveDialog("cif", { tolerance: tolerance as number })}
            data-testid="symmetry-cif"
          >
            Save a CIF with this symmetry
          </Button>
        </div>
      ) : (
        asked.asking && <p className="field-help">Searching {counted(atoms, "atom")}…</p>
      )}
      <Options
        label="Cells to make of it"
        value={to ?? ""}
        onChange={(value) => setTo(value as Reduction)}
        options={reductions.map((one) => ({
          value: one.to,
          testId: `symmetry-${one.to}`,
          label: one.label,
          aside: found && counted(one.atoms(found), "atom"),
          detail: one.detail,
          disabled: !found && one.to !== "niggli",
        }))}
      />
      <Facts
        testId="symmetry-facts"
        facts={[
          ["Atoms", built.built && shown ? `${counted(atoms, "atom")} → ${counted(shown.atoms, "atom")}` : null],
          ["Cell", built.built && shown?.cell ? cellText(shown.cell) : null],
        ]}
      />
    </FormFrame>
  );
}
