import { useEffect } from "react";
import type { PreviewPicture as Picture } from "../tools/preview";
import { usePickView } from "../ui/usePickView";

/**
 * A small 3D picture of what a run would make, such as two linked repeat units. Atoms
 * that the tool calls head or tail say so.
 */
export default function PreviewPicture({ picture }: { picture: Picture }) {
  const { container, canvas, view, missing } = usePickView("3D picture of what a run would make", {
    covered: { top: 28, bottom: 8 },
  });
  useEffect(() => {
    if (!view) return;
    view.setMolecule(picture);
    const words = picture.atomNames.map((name, atom) => ({ atom, text: name.toLowerCase() }));
    view.setMarks(words.filter(({ text }) => text === "head" || text === "tail"));
  }, [view, picture]);
  return (
    <div className="atom-picture wide" ref={container} hidden={missing} data-testid="tool-picture">
      <canvas ref={canvas} data-atoms={picture.elements.length} />
      <span className="chip accent">Preview</span>
    </div>
  );
}
