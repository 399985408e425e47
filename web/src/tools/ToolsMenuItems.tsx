import { Plug } from "lucide-react";
import { Fragment } from "react";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { MenuCaption, MenuItem, MenuSeparator } from "../ui/Menubar";
import { toolIcon } from "./categoryIcon";
import { openTool } from "./openTool";
import { menuSections, type ToolEntry } from "./registry";
import "./tools.css";

/** What the Tools menu holds: this page's tools, the server's, and the server dialog. */
export function ToolsMenuItems() {
  const { page, offers, entries, connection } = useTools();
  const sections = menuSections(
    offers.map((offer) => offer.source),
    entries,
  );
  return (
    <>
      {page !== "ready" && (
        <Line
          text={page === "starting" ? "Starting the tools of this page…" : "The tools of this page cannot run here"}
        />
      )}
      {sections.map(({ source, groups }) => (
        <Fragment key={source.id}>
          <MenuCaption>
            <span className="menu-source">{source.kind === "page" ? "This page" : source.name}</span>
          </MenuCaption>
          {groups.map((group) => (
            <Fragment key={group.id}>
              {groups.length > 1 && <MenuCaption>{group.label}</MenuCaption>}
              {group.entries.map((entry) => (
                <ToolItem key={entry.id} entry={entry} />
              ))}
            </Fragment>
          ))}
          {groups.length === 0 && <Line text={emptyText(source.id, entries)} />}
        </Fragment>
      ))}
      <MenuSeparator />
      {connection.state === "none" && <Line text="No tool server connected" />}
      {connection.state === "connecting" && <Line text="Connecting…" />}
      <MenuItem
        label="Tool server…"
        icon={Plug}
        onSelect={() => useUi.getState().set({ dialog: "server" })}
        testId="tools-server"
      />
    </>
  );
}

/** A server whose tools all run in this page too, or that has none for the Builder. */
function emptyText(sourceId: string, entries: readonly ToolEntry[]): string {
  return entries.some((entry) => entry.also?.id === sourceId)
    ? "Same tools as this page: choose where to run in the form"
    : "No tools for the Builder";
}

function ToolItem({ entry }: { entry: ToolEntry }) {
  const { unusable } = entry;
  return (
    <MenuItem
      label={
        unusable ? (
          <>
            {entry.label}…<span className="menu-reason">{unusable}</span>
          </>
        ) : (
          `${entry.label}…`
        )
      }
      hint={unusable ?? entry.tooltip}
      icon={toolIcon(entry)}
      disabled={unusable !== undefined}
      onSelect={() => openTool(entry.id)}
      testId={`tool-button-${entry.source.id}-${entry.name}`}
    />
  );
}

function Line({ text }: { text: string }) {
  return <MenuItem label={text} disabled onSelect={() => undefined} />;
}
