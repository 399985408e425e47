import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { grouped } from "../app/format";
import { type FormError, type Run, useTools } from "../state/tools";
import type { ToolEntry } from "../tools/registry";
import { keepWaiting } from "../tools/runTool";
import { limits, plainLine } from "../tools/text";
import { Button } from "../ui/Button";
import { Progress } from "../ui/Progress";

export interface RunBarProps {
  entry: ToolEntry;
  /** Run would not start: a problem or a missing document. It can still be pressed, to be told. */
  blocked: boolean;
  error: FormError | null;
  /** What to know before Run. */
  children: ReactNode;
}

/** The foot of the form: the error of the last run, then Run, or progress and Cancel. */
export function RunBar({ entry, blocked, error, children }: RunBarProps) {
  const run = useTools((tools) => (tools.run?.toolId === entry.id ? tools.run : null));
  const other = useTools((tools) => tools.run !== null && tools.run.toolId !== entry.id);
  return (
    <footer className="form-foot">
      {!run && <div className="form-warnings">{children}</div>}
      {error && !run && (
        <p className="form-alert" role="alert" data-testid="tool-error" data-kind={error.kind}>
          {grouped(plainLine(error.message, limits.message))}
        </p>
      )}
      {run ? (
        <Running entry={entry} run={run} />
      ) : (
        <Button
          type="submit"
          variant="primary"
          className="form-run"
          aria-disabled={blocked || other || undefined}
          data-testid="tool-run"
        >
          Run
        </Button>
      )}
    </footer>
  );
}

/** Above this a bar says more than a spinner (contract §3). */
const QUICK_SECONDS = 2;

function Running({ entry, run }: { entry: ToolEntry; run: Run }) {
  const seconds = useElapsed(run.started);
  const quick = (entry.marker.expectedSeconds ?? Number.POSITIVE_INFINITY) <= QUICK_SECONDS;
  const message = grouped(plainLine(run.message, limits.tooltip));
  const left = run.limit - seconds;
  return (
    <div
      className="form-running"
      data-testid="tool-progress"
      data-fraction={run.fraction ?? ""}
      data-message={message}
      data-elapsed={seconds}
    >
      <div className="form-progress">
        {quick ? (
          <span className="form-spinner" role="progressbar" aria-label={`${entry.label} is running`}>
            <LoaderCircle aria-hidden />
          </span>
        ) : (
          <Progress label={`${entry.label} is running`} fraction={run.fraction} />
        )}
        {run.fraction !== null && !quick && <span className="form-percent">{Math.floor(100 * run.fraction)} %</span>}
        <Button onClick={run.cancel} data-testid="tool-cancel">
          Cancel
        </Button>
      </div>
      <p className="form-progress-text">
        <span>{message || "Running"}</span>
        <span className="form-elapsed">{clock(seconds)}</span>
      </p>
      {left <= Math.min(30, run.limit / 2) && run.deadline.extendable && (
        <p className="form-warning form-deadline" role="status">
          <span>Stops in {Math.max(0, Math.ceil(left))} s.</span>
          <Button variant="link" onClick={keepWaiting} data-testid="tool-keep-waiting">
            Keep waiting
          </Button>
        </p>
      )}
    </div>
  );
}

/** Whole seconds since a time, four looks a second. */
function useElapsed(started: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - started) / 1000));
}

/** 7 → "7 s", 83 → "1:23". */
function clock(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
