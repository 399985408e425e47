import { Minus, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { lowerCharge, raiseCharge } from "../commands/charge";
import { core, hasCore } from "../state/core";
import { useDocument } from "../state/document";
import { IconButton } from "../ui/Button";
import { chargeText } from "./format";
import { commandButton } from "./useCommand";

/** The formal charge of the selected atoms, between the buttons that change it. */
export function ChargeRow({ atoms }: { atoms: readonly number[] }) {
  const charge = useCharge(atoms.length === 1 ? atoms[0] : undefined);
  return (
    <div className="charge-row">
      <span id="charge-label">{atoms.length === 1 ? "Formal charge" : "Formal charges"}</span>
      <IconButton
        label={lowerCharge.label}
        icon={Minus}
        className="small"
        {...commandButton(lowerCharge)}
        data-testid="charge-down"
      />
      {atoms.length === 1 && (
        <output aria-labelledby="charge-label" data-testid="charge">
          {charge === null ? "…" : charge === 0 ? "0" : chargeText(charge)}
        </output>
      )}
      <IconButton
        label={raiseCharge.label}
        icon={Plus}
        className="small"
        {...commandButton(raiseCharge)}
        data-testid="charge-up"
      />
    </div>
  );
}

/** The formal charge of one atom, asked of the core; null until it answers. */
function useCharge(atom: number | undefined): number | null {
  const revision = useDocument((doc) => doc.state?.revision);
  const [charge, setCharge] = useState<number | null>(null);
  useEffect(() => {
    let current = true;
    if (atom === undefined || revision === undefined || !hasCore()) return;
    core()
      .call("edit.atom", { atom })
      .then(
        ({ json }) => current && setCharge(json.formalCharge ?? 0),
        () => current && setCharge(null),
      );
    return () => {
      current = false;
    };
  }, [atom, revision]);
  return charge;
}
