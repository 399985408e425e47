import { count } from "../app/format";
import type { IonsChange } from "../core/protocol";
import type { Typed } from "./useCellEntry";

/** "12 Na⁺ and 24 Cl⁻". */
export function ionsText({ cations, anions, cation, anion }: IonsChange): string {
  return [cations > 0 && `${count(cations)} ${cation}`, anions > 0 && `${count(anions)} ${anion}`]
    .filter(Boolean)
    .join(" and ");
}

export interface IonValues {
  amount: "none" | "count" | "volume" | "water";
  concentration: Typed;
  cations: Typed;
  anions: Typed;
  neutralize: boolean;
  charge: Typed;
  apart: Typed;
  fromOthers: Typed;
  seed: Typed;
}

/** What is wrong with single fields; fields that are not used are not looked at. */
export function ionProblems(values: IonValues): Partial<Record<keyof IonValues, string>> {
  const problems: Partial<Record<keyof IonValues, string>> = {};
  const check = (name: keyof IonValues, whole: boolean, minimum: number | null) => {
    const value = values[name];
    if (typeof value !== "number") problems[name] = "A number is needed.";
    else if (whole && !Number.isSafeInteger(value)) problems[name] = "Must be a whole number.";
    else if (minimum !== null && value < minimum) problems[name] = `Must be at least ${minimum}.`;
  };
  if (values.amount === "volume" || values.amount === "water") check("concentration", false, 0);
  if (values.amount === "count") {
    check("cations", true, 0);
    check("anions", true, 0);
  }
  if (values.neutralize || values.amount === "none") check("charge", true, null);
  check("apart", false, 0);
  check("fromOthers", false, 0);
  check("seed", true, 0);
  return problems;
}
