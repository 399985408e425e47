import type { FormField } from "../core/protocol";
import { limits, plainLine } from "../tools/text";
import { dashed } from "./pointer";

/** Every widget gets its field and where its value is. */
export interface WidgetProps {
  field: FormField;
  /** JSON pointer of the value. */
  pointer: string;
  /** In a table: the accessible name, since no label stands above the control. */
  name?: string | undefined;
}

/** Id of the control. White space would split it in aria-describedby. */
export const fieldId = (pointer: string): string => `field-${dashed(pointer).replace(/\s/g, "_")}`;

export const testId = (pointer: string): string => `tool-field-${dashed(pointer)}`;

export const labelOf = (field: FormField): string =>
  plainLine(field.label, limits.label) || plainLine(field.key, limits.label) || "Value";

/** A field that may be left blank says so, unless a choice has asked for it. */
export const isMarkedOptional = ({ optional, when }: FormField): boolean => optional && !when;

export const helpOf = (field: FormField): string => plainLine(field.help, limits.help);

/** Two lines of a narrow field hold less than this. */
const SHORT_HELP = 44;

export const isLong = (help: string): boolean => help.length > SHORT_HELP;

/** Text of a few characters, such as a residue name. */
export const isShortText = ({ control, maxLength }: FormField): boolean =>
  control === "text" && maxLength !== undefined && maxLength <= 12;

/** A longer choice is cut in half the width of the form. */
const SHORT_CHOICE = 16;

/** Widgets that take the whole width of the form; the others stand two in a row. */
export function isWide(field: FormField): boolean {
  switch (field.control) {
    case "select":
      return (field.options ?? []).some((option) => option.length > SHORT_CHOICE);
    case "text":
      return !isShortText(field);
    case "number":
    case "integer":
    case "seed":
    case "element":
    case "atom":
      return false;
    case "checkbox":
    case "vector":
    case "table":
    case "group":
    case "molecule":
    case "cell":
    case "selection":
    case "document":
      return true;
  }
}
