import { useState } from "react";
import { cellText, counted, decimals, trimmed } from "../app/format";
import { Facts, FormFrame } from "../cells/FormFrame";
import type { Typed } from "../cells/useCellEntry";
import { tell } from "../cells/words";
import type { StackMatch, UpperSlab } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { useView } from "../state/view";
import { Field } from "../ui/Field";
import { Segments } from "../ui/Segments";
import { copper, type PrototypeValues, prototypeProblems, prototypeRequest } from "./bulk";
import "./crystals.css";
import { LoadingTools } from "./LoadingTools";
import { NumberRow } from "./NumberRow";
import { Options } from "./Options";
import { PrototypeFields } from "./PrototypeFields";
import { usePrototypes } from "./prototypes";
import { limits, millerProblem } from "./slab";
import { useAnswer } from "./useAnswer";
import { useBuilt } from "./useBuilt";

interface Numbers {
  layers: Typed;
  area: Typed;
  strain: Typed;
  gap: Typed;
  vacuum: Typed;
}

/** What each number may be, with its unit; strain is in percent. */
const fields = {
  layers: { label: "Layers", least: 1, most: limits.layers, unit: undefined },
  area: { label: "Largest area", least: 1, most: 4000, unit: "Å²" },
  strain: { label: "Largest strain", least: 0, most: 20, unit: "%" },
  gap: { label: "Gap", least: 0.5, most: 100, unit: "angstrom" },
  vacuum: { label: "Vacuum", least: 0, most: limits.vacuum, unit: "angstrom" },
} as const;

const graphene: PrototypeValues = { ...copper, prototype: "graphene", elements: [6, 17, 8], a: 2.46, c: 20 };

/** Common cells that are listed. */
const MOST_MATCHES = 12;

const percent = (strain: number) => `${decimals(100 * strain, 2)} %`;

/** Puts another slab on the one that is open, in a cell that fits both. */
export function StackForm() {
  const { list: prototypes, problem: missing } = usePrototypes();
  const [type, setType] = useState(graphene);
  const [miller, setMiller] = useState<readonly Typed[]>([0, 0, 1]);
  const [numbers, setNumbers] = useState<Numbers>({ layers: 1, area: 400, strain: 5, gap: 3, vacuum: 10 });
  const [share, setShare] = useState<"0" | "0.5" | "1">("0");
  const [chosen, setChosen] = useState(0);
  const of = prototypes.find(({ name }) => name === type.prototype);
  const shown = useView((view) => view.preview?.changed?.state ?? null);

  const problems = prototypeProblems(type, of);
  for (const [name, { least, most }] of Object.entries(fields)) {
    const value = numbers[name as keyof Numbers];
    const whole = name !== "layers" || Number.isInteger(value);
    if (!(typeof value === "number" && value >= least && value <= most && whole))
      problems[name] = `A ${name === "layers" ? "whole " : ""}number from ${least} to ${most} is needed.`;
  }
  const noPlane = millerProblem(miller);
  const valid = Object.keys(problems).length === 0 && noPlane === "" && of !== undefined;
  const upper: UpperSlab | null =
    valid && of
      ? {
          crystal: prototypeRequest({ ...type, cell: "conventional" }, of),
          cut: { miller: miller as number[], layers: numbers.layers as number, vacuum: 10 },
        }
      : null;
  const asked = useAnswer(
    "crystal.matches",
    upper && { upper, area: numbers.area as number, strain: (numbers.strain as number) / 100 },
  );
  const matches = (asked.answer?.json.matches ?? []).slice(0, MOST_MATCHES);
  const match = matches[chosen];
  const built = useBuilt(
    "crystal.stack",
    upper && match
      ? { upper, match, gap: numbers.gap as number, vacuum: numbers.vacuum as number, share: Number(share) }
      : null,
  );
  const problem = missing || asked.problem || built.problem;

  const apply = async () => {
    const change = await built.apply();
    if (!change) return false;
    const { cell, atoms } = change.state;
    tell(
      "Stacked the two slabs",
      `${counted(atoms, "atom")}${cell ? `, ${cellText(cell)}` : ""}.`,
      built.built?.notes ?? [],
    );
    return true;
  };

  const number = (name: keyof Numbers) => {
    const { label, least, most, unit } = fields[name];
    return (
      <Field id={`stack-${name}`} label={label} problem={problems[name]}>
        <Quantity
          id={`stack-${name}`}
          testId={`stack-${name}`}
          value={numbers[name]}
          onChange={(value) => {
            setNumbers((old) => ({ ...old, [name]: value }));
            if (name !== "gap" && name !== "vacuum") setChosen(0);
          }}
          unit={unit}
          whole={name === "layers"}
          minimum={least}
          maximum={most}
          invalid={problems[name] !== undefined}
          required
          describedBy={problems[name] ? `stack-${name}-problem` : undefined}
        />
      </Field>
    );
  };
  return (
    <FormFrame
      title="Stack on another slab"
      intro="The open slab is the lower one. Cells that fit both are searched for."
      problem={problem}
      warnings={built.built?.notes ?? []}
      blocked={!built.built || problem !== ""}
      apply="Stack"
      onApply={apply}
      testId="stack-form"
    >
      <LoadingTools failed={problem !== ""} />
      <PrototypeFields
        id="stack"
        values={type}
        onChange={(next) => {
          setType(next);
          setChosen(0);
        }}
        prototypes={prototypes}
        problems={problems}
        plain
      />
      <NumberRow
        id="stack-miller"
        label="Miller indices of its surface"
        names={["h", "k", "l"]}
        named
        values={miller}
        onChange={(next) => {
          setMiller(next);
          setChosen(0);
        }}
        whole
        minimum={-limits.miller}
        maximum={limits.miller}
        problem={noPlane}
      />
      <div className="two-fields">
        {number("layers")}
        {number("area")}
        {number("strain")}
        {number("gap")}
        {number("vacuum")}
      </div>
      <div className="field">
        <span className="field-label">Strained</span>
        <Segments
          label="Strained"
          value={share}
          onChange={(next) => setShare(next)}
          options={[
            { value: "0", content: "Upper slab", testId: "stack-strain-upper" },
            { value: "0.5", content: "Both", testId: "stack-strain-both" },
            { value: "1", content: "Lower slab", testId: "stack-strain-lower" },
          ]}
        />
      </div>
      {asked.answer && matches.length === 0 ? (
        <p className="field-problem" data-testid="stack-none">
          No cell fits both within these limits: allow a larger area or more strain.
        </p>
      ) : (
        matches.length > 0 && (
          <Options
            label="Common cell"
            value={String(chosen)}
            onChange={(next) => setChosen(Number(next))}
            options={matches.map((one, at) => ({
              value: String(at),
              testId: `stack-match-${at}`,
              label: `Strain ${one.strains.map(percent).join(", ")}`,
              detail: matchDetail(one),
            }))}
          />
        )
      )}
      <Facts
        testId="stack-facts"
        facts={[
          ["Makes", built.built && shown ? counted(shown.atoms, "atom") : null],
          ["Cell", built.built && shown?.cell ? cellText(shown.cell) : null],
        ]}
      />
    </FormFrame>
  );
}

const matchDetail = ({ atoms, area, angle }: StackMatch) =>
  `${counted(atoms, "atom")}, ${decimals(area, 1)} Å², turned ${trimmed(angle, 2)}°`;
