import { useEffect, useRef, useState } from "react";
import { usePickView } from "../../ui/usePickView";
import type { MoleculeShape } from "../moleculeShape";

export interface AtomPictureProps {
  shape: MoleculeShape;
  /** Name of the field. */
  label: string;
  chosen: number | null;
  onPick(atom: number): void;
}

/**
 * The molecule in 3D: a click takes an atom, a drag turns the picture. Atoms
 * without a hydrogen, which could join nothing, are pale. The list above it does
 * the same with the keyboard.
 */
export default function AtomPicture({ shape, label, chosen, onPick }: AtomPictureProps) {
  const pick = useRef(onPick);
  pick.current = onPick;
  const [hovered, setHovered] = useState<number | null>(null);
  // Without WebGL 2 the list above is the whole control.
  const { container, canvas, view, missing } = usePickView(`${label}: 3D picture of the molecule`, {
    onPick: (atom) => pick.current(atom),
    onHover: setHovered,
  });

  useEffect(() => {
    if (!view) return;
    view.setMolecule(shape);
    view.setPale(shape.hasHydrogen.flatMap((has, atom) => (has ? [] : [atom])));
  }, [view, shape]);

  useEffect(() => {
    view?.setChosen(chosen !== null && chosen < shape.elements.length ? chosen : null);
  }, [view, shape, chosen]);

  const named = hovered ?? chosen;
  return (
    <div className="atom-picture" ref={container} hidden={missing}>
      <canvas ref={canvas} data-testid="atom-picture" />
      {named !== null && shape.labels[named] && <span className="atom-picture-name">{shape.labels[named]}</span>}
    </div>
  );
}
