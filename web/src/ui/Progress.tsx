import { useLayoutEffect, useRef } from "react";

export interface ProgressProps {
  label: string;
  /** 0 … 1; null while nothing is known. */
  fraction: number | null;
}

export function Progress({ label, fraction }: ProgressProps) {
  const bar = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    bar.current?.style.setProperty("--fraction", String(fraction ?? 0));
  }, [fraction]);
  return (
    <span
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={fraction === null ? undefined : Math.round(fraction * 100)}
      data-indeterminate={fraction === null ? "" : undefined}
    >
      <span ref={bar} />
    </span>
  );
}
