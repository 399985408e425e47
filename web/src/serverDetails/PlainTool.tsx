import { useEffect, useId, useRef, useState } from "react";
import type { ToolDefinition } from "../core/protocol";
import { FieldList } from "../forms/FieldList";
import { FormContext } from "../forms/formApi";
import "../forms/fields.css";
import "../forms/forms.css";
import { limits, plainLine } from "../tools/text";
import { Button } from "../ui/Button";
import { Progress } from "../ui/Progress";
import { Segments } from "../ui/Segments";
import { AnswerView } from "./AnswerView";
import { timeText } from "./answer";
import type { DetailActions } from "./facts";
import { type PlainForm, parseArguments, sampleArguments, usePlainForm } from "./usePlainForm";

type End =
  | { kind: "answer"; result: unknown; ms: number }
  | { kind: "failure"; message: string; ms: number }
  | { kind: "cancelled" };

interface Running {
  fraction: number | null;
  message: string;
  cancel(): void;
}

/** A tool that is no button, as a plain form: its answer is shown here and goes nowhere else. */
export function PlainTool({
  tool,
  actions,
  disabled,
}: {
  tool: ToolDefinition;
  actions: DetailActions;
  disabled: boolean;
}) {
  const form = usePlainForm(tool);
  const [text, setText] = useState(() => sampleArguments(tool.inputSchema));
  const [asJson, setAsJson] = useState(false);
  const [problem, setProblem] = useState("");
  const [running, setRunning] = useState<Running | null>(null);
  const [end, setEnd] = useState<End | null>(null);
  const json = asJson || form.misfit !== null;
  const stop = useRef<AbortController | null>(null);
  const checking = useRef(false);
  // The panel closes: nobody waits for the answer any more.
  useEffect(() => () => stop.current?.abort(), []);

  const call = async () => {
    if (running || disabled || checking.current) return;
    const given = json ? parseArguments(text) : { args: form.args() };
    setProblem("problem" in given ? given.problem : "");
    if ("problem" in given || (!json && !form.model)) return;
    const abort = new AbortController();
    stop.current = abort;
    checking.current = true;
    const right = json || (await form.attempt());
    checking.current = false;
    if (!right || abort.signal.aborted) return;
    const start = performance.now();
    const note = (fraction: number | null, message: string) =>
      !abort.signal.aborted &&
      setRunning({ fraction, message: plainLine(message, limits.tooltip), cancel: () => abort.abort() });
    note(null, "");
    setEnd(null);
    const after = () => performance.now() - start;
    let ended: End;
    try {
      const result = await actions.call(tool.name, given.args, { signal: abort.signal, onProgress: note });
      ended = { kind: "answer", result, ms: after() };
    } catch (error) {
      const message = plainLine(error instanceof Error ? error.message : String(error), limits.message);
      ended = abort.signal.aborted ? { kind: "cancelled" } : { kind: "failure", message, ms: after() };
    }
    setRunning(null);
    setEnd(ended);
  };

  return (
    <form
      className="plain-tool"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void call();
      }}
      data-testid="plain-tool"
      data-tool={tool.name}
      aria-busy={running !== null || undefined}
    >
      {form.model && (
        <Segments
          label="Arguments"
          value={asJson ? "json" : "form"}
          onChange={(value) => {
            if (value === "json") setText(JSON.stringify(form.args(), null, 2));
            setAsJson(value === "json");
          }}
          options={[
            { value: "form", content: "Form" },
            { value: "json", content: "JSON", testId: "plain-json" },
          ]}
        />
      )}
      <fieldset className="plain-fields" disabled={running !== null}>
        {json ? (
          <JsonArguments text={text} onChange={setText} problem={problem} misfit={form.misfit} />
        ) : (
          <Fields form={form} />
        )}
      </fieldset>
      <div className="plain-run">
        {running ? (
          <>
            <Progress label={`${tool.name} is running`} fraction={running.fraction} />
            <span className="plain-note">{running.message}</span>
            <Button onClick={running.cancel} data-testid="plain-cancel">
              Cancel
            </Button>
          </>
        ) : (
          <Button type="submit" variant="primary" disabled={disabled} data-testid="plain-call">
            Call
          </Button>
        )}
      </div>
      {end && <Ended end={end} />}
    </form>
  );
}

function Fields({ form }: { form: PlainForm }) {
  if (!form.model) return <p className="server-hint">Making the form…</p>;
  if (form.model.fields.length === 0) return <p className="server-hint">It takes no arguments.</p>;
  return (
    <FormContext.Provider value={form.api}>
      <div className="form-grid">
        <FieldList fields={form.model.fields} base="" />
      </div>
    </FormContext.Provider>
  );
}

interface JsonArgumentsProps {
  text: string;
  onChange(text: string): void;
  problem: string;
  misfit: string | null;
}

function JsonArguments({ text, onChange, problem, misfit }: JsonArgumentsProps) {
  const id = useId();
  return (
    <div className="field" data-invalid={problem ? "" : undefined}>
      <label className="field-label" htmlFor={id}>
        Arguments as JSON
      </label>
      <span className="field-box plain-json" data-invalid={problem ? "" : undefined}>
        <textarea
          id={id}
          rows={Math.min(14, Math.max(4, text.split("\n").length + 1))}
          spellCheck={false}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={[problem && `${id}-problem`, misfit && `${id}-help`].filter(Boolean).join(" ") || undefined}
          data-testid="plain-arguments"
        />
      </span>
      {problem && (
        <p className="field-problem" id={`${id}-problem`} data-testid="plain-problem">
          {problem}
        </p>
      )}
      {misfit && (
        <p className="field-help" id={`${id}-help`}>
          No form fits its schema: {plainLine(misfit, limits.help)}.
        </p>
      )}
    </div>
  );
}

function Ended({ end }: { end: End }) {
  if (end.kind === "cancelled")
    return (
      <p className="plain-end" role="status" data-testid="plain-end" data-kind="cancelled">
        Cancelled.
      </p>
    );
  if (end.kind === "failure")
    return (
      <p className="form-alert" role="alert" data-testid="plain-end" data-kind="failure">
        {end.message}
      </p>
    );
  return (
    <div data-testid="plain-end" data-kind="answer">
      <p className="plain-end" role="status">
        Answered in {timeText(end.ms)}.
      </p>
      <AnswerView result={end.result} />
    </div>
  );
}
