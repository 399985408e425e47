import { ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { useLibrary } from "../../library/library";
import { useTools } from "../../state/tools";
import { useUi } from "../../state/ui";
import { limits, plainLine } from "../../tools/text";
import { Formula } from "../../ui/Formula";
import { Popover } from "../../ui/Popover";
import { useForm } from "../formApi";
import { choiceOf, moleculeChoices } from "../molecules";
import { useDescription } from "../useDescription";
import { isMolecule } from "../values";
import { fieldId, labelOf, testId, type WidgetProps } from "../widget";
import { MoleculeList } from "./MoleculeList";

/** A molecule of the library: a button that shows it and opens the picker. */
export function MoleculeControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const presets = useTools((tools) => tools.presets);
  const entries = useLibrary((library) => library.entries);
  const [open, setOpen] = useState(false);
  const unit = form.isUnit(pointer);
  const choices = useMemo(() => moleculeChoices(presets, entries, unit), [presets, entries, unit]);
  const value = form.value(pointer);
  const chosen = choiceOf(choices, value);
  // A molecule of an earlier run need not be in the library.
  const shown = chosen?.name ?? (isMolecule(value) ? plainLine(value.name, limits.label) : "");
  const problem = form.problem(pointer);
  const description = useDescription(field, pointer);
  const title = name ?? labelOf(field);

  const pick = (picked: unknown) => {
    form.set(pointer, picked);
    setOpen(false);
  };
  /** The person goes on to name, type or sketch a molecule. */
  const enter = (text: string) => {
    setOpen(false);
    useUi.getState().openMolecule({ text, use: (molecule) => form.set(pointer, molecule) });
  };

  return (
    <Popover
      label={title}
      className="molecule-popover"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          id={fieldId(pointer)}
          className="field-box select"
          // Not by its own id: the name of a button that has a label is that label.
          aria-labelledby={["title", "value", "more"].map((part) => `${fieldId(pointer)}-${part}`).join(" ")}
          aria-haspopup="dialog"
          aria-describedby={description}
          data-invalid={problem ? "" : undefined}
          data-testid={testId(pointer)}
          data-value={shown}
        >
          <span id={`${fieldId(pointer)}-title`} hidden>
            {title}
          </span>
          <span id={`${fieldId(pointer)}-value`} className="select-value">
            {shown || <span className="placeholder">Choose a molecule</span>}
          </span>{" "}
          <span id={`${fieldId(pointer)}-more`} className="field-suffix">
            {chosen?.flat && <span className="flat-mark">flat</span>}
            {isMolecule(value) && !value.molblock && <span className="flat-mark plain">SMILES</span>}
            {chosen && <Formula text={chosen.formula} />}
            <ChevronDown aria-hidden />
          </span>
        </button>
      }
    >
      <MoleculeList choices={choices} chosen={chosen} clearable={field.optional} onPick={pick} onEnter={enter} />
    </Popover>
  );
}
