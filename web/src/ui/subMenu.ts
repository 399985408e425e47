import { type PointerEvent, type RefObject, useRef } from "react";

/**
 * For the line and the content of a submenu: in a narrow window it opens over its line, under
 * the pointer, and the line was not left for another one then.
 */
export function useOverLine(): {
  content: RefObject<HTMLDivElement | null>;
  onPointerLeave(event: PointerEvent): void;
} {
  const content = useRef<HTMLDivElement>(null);
  return {
    content,
    onPointerLeave(event) {
      if (event.relatedTarget instanceof Node && content.current?.contains(event.relatedTarget)) event.preventDefault();
    },
  };
}
