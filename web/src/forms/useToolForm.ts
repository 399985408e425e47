import { useCallback, useEffect, useMemo, useState } from "react";
import { grouped } from "../app/format";
import type { FormField, FormModel, Problem } from "../core/protocol";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useSelection } from "../state/selection";
import { emptyForm, type FormState, useTools } from "../state/tools";
import { useView } from "../state/view";
import { closeTool } from "../tools/openTool";
import { previewTool, samePicture, type ToolPreview } from "../tools/preview";
import type { ToolEntry, ToolSource } from "../tools/registry";
import { formContext, runTool } from "../tools/runTool";
import { PAGE } from "../tools/start";
import { limits, plainLine } from "../tools/text";
import { cellProblem } from "./fields/CellControl";
import type { FormApi } from "./formApi";
import { atomsOf, linkFields } from "./links";
import { join, parentOf, split, valueAt, within, withValue } from "./pointer";
import { isShown, type Scope } from "./shown";
import { chosenUnit, messageInUnit } from "./units";
import { assemble, freshSeed, initialValues, valuesFromArguments } from "./values";

/** Typing is not checked key by key. */
const CHECK_DELAY = 100;

export interface ToolFormState {
  model: FormModel | null;
  /** Why the model could not be made. */
  failure: string | null;
  form: FormState;
  api: FormApi;
  preview: ToolPreview | null;
  /** The check and the preview of the present values have answered. */
  checked: boolean;
  /** Everything that keeps Run from starting, in the order of the form. */
  problems: Problem[];
  source: ToolSource;
  /** Whether the form shows a field that a pointer leads to. */
  hasField(path: string): boolean;
  /** Resolves when the run is over; the form closes itself when it is done. */
  run(): Promise<void>;
  /** Values as they would be sent, without document and selection. */
  args(): Record<string, unknown>;
}

