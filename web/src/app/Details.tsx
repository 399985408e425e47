import { Tabs } from "radix-ui";
import { Suspense, useEffect } from "react";
import { toggleDetails } from "../commands/page";
import { runCommand } from "../commands/registry";
import { ToolSettings } from "../rail/ToolSettings";
import { useDocument } from "../state/document";
import { type DetailsTab, useUi } from "../state/ui";
import { part } from "../ui/part";
import { DocumentPanel } from "./DocumentPanel";
import { History } from "./History";
import { isNarrow } from "./narrow";
import { Splitter } from "./Splitter";

const ToolForm = part(async () => (await import("../forms/ToolForm")).ToolForm);
const StructureForm = part(async () => (await import("../cells/StructureForm")).StructureForm);
const LibraryPanel = part(async () => (await import("../library/LibraryPanel")).LibraryPanel);
const PropertiesPanel = part(async () => (await import("../molecules/PropertiesPanel")).PropertiesPanel);

/** The panel at the right: a tool's form or the facts of the document, and the history. */
export function Details() {
  const open = useUi((ui) => ui.detailsOpen);
  const panel = useUi((ui) => ui.panel);
  const hasDocument = useDocument((doc) => doc.state !== null);
  const form = panel.kind !== "none";

  // On a narrow window the panel covers the view: it goes with the form.
  useEffect(() => {
    if (!form) return;
    return () => {
      if (isNarrow()) useUi.getState().set({ detailsOpen: false });
    };
  }, [form]);

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
        ) : panel.kind === "structure" ? (
          <Suspense fallback={<p className="details-hint">Opening the form…</p>}>
            <StructureForm key={panel.form} form={panel.form} />
          </Suspense>
        ) : (
          <>
            <ToolSettings />
            <Facts />
          </>
        )}
      </div>
      {hasDocument && <History />}
    </aside>
  );
}

/** What is open, and what its molecules are like. */
function Facts() {
  const tab = useUi((ui) => ui.detailsTab);
  return (
    <Tabs.Root
      className="details-tabs"
      value={tab}
      onValueChange={(next) => useUi.getState().set({ detailsTab: next as DetailsTab })}
    >
      <header className="details-head">
        <h2 className="visually-hidden">Details</h2>
        <Tabs.List className="tab-list" aria-label="Details">
          <Tabs.Trigger className="tab" value="document" data-testid="tab-document">
            Document
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="properties" data-testid="tab-properties">
            Properties
          </Tabs.Trigger>
          <Tabs.Trigger className="tab" value="library" data-testid="tab-library">
            Library
          </Tabs.Trigger>
        </Tabs.List>
      </header>
      <Tabs.Content className="details-tab" value="document" tabIndex={-1}>
        <DocumentPanel />
      </Tabs.Content>
      <Tabs.Content className="details-tab" value="properties" tabIndex={-1}>
        <Suspense fallback={<p className="details-hint">Opening the properties…</p>}>
          <PropertiesPanel />
        </Suspense>
      </Tabs.Content>
      <Tabs.Content className="details-tab" value="library" tabIndex={-1}>
        <Suspense fallback={<p className="details-hint">Opening the library…</p>}>
          <LibraryPanel />
        </Suspense>
      </Tabs.Content>
    </Tabs.Root>
  );
}
