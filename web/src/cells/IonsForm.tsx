import { useState } from "react";
import { count, counted, decimals } from "../app/format";
import type { IonsChange, Preset, Request } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { freshSeed } from "../forms/values";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useTools } from "../state/tools";
import { Checkbox } from "../ui/Checkbox";
import { Field } from "../ui/Field";
import { Select } from "../ui/Select";
import { Facts, FormFrame, SkippedPreview } from "./FormFrame";
import { ionProblems, ionsText } from "./ions";
import { SeedField } from "./SeedField";
import type { Typed } from "./useCellEntry";
import { usePreview } from "./usePreview";
import { tell } from "./words";

type Amount = Request<"edit.ions">["amount"];

const amounts: { value: Amount; label: string }[] = [
  { value: "volume", label: "mol/L of the cell’s volume" },
  { value: "water", label: "mol/L of the water there is" },
  { value: "count", label: "Numbers of ions" },
  { value: "none", label: "Only neutralize" },
];

/** Ions of one atom: they have the room of a water. */
const single = (presets: readonly Preset[], sign: number) =>
  presets
    .filter(({ atoms, charge }) => atoms === 1 && Math.sign(charge) === sign)
    .map(({ id, name, formula }) => ({ value: id, label: name, detail: formula }));

/** Replaces molecules of water by ions. */
export function IonsForm() {
  const state = useDocument((doc) => doc.state);
  const presets = useTools((tools) => tools.presets);
  const hasCell = state?.cell != null;
  const [values, setValues] = useState(() => ({
    cation: "sodium-ion",
    anion: "chloride",
    amount: (hasCell ? "volume" : "water") as Amount,
    concentration: 0.15 as Typed,
    cations: 10 as Typed,
    anions: 10 as Typed,
    neutralize: true,
    charge: (state?.charge ?? 0) as Typed,
    apart: 5 as Typed,
    fromOthers: 5 as Typed,
    seed: freshSeed() as Typed,
  }));
  const set = (part: Partial<typeof values>) => setValues((old) => ({ ...old, ...part }));
  const { amount } = values;
  const neutralize = values.neutralize || amount === "none";
  const problems = ionProblems(values);
  const valid = Object.keys(problems).length === 0;
  const number = (value: Typed) => (typeof value === "number" ? value : 0);
  const request: Request<"edit.ions"> = {
    cation: values.cation,
    anion: values.anion,
    amount,
    ...(amount === "count" ? { cations: number(values.cations), anions: number(values.anions) } : {}),
    ...(amount === "volume" || amount === "water" ? { concentration: number(values.concentration) } : {}),
    neutralize,
    charge: number(values.charge),
    apart: number(values.apart),
    fromOthers: number(values.fromOthers),
    seed: number(values.seed),
  };
  const preview = usePreview(valid ? { cmd: "edit.ions", request } : null);
  const shown = preview.answer as IonsChange | null;

  const apply = async () => {
    const { state: now } = useDocument.getState();
    if (!valid || !now) return false;
    await preview.apply(async () => {
      const change = (await edit("edit.ions", { ...request, ifRevision: now.revision })) as IonsChange;
      const n = change.cations + change.anions;
      const proof =
        change.closest === null
          ? ""
          : `Smallest distance between an ion and another molecule ${decimals(change.closest, 2)} Å${now.cell ? " (periodic)" : ""}.`;
      tell(`Replaced ${counted(n, "water")} by ${ionsText(change)}.`, proof);
    });
    return true;
  };

  const quantity = (
    name: "concentration" | "cations" | "anions" | "charge" | "apart" | "fromOthers",
    label: string,
    unit: string | undefined,
    more: { help?: string; whole?: boolean; signed?: boolean } = {},
  ) => (
    <Field id={`ions-${name}`} label={label} help={more.help} problem={problems[name]}>
      <Quantity
        id={`ions-${name}`}
        testId={`ions-${name}`}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
        unit={unit}
        whole={more.whole ?? false}
        minimum={more.signed ? undefined : 0}
        invalid={problems[name] !== undefined}
        required
        describedBy={problems[name] ? `ions-${name}-problem` : more.help ? `ions-${name}-help` : undefined}
      />
    </Field>
  );

  return (
    <FormFrame
      title="Replace waters by ions"
      problem={preview.problem}
      blocked={!valid || preview.problem !== ""}
      apply="Replace"
      onApply={apply}
      testId="ions-form"
    >
      <div className="two-fields">
        <Field id="ions-cation" label="Cation">
          <Select
            id="ions-cation"
            value={values.cation}
            onChange={(cation) => set({ cation })}
            options={single(presets, 1)}
            testId="ions-cation"
          />
        </Field>
        <Field id="ions-anion" label="Anion">
          <Select
            id="ions-anion"
            value={values.anion}
            onChange={(anion) => set({ anion })}
            options={single(presets, -1)}
            testId="ions-anion"
          />
        </Field>
      </div>
      <Field id="ions-amount" label="Amount" help={amount === "water" ? "1 L are 55.345 mol of water." : undefined}>
        <Select
          id="ions-amount"
          value={amount}
          onChange={(next) => set({ amount: next as Amount })}
          options={amounts.map((one) => ({ ...one, disabled: one.value === "volume" && !hasCell }))}
          testId="ions-amount"
        />
      </Field>
      {amount === "count" && (
        <div className="two-fields">
          {quantity("cations", "Cations", undefined, { whole: true })}
          {quantity("anions", "Anions", undefined, { whole: true })}
        </div>
      )}
      {(amount !== "count" || neutralize) && (
        <div className="two-fields">
          {(amount === "volume" || amount === "water") && quantity("concentration", "Salt", "mol/L")}
          {neutralize &&
            quantity("charge", "Charge to balance", "e", {
              whole: true,
              signed: true,
              help: "Sum of formal charges",
            })}
        </div>
      )}
      {amount !== "none" && (
        <Checkbox
          id="ions-neutralize"
          label="Neutralize as well"
          checked={values.neutralize}
          onChange={(on) => set({ neutralize: on })}
          testId="ions-neutralize"
        />
      )}
      <div className="two-fields">
        {quantity("apart", "Ion–ion at least", "angstrom")}
        {quantity("fromOthers", "Ion–solute at least", "angstrom")}
      </div>
      <SeedField id="ions-seed" value={values.seed} onChange={(seed) => set({ seed })} problem={problems.seed} />
      <Facts
        testId="ions-facts"
        facts={[
          ["Ions", shown && ionsText(shown)],
          ["Waters", shown && `${count(shown.waters)} → ${count(shown.waters - shown.cations - shown.anions)}`],
          [
            "Charge after",
            shown && `${shown.charge > 0 ? "+" : shown.charge < 0 ? "−" : ""}${Math.abs(shown.charge)} e`,
          ],
          ["Closest contact", shown?.closest != null ? `${decimals(shown.closest, 2)} Å` : null],
        ]}
      />
      {preview.skipped && <SkippedPreview />}
    </FormFrame>
  );
}
