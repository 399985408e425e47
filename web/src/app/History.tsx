import { ChevronDown, ChevronRight, Info } from "lucide-react";
import { useEffect, useRef } from "react";
import { failed } from "../commands/report";
import type { DocumentState, StepProvenance } from "../core/protocol";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useUi } from "../state/ui";
import { Popover } from "../ui/Popover";
import { counted } from "./format";
import { Provenance } from "./Provenance";

interface Line {
  key: string;
  label: string;
  detail: string;
  provenance?: StepProvenance | undefined;
}

/** The source and the steps, oldest first; steps that redo would bring back stand behind, dimmed. */
export function History() {
  const state = useDocument((doc) => doc.state);
  const open = useUi((ui) => ui.historyOpen);
  const list = useRef<HTMLOListElement>(null);
  const at = state?.steps.length ?? 0;

  useEffect(() => {
    if (open && at >= 0) list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  }, [at, open]);

  if (!state) return null;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className="history" aria-labelledby="history-title" data-testid="history">
      <h3 id="history-title">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => useUi.getState().set({ historyOpen: !open })}
          data-testid="history-toggle"
        >
          History
          <Chevron aria-hidden />
        </button>
      </h3>
      {open && (
        <ol ref={list}>
          {linesOf(state).map((line, index) => (
            <HistoryLine key={line.key} line={line} index={index} at={at} />
          ))}
        </ol>
      )}
    </section>
  );
}

function HistoryLine({ line, index, at }: { line: Line; index: number; at: number }) {
  const { label, detail, provenance } = line;
  return (
    <li className={index > at ? "undone" : undefined}>
      <button
        type="button"
        className="history-step"
        aria-current={index === at ? "step" : undefined}
        title={index === at ? undefined : index > at ? "Redo up to here" : "Go back to here"}
        data-testid={`history-step-${index}`}
        onClick={() => index !== at && jump(index)}
      >
        <span className="history-label">{label}</span>
        <span className="history-detail">{detail}</span>
      </button>
      {provenance && (
        <Popover
          label={`How “${label}” was made`}
          side="left"
          align="end"
          className="provenance"
          testId={`history-provenance-${index}`}
          trigger={
            <button
              type="button"
              className="icon-button small"
              aria-label={`How “${label}” was made`}
              data-testid={`history-info-${index}`}
            >
              <Info aria-hidden />
            </button>
          }
        >
          <Provenance label={label} provenance={provenance} />
        </Popover>
      )}
    </li>
  );
}

function linesOf({ source, steps, redo }: DocumentState): Line[] {
  const label = source.kind === "file" ? `Opened ${source.label}` : source.label;
  return [
    { key: "source", label, detail: counted(source.atoms, "atom"), provenance: source.provenance },
    ...[...steps, ...redo].map(({ id, ...step }) => ({ key: id, ...step })),
  ];
}

function jump(steps: number) {
  edit("edit.jump", { steps }).catch((error) => failed("Could not go to that step", error));
}
