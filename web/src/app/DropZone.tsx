import { useEffect, useState } from "react";
import { openFirst } from "../commands/openDocument";
import { failed } from "../commands/report";
import { useUi } from "../state/ui";
import { hasModal } from "../ui/modal";

/**
 * Opens a file dropped anywhere on the page, of several the first, and takes dropped text as if
 * it were pasted; an overlay says so while something is over it.
 */
export function DropZone() {
  const [over, setOver] = useState<"file" | "text" | null>(null);
  useEffect(() => {
    // Enter and leave come for every element crossed: count them.
    let depth = 0;
    const held = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer?.types.includes("Files")) return "file";
      return dataTransfer?.types.includes("text/plain") ? "text" : null;
    };
    /** Text that is dragged inside of the page is for its fields. */
    let own = false;
    const mine = (event: DragEvent) => {
      const what = held(event);
      const field = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      return what === "file" || (what === "text" && !own && !field) ? what : null;
    };
    const accepts = () => {
      const { dialog, question, core } = useUi.getState();
      return dialog === "none" && !question && !hasModal() && core === "wasm";
    };
    const begin = () => {
      own = true;
    };
    const finish = () => {
      own = false;
    };
    const enter = (event: DragEvent) => {
      const what = held(event);
      if (!what || own) return;
      depth++;
      setOver(accepts() ? what : null);
    };
    const leave = (event: DragEvent) => {
      if (!held(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(null);
    };
    const move = (event: DragEvent) => {
      if (!mine(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = accepts() ? "copy" : "none";
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(null);
      const what = mine(event);
      if (!what) return;
      event.preventDefault();
      if (!accepts()) return;
      if (what === "file") void openFirst([...(event.dataTransfer?.files ?? [])]);
      else {
        const text = event.dataTransfer?.getData("text/plain") ?? "";
        void import("../select/paste").then(
          ({ paste }) => paste(text),
          (error) => failed("Could not take the text", error),
        );
      }
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", move);
    window.addEventListener("drop", drop);
    window.addEventListener("dragstart", begin);
    window.addEventListener("dragend", finish);
    return () => {
      window.removeEventListener("dragstart", begin);
      window.removeEventListener("dragend", finish);
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", move);
      window.removeEventListener("drop", drop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="drop-zone" data-testid="drop-zone">
      <p>{over === "file" ? "Drop the file to open it" : "Drop the text to place its molecule"}</p>
    </div>
  );
}
