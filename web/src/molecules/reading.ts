import { useEffect, useState } from "react";
import { isBlock } from "../commands/molecule";
import type { LibraryMolecule, MoleculeSketch, NameProblem, SmilesProblem } from "../core/protocol";
import { useShownTheme } from "../state/theme";
import { limits, plainLine } from "../tools/text";
import { Recent } from "./cache";
import { type Resolved, resolveName } from "./names";
import { drawingOf, type PictureSize, pictureKey, sketchOf } from "./sketch";

/** What a person gave, and how: typed text, or a mol block from the sketcher. */
export type Input = { by: "text"; text: string } | { by: "sketch"; molblock: string };

/** A molecule that was read. */
export interface ReadMolecule {
  kind: "smiles" | "name" | "block" | "sketch";
  sketch: MoleculeSketch;
  /** What tools get: the SMILES as it was typed, which keeps the order of the atoms. */
  smiles: string;
  /** What it is called; the formula when it has no name. */
  name: string;
  notes: readonly string[];
  /** Further molecules the text may mean. */
  others: readonly { name: string; smiles: string }[];
  /** The mol block it was read from. */
  given: LibraryMolecule | null;
}

export type Answer =
  | { molecule: ReadMolecule; problem?: never }
  | { problem: SmilesProblem & Partial<Pick<NameProblem, "ambiguous" | "suggestions">>; molecule?: never };

const kept = new Recent<Answer>(60);

/** Reads a molecule in any form. Rejects only when the core fails or the dictionary cannot be had. */
export function readMolecule(input: Input, dark: boolean, size: PictureSize): Promise<Answer> {
  const block = input.by === "sketch" ? input.molblock : isBlock(input.text) ? input.text : null;
  if (block !== null) return readBlock(block, input.by === "sketch" ? "sketch" : "block", dark, size);
  const text = input.by === "text" ? input.text : "";
  return kept.get(`${pictureKey(dark, size)} ${text}`, () => readText(text, dark, size));
}

async function readText(text: string, dark: boolean, size: PictureSize): Promise<Answer> {
  const { molecule, problem } = await resolveName(text).catch((error: unknown) => withoutNames(text, error));
  // A name of several molecules is wrong at no place.
  if (problem) return { problem: problem.ambiguous ? { ...problem, ...whole(text, problem.message) } : problem };
  const { smiles, source, notes, others } = molecule;
  const name = plainLine(molecule.name, limits.label);
  if (molecule.repeatUnit)
    return { problem: whole(text, `${name} is a polymer, not one molecule; its repeat unit is ${smiles}`) };
  const typed = source === "smiles" ? text.trim().split(/\s/, 1)[0] : undefined;
  const { sketch, problem: undrawn } = await sketchOf(typed || smiles, dark, size);
  if (!sketch) return { problem: undrawn };
  return {
    molecule: {
      kind: source === "smiles" ? "smiles" : "name",
      sketch,
      smiles: typed || smiles,
      name: spelled(name, sketch.preset?.name) || sketch.formula,
      notes,
      others: others.map((other) => ({ ...other, name: plainLine(other.name, limits.label) })),
      given: null,
    },
  };
}

/** A SMILES is read without the dictionary, too, when that cannot be had; anything else is not. */
async function withoutNames(text: string, error: unknown): Promise<Resolved> {
  const { sketch } = await sketchOf(text, false, { width: 0, height: 0 });
  if (!sketch) throw error;
  const { smiles, title: name } = sketch;
  return { molecule: { smiles, name, source: "smiles", notes: [], others: [], repeatUnit: false } };
}

async function readBlock(
  molblock: string,
  kind: "block" | "sketch",
  dark: boolean,
  size: PictureSize,
): Promise<Answer> {
  const lines = molblock.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const { sketch, problem } = await drawingOf(lines, dark, size);
  if (!sketch) return { problem };
  const name = plainLine(sketch.title, limits.label) || sketch.preset?.name || sketch.formula;
  const { smiles } = sketch;
  return { molecule: { kind, sketch, smiles, name, notes: [], others: [], given: sketch.given ?? null } };
}

/** The library's spelling of a name that is the same but for its capitals; its own name for none. */
const spelled = (name: string, preset = "") => (name.toLowerCase() === preset.toLowerCase() ? preset : name || preset);

const whole = (text: string, message: string): SmilesProblem => ({ offset: 0, length: text.length, message });

/** How long the person has to pause before the text is read. */
const TYPING_DELAY = 120;

export interface LiveReading {
  /** The last input that was a molecule; stays while the next one is given. */
  molecule: ReadMolecule | null;
  /** What is wrong with the present input. */
  problem: Answer["problem"] | null;
  /** The answer for the present input is still to come. */
  pending: boolean;
  failure: string | null;
}

const nothing: LiveReading = { molecule: null, problem: null, pending: false, failure: null };

/** Reads what a person gives while it is being given. Nothing is nothing. `size` is one object for all calls. */
export function useReading(input: Input, size: PictureSize): LiveReading {
  const dark = useShownTheme() === "dark";
  const given = input.by === "text" ? input.text : input.molblock;
  const [answered, setAnswered] = useState<{ given: string; dark: boolean; live: LiveReading }>({
    given: "",
    dark,
    live: nothing,
  });
  const blank = given.trim() === "";

  useEffect(() => {
    if (blank) {
      setAnswered({ given: "", dark, live: nothing });
      return;
    }
    let current = true;
    const answer = (part: Partial<LiveReading>) => {
      if (!current) return;
      setAnswered(({ live }) => ({ given, dark, live: { ...live, problem: null, failure: null, ...part } }));
    };
    const read = () =>
      readMolecule(
        input.by === "text" ? { by: "text", text: given } : { by: "sketch", molblock: given },
        dark,
        size,
      ).then(
        ({ molecule, problem }) => answer(molecule ? { molecule } : { problem }),
        (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
      );
    // A stroke of the sketcher is complete when it is told of.
    const timer = setTimeout(read, input.by === "text" ? TYPING_DELAY : 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [given, input.by, blank, dark, size]);

  if (blank) return nothing;
  if (answered.given === given) return answered.live;
  return { ...answered.live, problem: null, failure: null, pending: true };
}
