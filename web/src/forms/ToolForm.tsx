import { ChevronDown, CircleHelp, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { counted, grouped } from "../app/format";
import type { FormField } from "../core/protocol";
import { useDocument } from "../state/document";
import { useTools } from "../state/tools";
import { closeTool, findTool } from "../tools/openTool";
import type { ToolEntry } from "../tools/registry";
import { limits, plainLine } from "../tools/text";
import { IconButton } from "../ui/Button";
import { CopyMenu } from "./CopyMenu";
import { FieldList } from "./FieldList";
import { FormContext } from "./formApi";
import "./fields.css";
import "./forms.css";
import { RunBar } from "./RunBar";
import { SourceChoice } from "./SourceChoice";
import { type ToolFormState, useToolForm } from "./useToolForm";
import { helpOf, isLong } from "./widget";

/** The form of one tool, for the Details panel. */
export function ToolForm({ toolId }: { toolId: string }) {
  const known = useTools((tools) => tools.entries.some((entry) => entry.id === toolId));
  const entry = known ? findTool(toolId) : undefined;
  if (!entry) return <Gone />;
  return <OpenForm key={entry.id} entry={entry} />;
}

/** The server that offered the tool is gone while its form was open. */
function Gone() {
  return (
    <section className="tool-form" data-testid="tool-form">
      <header className="form-head">
        <h2>Tool</h2>
        <span className="grow" />
        <IconButton label="Close" icon={X} onClick={closeTool} data-testid="tool-close" />
      </header>
      <p className="form-empty">The server that offers this tool is not connected.</p>
    </section>
  );
}

function OpenForm({ entry }: { entry: ToolEntry }) {
  const state = useToolForm(entry);
  const { model, failure, form, api, preview, checked, problems } = state;
  const running = useTools((tools) => tools.run?.toolId === entry.id);
  const hasDocument = useDocument((document) => document.state !== null);
  const root = useRef<HTMLElement>(null);
  const [help, setHelp] = useState(false);
  const facts = useRef<HTMLDListElement>(null);
  const [factsSeen, setFactsSeen] = useState(true);
  const needsDocument = !hasDocument && (entry.marker.apply === "insert" || entry.marker.document === "required");
  const blocked = !model || needsDocument || problems.length > 0;

  useFocusOnOpen(root, model !== null);

  // After the render that shows the problems of a Run that did not start.
  const [tried, setTried] = useState(0);
  useEffect(() => {
    if (tried > 0) focusFirstProblem(root.current);
  }, [tried]);

  const submit = async () => {
    if (running || !model || needsDocument) return;
    await state.run();
    setTried((count) => count + 1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (!running) closeTool();
  };

  return (
    <section
      ref={root}
      className="tool-form"
      aria-labelledby="tool-form-title"
      aria-description={entry.tooltip || undefined}
      aria-busy={running || undefined}
      onKeyDown={onKeyDown}
      data-testid="tool-form"
      data-tool={entry.name}
      data-help={help ? "" : undefined}
      data-checked={checked}
    >
      <header className="form-head">
        <h2 id="tool-form-title" title={entry.tooltip}>
          {entry.label}
        </h2>
        <span className="chip">{state.source.kind === "page" ? "in this page" : state.source.name}</span>
        <span className="grow" />
        {model && hasLongHelp(model.fields) && (
          <IconButton
            label={help ? "Hide help" : "Show help"}
            icon={CircleHelp}
            aria-pressed={help}
            onClick={() => setHelp(!help)}
            data-testid="tool-help"
          />
        )}
        {model && (
          <CopyMenu
            entry={entry}
            model={model}
            args={state.args}
            takesDocument={hasDocument && model.document !== undefined}
          />
        )}
        <IconButton label="Close" icon={X} onClick={closeTool} disabled={running} data-testid="tool-close" />
      </header>
      <form
        className="form-frame"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {/* While everything in it is disabled, keys still have to scroll it. */}
        <div className="form-body" tabIndex={running ? 0 : undefined}>
          <fieldset className="form-fields" disabled={running}>
            {failure && (
              <p className="form-alert" role="alert">
                {grouped(plainLine(failure, limits.message))}
              </p>
            )}
            {entry.also && <SourceChoice entry={entry} chosen={state.source.id} />}
            {model && (
              <FormContext.Provider value={api}>
                <DocumentLine model={state.model} entry={entry} />
                <div className="form-grid">
                  <FieldList fields={model.fields} base="" />
                </div>
              </FormContext.Provider>
            )}
            {preview && preview.facts.length > 0 && (
              <Facts preview={preview} busy={!checked} place={facts} onSeen={setFactsSeen} />
            )}
          </fieldset>
        </div>
        <RunBar entry={entry} blocked={blocked} error={form.error}>
          <Warnings entry={entry} state={state} needsDocument={needsDocument} />
          {preview?.facts[0] && !factsSeen && (
            <FirstFact fact={preview.facts[0]} onClick={() => facts.current?.scrollIntoView({ block: "end" })} />
          )}
        </RunBar>
      </form>
    </section>
  );
}

/** Whether the form has help that is not shown yet. */
function hasLongHelp(fields: readonly FormField[]): boolean {
  return fields.some((field) => isLong(helpOf(field)) || hasLongHelp(field.fields ?? []));
}

/** "Uses the open structure (1 200 atoms)". */
function DocumentLine({ model, entry }: { model: ToolFormState["model"]; entry: ToolEntry }) {
  const atoms = useDocument((document) => document.state?.atoms ?? null);
  if (!model?.document) return null;
  return (
    <p className="form-document" data-testid="tool-document">
      {atoms === null
        ? entry.marker.document === "required"
          ? "Works on the open structure; none is open."
          : "Uses the open structure when there is one; none is open."
        : `Uses the open structure (${counted(atoms, "atom")})`}
    </p>
  );
}

interface FactsProps {
  preview: NonNullable<ToolFormState["preview"]>;
  /** They still belong to earlier values. */
  busy: boolean;
  place: RefObject<HTMLDListElement | null>;
  onSeen(seen: boolean): void;
}

/** Values that follow from the form, updated while typing. */
function Facts({ preview, busy, place, onSeen }: FactsProps) {
  useEffect(() => {
    const first = place.current?.firstElementChild;
    if (!first || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver((entries) => onSeen(entries.at(-1)?.isIntersecting ?? true));
    observer.observe(first);
    return () => {
      observer.disconnect();
      onSeen(true);
    };
  }, [place, onSeen]);
  return (
    <dl
      ref={place}
      className="form-facts"
      aria-live="polite"
      aria-busy={busy || undefined}
      aria-label="Derived values"
      data-testid="tool-facts"
    >
      {preview.facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The first of them above Run while they are scrolled away; it leads to them. */
function FirstFact({ fact: { label, value }, onClick }: { fact: { label: string; value: string }; onClick(): void }) {
  return (
    <button
      type="button"
      className="form-first"
      tabIndex={-1}
      aria-hidden
      onClick={onClick}
      data-testid="tool-first-fact"
    >
      <span>{label}</span>
      <b>{value}</b>
      <ChevronDown aria-hidden />
    </button>
  );
}

/** What to know before Run: in amber, above the button. */
function Warnings({ entry, state, needsDocument }: { entry: ToolEntry; state: ToolFormState; needsDocument: boolean }) {
  const dirty = useDocument((document) => document.state?.dirty ?? false);
  const { model, source, preview, problems } = state;
  const sends = model && !source.loopback && sentParts(model.document !== undefined, model.fields);
  // Problems without a field in the form.
  const whole = problems.filter(({ path }) => !state.hasField(path));
  return (
    <>
      {whole.map(({ message }) => (
        <p key={message} className="field-problem" data-testid="tool-problem">
          {grouped(plainLine(message, limits.help))}
        </p>
      ))}
      {needsDocument && (
        <p className="form-warning" data-testid="tool-needs-document">
          Open a structure first: this tool {entry.marker.apply === "insert" ? "adds atoms to" : "works on"} the open
          one.
        </p>
      )}
      {entry.marker.apply === "new_document" && dirty && (
        <p className="form-warning" data-testid="tool-replaces">
          The result replaces the open structure and its history.
        </p>
      )}
      {sends && (
        <p className="form-warning" data-testid="tool-destination">
          Run sends {sends} to {hostOf(source.url)}.
        </p>
      )}
      {preview?.warnings?.map((warning) => (
        <p key={warning} className="form-warning" data-testid="tool-warning">
          {grouped(plainLine(warning, limits.help))}
        </p>
      ))}
    </>
  );
}

/** What of the person's work a run would send, in words; "" when nothing. */
function sentParts(document: boolean, fields: readonly { control: string; fields?: readonly { control: string }[] }[]) {
  const molecule = fields.some(
    (field) => field.control === "molecule" || field.fields?.some((inner) => inner.control === "molecule"),
  );
  return [document && "the open structure", molecule && "the molecules"].filter(Boolean).join(" and ");
}

function hostOf(url: string | undefined): string {
  try {
    return new URL(url ?? "").host;
  } catch {
    return "the server";
  }
}

/** The first control of a form that has just been drawn gets the focus, so that typing can begin. */
function useFocusOnOpen(root: React.RefObject<HTMLElement | null>, ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const body = root.current?.querySelector(".form-grid");
    body?.querySelector<HTMLElement>("input, select, button:not([tabindex='-1'])")?.focus({ preventScroll: true });
  }, [ready, root]);
}

/** Moves to the first control that has a problem. */
function focusFirstProblem(root: HTMLElement | null): void {
  const invalid = root?.querySelector<HTMLElement>(
    '[aria-invalid="true"], button[data-invalid], output[data-invalid], fieldset[data-invalid]',
  );
  invalid?.focus();
  (invalid ?? root?.querySelector(".field-problem"))?.scrollIntoView({ block: "nearest" });
}
