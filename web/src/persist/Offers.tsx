import { RotateCcw, X } from "lucide-react";
import { ago, counted } from "../app/format";
import { useUi } from "../state/ui";
import { Button, IconButton } from "../ui/Button";
import type { SessionInfo } from "./database";
import { discard, restore } from "./persist";
import "./persist.css";
import { useSessions } from "./sessions";

/** Offers on the welcome card; the rest stay stored. */
const SHOWN = 3;

/** Documents of tabs that ended: after a crash, or closed with edits. */
export function Offers() {
  const offers = useSessions((sessions) => sessions.offers);
  if (offers.length === 0) return null;
  return (
    <section className="offers" aria-labelledby="offers-title" data-testid="offers">
      <h2 id="offers-title">{offers.some(({ dirty }) => dirty) ? "Unsaved work" : "Last documents"}</h2>
      <ul>
        {offers.slice(0, SHOWN).map((session) => (
          <Offer key={session.id} session={session} />
        ))}
      </ul>
    </section>
  );
}

function Offer({ session }: { session: SessionInfo }) {
  const { name, atoms, steps, dirty, changed } = session;
  const facts = [counted(atoms, "atom"), ...(steps > 0 ? [counted(steps, "edit")] : []), ago(Date.now() - changed)];
  const drop = async () => {
    const sure =
      !dirty ||
      (await useUi.getState().ask({
        title: `Discard “${name}”?`,
        body: "Its unsaved edits are kept nowhere else.",
        confirm: "Discard",
        cancel: "Keep it",
        danger: true,
      }));
    if (sure) await discard(session);
  };
  return (
    <li>
      <span className="offer-text">
        <b>{name}</b>
        <span>{facts.join(" · ")}</span>
      </span>
      <Button icon={RotateCcw} onClick={() => void restore(session)} data-testid="offer-restore">
        {dirty ? "Restore" : "Open"}
      </Button>
      <IconButton
        label={`Discard “${name}”`}
        icon={X}
        className="small"
        onClick={() => void drop()}
        data-testid="offer-discard"
      />
    </li>
  );
}
