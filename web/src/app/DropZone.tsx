import { useEffect, useState } from "react";
import { openFirst } from "../commands/openDocument";
import { useUi } from "../state/ui";

/** Opens a file dropped anywhere on the page; an overlay says so while one is over it. */
export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Enter and leave come for every element crossed: count them.
    let depth = 0;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const accepts = () => {
      const { dialog, question, core } = useUi.getState();
      return dialog === "none" && !question && core === "wasm";
    };
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth++;
      setOver(accepts());
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const move = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = accepts() ? "copy" : "none";
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (accepts()) void openFirst([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", move);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", move);
      window.removeEventListener("drop", drop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="drop-zone" data-testid="drop-zone">
      <p>Drop the file to open it</p>
    </div>
  );
}
