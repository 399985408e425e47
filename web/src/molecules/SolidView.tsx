import { useEffect, useState } from "react";
import { type MoleculeShape, useMoleculeShape } from "../forms/moleculeShape";
import { usePickView } from "../ui/usePickView";

/** A molecule in 3D that can be turned with the pointer. */
export default function SolidView({ molblock, label }: { molblock: string; label: string }) {
  const { container, canvas, view, missing } = usePickView();
  const shape = useMoleculeShape({ name: label, molblock });
  // The last one stays until the next is read.
  const [shown, setShown] = useState<MoleculeShape | null>(null);

  useEffect(() => {
    if (shape) setShown(shape);
  }, [shape]);
  useEffect(() => {
    if (view && shown) view.setMolecule(shown);
  }, [view, shown]);
  useEffect(() => {
    canvas.current?.setAttribute("aria-label", `${label}, 3D picture`);
  }, [canvas, label]);

  return (
    <div className="solid-view" ref={container}>
      <canvas ref={canvas} data-testid="solid-view" hidden={missing} />
      {missing && <p className="picture-none">The 3D picture needs WebGL 2. The molecule can be used all the same.</p>}
    </div>
  );
}
