import type { FormField } from "../core/protocol";

/** The fields of one object and its values: of the whole form, a group or a row. */
export interface Scope {
  fields: readonly FormField[];
  values: unknown;
}

/**
 * Whether a form shows a field: one that belongs to a choice stands there while that
 * choice is made, and the choice itself is shown. `scopes` has what stands beside the
 * field first, then what that is in. A condition that names nothing known hides nothing.
 */
export function isShown(field: FormField, scopes: readonly Scope[], followed = 0): boolean {
  const { when } = field;
  if (!when || followed > MOST_FOLLOWED) return true;
  const scope = scopes.find(({ fields }) => choiceIn(fields, when.field));
  const choice = scope && choiceIn(scope.fields, when.field);
  if (!choice) return true;
  return when.in.includes(String(valueIn(scope.values, when.field))) && isShown(choice, scopes, followed + 1);
}

/** A circle of conditions ends. */
const MOST_FOLLOWED = 20;

const choiceIn = (fields: readonly FormField[], key: string) =>
  fields.find((field) => field.key === key && (field.control === "select" || field.control === "checkbox"));

const valueIn = (values: unknown, key: string): unknown =>
  typeof values === "object" && values !== null && Object.hasOwn(values, key)
    ? (values as Record<string, unknown>)[key]
    : undefined;
