import { useEffect, useRef, useState } from "react";
import { PickView, type PickViewOptions } from "../view/PickView";

/**
 * A PickView in a component: put `container` and `canvas` on its elements. `view` is null
 * until it is made, `missing` says that the browser cannot draw it (no WebGL 2). It is
 * made anew when `label` changes; other options are taken when it is made.
 */
export function usePickView(label?: string, options: Omit<PickViewOptions, "label"> = {}) {
  const container = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<PickView | null>(null);
  const [missing, setMissing] = useState(false);
  const given = useRef(options);

  useEffect(() => {
    if (!canvas.current || !container.current) return;
    let made: PickView;
    try {
      made = new PickView(canvas.current, container.current, {
        ...given.current,
        ...(label === undefined ? {} : { label }),
      });
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
  }, [label]);

  return { container, canvas, view, missing };
}
