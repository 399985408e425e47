import { useState } from "react";
import { failed } from "../commands/report";
import { download } from "../commands/saveDocument";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { type PictureSize, pictureSizes, view } from "../state/view";
import { Button } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Dialog } from "../ui/Dialog";
import { Segments } from "../ui/Segments";
import { closeDialog } from "./Dialogs";
import { count } from "./format";
import "../forms/fields.css";

/** The view as a PNG file. */
export function PictureDialog() {
  const [scale, setScale] = useState<PictureSize>(2);
  const [transparent, setTransparent] = useState(false);
  const [labels, setLabels] = useState(true);
  const [busy, setBusy] = useState(false);
  const name = useDocument((doc) => doc.state?.name ?? "picture");
  const size = view()?.pictureSize(scale) ?? { width: 0, height: 0 };
  const save = async () => {
    setBusy(true);
    try {
      const blob = await view()?.picture({ scale, transparent, labels });
      if (!blob) throw new Error("there is no 3D view to take it of");
      const file = `${name.replace(/\.[A-Za-z0-9]+$/, "") || "picture"}.png`;
      download(blob, file);
      useNotices.getState().announce(`Saved ${file}`);
      closeDialog();
    } catch (error) {
      failed("Could not save the picture", error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Save picture"
      description="What the view shows, as a PNG file."
      testId="picture-dialog"
      footer={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" disabled={busy} onClick={() => void save()} data-testid="picture-save">
            Save
          </Button>
        </>
      }
    >
      <div className="picture-form">
        <div className="setting-row">
          <Segments<PictureSize>
            label="Size"
            value={scale}
            onChange={setScale}
            options={pictureSizes.map((one) => ({ value: one, content: `${one}×`, testId: `picture-${one}` }))}
          />
          <span className="picture-size" data-testid="picture-size">
            {count(size.width)} × {count(size.height)} pixels
          </span>
        </div>
        <Checkbox
          id="picture-transparent"
          label="Transparent background"
          checked={transparent}
          onChange={setTransparent}
          testId="picture-transparent"
        />
        <Checkbox
          id="picture-labels"
          label="With labels and measurements"
          checked={labels}
          onChange={setLabels}
          testId="picture-labels"
        />
      </div>
    </Dialog>
  );
}
