import { Fragment, Suspense, useState } from "react";
import type { FormField } from "../core/protocol";
import { limits, plainLine } from "../tools/text";
import { Button } from "../ui/Button";
import { part } from "../ui/part";
import { FieldView } from "./FieldView";
import { useForm } from "./formApi";
import { useMoleculeShape } from "./moleculeShape";
import { join, split } from "./pointer";
import { isMolecule } from "./values";
import { labelOf } from "./widget";

// With the 3D engine; a form without pictures does not load it.
const AtomPicker = part(async () => (await import("./fields/AtomPicker")).default);
const PreviewPicture = part(async () => (await import("./PreviewPicture")).default);

/** The fields of one object, as far as the choices made so far use them. `base` is where it is. */
export function FieldList({ fields, base }: { fields: readonly FormField[]; base: string }) {
  const form = useForm();
  const shown = fields.filter((field) => form.shown(field, join(base, field.key)));
  const last = (of: string | undefined) => shown.findLast((field) => field.control === "atom" && field.of === of);
  // What the links make stands where they are chosen.
  const pictured = last(shown.find(({ control }) => control === "atom")?.of) ?? shown.at(-1);
  return shown.map((field) => (
    <Fragment key={field.key}>
      <FieldView field={field} pointer={join(base, field.key)} />
      {field.control === "atom" && field === last(field.of) && (
        <Picker atoms={shown.filter(({ control, of }) => control === "atom" && of === field.of)} base={base} />
      )}
      {base === "" && field === pictured && <FormPicture />}
    </Fragment>
  ));
}

function FormPicture() {
  const { picture } = useForm();
  if (!picture) return null;
  return (
    <Suspense fallback={<div className="atom-picture wide" />}>
      <PreviewPicture picture={picture} />
    </Suspense>
  );
}

/** Rows of a table that start with their picture: a browser draws few pictures at once. */
const DRAWN_ROWS = 2;

/** The picture under the atom fields of one molecule; nothing without a 3D one. */
function Picker({ atoms, base }: { atoms: readonly FormField[]; base: string }) {
  const form = useForm();
  const molecule = form.value(join(base, atoms[0]?.of ?? ""));
  const shape = useMoleculeShape(molecule);
  const row = Number(split(base).at(-1));
  const [drawn, setDrawn] = useState(!(row >= DRAWN_ROWS));
  if (!shape) return null;
  if (!drawn)
    return (
      <Button variant="link" className="wide" onClick={() => setDrawn(true)}>
        Choose in 3D
      </Button>
    );
  const targets = atoms.map((field) => {
    const pointer = join(base, field.key);
    const chosen = form.value(pointer);
    return { pointer, label: labelOf(field), chosen: typeof chosen === "number" ? chosen : null };
  });
  return (
    <Suspense fallback={<div className="atom-picker wide atom-picture" />}>
      <AtomPicker
        shape={shape}
        name={isMolecule(molecule) ? plainLine(molecule.name, limits.label) : "Molecule"}
        targets={targets}
        onPick={(pointer, atom) => form.set(pointer, atom)}
      />
    </Suspense>
  );
}
