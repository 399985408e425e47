import { Check, TriangleAlert } from "lucide-react";
import type { StepProvenance } from "../core/protocol";
import { proofOf } from "./proof";

/** What was measured on a tool's result; nothing for tools that measure nothing. */
export function Proof({ record, title }: { record: StepProvenance; title: string }) {
  const rows = proofOf(record);
  if (rows.length === 0) return null;
  return (
    <table className="proof" data-testid="proof">
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ label, value, unit, asAsked }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-as-asked={asAsked ?? undefined}>
              {asAsked === true && <Check role="img" aria-label="as asked" />}
              {asAsked === false && <TriangleAlert role="img" aria-label="not as asked" />}
              {value}
              {unit && <span className="proof-unit"> {unit}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
