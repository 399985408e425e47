import { Fragment } from "react";

/** A formula with its numbers as subscripts; its text stays plain ("C2H6O"). */
export function Formula({ text }: { text: string }) {
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
    </span>
  );
}
