import { useId } from "react";
import { Field } from "../ui/Field";
import { TextField } from "../ui/TextField";
import type { GroupValues, Problems } from "./bulk";
import { NumberRow } from "./NumberRow";
import { useGroups } from "./prototypes";
import { SiteTable } from "./SiteTable";

export interface GroupFieldsProps {
  values: GroupValues;
  onChange(values: GroupValues): void;
  problems: Problems;
}

/** A crystal as its space group, its lattice and the atoms of the asymmetric unit. */
export function GroupFields({ values, onChange, problems }: GroupFieldsProps) {
  const { list: groups } = useGroups();
  const list = useId();
  const set = (part: Partial<GroupValues>) => onChange({ ...values, ...part });
  const { parameters } = values;
  return (
    <>
      <Field
        id="bulk-group"
        label="Space group"
        problem={problems.group}
        help="Name or number, with a choice of origin or axes behind a colon: P21/c, 225, Fd-3m:2."
      >
        <TextField
          id="bulk-group"
          data-testid="bulk-group"
          value={values.group}
          onChange={(group) => set({ group })}
          list={list}
          invalid={problems.group !== undefined}
          aria-describedby={problems.group ? "bulk-group-problem bulk-group-help" : "bulk-group-help"}
        />
        <datalist id={list}>
          {groups.map(({ number, name, choice }) => {
            const value = choice ? `${name}:${choice}` : name;
            return <option key={`${number} ${value}`} value={value} label={String(number)} />;
          })}
        </datalist>
      </Field>
      <NumberRow
        id="bulk-lengths"
        label="Lengths"
        names={["a", "b", "c"]}
        named
        values={parameters.slice(0, 3)}
        onChange={(lengths) => set({ parameters: [...lengths, ...parameters.slice(3)] })}
        unit="angstrom"
        problem={problems.lengths ?? ""}
      />
      <NumberRow
        id="bulk-angles"
        label="Angles"
        names={["α", "β", "γ"]}
        named
        values={parameters.slice(3)}
        onChange={(angles) => set({ parameters: [...parameters.slice(0, 3), ...angles] })}
        unit="degree"
        problem={problems.angles ?? ""}
      />
      <SiteTable
        sites={values.sites}
        onChange={(sites) => set({ sites })}
        problems={values.sites.map((_, i) => problems[`site-${i}`])}
      />
    </>
  );
}