/** The state of one tool's form: model, values, checks and derived values. */
export function useToolForm(entry: ToolEntry): ToolFormState {
  const form = useTools((tools) => tools.forms[entry.id] ?? emptyForm);
  const [model, setModel] = useState<FormModel | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [found, setFound] = useState<Problem[]>([]);
  const [answered, setAnswered] = useState<object | null>(null);
  const [preview, setPreview] = useState<ToolPreview | null>(null);
  const [reasons, setReasons] = useState<Record<string, { value: unknown; reason: string }>>({});
  const atoms = useDocument((document) => document.state?.atoms ?? null);
  const units = useTools((tools) => tools.units);
  const selected = useSelection((selection) => selection.atoms.length);
  const source = entry.also?.find(({ id }) => id === form.runOn) ?? entry.source;

  // The model, and the values the form starts with when it has none yet. Another
  // document brings another cell.
  const given = form.given;
  const opened = useDocument((document) => document.opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies(opened): formContext reads the document it counts
  useEffect(() => {
    let current = true;
    const context = { ...formContext(), seed: freshSeed() };
    core()
      .call("form.build", { inputSchema: entry.inputSchema, context })
      .then(
        ({ json }) => {
          if (!current) return;
          setModel(json.model);
          start(entry.id, json.model, given);
        },
        (error: unknown) => current && setFailure(error instanceof Error ? error.message : String(error)),
      );
    return () => {
      current = false;
    };
  }, [entry, given, opened]);

  // Checks and derived values, a moment after the last change. A tool that takes the
  // document says something else for another one.
  const { values } = form;
  const seen = useDocument((document) => (model?.document ? document.state : null));
  const question = useMemo(
    () => ({ entry, model, values, atoms, selected, seen }),
    [entry, model, values, atoms, selected, seen],
  );
  useEffect(() => {
    const { entry, model, values, atoms, selected, seen } = question;
    if (!model) return;
    let current = true;
    const timer = setTimeout(() => {
      const args = assemble(model, values, { selection: null });
      const context = { ...formContext(), documentAtoms: atoms, selectionCount: selected };
      // Only tools of this page can be asked before they run; their worker may be busy.
      const known = { ...args, ...assembleSelection(model) };
      const preview =
        entry.source.id === PAGE
          ? previewTool({ name: entry.name, args: known, document: seen !== null })
          : Promise.resolve(null);
      const check = core().call("form.check", { inputSchema: entry.inputSchema, values: args, context });
      const checking = check.then(
        ({ json }) => current && setFound(json.problems),
        () => current && setFound([]),
      );
      const show = (answer: ToolPreview | null) => {
        if (!current) return;
        setPreview((old) =>
          answer && old && samePicture(old.picture, answer.picture) ? { ...answer, picture: old.picture } : answer,
        );
        setReasons(propose(entry.id, answer));
      };
      // Nothing was asked: what is shown still holds, or the next question is on its way.
      const previewing = preview.then(
        (answer) => answer && show(answer),
        () => show(null),
      );
      void Promise.all([checking, previewing]).then(() => current && setAnswered(question));
    }, CHECK_DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [question]);
  useBox(entry.marker.apply === "new_document" ? (preview?.cell ?? null) : null);

  const problems = useMemo(() => [...found, ...(preview?.problems ?? [])], [found, preview]);

  const visible = useCallback(
    (path: string) => form.attempted || form.touched.some((touched) => within(path, touched) || within(touched, path)),
    [form.attempted, form.touched],
  );

  const api = useMemo<FormApi>(() => {
    const first = (test: (path: string) => boolean) => {
      const found = problems.find(({ path }) => test(path) && visible(path));
      if (!found) return undefined;
      const unit = chosenUnit(fieldAt(model?.fields ?? [], found.path)?.unit, units);
      return grouped(plainLine(messageInUnit(found, unit), limits.help));
    };
    return {
      toolId: entry.id,
      picture: preview?.picture ?? null,
      isUnit: (pointer) => linkFields(siblingsAt(model?.fields ?? [], pointer), split(pointer).at(-1) ?? "") !== null,
      value: (pointer) => valueAt(values, pointer),
      set: (pointer, value) =>
        useTools.getState().updateForm(entry.id, (old) => ({
          ...old,
          values: withSet(model?.fields ?? [], old.values, pointer, value),
          touched: old.touched.includes(pointer) ? old.touched : [...old.touched, pointer],
        })),
      shown: (field, pointer) => isShown(field, scopesAt(model?.fields ?? [], values, pointer)),
      problem: (pointer) => first((path) => path === pointer),
      problemIn: (pointer) => cellProblem(valueAt(values, pointer)) ?? first((path) => within(path, pointer)),
      reason(pointer) {
        const proposed = reasons[pointer];
        return proposed && valueAt(values, pointer) === proposed.value ? proposed.reason : undefined;
      },
    };
  }, [entry.id, model, values, units, problems, reasons, visible, preview?.picture]);

  const run = async () => {
    if (!model) return;
    const end = await runTool({ entry, source, model, values });
    if (end.kind === "problems") setFound(end.problems);
    if (end.kind === "done") closeTool();
  };

  return {
    model,
    failure,
    form,
    api,
    preview,
    checked: answered === question,
    problems,
    source,
    hasField(path) {
      const key = split(path)[0];
      const field = model?.fields.find((one) => one.key === key);
      return field !== undefined && field.control !== "document" && api.shown(field, join("", field.key));
    },
    run,
    args: () => (model ? assemble(model, values, { selection: null }) : {}),
  };
}

/** Draws the box that a run would make, while the form is open. */
function useBox(cell: number[] | null): void {
  const numbers = cell?.join() ?? "";
  useEffect(() => {
    useView.getState().setPreview(numbers ? { cell: numbers.split(",").map(Number), atoms: false } : null);
  }, [numbers]);
  useEffect(() => () => useView.getState().setPreview(null), []);
}

/** The selected atoms by the field that takes them; nothing for a form without one. */
function assembleSelection(model: FormModel): Record<string, unknown> {
  const field = model.fields.find(({ control }) => control === "selection");
  return field ? { [field.key]: useSelection.getState().atoms } : {};
}

/** What stands around a field, from the inside out. */
function scopesAt(fields: readonly FormField[], values: unknown, pointer: string): Scope[] {
  const whole = { fields, values };
  const parent = parentOf(pointer);
  return parent === "" ? [whole] : [{ fields: siblingsAt(fields, pointer), values: valueAt(values, parent) }, whole];
}

/** The field a pointer leads into; row numbers and components are stepped over. */
function fieldAt(fields: readonly FormField[], pointer: string): FormField | undefined {
  const [key, ...rest] = split(pointer);
  const field = fields.find((one) => one.key === key);
  if (!field?.fields) return field;
  const inner = field.control === "table" ? rest.slice(1) : rest;
  return inner.length > 0 ? fieldAt(field.fields, inner.reduce<string>(join, "")) : field;
}

/**
 * The values after one at `pointer` was set. Another molecule brings its own atoms: an
 * index into the old one would point anywhere.
 */
function withSet<T>(fields: readonly FormField[], values: T, pointer: string, value: unknown): T {
  const next = withValue(values, pointer, value);
  if (fieldAt(fields, pointer)?.control !== "molecule") return next;
  const parent = parentOf(pointer);
  return atomsOf(siblingsAt(fields, pointer), split(pointer).at(-1) ?? "", value, useTools.getState().presets).reduce(
    (filled, [key, atom]) => withValue(filled, join(parent, key), atom),
    next,
  );
}

/** The fields of the object that holds the value at a pointer. */
const siblingsAt = (fields: readonly FormField[], pointer: string): readonly FormField[] =>
  parentOf(pointer) === "" ? fields : (fieldAt(fields, parentOf(pointer))?.fields ?? []);

/**
 * Gives a form its first values, or those of an earlier run. A cell that nobody
 * has changed follows the open document.
 */
function start(toolId: string, model: FormModel, given: unknown): void {
  const { updateForm, presets } = useTools.getState();
  updateForm(toolId, ({ given: _, ...form }) => {
    if (given !== undefined) {
      const values = valuesFromArguments(model, given, presets);
      // What was not given is what the form starts with, and may be proposed.
      const keys = Object.keys(values).filter((key) => Object.hasOwn(Object(given), key));
      return { ...form, values, touched: keys.map((key) => `/${key}`) };
    }
    if (Object.keys(form.values).length === 0) return { ...form, values: initialValues(model, presets) };
    const values = { ...form.values };
    for (const { control, key, initial } of model.fields) {
      const at = join("", key);
      if (control === "cell" && !form.touched.some((touched) => within(touched, at))) values[key] = initial;
    }
    return { ...form, values };
  });
}

/**
 * Puts proposed values into fields nobody has touched, and returns the reasons by
 * pointer. What is touched is asked of the store: a person may have typed since the
 * form was drawn. A proposal whose value is there already changes nothing, so this ends.
 */
function propose(toolId: string, preview: ToolPreview | null): Record<string, { value: unknown; reason: string }> {
  const reasons: Record<string, { value: unknown; reason: string }> = {};
  for (const { path, value, reason } of preview?.proposals ?? [])
    useTools.getState().updateForm(toolId, (form) => {
      if (form.touched.some((pointer) => within(path, pointer) || within(pointer, path))) return form;
      reasons[path] = { value, reason: grouped(plainLine(reason, limits.help)) };
      return valueAt(form.values, path) === value ? form : { ...form, values: withValue(form.values, path, value) };
    });
  return reasons;
}
