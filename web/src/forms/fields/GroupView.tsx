import { FieldList } from "../FieldList";
import { Label, Notes } from "../FieldView";
import { useForm } from "../formApi";
import { fieldId, helpOf, isMarkedOptional, type WidgetProps } from "../widget";

/** An object with fields of its own. */
export function GroupView({ field, pointer }: WidgetProps) {
  const form = useForm();
  return (
    <fieldset className="form-group wide" id={fieldId(pointer)}>
      <legend className="field-label">
        <Label field={field} />
        {isMarkedOptional(field) && <span className="field-optional"> (optional)</span>}
      </legend>
      <Notes id={fieldId(pointer)} help={helpOf(field)} problem={form.problem(pointer)} />
      <div className="form-grid">
        <FieldList fields={field.fields ?? []} base={pointer} />
      </div>
    </fieldset>
  );
}
