import { useMemo, useState } from "react";
import { count, counted, decimals } from "../app/format";
import { Facts, FormFrame, SkippedPreview } from "../cells/FormFrame";
import { SeedField } from "../cells/SeedField";
import type { Typed } from "../cells/useCellEntry";
import { usePreview } from "../cells/usePreview";
import { sentence, tell } from "../cells/words";
import type { DefectsPlan } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { freshSeed } from "../forms/values";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useSelection } from "../state/selection";
import { symbolOf } from "../ui/elements";
import { Field } from "../ui/Field";
import { Segments } from "../ui/Segments";
import { Select } from "../ui/Select";
import { PartTable } from "./PartTable";
import "./crystals.css";
import { type DefectValues, defectProblems, defectRequest, limits, planText, stepLabel } from "./defects";
import { ElementInput } from "./ElementInput";
import { LoadingTools } from "./LoadingTools";
import { useAnswer } from "./useAnswer";

/** Gives the structure other atoms at random, takes some away or puts some between the others. */
export function DefectsForm() {
  const elements = useDocument((doc) => doc.arrays.elements);
  const selected = useSelection((selection) => selection.atoms);
  const present = useMemo(() => numbers(elements), [elements]);
  const [values, setValues] = useState<DefectValues>(() => ({
    kind: "alloy",
    sites: selected.length > 1 ? "selected" : (present[0]?.symbol ?? ""),
    parts: [{ key: "1", element: present[0]?.symbol === "Au" ? 47 : 79, share: 25 }],
    shells: 0,
    vacancies: 1,
    apart: 0,
    guest: 1,
    guests: 1,
    seed: freshSeed(),
  }));
  const set = (part: Partial<DefectValues>) => setValues((old) => ({ ...old, ...part }));
  const { kind } = values;

  const choices = [
    ...present.map(({ symbol, atoms }) => ({ value: symbol, label: `${symbol} atoms`, detail: count(atoms) })),
    ...(kind === "alloy" && (selected.length > 0 || values.sites === "selected")
      ? [{ value: "selected", label: "Selected atoms", detail: count(selected.length) }]
      : []),
    ...(kind === "vacancies" ? [{ value: "any", label: "Atoms of any element", detail: count(elements.length) }] : []),
  ];
  // An element that is gone, or what is no choice of this kind.
  const sites = choices.some(({ value }) => value === values.sites) ? values.sites : (present[0]?.symbol ?? "");
  const meant = { ...values, sites };
  const problems = defectProblems(meant, selected.length);
  const valid = Object.keys(problems).length === 0;
  const asked = useAnswer("crystal.defects", valid ? defectRequest(meant, selected) : null);
  const atCount = asked.pointer === "/count" ? sentence(asked.problem) : "";
  const plan = asked.answer?.json ?? null;
  const preview = usePreview(
    plan && plan.ops.length > 0
      ? { cmd: "edit.preview", request: { label: "", author: "person", ops: plan.ops } }
      : null,
  );
  const problem = (atCount ? "" : asked.problem) || preview.problem;

  const apply = async () => {
    const { state } = useDocument.getState();
    if (!plan || !state) return false;
    const label = stepLabel(meant, plan);
    await preview.apply(async () => {
      const request = { label, author: "person" as const, ops: plan.ops, ifRevision: state.revision };
      const change = await edit("edit.apply", request);
      tell(`${done[kind]}: ${planText(meant, plan)}.`, `The structure has ${counted(change.state.atoms, "atom")} now.`);
    });
    return true;
  };

  const number = (
    name: "shells" | "vacancies" | "apart" | "guests",
    label: string,
    least: number,
    most: number,
    more: { unit?: string; help?: string; problem?: string } = {},
  ) => {
    const wrong = problems[name] ?? (more.problem || undefined);
    return (
      <Field id={`defects-${name}`} label={label} help={more.help} problem={wrong}>
        <Quantity
          id={`defects-${name}`}
          testId={`defects-${name}`}
          value={values[name]}
          onChange={(value: Typed) => set({ [name]: value })}
          unit={more.unit}
          whole={name !== "apart"}
          minimum={least}
          maximum={most}
          invalid={wrong !== undefined}
          required
          describedBy={wrong ? `defects-${name}-problem` : more.help ? `defects-${name}-help` : undefined}
        />
      </Field>
    );
  };

  return (
    <FormFrame
      title="Alloy and defects"
      problem={problem}
      blocked={!plan || plan.ops.length === 0 || problem !== ""}
      apply={plan && plan.ops.length === 0 ? "Nothing changes" : verbs[kind]}
      onApply={apply}
      testId="defects-form"
    >
      <LoadingTools failed={problem !== ""} />
      <Segments
        label="What is made"
        value={kind}
        onChange={(next) => set({ kind: next })}
        options={[
          { value: "alloy", content: "Alloy", testId: "defects-alloy" },
          { value: "vacancies", content: "Vacancies", testId: "defects-vacancies-kind" },
          { value: "interstitials", content: "Interstitials", testId: "defects-interstitials" },
        ]}
      />
      {kind !== "interstitials" && (
        <Field id="defects-sites" label={kind === "alloy" ? "Sites" : "Of"} problem={problems.sites}>
          <Select
            id="defects-sites"
            testId="defects-sites"
            value={sites}
            onChange={(next) => set({ sites: next })}
            options={choices}
            invalid={problems.sites !== undefined}
            describedBy={problems.sites ? "defects-sites-problem" : undefined}
          />
        </Field>
      )}
      {kind === "alloy" && (
        <>
          <PartTable parts={values.parts} onChange={(parts) => set({ parts })} problems={problems} />
          {number("shells", "Shells made random", 0, limits.shells, {
            help: "Neighbor shells whose pairs come close to those of an infinite random alloy; 0: sites are chosen at random.",
          })}
        </>
      )}
      {kind === "vacancies" && (
        <div className="two-fields">
          {number("vacancies", "Count", 1, limits.count, { problem: atCount })}
          {number("apart", "Apart, at least", 0, limits.apart, { unit: "angstrom" })}
        </div>
      )}
      {kind === "interstitials" ? (
        <div className="two-fields">
          <Field id="defects-guest" label="Element" problem={problems.guest}>
            <ElementInput
              id="defects-guest"
              label="Element"
              value={values.guest}
              onChange={(guest) => set({ guest })}
              problem={problems.guest}
            />
          </Field>
          {number("guests", "Count", 1, limits.count, { problem: atCount })}
        </div>
      ) : (
        <SeedField id="defects-seed" value={values.seed} onChange={(seed) => set({ seed })} problem={problems.seed} />
      )}
      <Facts testId="defects-facts" facts={facts(meant, plan, elements.length)} />
      {preview.skipped && <SkippedPreview />}
    </FormFrame>
  );
}

const verbs = { alloy: "Make alloy", vacancies: "Remove", interstitials: "Add" };
const done = { alloy: "Made an alloy", vacancies: "Removed atoms", interstitials: "Added atoms" };

function facts(values: DefectValues, plan: DefectsPlan | null, atoms: number): [string, string | null][] {
  const lines: [string, string | null][] = [["Makes", plan && planText(values, plan)]];
  if (values.kind === "vacancies") lines.push(["Stay", plan && counted(atoms - (plan.counts[0] ?? 0), "atom")]);
  if (values.kind === "interstitials") lines.push(["Nearest atom", plan && `${decimals(plan.void, 2)} Å`]);
  plan?.shells.forEach(({ distance, order, limit }, i) => {
    lines.push([
      `Order of shell ${i + 1} (${decimals(distance, 2)} Å)`,
      `${decimals(order, 3)}, at best ${decimals(limit, 3)}`,
    ]);
  });
  return lines;
}

/** The elements of the document, the most frequent first. */
function numbers(elements: Uint8Array): { symbol: string; atoms: number }[] {
  const counts = new Map<number, number>();
  for (const z of elements) counts.set(z, (counts.get(z) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([z, atoms]) => ({ symbol: symbolOf(z), atoms }));
}
