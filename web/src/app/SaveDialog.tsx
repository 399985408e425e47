import { useEffect, useId, useState } from "react";
import { reason } from "../commands/report";
import { exportReport, isClean, writeDocument } from "../commands/saveDocument";
import type { ExportReport } from "../core/protocol";
import { useDocument } from "../state/document";
import { fileName, useFiles, writable } from "../state/files";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Field } from "../ui/Field";
import { Select } from "../ui/Select";
import { TextField } from "../ui/TextField";
import { closeDialog } from "./Dialogs";
import { grouped } from "./format";

/** Chooses format and name, and says what the format would lose before anything is written. */
export function SaveDialog() {
  const formats = useFiles((files) => files.formats);
  const proposed = useFiles((files) => files.proposed);
  const documentName = useDocument((doc) => doc.state?.name ?? "");
  const choices = writable(formats);
  const [id, setId] = useState(() => proposed ?? choices[0]?.id ?? "");
  const format = choices.find((choice) => choice.id === id);
  const [name, setName] = useState(documentName);
  const { report, problem } = useReport(id);
  const base = useId();

  const save = async () => {
    if (!report || report.refused) return;
    if (await writeDocument(id, name)) closeDialog();
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
            help={format && `Saves ${fileName(name || documentName, format, formats)}`}
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
        </div>
        <div className="save-report-place" aria-live="polite">
          {problem && <p className="save-refused">{problem}</p>}
          {report && <Report report={report} label={format?.label ?? id} />}
        </div>
        <div className="save-buttons">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!report || Boolean(report.refused)}
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
  return (
    <div className="save-report" data-testid="save-report">
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

/** The report of the chosen format; an older answer never shows under a newer choice. */
function useReport(format: string): { report: ExportReport | null; problem: string } {
  const [state, setState] = useState<{ format: string; report: ExportReport | null; problem: string } | null>(null);
  useEffect(() => {
    let current = true;
    exportReport(format).then(
      (report) => current && setState({ format, report, problem: "" }),
      (error) => current && setState({ format, report: null, problem: reason(error) }),
    );
    return () => {
      current = false;
    };
  }, [format]);
  return state?.format === format ? state : { report: null, problem: "" };
}
