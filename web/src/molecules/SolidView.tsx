import { useEffect, useRef, useState } from "react";
import { type MoleculeShape, useMoleculeShape } from "../forms/moleculeShape";
import { PickView } from "../view/PickView";

/** A molecule in 3D that can be turned with the pointer. */
export default function SolidView({ molblock, label }: { molblock: string; label: string }) {
  const container = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<PickView | null>(null);
  const [missing, setMissing] = useState(false);
  const shape = useMoleculeShape({ name: label, molblock });
  // The last one stays until the next is read.
  const [shown, setShown] = useState<MoleculeShape | null>(null);

  useEffect(() => {
    if (!canvas.current || !container.current) return;
    let made: PickView;
    try {
      made = new PickView(canvas.current, container.current);
    } catch {
      setMissing(true);
      return;
    }
    let current = true;
    void made.settled().then((drawn) => current && setMissing(!drawn));
    setView(made);
    return () => {
      current = false;
      made.dispose();
      setView(null);
    };
  }, []);

  useEffect(() => {
    if (shape) setShown(shape);
  }, [shape]);
  useEffect(() => {
    if (view && shown) view.setMolecule(shown);
  }, [view, shown]);
  useEffect(() => {
    canvas.current?.setAttribute("aria-label", `${label}, 3D picture`);
  }, [label]);

  return (
    <div className="solid-view" ref={container}>
      <canvas ref={canvas} data-testid="solid-view" hidden={missing} />
      {missing && <p className="picture-none">The 3D picture needs WebGL 2. The molecule can be used all the same.</p>}
    </div>
  );
}
