import { CanvasEditor, Molecule } from "openchemlib";
import { useEffect, useRef } from "react";

export interface SketchEditorProps {
  /** What is to be drawn, as a mol block; "" clears the sheet. What was drawn here last changes nothing. */
  molblock: string;
  /** The person has drawn: a mol block, "" for an empty sheet. */
  onDraw(molblock: string): void;
}

/**
 * The sheet to draw on. It knows the mouse and touch only: the text field beside it
 * takes the same molecule, and the table of atoms says what is drawn. Only drawing is
 * its business; what a drawing means the core says.
 */
export default function SketchEditor({ molblock, onDraw }: SketchEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CanvasEditor | null>(null);
  /** What is on the sheet, as the page knows it. */
  const known = useRef("");
  const drawn = useRef(onDraw);
  drawn.current = onDraw;

  useEffect(() => {
    if (!host.current) return;
    const made = new CanvasEditor(host.current);
    made.setOnChangeListener(({ type, isUserEvent }) => {
      if (type !== "molecule" || !isUserEvent) return;
      const molecule = made.getMolecule();
      known.current = molecule.getAllAtoms() === 0 ? "" : molecule.toMolfile();
      drawn.current(known.current);
    });
    editor.current = made;
    known.current = "";
    return () => {
      editor.current = null;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    if (!editor.current || molblock === known.current) return;
    known.current = molblock;
    editor.current.setMolecule(molblock ? Molecule.fromMolfile(molblock) : new Molecule(0, 0));
  }, [molblock]);

  return <div className="sketch-sheet" ref={host} data-keeps-escape data-testid="sketch-sheet" />;
}
