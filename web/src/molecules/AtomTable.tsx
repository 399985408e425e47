import type { AtomRow } from "../core/protocol";
import { useDrawing } from "./drawing";

/** The molecule in words: what a picture shows to those who see it. */
export function AtomTable({ smiles }: { smiles: string }) {
  const drawing = useDrawing(smiles);
  if (!drawing) return <p className="picture-none" />;
  const { atoms } = drawing;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="atom-table" aria-label="Atoms and bonds" tabIndex={0}>
      <table className="atoms" data-testid="atom-table">
        <thead>
          <tr>
            <th scope="col">Atom</th>
            <th scope="col">Bonded to</th>
            <th scope="col">Configuration</th>
          </tr>
        </thead>
        <tbody>
          {atoms.map((atom, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is what the atom is called
            <tr key={index}>
              <th scope="row">
                <span className="index">{index}</span> {atomText(atom)}
              </th>
              <td>{bondsText(atom, atoms)}</td>
              <td>{atom.label}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "CH3", "N+", "O−". */
export function atomText({ symbol, hydrogens, charge }: AtomRow): string {
  const h = hydrogens === 0 ? "" : hydrogens === 1 ? "H" : `H${hydrogens}`;
  const sign = charge > 0 ? "+" : "−";
  const size = Math.abs(charge) > 1 ? Math.abs(charge) : "";
  return `${symbol}${h}${charge === 0 ? "" : `${size}${sign}`}`;
}

const orders = ["", "", "double", "triple", "aromatic"];

/** "1 C, 3 O (double, E)", counted from 0 as everywhere. */
export function bondsText({ bonds }: AtomRow, atoms: readonly AtomRow[]): string {
  return bonds
    .map(({ to, order, label }) => {
      const remark = [orders[order], label].filter(Boolean).join(", ");
      return `${to} ${atoms[to]?.symbol ?? ""}${remark ? ` (${remark})` : ""}`;
    })
    .join(", ");
}
