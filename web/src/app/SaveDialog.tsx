import { useEffect, useId, useState } from "react";
import type { Typed } from "../cells/useCellEntry";
import { sentence } from "../cells/words";
import { reason } from "../commands/report";
import { exportReport, isClean, openedFile, writeDocument } from "../commands/saveDocument";
import type { AtomStyle, ExportReport } from "../core/protocol";
import { toleranceProblem } from "../crystals/symmetry";
import { useAnswer } from "../crystals/useAnswer";
import { useDocument } from "../state/document";
import { fileName, proposal, useFiles, writable } from "../state/files";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Field } from "../ui/Field";
import { Select } from "../ui/Select";
import { TextField } from "../ui/TextField";
import { closeDialog } from "./Dialogs";
import { counted, grouped } from "./format";
import { StyleOption, SymmetryOption } from "./SaveOptions";

/** Chooses format and name, and says what the format would lose before anything is written. */
export function SaveDialog() {
  const formats = useFiles((files) => files.formats);
  const proposed = useFiles((files) => files.proposed);
  const documentName = useDocument((doc) => doc.state?.name ?? "");
  const opened = useDocument((doc) => openedFile(doc.state));
  const choices = writable(formats);
  const [id, setId] = useState(() => proposed ?? choices[0]?.id ?? "");
  const format = choices.find((choice) => choice.id === id);
  const saved = useFiles((files) => files.saved);
  const start = proposal(documentName, opened, saved, formats);
  const [name, setName] = useState(start.name);
  const kept = useFiles((files) => files.proposedOptions);
  const [style, setStyle] = useState<AtomStyle>(kept.style ?? "full");
  const [tolerance, setTolerance] = useState<Typed | null>(kept.tolerance ?? null);
  const atoms = useDocument((doc) => doc.state?.atoms ?? 0);

  const symmetric = id === "cif" && tolerance !== null;
  const wrong = symmetric ? toleranceProblem(tolerance) : "";
  const within = symmetric && !wrong ? (tolerance as number) : undefined;
  const found = useAnswer("crystal.cif", within === undefined ? null : { name: documentName, tolerance: within });
  const plain = useReport(symmetric ? null : id, id === "lammps" ? style : undefined);
  const report = symmetric ? (found.answer?.json.report ?? null) : plain.report;
  const problem = symmetric ? found.problem : plain.problem;
  const base = useId();

  const save = async () => {
    if (!report || report.refused) return;
    const options = { ...(id === "lammps" && { style }), ...(within !== undefined && { tolerance: within }) };
    if (await writeDocument(id, name, options, symmetric && found.answer ? found.answer : undefined)) closeDialog();
  };

  return (
    <Dialog open onClose={closeDialog} title="Save" size="medium" testId="save-dialog">
      <form
        className="save-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="save-fields">
          <Field id={`${base}-format`} label="Format">
            <Select
              id={`${base}-format`}
              value={id}
              onChange={setId}
              options={choices.map((choice) => ({
                value: choice.id,
                label: choice.label,
                detail: choice.extensions[0] ?? "",
              }))}
              testId="save-format"
            />
          </Field>
          <Field
            id={`${base}-name`}
            label="Name"
            help={format && `Saves ${fileName(name.trim() || start.name, format, formats, start.like)}`}
          >
            <TextField
              id={`${base}-name`}
              value={name}
              onChange={setName}
              maxLength={120}
              aria-describedby={`${base}-name-help`}
              data-testid="save-name"
            />
          </Field>
          {id === "lammps" && <StyleOption value={style} onChange={setStyle} />}
          {id === "cif" && <SymmetryOption tolerance={tolerance} onChange={setTolerance} problem={wrong} />}
        </div>
        <div className="save-report-place" id={`${base}-report`} aria-live="polite">
          {symmetric && found.asking && <p className="field-help">Searching {counted(atoms, "atom")}…</p>}
          {problem && (
            <p className="save-refused" data-testid="save-problem">
              {sentence(problem)}
            </p>
          )}
          {report && <Report report={report} label={format?.label ?? id} />}
        </div>
        <div className="save-buttons">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!report || Boolean(report.refused)}
            aria-describedby={`${base}-report`}
            data-testid="save-confirm"
          >
            {report && !isClean(report) && !report.refused ? "Save anyway" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Report({ report, label }: { report: ExportReport; label: string }) {
  const { losses, changes, refused } = report;
  if (refused)
    return (
      <p className="save-refused" role="alert" data-testid="save-refused">
        {refused}
      </p>
    );
  if (isClean(report)) return <p className="save-clean">{label} holds everything in the document.</p>;
  // A list that may be too long for its place is scrolled by the keyboard too.
  const long = losses.length + changes.length > 6 && { tabIndex: 0, role: "group", "aria-label": "Export report" };
  return (
    <div className="save-report" data-testid="save-report" {...long}>
      {losses.length > 0 && <List title="The file will not hold" lines={losses} />}
      {changes.length > 0 && <List title="The file will differ" lines={changes} />}
    </div>
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{grouped(line)}</li>
        ))}
      </ul>
    </>
  );
}

/** The report of the chosen format, null for none; an older answer never shows under a newer choice. */
function useReport(format: string | null, style?: AtomStyle): { report: ExportReport | null; problem: string } {
  const key = `${format} ${style}`;
  const [state, setState] = useState<{ key: string; report: ExportReport | null; problem: string } | null>(null);
  useEffect(() => {
    if (!format) return;
    let current = true;
    exportReport(format, style ? { style } : {}).then(
      (report) => current && setState({ key, report, problem: "" }),
      (error) => current && setState({ key, report: null, problem: reason(error) }),
    );
    return () => {
      current = false;
    };
  }, [format, style, key]);
  return state?.key === key ? state : { report: null, problem: "" };
}
