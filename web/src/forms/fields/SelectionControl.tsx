import { count as grouped } from "../../app/format";
import { useSelection } from "../../state/selection";
import { useForm } from "../formApi";
import { fieldId, testId, type WidgetProps } from "../widget";

/** The atoms selected in the view: shown as a count, filled in when the tool runs. */
export function SelectionControl({ pointer, name }: WidgetProps) {
  const form = useForm();
  const count = useSelection((selection) => selection.atoms.length);
  return (
    <output
      id={fieldId(pointer)}
      className="field-box read-only"
      // A failed Run leads the focus here.
      tabIndex={-1}
      data-invalid={form.problem(pointer) === undefined ? undefined : ""}
      aria-label={name}
      data-testid={testId(pointer)}
      data-count={count}
    >
      {grouped(count)} selected
    </output>
  );
}
