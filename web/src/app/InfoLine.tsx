import { useDocument } from "../state/document";
import { useView } from "../state/view";
import { Button } from "../ui/Button";
import { Formula } from "../ui/Formula";
import { cellText, chargeText, composition, count, counted, densityText, massText } from "./format";

/** One line of facts over the view; also the description of the picture. */
export function InfoLine() {
  const open = useDocument((doc) => doc.state);
  const preview = useView((view) => view.preview);
  if (preview && !preview.atoms) return <PreviewLine cell={preview.cell} open={open !== null} />;
  const state = preview?.changed?.state ?? open;
  if (!state) return <div className="info" id="view-info" data-testid="info" />;
  return (
    <div className="info" id="view-info" data-testid="info">
      {preview?.changed ? (
        <span className="chip accent">Preview</span>
      ) : (
        state.original && <span className="chip">Original</span>
      )}
      <span className="info-name" title={state.name} data-testid="info-name">
        {state.name}
      </span>
      {state.atoms > 0 && (
        <span className="info-formula">
          {composition(state).map(({ formula, charge, times }) => (
            <span key={`${formula} ${charge}`}>
              <Formula text={formula} charge={charge} />
              {times !== null && ` ×${count(times)}`}
            </span>
          ))}
        </span>
      )}
      <span>{counted(state.atoms, "atom")}</span>
      <span>{counted(state.bonds, "bond")}</span>
      {state.charge !== 0 && <span>charge {chargeText(state.charge)}</span>}
      <span>{state.cell ? cellText(state.cell) : "No cell"}</span>
      {state.density !== null && state.atoms > 0 && <span>{densityText(state.density)}</span>}
      {state.mass > 0 && <span>{massText(state.mass)}</span>}
      {!preview?.changed && !state.original && state.steps.length > 0 && (
        <span data-testid="info-edits">{counted(state.steps.length, "edit")}</span>
      )}
    </div>
  );
}

/** While a form shows the box it would make, the picture is of that. */
function PreviewLine({ cell, open }: { cell: number[] | null; open: boolean }) {
  return (
    <div className="info" id="view-info" data-testid="info">
      <span className="chip accent">Preview</span>
      <span>{cell ? cellText(cell) : "No cell"}</span>
      {open && (
        <Button variant="link" onClick={() => useView.getState().setPreview(null)} data-testid="preview-hide">
          Show the open structure
        </Button>
      )}
    </div>
  );
}
