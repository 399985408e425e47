import { counted } from "../app/format";
import { bondsByDistance } from "../commands/bonds";
import { insertStructure, outside } from "../commands/insertStructure";
import { certain, isBlock } from "../commands/molecule";
import { placeMolecule } from "../commands/placeMolecule";
import { failed } from "../commands/report";
import { importFiles } from "../library/exchange";
import { resolveName } from "../molecules/names";
import { FIRST_SEED, makeSolid } from "../molecules/solid";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { type Notice, useNotices } from "../state/notices";
import { useUi } from "../state/ui";
import { limits, plainLine } from "../tools/text";
import type { OwnClip } from "./clipboard";
import { type Copied, copiedAs, ownBufs } from "./copied";

/** UTF-16 units of the longest text that is looked at; 500 000 atoms as XYZ are half of it. */
const LONGEST = 64 * 1024 * 1024;

/** A name or a SMILES is no longer. */
const LONGEST_LINE = 5_000;

/** What the browser gave: atoms of ours, or a text in any form that molecules have. */
export async function paste(text: string, own = ""): Promise<void> {
  if (useDocument.getState().state?.original) {
    tell({ level: "info", title: "Nothing was pasted.", text: "Editing is paused while the original is shown." });
    return;
  }
  const clip = parseOwn(own);
  const copied = clip && (await copiedAs(clip.token).catch(() => null));
  if (copied) await pasteCopied(copied, "Paste");
  else if (clip?.structure) await pasteFile("copy.json", JSON.stringify(clip.structure));
  else await pasteText(text);
}

export function parseOwn(own: string): OwnClip | null {
  try {
    const clip: unknown = JSON.parse(own || "null");
    if (typeof clip !== "object" || clip === null || typeof (clip as OwnClip).token !== "string") return null;
    return clip as OwnClip;
  } catch {
    return null;
  }
}

/** Atoms with all that the document knew of them, as one step. */
export async function pasteCopied({ name, structure, bufs }: Copied, verb: "Paste" | "Duplicate"): Promise<void> {
  try {
    const title = counted(structure.atoms, "atom");
    const opens = useDocument.getState().state === null;
    await insertStructure({
      title,
      name: opens ? name || "pasted" : "copy",
      label: `${verb} ${title}`,
      structure,
      bufs: ownBufs(bufs),
    });
  } catch (error) {
    failed(`Could not ${verb.toLowerCase()}`, error);
  }
}

/** A text from anywhere: a mol block or SD file, another file, a SMILES or a name. */
export async function pasteText(text: string): Promise<void> {
  const trimmed = text.trim();
  if (!trimmed) return;
  if (text.length > LONGEST) {
    failed("Could not paste", new Error("the text is too long; save it as a file and open that"));
    return;
  }
  if (isBlock(text)) await pasteBlocks(text);
  else if (/\n/.test(trimmed) || trimmed.startsWith("{")) await pasteFile("pasted", text);
  else await pasteLine(trimmed);
}

/** A file of any format that can be opened; its first frame. */
async function pasteFile(name: string, text: string): Promise<void> {
  try {
    const data = new TextEncoder().encode(text);
    const { json, bufs } = await core().call("file.read", { name }, { bufs: { data } });
    if (json.project) throw new Error("the text is a whole project; save it as a file and open that");
    const title = plainLine(json.name, limits.label) || counted(json.structure.atoms, "atom");
    const called = title === "pasted" || title === "copy" ? counted(json.structure.atoms, "atom") : title;
    await insertStructure({
      title: called,
      name: called,
      label: `Paste ${called}`,
      structure: json.structure,
      bufs,
    });
    const bare = json.structure.atoms > 1 && json.structure.bonds === 0;
    if (json.warnings.length === 0 && !bare) return;
    tell({
      level: json.warnings.length > 0 ? "warning" : "info",
      title: `Pasted ${called}.`,
      ...(bare ? { text: "The text states no bonds." } : {}),
      ...(json.warnings.length > 0 ? { warnings: json.warnings } : {}),
      ...(bare ? { action: { label: bondsByDistance.label, run: () => void bondsByDistance.run() } } : {}),
    });
  } catch (error) {
    failed("Could not paste", error);
  }
}

/** Records of an SD file: the first one is placed, the others may go to the library. */
async function pasteBlocks(text: string): Promise<void> {
  const lines = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  try {
    const data = new TextEncoder().encode(lines);
    const { json } = await core().call("library.import", { name: "pasted.sdf" }, { bufs: { data } });
    const [first, ...others] = json.molecules;
    if (!first) {
      // The dialog says what is wrong, and where.
      useUi.getState().openMolecule({ text });
      return;
    }
    if (first.flat) await placeGeometry({ smiles: first.smiles, given: first, name: first.name || first.formula });
    else await pasteFile("pasted.sdf", lines);
    if (others.length > 0)
      tell({
        level: "info",
        title: `Pasted the first of ${counted(json.molecules.length, "molecule")}.`,
        action: {
          label: "Add all to the library",
          run: () => void importFiles([new File([lines], "pasted.sdf")]),
        },
      });
  } catch (error) {
    failed("Could not paste", error);
  }
}

async function placeGeometry({
  smiles,
  given,
  name,
}: {
  smiles: string;
  given: Parameters<typeof makeSolid>[0]["given"];
  name: string;
}): Promise<string | null> {
  useUi.getState().set({ busy: "Making the geometry" });
  try {
    const solid = await makeSolid({ smiles, given, hydrogens: true, seed: FIRST_SEED }, name);
    const called = name || solid.formula;
    return (await placeMolecule(called, solid.molblock)) ? called : null;
  } finally {
    useUi.getState().set({ busy: "" });
  }
}

/** A SMILES, with a name behind it perhaps, or a name. */
async function pasteLine(text: string): Promise<void> {
  if (text.length > LONGEST_LINE) return nothing();
  const ask = () => useUi.getState().openMolecule({ text });
  try {
    const { molecule, problem } = await resolveName(text);
    if (problem) {
      // What must be a SMILES, and a name of several molecules, go on in the dialog.
      if (problem.ambiguous || certain.test(text)) ask();
      else nothing();
      return;
    }
    if (molecule.repeatUnit) return ask();
    const typed = molecule.source === "smiles" ? text.split(/\s/, 1)[0] : undefined;
    const smiles = typed || molecule.smiles;
    const name = plainLine(molecule.name, limits.label) || (await libraryName(smiles));
    const from = useDocument.getState().state?.atoms ?? 0;
    const placed = await placeGeometry({ smiles, given: null, name });
    const notes = [...(outside(from) ? ["It lies beside the picture; Reset view shows it."] : []), ...molecule.notes];
    if (placed)
      tell({
        level: "info",
        title: `Placed ${placed}.`,
        ...(notes.length > 0 ? { text: notes.join(" ") } : {}),
        action: { label: "Other geometry…", run: ask },
      });
  } catch (error) {
    failed("Could not paste", error);
  }
}

/** What the library calls a molecule; "" for one that it does not have. */
async function libraryName(smiles: string): Promise<string> {
  const { json } = await core().call("molecule.sketch", { smiles, dark: false, width: 0, height: 0 });
  return json.sketch?.preset?.name ?? "";
}

function nothing() {
  tell({
    level: "info",
    title: "There is no structure to paste.",
    text: "Copied atoms, a SMILES, a name, a mol block and the text of a file can be pasted.",
  });
}

function tell(notice: Omit<Notice, "id" | "time" | "step">) {
  const { notify, announce } = useNotices.getState();
  notify(notice);
  announce([notice.title, notice.text].filter(Boolean).join(" "));
}
