import type { ReactNode } from "react";
import type { FormField } from "../core/protocol";
import { Field } from "../ui/Field";
import { AtomControl } from "./fields/AtomControl";
import { CellControl } from "./fields/CellControl";
import { CheckboxControl } from "./fields/CheckboxControl";
import { ElementControl } from "./fields/ElementControl";
import { GroupView } from "./fields/GroupView";
import { MoleculeControl } from "./fields/MoleculeControl";
import { NumberControl } from "./fields/NumberControl";
import { SeedControl } from "./fields/SeedControl";
import { SelectControl } from "./fields/SelectControl";
import { SelectionControl } from "./fields/SelectionControl";
import { TableView } from "./fields/TableView";
import { TextControl } from "./fields/TextControl";
import { VectorControl } from "./fields/VectorControl";
import { useForm } from "./formApi";
import { fieldId, helpOf, isLong, isMarkedOptional, isWide, labelOf, type WidgetProps } from "./widget";

/** The control of a field without label, help and problem; null for what has none. */
export function Control(props: WidgetProps): ReactNode {
  switch (props.field.control) {
    case "number":
    case "integer":
      return <NumberControl {...props} />;
    case "select":
      return <SelectControl {...props} />;
    case "text":
      return <TextControl {...props} />;
    case "checkbox":
      return <CheckboxControl {...props} />;
    case "vector":
      return <VectorControl {...props} />;
    case "molecule":
      return <MoleculeControl {...props} />;
    case "atom":
      return <AtomControl {...props} />;
    case "element":
      return <ElementControl {...props} />;
    case "cell":
      return <CellControl {...props} />;
    case "selection":
      return <SelectionControl {...props} />;
    case "seed":
      return <SeedControl {...props} />;
    // A table and a group have labels of their own; the document has a line of the form.
    case "table":
    case "group":
    case "document":
      return null;
  }
}

const LONG_PROBLEM = 70;

/** A field of the form: label above, control, then its problem and help. */
export function FieldView({ field, pointer }: { field: FormField; pointer: string }) {
  const form = useForm();
  if (field.control === "document") return null;
  if (field.control === "table") return <TableView field={field} pointer={pointer} />;
  if (field.control === "group") return <GroupView field={field} pointer={pointer} />;
  const id = fieldId(pointer);
  const text = form.reason(pointer) || helpOf(field);
  const help = text && <Help text={text} />;
  const problem = form.problemIn(pointer);
  const control = <Control field={field} pointer={pointer} />;
  // A long problem would be a column of single words beside its neighbor.
  const place = isWide(field) || (problem && problem.length > LONG_PROBLEM) ? "form-field wide" : "form-field";
  if (field.control === "checkbox")
    return (
      <div className={place}>
        {control}
        <Notes id={id} help={text} problem={problem} />
      </div>
    );
  return (
    <div className={place}>
      <Field id={id} label={<Label field={field} />} optional={isMarkedOptional(field)} help={help} problem={problem}>
        {control}
      </Field>
    </div>
  );
}

/**
 * Short help stands under its field. Long help appears with the form's help
 * button; until then it is the label's tooltip, and screen readers have it anyway.
 */
const Help = ({ text }: { text: string }) => <span className={isLong(text) ? "long" : undefined}>{text}</span>;

/** The label of a field, with its help for the pointer. */
export function Label({ field }: { field: FormField }) {
  const help = helpOf(field);
  return help ? <span title={help}>{labelOf(field)}</span> : labelOf(field);
}

/** Problem and help where no Field draws them; the ids are those of describedBy. */
export function Notes({ id, help, problem }: { id: string; help?: string; problem?: string | undefined }) {
  return (
    <>
      {problem && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {help && (
        <p className="field-help" id={`${id}-help`}>
          <Help text={help} />
        </p>
      )}
    </>
  );
}
