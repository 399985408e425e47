import { Checkbox } from "../../ui/Checkbox";
import { useForm } from "../formApi";
import { useDescription } from "../useDescription";
import { fieldId, labelOf, testId, type WidgetProps } from "../widget";

/** The label stands beside the box; in a table it is read out only. */
export function CheckboxControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  return (
    <Checkbox
      id={fieldId(pointer)}
      testId={testId(pointer)}
      label={name ? <span className="visually-hidden">{name}</span> : labelOf(field)}
      checked={form.value(pointer) === true}
      onChange={(checked) => form.set(pointer, checked)}
      describedBy={useDescription(field, pointer)}
    />
  );
}
