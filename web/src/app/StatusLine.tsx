import { Bell, TriangleAlert } from "lucide-react";
import { railTools } from "../commands/railTools";
import { ToolHint } from "../rail/ToolHint";
import { serversSummary } from "../servers/summary";
import { useDocument } from "../state/document";
import { isUndone, useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { type CellPreview, useView } from "../state/view";
import { Kbd } from "../ui/Kbd";
import { Popover } from "../ui/Popover";
import { cellText, count, counted } from "./format";
import { NoticeText } from "./NoticeCard";
import { shownShortcut, useEnabledState } from "./useCommand";

export function StatusLine() {
  const tool = useUi((ui) => ui.tool);
  useEnabledState();
  const open = useDocument((doc) => doc.state !== null);
  const original = useDocument((doc) => doc.state?.original ?? false);
  const preview = useView((view) => view.preview);
  const selected = useSelection((selection) => selection.atoms.length);
  const command = railTools.find((candidate) => candidate.tool === tool);
  const shortcut = command && shownShortcut(command);
  return (
    <footer className="statusline" data-testid="statusline">
      <span className="status-tool">
        <b>{command?.label}</b>
        {shortcut && <Kbd shortcut={shortcut} />}
        <ToolHint />
      </span>
      {preview && (
        <span className="status-text" data-testid="status-preview">
          {previewText(preview)}
        </span>
      )}
      {original && !preview && <span className="status-part">Showing original</span>}
      {open && !original && !preview && <span data-testid="status-selected">{count(selected)} selected</span>}
      <span className="grow" />
      <PastNotices />
      <CoreStatus />
      <ServerStatus />
    </footer>
  );
}

/** What the picture shows instead of the document. */
function previewText({ changed, cell }: CellPreview): string {
  if (changed) return `Preview: ${counted(changed.state.atoms, "atom")}, not applied`;
  return cell ? `Preview of a cell, ${cellText(cell)}` : "Preview, no cell";
}

function PastNotices() {
  const list = useNotices((notices) => notices.list);
  // What was undone since is marked.
  useDocument((doc) => doc.state?.steps);
  if (list.length === 0) return null;
  return (
    <Popover
      label="Last notices"
      side="top"
      align="end"
      className="past-notices"
      testId="notices-list"
      trigger={
        <button type="button" className="status-button" data-testid="notices">
          <Bell aria-hidden />
          {counted(list.length, "notice")}
        </button>
      }
    >
      <h4>Last notices</h4>
      <ol>
        {[...list].reverse().map((notice) => (
          <li key={notice.id} data-level={notice.level} data-undone={isUndone(notice) || undefined}>
            <p className="past-notice-time">
              {clock(notice.time)}
              {isUndone(notice) && " · undone"}
            </p>
            <NoticeText notice={notice} />
          </li>
        ))}
      </ol>
    </Popover>
  );
}

/** The time of day: "14:02". */
const clock = (time: number) => new Date(time).toTimeString().slice(0, 5);

function CoreStatus() {
  const core = useUi((ui) => ui.core);
  const version = useUi((ui) => ui.coreVersion);
  const tools = useTools((store) => store.page);
  if (core === "none" || tools === "failed")
    return (
      <span className="status-part" data-level="error">
        <TriangleAlert aria-hidden /> In-page tools cannot run
      </span>
    );
  const ready = core === "wasm" && tools === "ready";
  return (
    <span className="status-part" title={version ? `Molsmith core ${version}` : undefined} data-testid="status-core">
      <span className="dot" data-on={ready || undefined} />
      <span className={ready ? "status-core-text" : undefined}>
        {ready ? "In-page tools ready" : "Starting in-page tools…"}
      </span>
    </span>
  );
}

function ServerStatus() {
  const { servers, bridge } = useTools();
  const { text, level } = serversSummary(servers, bridge.link);
  return (
    <button
      type="button"
      className="status-button status-server"
      onClick={() => useUi.getState().set({ dialog: "server" })}
      data-testid="status-server"
      data-level={level}
    >
      {level !== "none" && <span className="dot" data-on={level === "good" || undefined} data-level={level} />}
      <span className="status-text">{text}</span>
    </button>
  );
}
