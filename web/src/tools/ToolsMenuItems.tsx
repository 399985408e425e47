import { Plug } from "lucide-react";
import { Fragment } from "react";
import { type Server, stateText } from "../servers/model";
import { useTools } from "../state/tools";
import { useUi } from "../state/ui";
import { MenuCaption, MenuItem, MenuSeparator } from "../ui/Menubar";
import { toolIcon } from "./categoryIcon";
import { openTool } from "./openTool";
import { type MenuEntry, menuGroups, type Offer, sourceMark, type Unsupported } from "./registry";
import "./tools.css";

/** What the Tools menu holds: the tools of this page and of all servers by category, and the servers dialog. */
export function ToolsMenuItems() {
  const { page, offers, entries, servers, bridge } = useTools();
  const unsupported = offers.flatMap((offer) => offer.unsupported.map((tool) => ({ tool, offer })));
  return (
    <>
      {page !== "ready" && (
        <Line
          text={page === "starting" ? "Starting the tools of this page…" : "The tools of this page cannot run here"}
        />
      )}
      {menuGroups(entries).map((group) => (
        <Fragment key={group.id}>
          <MenuCaption>{group.label}</MenuCaption>
          {group.entries.map((entry) => (
            <ToolItem key={entry.entry.id} {...entry} />
          ))}
        </Fragment>
      ))}
      {unsupported.length > 0 && <MenuCaption>Not usable in this version of the page</MenuCaption>}
      {unsupported.map(({ tool, offer }) => (
        <UnsupportedItem
          key={`${offer.source.id}:${tool.name}`}
          tool={tool}
          source={offer.source.id}
          mark={sourceMark(
            offer.source,
            offers.map(({ source }) => source),
          )}
        />
      ))}
      <MenuSeparator />
      {servers.length === 0 && <Line text="No tool server connected" />}
      {servers.map((server) => {
        const text = lineOf(server, offers);
        return text && <MenuItem key={server.id} label={`${server.name}: ${text}`} onSelect={openServers} />;
      })}
      {bridge.link.state === "locked" && <MenuItem label="The bridge needs its token" onSelect={openServers} />}
      <MenuItem label="Tool servers…" icon={Plug} onSelect={openServers} testId="tools-server" />
    </>
  );
}

const openServers = () => useUi.getState().set({ dialog: "server" });

/** What is to be said of a server in the menu; "" for one whose tools stand there. */
function lineOf({ state, source }: Server, offers: readonly Offer[]): string {
  if (state.state !== "ready") {
    const text = stateText(state);
    return text.charAt(0).toLowerCase() + text.slice(1);
  }
  const offer = offers.find((one) => one.source.id === source?.id);
  return offer && offer.entries.length + offer.unsupported.length === 0 ? "no tools for the Builder" : "";
}

function ToolItem({ entry, mark }: MenuEntry) {
  const { unusable } = entry;
  return (
    <MenuItem
      label={
        <>
          {entry.label}…{mark && <span className="menu-mark">{mark}</span>}
          {unusable && <span className="menu-reason">{unusable}</span>}
        </>
      }
      hint={unusable ?? entry.tooltip}
      icon={toolIcon(entry)}
      disabled={unusable !== undefined}
      onSelect={() => openTool(entry.id)}
      testId={`tool-button-${entry.source.id}-${entry.name}`}
    />
  );
}

function UnsupportedItem({ tool, source, mark }: { tool: Unsupported; source: string; mark: string }) {
  return (
    <MenuItem
      label={
        <>
          {tool.label}
          <span className="menu-mark">{mark}</span>
          <span className="menu-reason">{tool.reason}</span>
        </>
      }
      hint={tool.reason}
      disabled
      onSelect={() => undefined}
      testId={`tool-unsupported-${source}-${tool.name}`}
    />
  );
}

function Line({ text }: { text: string }) {
  return <MenuItem label={text} disabled onSelect={() => undefined} />;
}
