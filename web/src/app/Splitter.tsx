import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { clampWidth, detailsWidths } from "../state/settings";
import { useUi } from "../state/ui";

const STEP = 16;

/** The line between view and Details: drag it, or arrow keys. */
export function Splitter() {
  const width = useUi((ui) => ui.detailsWidth);
  const start = useRef<{ x: number; width: number } | null>(null);
  const setWidth = (next: number) => useUi.getState().set({ detailsWidth: clampWidth(next) });

  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: width + STEP,
      ArrowRight: width - STEP,
      Home: detailsWidths.most,
      End: detailsWidths.least,
    };
    const chosen = next[event.key as keyof typeof next];
    if (chosen === undefined) return;
    event.preventDefault();
    setWidth(chosen);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (start.current) setWidth(start.current.width + start.current.x - event.clientX);
  };
  const onPointerUp = () => {
    start.current = null;
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> takes neither focus nor a value
    <div
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of Details"
      aria-valuemin={detailsWidths.least}
      aria-valuemax={detailsWidths.most}
      aria-valuenow={width}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
    />
  );
}
