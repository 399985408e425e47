import { useEffect, useMemo, useState } from "react";
import type { FormModel, Problem, ToolDefinition } from "../core/protocol";
import type { FormApi } from "../forms/formApi";
import { parentOf, valueAt, within, withValue } from "../forms/pointer";
import { isShown } from "../forms/shown";
import { assemble, freshSeed, initialValues } from "../forms/values";
import { core } from "../state/core";
import { useTools } from "../state/tools";
import { limits, plainLine } from "../tools/text";

/** The form of a tool that is no button. */
export interface PlainForm {
  /** null while it is made, and for a schema that no form fits. */
  model: FormModel | null;
  /** Why no form fits: the arguments are then JSON. */
  misfit: string | null;
  api: FormApi;
  args(): Record<string, unknown>;
  /** Checks the values as they are now, and shows every problem from now on; true when there is none. */
  attempt(): Promise<boolean>;
}

const CHECK_DELAY = 100;

/** Fields that take something of the page, which a plain call does not have. */
const pageControls = new Set(["document", "selection"]);

/**
 * Makes a form from a tool's inputSchema, with the engine that makes those of buttons.
 * Its values live as long as it is open.
 */
export function usePlainForm(tool: ToolDefinition): PlainForm {
  const [model, setModel] = useState<FormModel | null>(null);
  const [misfit, setMisfit] = useState<string | null>(null);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [attempted, setAttempted] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const { inputSchema } = tool;

  useEffect(() => {
    let current = true;
    const context = { documentAtoms: null, selectionCount: 0, seed: freshSeed() };
    core()
      .call("form.build", { inputSchema, context })
      .then(
        ({ json }) => {
          if (!current) return;
          const page = json.model.document
            ? "document"
            : json.model.fields.find((f) => pageControls.has(f.control))?.key;
          if (page) setMisfit(`"${page}" takes what only buttons are given`);
          setValues(initialValues(json.model, useTools.getState().presets));
          setModel(page ? null : json.model);
        },
        (error: unknown) => current && setMisfit(error instanceof Error ? error.message : String(error)),
      );
    return () => {
      current = false;
    };
  }, [inputSchema]);

  const check = async (): Promise<readonly Problem[]> => {
    if (!model) return [];
    const context = { documentAtoms: null, selectionCount: 0 };
    const request = { inputSchema, values: assemble(model, values, { selection: null }), context };
    return core()
      .call("form.check", request)
      .then(
        ({ json }) => json.problems,
        () => [], // the server checks too
      );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: check is made of these
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => void check().then((found) => current && setProblems(found)), CHECK_DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [inputSchema, model, values]);

  const api = useMemo<FormApi>(() => {
    const seen = (path: string) => attempted || touched.some((one) => within(path, one) || within(one, path));
    const first = (test: (path: string) => boolean) => {
      const found = problems.find(({ path }) => test(path) && seen(path));
      return found && plainLine(found.message, limits.help);
    };
    return {
      toolId: `plain:${tool.name}`,
      picture: null,
      isUnit: () => false,
      value: (pointer) => valueAt(values, pointer),
      set(pointer, value) {
        setValues((old) => withValue(old, pointer, value));
        setTouched((old) => (old.includes(pointer) ? old : [...old, pointer]));
      },
      shown(field, pointer) {
        const whole = { fields: model?.fields ?? [], values };
        return parentOf(pointer) === "" ? isShown(field, [whole]) : true;
      },
      problem: (pointer) => first((path) => path === pointer),
      problemIn: (pointer) => first((path) => within(path, pointer)),
      reason: () => undefined,
    };
  }, [tool.name, model, values, problems, touched, attempted]);

  return {
    model,
    misfit,
    api,
    args: () => (model ? assemble(model, values, { selection: null }) : {}),
    async attempt() {
      setAttempted(true);
      const found = await check();
      setProblems(found);
      return found.length === 0;
    },
  };
}

/** Arguments to begin with where they are typed as JSON: what the schema requires, with its examples. */
export function sampleArguments(inputSchema: unknown): string {
  const schema = isObject(inputSchema) ? inputSchema : {};
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  const sample: Record<string, unknown> = {};
  for (const key of required.slice(0, 100)) {
    if (typeof key !== "string") continue;
    const property = Object.hasOwn(properties, key) && isObject(properties[key]) ? properties[key] : {};
    sample[key] = sampleOf(property);
  }
  return JSON.stringify(sample, null, 2);
}

function sampleOf(property: Record<string, unknown>): unknown {
  if (Array.isArray(property.examples) && property.examples.length > 0) return property.examples[0];
  if (property.default !== undefined) return property.default;
  if (Array.isArray(property.enum) && property.enum.length > 0) return property.enum[0];
  switch (property.type) {
    case "number":
    case "integer":
      return typeof property.minimum === "number" ? property.minimum : 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return "";
  }
}

/** The arguments in a text, or what is wrong with it. */
export function parseArguments(text: string): { args: Record<string, unknown> } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text.trim() || "{}");
    return isObject(value) ? { args: value } : { problem: "The arguments are one JSON object, such as {}." };
  } catch (error) {
    return { problem: `This is not JSON: ${plainLine(error instanceof Error ? error.message : "", limits.help)}` };
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
