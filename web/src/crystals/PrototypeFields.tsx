import type { Typed } from "../cells/useCellEntry";
import type { Prototype } from "../core/protocol";
import { Quantity } from "../forms/fields/NumberControl";
import { Field } from "../ui/Field";
import { Segments } from "../ui/Segments";
import { Select } from "../ui/Select";
import { exampleOf, exampleValues, hasC, type Problems, type PrototypeValues, slotLabel, subscripts } from "./bulk";
import { ElementInput } from "./ElementInput";

const cells = { conventional: "Conventional", primitive: "Primitive", orthorhombic: "Right angles" } as const;

export interface PrototypeFieldsProps {
  /** Stem of ids and test ids. */
  id: string;
  values: PrototypeValues;
  onChange(values: PrototypeValues): void;
  prototypes: readonly Prototype[];
  problems: Problems;
  /** A slab is cut of it: of the conventional cell, and a sheet has no height then. */
  plain?: boolean;
}

/** A crystal of a structure type: an example, or a type with its elements and lattice constants. */
export function PrototypeFields({ id, values, onChange, prototypes, problems, plain = false }: PrototypeFieldsProps) {
  const of = prototypes.find(({ name }) => name === values.prototype);
  if (!of) return null;
  const set = (part: Partial<PrototypeValues>) => onChange({ ...values, ...part });
  const chosen = exampleOf(of, values);
  const number = (name: "a" | "c" | "u", label: string, unit: string | undefined, usual?: number) => (
    <Field id={`${id}-${name}`} label={label} problem={problems[name]}>
      <Quantity
        id={`${id}-${name}`}
        testId={`${id}-${name}`}
        value={values[name]}
        onChange={(value: Typed) => set({ [name]: value })}
        unit={unit}
        minimum={0}
        invalid={problems[name] !== undefined}
        required={usual === undefined}
        placeholder={usual === undefined ? undefined : String(usual)}
        describedBy={problems[name] ? `${id}-${name}-problem` : undefined}
      />
    </Field>
  );
  const usualC = of.height || (typeof values.a === "number" ? Number((values.a * of.ratio).toPrecision(5)) : 0);
  return (
    <>
      <Field id={`${id}-example`} label="Crystal">
        <Select
          id={`${id}-example`}
          value={chosen < 0 ? "own" : `${of.name} ${chosen}`}
          onChange={(value) => {
            const [name, at] = value.split(" ");
            const next = prototypes.find((one) => one.name === name);
            if (next) onChange(exampleValues(next, Number(at), values));
          }}
          options={[
            ...(chosen < 0 ? [{ value: "own", label: "Your own" }] : []),
            ...prototypes.flatMap((one) =>
              one.examples.map(({ formula }, at) => ({
                value: `${one.name} ${at}`,
                label: subscripts(formula),
                detail: one.title.replace(/ \(.*/, ""),
              })),
            ),
          ]}
          testId={`${id}-example`}
        />
      </Field>
      <Field id={`${id}-type`} label="Structure type">
        <Select
          id={`${id}-type`}
          value={of.name}
          onChange={(name) => {
            const next = prototypes.find((one) => one.name === name);
            if (next) onChange(exampleValues(next, 0, values));
          }}
          options={prototypes.map(({ name, title }) => ({ value: name, label: title }))}
          testId={`${id}-type`}
        />
      </Field>
      <div className="crystal-fields">
        {of.slots.map((slot, i) => (
          <Field key={slot} id={`${id}-element-${i}`} label={slotLabel(of, i)} problem={problems[`element-${i}`]}>
            <ElementInput
              id={`${id}-element-${i}`}
              label={slotLabel(of, i)}
              value={values.elements[i] ?? ""}
              onChange={(z) => set({ elements: values.elements.map((old, k) => (k === i ? z : old)) })}
              problem={problems[`element-${i}`]}
            />
          </Field>
        ))}
        {number("a", hasC(of) ? "a" : "Lattice constant a", "angstrom")}
        {hasC(of) &&
          !(plain && of.height > 0) &&
          number("c", of.height ? "Height of the cell" : "c", "angstrom", usualC)}
        {of.u > 0 && number("u", "Free coordinate u", undefined, of.u)}
      </div>
      {!plain && of.cells.length > 1 && (
        <div className="field">
          <span className="field-label">Cell</span>
          <Segments
            label="Cell"
            value={values.cell}
            onChange={(cell) => set({ cell })}
            options={of.cells.map((cell) => ({ value: cell, content: cells[cell], testId: `${id}-cell-${cell}` }))}
          />
        </div>
      )}
    </>
  );
}
