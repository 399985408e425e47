import { lazy, Suspense, useEffect } from "react";
import { toggleDetails } from "../commands/page";
import { runCommand } from "../commands/registry";
import { useDocument } from "../state/document";
import { useUi } from "../state/ui";
import { DocumentPanel } from "./DocumentPanel";
import { History } from "./History";
import { isNarrow } from "./narrow";
import { Splitter } from "./Splitter";

const ToolForm = lazy(async () => ({ default: (await import("../forms/ToolForm")).ToolForm }));

/** The panel at the right: a tool's form or the facts of the document, and the history. */
export function Details() {
  const open = useUi((ui) => ui.detailsOpen);
  const panel = useUi((ui) => ui.panel);
  const hasDocument = useDocument((doc) => doc.state !== null);
  const tool = panel.kind === "tool";

  // On a narrow window the panel covers the view: it goes with the form.
  useEffect(() => {
    if (!tool) return;
    return () => {
      if (isNarrow()) useUi.getState().set({ detailsOpen: false });
    };
  }, [tool]);

  if (!open) return null;
  return (
    <aside
      className="details"
      aria-label="Details"
      data-testid="details"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && isNarrow()) runCommand(toggleDetails);
      }}
    >
      <Splitter />
      <div className="details-main">
        {panel.kind === "tool" ? (
          <Suspense fallback={<p className="details-hint">Opening the form…</p>}>
            <ToolForm toolId={panel.toolId} />
          </Suspense>
        ) : (
          <>
            <header className="details-head">
              <h2>Details</h2>
            </header>
            <DocumentPanel />
          </>
        )}
      </div>
      {hasDocument && <History />}
    </aside>
  );
}
