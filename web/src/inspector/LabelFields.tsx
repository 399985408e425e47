import { Minus, Plus } from "lucide-react";
import { commandButton } from "../app/useCommand";
import { lowerCharge, raiseCharge } from "../commands/charge";
import type { Inspected } from "../core/protocol";
import { parseNumber } from "../forms/units";
import { IconButton } from "../ui/Button";
import { DraftNumber, DraftText } from "./Draft";
import { type Labels, setCharge, setLabels } from "./edits";

/** Formal charge, names, residue and chain of the selected atoms; what differs is blank. */
export function LabelFields(props: { atoms: readonly number[]; facts: Inspected | null; disabled: boolean }) {
  const { atoms, facts, disabled } = props;
  const mixed = (key: Inspected["mixed"][number]) => facts?.mixed.includes(key) ?? false;
  const hint = (key: Inspected["mixed"][number]) => (mixed(key) ? "mixed" : undefined);
  const set = (labels: Labels) => void setLabels(atoms, labels);
  return (
    <div className="inspector-grid" data-testid="labels">
      <label className="inspector-label" htmlFor="inspector-charge">
        Formal charge
      </label>
      <div className="inspector-charge">
        <IconButton
          label={lowerCharge.label}
          icon={Minus}
          className="small"
          {...commandButton(lowerCharge)}
          data-testid="charge-down"
        />
        <DraftNumber
          id="inspector-charge"
          testId="charge"
          value={mixed("formalCharge") ? undefined : (facts?.formalCharge ?? 0)}
          placeholder={hint("formalCharge")}
          parse={(text) => parseCharge(text)}
          format={(value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"))}
          step={() => 1}
          disabled={disabled}
          onTake={(value) => void setCharge(atoms, value)}
        />
        <IconButton
          label={raiseCharge.label}
          icon={Plus}
          className="small"
          {...commandButton(raiseCharge)}
          data-testid="charge-up"
        />
      </div>
      <label className="inspector-label" htmlFor="inspector-name">
        Atom name
      </label>
      <DraftText
        id="inspector-name"
        testId="atom-name"
        value={facts?.atomName ?? ""}
        placeholder={hint("atomName")}
        maxLength={16}
        disabled={disabled}
        onTake={(name) => set({ name: name.trim() })}
      />
      <label className="inspector-label" htmlFor="inspector-residue">
        Residue
      </label>
      <div className="inspector-residue">
        <DraftText
          id="inspector-residue"
          testId="residue-name"
          value={facts?.residueName ?? ""}
          placeholder={hint("residueName") ?? "name"}
          maxLength={8}
          disabled={disabled}
          onTake={(residueName) => set({ residueName: residueName.trim() })}
        />
        <DraftNumber
          id="inspector-residue-id"
          testId="residue-id"
          label="Residue number"
          value={mixed("residueId") ? undefined : facts?.residueId}
          placeholder={hint("residueId") ?? "number"}
          parse={(text) => whole(text)}
          format={String}
          step={() => 1}
          disabled={disabled}
          onTake={(residueId) => set({ residueId })}
        />
        <DraftText
          id="inspector-chain"
          testId="chain-id"
          label="Chain"
          value={(facts?.chainId ?? "").trim()}
          placeholder={hint("chainId") ?? "chain"}
          maxLength={1}
          disabled={disabled}
          onTake={(chain) => set({ chainId: chain.trim() || " " })}
        />
      </div>
    </div>
  );
}

function whole(text: string): number | null {
  const value = parseNumber(text, true);
  return value !== null && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null;
}

/** "+2", "2+", "-1", "1−", "−". */
export function parseCharge(text: string): number | null {
  const match = /^([+\-−]?)(\d{0,2})([+\-−]?)$/.exec(text.trim());
  if (!match) return null;
  const [, before = "", digits = "", behind = ""] = match;
  const sign = before || behind;
  if ((before && behind) || (digits === "" && sign === "")) return null;
  const size = digits === "" ? 1 : Number(digits);
  return sign === "-" || sign === "−" ? 0 - size : size;
}
