import { X } from "lucide-react";
import { type Notice, useNotices } from "../state/notices";
import { Button, IconButton } from "../ui/Button";
import { grouped } from "./format";
import { JobCard } from "./JobCard";

/** The newest notice, bottom left of the view. */
export function NoticeCard() {
  const current = useNotices((notices) => notices.current);
  const announcement = useNotices((notices) => notices.announcement);
  const dismiss = useNotices((notices) => notices.dismiss);
  const alert = current?.level === "error";
  return (
    <div className="notice-place">
      <div role="status" className="visually-hidden" data-testid="announcement">
        {announcement}
      </div>
      <JobCard />
      {/* Live regions have to be in the page before their text is. */}
      <div role="status">{current && !alert && <Card notice={current} onDismiss={dismiss} />}</div>
      <div role="alert">{current && alert && <Card notice={current} onDismiss={dismiss} />}</div>
    </div>
  );
}

function Card({ notice, onDismiss }: { notice: Notice; onDismiss(): void }) {
  return (
    <div className="notice" data-testid="notice" data-level={notice.level}>
      <NoticeText notice={notice} />
      {notice.action && (
        <Button className="notice-action" data-testid="notice-action" onClick={notice.action.run}>
          {notice.action.label}
        </Button>
      )}
      <IconButton
        label="Dismiss"
        icon={X}
        className="small"
        side="top"
        onClick={onDismiss}
        data-testid="notice-dismiss"
      />
    </div>
  );
}

/** The words of a notice; also used by the list of past notices. */
export function NoticeText({ notice }: { notice: Notice }) {
  return (
    <div className="notice-text">
      <p>
        <b>{grouped(notice.title)}</b> {notice.text && <span className="notice-detail">{grouped(notice.text)}</span>}
      </p>
      {notice.warnings?.map((warning) => (
        <p key={warning} className="notice-warning">
          {grouped(warning)}
        </p>
      ))}
    </div>
  );
}
