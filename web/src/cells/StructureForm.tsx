import { Suspense, useEffect } from "react";
import { crystalForms } from "../crystals/forms";
import { BondsForm } from "../select/BondsForm";
import { useDocument } from "../state/document";
import type { StructureFormName } from "../state/ui";
import { CenterForm } from "./CenterForm";
import { IonsForm } from "./IonsForm";
import { NewCellForm } from "./NewCellForm";
import { closeForm } from "./panel";
import { SetCellForm } from "./SetCellForm";

const forms = {
  setCell: SetCellForm,
  center: CenterForm,
  ions: IonsForm,
  newCell: NewCellForm,
  bonds: BondsForm,
  ...crystalForms,
};

/** A form about the structure. It begins anew with another document, and ends with the last one. */
export function StructureForm({ form }: { form: StructureFormName }) {
  const opened = useDocument((doc) => doc.opened);
  const gone = useDocument((doc) => doc.state === null) && form !== "newCell" && form !== "bulk";
  useEffect(() => {
    if (gone) closeForm();
  }, [gone]);
  if (gone) return null;
  const Form = forms[form];
  return (
    <Suspense fallback={<p className="details-hint">Opening the form…</p>}>
      <Form key={opened} />
    </Suspense>
  );
}
