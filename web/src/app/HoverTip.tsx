import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Answer } from "../core/protocol";
import { core, hasCore } from "../state/core";
import { useDocument } from "../state/document";
import { type Hover, useView } from "../state/view";
import { symbolOf } from "../ui/elements";
import { chargeText, decimals } from "./format";

const orders = ["", "single", "double", "triple", "aromatic"];

/** What lies under the pointer: an atom or a bond. */
export function HoverTip() {
  const hover = useView((view) => view.hover);
  const box = useRef<HTMLDivElement>(null);

  // Beside the pointer, and always inside the view.
  useLayoutEffect(() => {
    const tip = box.current;
    const pane = tip?.offsetParent;
    if (!hover || !tip || !pane) return;
    const x = hover.x + 16 + tip.offsetWidth > pane.clientWidth ? hover.x - tip.offsetWidth - 12 : hover.x + 16;
    const y = Math.min(hover.y + 14, pane.clientHeight - tip.offsetHeight - 8);
    tip.style.transform = `translate(${Math.max(4, x)}px, ${Math.max(4, y)}px)`;
  });

  if (!hover) return null;
  return (
    <div ref={box} className="hover-tip" data-testid="hover-tip" aria-hidden="true">
      {hover.kind === "atom" ? <AtomFacts atom={hover.atom} /> : <BondFacts bond={hover} />}
    </div>
  );
}

function AtomFacts({ atom }: { atom: number }) {
  const { positions, elements: numbers } = useDocument((doc) => doc.arrays);
  const facts = useAtomFacts(atom);
  const at = [0, 1, 2].map((k) => decimals(positions[3 * atom + k] ?? 0, 3)).join("  ");
  const place = facts && [
    facts.residueName && `${facts.residueName}${facts.residueId ?? ""}`,
    facts.chainId && `chain ${facts.chainId}`,
    facts.atomName && `name ${facts.atomName}`,
    facts.formalCharge && `charge ${chargeText(facts.formalCharge)}`,
  ];
  return (
    <>
      <p>
        <b>{symbol(numbers, atom)}</b> #{atom}
      </p>
      {place?.some(Boolean) && <p>{place.filter(Boolean).join(" · ")}</p>}
      <p className="mono">{at} Å</p>
    </>
  );
}

function BondFacts({ bond }: { bond: Extract<Hover, { kind: "bond" }> }) {
  const numbers = useDocument((doc) => doc.arrays.elements);
  const [i, j] = bond.atoms;
  return (
    <>
      <p>
        <b>
          {symbol(numbers, i)}–{symbol(numbers, j)}
        </b>{" "}
        #{i}–#{j}
      </p>
      <p>
        {orders[bond.order]} · {decimals(bond.length, 3)} Å
      </p>
    </>
  );
}

function symbol(numbers: Uint8Array, atom: number): string {
  return symbolOf(numbers[atom] ?? 0);
}

/** Names and charges are with the core; they arrive a moment after the rest. */
function useAtomFacts(atom: number): Answer<"edit.atom"> | null {
  const revision = useDocument((doc) => doc.state?.revision);
  const [facts, setFacts] = useState<{ key: string; value: Answer<"edit.atom"> } | null>(null);
  const key = `${revision} ${atom}`;
  useEffect(() => {
    if (!hasCore()) return;
    let current = true;
    core()
      .call("edit.atom", { atom })
      .then(
        ({ json }) => current && setFacts({ key, value: json }),
        // The atom may be gone by now: then there is nothing to tell.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [atom, key]);
  return facts?.key === key ? facts.value : null;
}
