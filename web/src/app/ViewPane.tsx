import { Suspense, useEffect, useRef } from "react";
import { pickEvents } from "../commands/pick";
import { useContextMenu } from "../state/contextMenu";
import { useDocument } from "../state/document";
import { testMode } from "../state/testMode";
import { useUi } from "../state/ui";
import { useView } from "../state/view";
import { part } from "../ui/part";
import { View } from "../view/View";
import { AxisButtons } from "./AxisButtons";
import { CoreProblem } from "./CoreProblem";
import { DropZone } from "./DropZone";
import { HoverTip } from "./HoverTip";
import { InfoLine } from "./InfoLine";
import { NoticeCard } from "./NoticeCard";
import { OriginalBanner } from "./OriginalBanner";
import { Welcome } from "./Welcome";

const ContextMenu = part(async () => (await import("../select/ContextMenu")).ContextMenu);

/** The 3D view with what lies over it. */
export function ViewPane() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const open = useDocument((doc) => doc.state !== null);
  const empty = useDocument((doc) => doc.state?.atoms === 0);
  const drawing = useUi((ui) => ui.drawing);
  const preview = useView((view) => view.preview !== null);
  const busy = useUi((ui) => ui.busy);
  const tool = useUi((ui) => ui.tool);
  // A click in the empty view begins a document then: nothing may lie over it.
  const building = tool === "add" || tool === "place";

  const menu = useContextMenu((context) => context.menu);

  useEffect(() => {
    if (!canvas.current || !container.current) return;
    const options = { describedBy: "view-info", ...(testMode ? { pixelRatio: 1, animate: false } : {}) };
    const view = new View(canvas.current, container.current, pickEvents, options);
    return () => view.dispose();
  }, []);

  return (
    <main className="view" data-tool={tool} data-drawing={drawing}>
      <div ref={container} className="view-canvas">
        <canvas ref={canvas} />
      </div>
      <InfoLine />
      <OriginalBanner />
      {drawing === "ok" && <AxisButtons />}
      {open && empty && !preview && drawing === "ok" && <p className="view-message">The document has no atoms.</p>}
      {open && drawing !== "ok" && <NoDrawing lost={drawing === "lost"} />}
      {busy && (
        <p className="view-busy" role="status">
          {busy} …
        </p>
      )}
      {!open && (preview || building ? <h1 className="visually-hidden">Molsmith Builder</h1> : <Welcome />)}
      {!open && building && !preview && (
        <p className="view-message">Click here to {tool === "add" ? "add the first atom" : "place a molecule"}.</p>
      )}
      <CoreProblem />
      {!menu && <HoverTip />}
      {menu && (
        <Suspense fallback={null}>
          <ContextMenu menu={menu} />
        </Suspense>
      )}
      <NoticeCard />
      <DropZone />
    </main>
  );
}

function NoDrawing({ lost }: { lost: boolean }) {
  return (
    <div className="view-message" role="alert" data-testid="view-problem">
      <h2>{lost ? "The graphics card was reset" : "No 3D view"}</h2>
      <p>
        {lost
          ? "The picture comes back when the browser gives the 3D context back. The document is not affected."
          : "This browser does not offer WebGL 2, so the structure cannot be drawn. Tools, editing by menu, opening and saving work."}
      </p>
    </div>
  );
}
