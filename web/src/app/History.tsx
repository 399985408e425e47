import { ChevronDown, ChevronRight, Eraser, Eye, EyeOff, Info, TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { clearAll, goTo, showOriginal } from "../commands/original";
import type { DocumentState, StepInfo, StepProvenance } from "../core/protocol";
import { useDocument } from "../state/document";
import { useUi } from "../state/ui";
import { IconButton } from "../ui/Button";
import { Popover } from "../ui/Popover";
import { Tooltip } from "../ui/Tooltip";
import { counted, grouped } from "./format";
import { Provenance } from "./Provenance";
import { commandButton, useEnabledState } from "./useCommand";

interface Line {
  key: string;
  label: string;
  detail: string;
  author?: StepInfo["author"] | undefined;
  provenance?: StepProvenance | undefined;
  broken?: string | undefined;
}

/** The source and the steps, oldest first; steps that redo would bring back stand behind, dimmed. */
export function History() {
  const state = useDocument((doc) => doc.state);
  const open = useUi((ui) => ui.historyOpen);
  const list = useRef<HTMLOListElement>(null);
  useEnabledState();
  const original = state?.original ?? false;
  const at = original ? 0 : (state?.steps.length ?? 0);

  useEffect(() => {
    if (open && at >= 0) list.current?.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
  }, [at, open]);

  if (!state) return null;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className="history" aria-labelledby="history-title" data-testid="history">
      <header className="history-head">
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
        <IconButton
          label={original ? "Back to your edits" : showOriginal.label}
          icon={original ? EyeOff : Eye}
          className="small"
          side="top"
          aria-pressed={original}
          {...commandButton(showOriginal)}
          data-testid="show-original"
        />
        <IconButton
          label={clearAll.label}
          icon={Eraser}
          className="small"
          side="top"
          {...commandButton(clearAll)}
          data-testid="history-clear"
        />
      </header>
      {open && (
        <ol ref={list}>
          {linesOf(state).map((line, index) => (
            <HistoryLine key={line.key} line={line} index={index} at={at} last={state.steps.length} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface HistoryLineProps {
  line: Line;
  index: number;
  /** The line that is shown, and the last one that is done. */
  at: number;
  last: number;
}

function HistoryLine({ line, index, at, last }: HistoryLineProps) {
  const { label, detail, provenance, broken } = line;
  return (
    <li className={index > last ? "undone" : undefined} data-broken={broken ? "" : undefined}>
      <Tooltip label={about(line, index, at, last)} side="left">
        <button
          type="button"
          className="history-step"
          aria-current={index === at ? "step" : undefined}
          data-testid={`history-step-${index}`}
          onClick={() => index !== at && void goTo(index)}
        >
          {broken && <TriangleAlert className="history-warning" aria-label="Skipped:" />}
          <span className="history-label">{label}</span>
          <span className="history-detail">{broken ? "skipped" : detail}</span>
        </button>
      </Tooltip>
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

/** A label of the program that counts: others may have a name in them, whose digits are no amount. */
const verb =
  /(?:Add|Delete|Remove|Move|Rotate|Label|Set(?: charge of)?|Make|Align|Mirror|Cut|Clean up|Relax|New conformers of)/;
const noun =
  /(?:atom|bond|hydrogen|duplicate|molecule)s?(?=$|,| (?:by|to|together|single|double|triple|aromatic|of other)\b)/;
const counts = new RegExp(
  `^(?:${verb.source} [\\d\\s]+(?:and remove [\\d\\s]+)?${noun.source}|Replace [\\d\\s]+waters? by )`,
);

const stepLabel = (label: string) => (counts.test(label) ? grouped(label) : label);

function linesOf({ source, steps, redo }: DocumentState): Line[] {
  const label = source.kind === "file" ? `Opened ${source.label}` : source.label;
  return [
    { key: "source", label, detail: counted(source.atoms, "atom"), provenance: source.provenance },
    ...[...steps, ...redo].map(({ id, label, ...step }) => ({ key: id, label: stepLabel(label), ...step })),
  ];
}

/** What the tooltip of a line says, one fact a line. */
function about({ label, detail, author, provenance, broken }: Line, index: number, at: number, last: number): string {
  const lines = [detail ? `${label} (${detail})` : label];
  if (broken) lines.push(`Skipped: ${broken}`);
  if (provenance) lines.push(`Made by ${provenance.tool} of ${provenance.server.name} ${provenance.server.version}`);
  else if (author === "tool") lines.push("Made by a tool");
  if (index !== at) lines.push(index > last ? "Click: redo up to here" : "Click: go back to here");
  return lines.join("\n");
}
