import type { MoleculeShape } from "../moleculeShape";

export interface AtomPictureProps {
  shape: MoleculeShape;
  /** Accessible name. */
  label: string;
  chosen: number | null;
  onPick(atom: number): void;
}

export default function AtomPicture({ label }: AtomPictureProps) {
  return <div className="atom-picture" role="img" aria-label={label} />;
}
