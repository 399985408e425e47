import { createContext, useContext } from "react";
import type { FormField } from "../core/protocol";
import type { PreviewPicture } from "../tools/preview";

/** What a widget needs of the form it stands in. */
export interface FormApi {
  toolId: string;
  /** What a run would make, small; null for nothing to show. */
  picture: PreviewPicture | null;
  /** The value at a JSON pointer. */
  value(pointer: string): unknown;
  /** A value set by the person. */
  set(pointer: string, value: unknown): void;
  /** What is wrong there, when it is to be shown. */
  problem(pointer: string): string | undefined;
  /** The same for the place and everything inside it: the first one. */
  problemIn(pointer: string): string | undefined;
  /** Whether the molecule at a pointer is a repeat unit, whose head and tail are named beside it. */
  isUnit(pointer: string): boolean;
  /** Whether the choices made so far use the field at a pointer. */
  shown(field: FormField, pointer: string): boolean;
  /** Why a value was proposed, while it is the proposed one. */
  reason(pointer: string): string | undefined;
}

export const FormContext = createContext<FormApi | null>(null);

export function useForm(): FormApi {
  const form = useContext(FormContext);
  if (!form) throw new Error("a form widget stands outside of a form");
  return form;
}
