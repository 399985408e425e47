import { Component, lazy, type ReactNode, Suspense } from "react";
import { useDrawing } from "./drawing";

const SketchEditor = lazy(() => import("./SketchEditor"));

export interface SketchPaneProps {
  /** What the person drew last; null when the molecule was given as a text. */
  sketch: string | null;
  /** The molecule of the text; "" for none. */
  smiles: string;
  onDraw(molblock: string): void;
}

/** The sketcher, loaded when it is first opened, showing what the text says. */
export function SketchPane({ sketch, smiles, onDraw }: SketchPaneProps) {
  const drawing = useDrawing(sketch === null ? smiles : "");
  return (
    <Loaded>
      <Suspense fallback={<p className="picture-none">Opening the sketcher…</p>}>
        <SketchEditor molblock={sketch ?? drawing?.molblock ?? ""} onDraw={onDraw} />
      </Suspense>
    </Loaded>
  );
}

/** Says that the sketcher could not be loaded; the text field does the same without it. */
class Loaded extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <p className="picture-none" role="alert">
        The sketcher could not be loaded. Type a name or a SMILES, or paste a mol block, above.
      </p>
    );
  }
}
