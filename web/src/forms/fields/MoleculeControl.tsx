import { ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { useTools } from "../../state/tools";
import { limits, plainLine } from "../../tools/text";
import { Formula } from "../../ui/Formula";
import { Popover } from "../../ui/Popover";
import { useForm } from "../formApi";
import { choiceOf, moleculeChoices } from "../molecules";
import { useDescription } from "../useDescription";
import { isMolecule } from "../values";
import { fieldId, labelOf, testId, type WidgetProps } from "../widget";
import { MoleculeEntry } from "./MoleculeEntry";
import { MoleculeList } from "./MoleculeList";

/** A molecule of the library: a button that shows it and opens the picker. */
export function MoleculeControl({ field, pointer, name }: WidgetProps) {
  const form = useForm();
  const { presets, molecules } = useTools();
  const [open, setOpen] = useState(false);
  /** What the search box held when the person went on to type a molecule. */
  const [entering, setEntering] = useState<string | null>(null);
  const choices = useMemo(() => moleculeChoices(presets, molecules), [presets, molecules]);
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
    setEntering(null);
  };

  return (
    <Popover
      label={title}
      className="molecule-popover"
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setEntering(null);
      }}
      trigger={
        <button
          type="button"
          id={fieldId(pointer)}
          className="field-box select"
          aria-labelledby={`${fieldId(pointer)}-title ${fieldId(pointer)}`}
          aria-haspopup="dialog"
          aria-describedby={description}
          data-invalid={problem ? "" : undefined}
          data-testid={testId(pointer)}
          data-value={shown}
        >
          <span id={`${fieldId(pointer)}-title`} hidden>
            {title}
          </span>
          <span className="select-value">{shown || <span className="placeholder">Choose a molecule</span>}</span>
          <span className="field-suffix">
            {chosen?.flat && <span className="flat-mark">flat</span>}
            {isMolecule(value) && !value.molblock && <span className="flat-mark">no 3D</span>}
            {chosen && <Formula text={chosen.formula} />}
            <ChevronDown aria-hidden />
          </span>
        </button>
      }
    >
      {entering !== null ? (
        <MoleculeEntry start={entering} onAdded={pick} onBack={() => setEntering(null)} />
      ) : (
        <MoleculeList
          choices={choices}
          chosen={chosen}
          clearable={field.optional}
          onPick={pick}
          onEnter={setEntering}
        />
      )}
    </Popover>
  );
}
