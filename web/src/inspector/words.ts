import { symbolOf } from "../ui/elements";

/** "O #12". */
export const atomName = (elements: Uint8Array, atom: number): string => `${symbolOf(elements[atom] ?? 0)} #${atom}`;
