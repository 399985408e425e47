import type { FormField } from "../core/protocol";
import { describedBy } from "../ui/Field";
import { useForm } from "./formApi";
import { fieldId, helpOf } from "./widget";

/** aria-describedby of a control: its problem first, then its help or the reason of a proposal. */
export function useDescription(field: FormField, pointer: string): string | undefined {
  const form = useForm();
  return describedBy(fieldId(pointer), form.reason(pointer) || helpOf(field), form.problemIn(pointer));
}
