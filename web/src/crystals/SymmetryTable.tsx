import { count, counted, trimmed } from "../app/format";
import type { FoundSymmetry } from "../core/protocol";
import { printedGroup, settingText } from "./symmetry";

/** The symmetry of a structure as a table. `asked`: the tolerance, Å. */
export function SymmetryTable({ found, asked }: { found: FoundSymmetry; asked: number }) {
  const { group, given } = found;
  const rows: [string, string][] = [
    ["Space group", `${settingText(group)} (${group.number})`],
    ["Crystal system", found.system],
    ["Point group", `${printedGroup(found.point)}, order ${count(found.operations)}`],
    ["Hall symbol", found.hall],
    ["This cell", given ? `conventional, ${settingText(given)}` : "no conventional cell"],
    ["Kinds of atoms", count(found.sites)],
    ["Primitive cell", counted(found.primitiveAtoms, "atom")],
    ["Conventional cell", counted(found.conventionalAtoms, "atom")],
  ];
  if (found.tolerance < asked) rows.push(["Tolerance", `lowered to ${trimmed(found.tolerance, 6)} Å`]);
  return (
    <table className="symmetry-table" data-testid="symmetry-table" data-group={group.number}>
      <caption className="visually-hidden">Symmetry of the structure</caption>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
