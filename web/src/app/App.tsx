import { useEffect, useRef } from "react";
import { listenToKeys } from "../commands/keyboard";
import { listenToClipboard } from "../select/clipboard";
import { setEventRoot } from "../state/events";
import { useUi } from "../state/ui";
import { TooltipProvider } from "../ui/Tooltip";
import { Details } from "./Details";
import { Dialogs } from "./Dialogs";
import { FileInput } from "./FileInput";
import { MenuBar } from "./MenuBar";
import { rootAttributes } from "./rootAttributes";
import { StatusLine } from "./StatusLine";
import { ToolRail } from "./ToolRail";
import { ViewPane } from "./ViewPane";

/** The page: bars and panels docked around the view. */
export function App() {
  const root = useRef<HTMLDivElement>(null);
  const detailsOpen = useUi((ui) => ui.detailsOpen);
  const detailsWidth = useUi((ui) => ui.detailsWidth);

  useEffect(() => {
    setEventRoot(root.current);
    const stop = [
      listenToKeys(window),
      listenToClipboard(window),
      root.current ? rootAttributes(root.current) : () => {},
    ];
    return () => {
      for (const end of stop) end();
      setEventRoot(null);
    };
  }, []);

  useEffect(() => {
    root.current?.style.setProperty("--details-width", `${detailsWidth}px`);
  }, [detailsWidth]);

  return (
    <TooltipProvider delayDuration={500} skipDelayDuration={300}>
      <div ref={root} className="frame" data-testid="builder" data-details={detailsOpen ? "open" : "closed"}>
        <MenuBar />
        <ToolRail />
        <ViewPane />
        <Details />
        <StatusLine />
        <FileInput />
      </div>
      <Dialogs />
    </TooltipProvider>
  );
}
