import { Fragment } from "react";
import { ionCharge } from "../app/format";

/** The charge behind a formula. */
const end = /(?<=[\w*])[+-]\d*$/;

function chargeOf(text: string): number {
  const found = end.exec(text)?.[0];
  return found ? Number(found.length > 1 ? found : `${found}1`) : 0;
}

/**
 * A formula with its numbers as subscripts and its charge, given or at its end ("O4S-2"), as a
 * superscript; its text stays plain ("C2H6O", "Na+", "O4S2−").
 */
export function Formula({ text, charge = chargeOf(text) }: { text: string; charge?: number }) {
  return (
    <span className="formula">
      {text
        .replace(end, "")
        .split(/(\d+)/)
        .map((part, index) =>
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
