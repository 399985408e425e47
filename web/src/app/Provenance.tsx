import { Copy, RotateCcw } from "lucide-react";
import { useState } from "react";
import { failed } from "../commands/report";
import type { StepProvenance } from "../core/protocol";
import { openTool } from "../tools";
import { Button } from "../ui/Button";
import { PopoverClose } from "../ui/Popover";
import { counted } from "./format";
import { Proof } from "./Proof";
import { otherEntries } from "./proof";

/** The record of a tool's result: who made it, with what, and the way to make it again. */
export function Provenance({ label, provenance }: { label: string; provenance: StepProvenance }) {
  const { server, tool, atoms } = provenance;
  const [copied, setCopied] = useState(false);

  const copy = () => {
    navigator.clipboard.writeText(JSON.stringify(provenance, null, 2)).then(
      () => setCopied(true),
      (error) => failed("Could not copy", error),
    );
  };

  return (
    <>
      <h4>{label}</h4>
      <dl className="facts">
        <Row label="Tool" value={tool} />
        <Row
          label="From"
          value={server.url ? `${server.name} ${server.version}` : `this page, ${server.name} ${server.version}`}
        />
        {server.url && <Row label="Address" value={server.url} />}
        <Row label="Result" value={counted(atoms, "atom")} />
        {otherEntries(provenance.provenance).map(([key, value]) => (
          <Row key={key} label={key} value={String(value)} />
        ))}
      </dl>
      <Proof record={provenance} title="Measured on the result" />
      <h5>Arguments</h5>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long arguments scroll, so keys must reach them */}
      <pre className="provenance-arguments" tabIndex={0}>
        {JSON.stringify(provenance.arguments, shortText, 2)}
      </pre>
      <div className="details-buttons">
        <PopoverClose asChild>
          <Button icon={RotateCcw} onClick={() => openTool(`${server.id}:${tool}`, provenance.arguments)}>
            Run again…
          </Button>
        </PopoverClose>
        <Button icon={Copy} onClick={copy}>
          {copied ? "Copied" : "Copy record"}
        </Button>
      </div>
    </>
  );
}

/** A mol block fills the box with numbers: its first line and length stand for it. The copy has it whole. */
function shortText(_key: string, value: unknown): unknown {
  if (typeof value !== "string" || !value.includes("\n")) return value;
  const lines = value.trimEnd().split("\n");
  return `${lines[0]} … (${lines.length} lines)`;
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
