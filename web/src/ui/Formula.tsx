import { Fragment } from "react";
import { ionCharge } from "../app/format";

/**
 * A formula with its numbers as subscripts and its charge as a superscript; its text
 * stays plain ("C2H6O", "Na+").
 */
export function Formula({ text, charge = 0 }: { text: string; charge?: number }) {
  return (
    <span className="formula">
      {text.split(/(\d+)/).map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of one fixed text
          <sub key={index}>{part}</sub>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: runs of one fixed text
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
      {charge !== 0 && <sup>{ionCharge(charge)}</sup>}
    </span>
  );
}
