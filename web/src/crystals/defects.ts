import { count } from "../app/format";
import type { Typed } from "../cells/useCellEntry";
import type { DefectsPlan, DefectsRequest } from "../core/protocol";
import { isElement, symbolOf } from "../ui/elements";
import { type ElementEntry, elementProblem } from "./ElementInput";

/** A row of the elements of an alloy. */
export interface PartEntry {
  key: string;
  element: ElementEntry;
  /** % of the sites. */
  share: Typed;
}

/** Alloy, vacancies or interstitials, as a form holds them. */
export interface DefectValues {
  kind: DefectsRequest["kind"];
  /** Symbol of the atoms that are replaced or go; "selected", or "any" of vacancies. */
  sites: string;
  parts: readonly PartEntry[];
  shells: Typed;
  vacancies: Typed;
  apart: Typed;
  guest: ElementEntry;
  guests: Typed;
  seed: Typed;
}

export const limits = { parts: 8, shells: 6, count: 100_000, apart: 1000 };

/** Problems by field; fields that are not used are not looked at. */
export function defectProblems(values: DefectValues, selected: number): Record<string, string> {
  const problems: Record<string, string> = {};
  const check = (name: "shells" | "vacancies" | "apart" | "guests" | "seed", least: number, most: number) => {
    const value = values[name];
    const whole = name !== "apart";
    if (!(typeof value === "number" && value >= least && value <= most && (!whole || Number.isSafeInteger(value))))
      problems[name] = `A ${whole ? "whole " : ""}number from ${least} to ${count(most)} is needed.`;
  };
  switch (values.kind) {
    case "alloy": {
      if (values.sites === "selected" && selected === 0) problems.sites = "No atoms are selected.";
      let sum = 0;
      values.parts.forEach(({ element, share }, i) => {
        const wrong = elementProblem(`Element ${i + 1}`, element);
        if (wrong) problems[`part-${i}`] = wrong;
        else if (!(typeof share === "number" && share >= 0 && share <= 100))
          problems[`part-${i}`] = "A number from 0 to 100 % is needed.";
        else sum += share;
      });
      if (sum > 100 + 1e-9) problems.parts = "The shares come to more than 100 %.";
      check("shells", 0, limits.shells);
      break;
    }
    case "vacancies":
      check("vacancies", 1, limits.count);
      check("apart", 0, limits.apart);
      break;
    case "interstitials": {
      const wrong = elementProblem("Element", values.guest);
      if (wrong) problems.guest = wrong;
      check("guests", 1, limits.count);
    }
  }
  if (values.kind !== "interstitials") check("seed", 0, Number.MAX_SAFE_INTEGER);
  return problems;
}

const symbol = (element: ElementEntry) => (isElement(element) ? symbolOf(element) : "");

/** What is asked of the core; the values have no problems. */
export function defectRequest(values: DefectValues, selected: readonly number[]): DefectsRequest {
  const { kind, sites, seed } = values;
  switch (kind) {
    case "alloy":
      return {
        kind,
        ...(sites === "selected" ? { sites: [...selected] } : { element: sites }),
        parts: values.parts.map(({ element, share }) => ({
          element: symbol(element),
          fraction: (share as number) / 100,
        })),
        shells: values.shells as number,
        seed: seed as number,
      };
    case "vacancies":
      return {
        kind,
        ...(sites === "any" ? {} : { element: sites }),
        count: values.vacancies as number,
        apart: values.apart as number,
        seed: seed as number,
      };
    case "interstitials":
      return { kind, element: symbol(values.guest), count: values.guests as number };
  }
}

/** "16 Au, 8 Ni", "3 vacancies", "2 H". */
export function planText(values: DefectValues, { counts }: DefectsPlan): string {
  const [first = 0] = counts;
  switch (values.kind) {
    case "alloy":
      return counts.map((n, i) => `${count(n)} ${symbol(values.parts[i]?.element ?? "")}`).join(", ");
    case "vacancies":
      return first === 1 ? "1 vacancy" : `${count(first)} vacancies`;
    case "interstitials":
      return `${count(first)} ${symbol(values.guest)}`;
  }
}

/** The step in the history, with the seed that gives it again. */
export function stepLabel(values: DefectValues, plan: DefectsPlan): string {
  const what = planText(values, plan);
  const seed = `, seed ${values.seed}`;
  const of = values.sites === "any" || values.sites === "selected" ? "" : ` ${values.sites}`;
  switch (values.kind) {
    case "alloy":
      return `Alloy: ${what} on${of || " selected"} sites${seed}`;
    case "vacancies":
      return `${what}${of && ` of${of}`}${seed}`;
    case "interstitials":
      return `${what} between the atoms`;
  }
}
