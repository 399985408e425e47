import { counted } from "../app/format";
import { failed, reason } from "../commands/report";
import { download } from "../commands/saveDocument";
import { core } from "../state/core";
import { useNotices } from "../state/notices";
import { useUi } from "../state/ui";
import { type LibraryEntry, type NewEntry, type Origin, origins } from "./entry";
import { addEntries, useLibrary } from "./library";

/** Bytes of the largest file that is read: ten thousand molecules fit several times. */
const LARGEST = 64 * 1024 * 1024;

/** Hands the person's molecules to the browser as an SD file. */
export async function exportLibrary(): Promise<void> {
  const { entries } = useLibrary.getState();
  if (entries.length === 0) return;
  try {
    const { bufs } = await core().call("library.export", { entries: entries.map(exported) });
    download(new Blob([bufs.data as Uint8Array<ArrayBuffer>], { type: "chemical/x-mdl-sdfile" }), "molecules.sdf");
    useNotices.getState().notify({
      level: "info",
      title: `Exported ${molecules(entries.length)} to molecules.sdf.`,
      text: "Names, SMILES and origins are data items of the records; importing the file brings everything back.",
    });
  } catch (error) {
    failed("Could not export the library", error);
  }
}

const exported = ({ name, smiles, molblock, origin, created, sketch }: LibraryEntry) => ({
  name,
  smiles,
  molblock,
  origin,
  created,
  ...(sketch ? { sketch } : {}),
});

/** Ends when all files that were given so far are read. */
let turn: Promise<void> = Promise.resolve();

/**
 * Reads molecules from files into the library; what is there already is not added again.
 * Files that come while others are read wait for their turn.
 */
export function importFiles(files: readonly File[]): Promise<void> {
  turn = turn.then(idle).then(() => read(files));
  return turn;
}

/** Resolves once nothing else is being read or written. */
function idle(): Promise<void> {
  if (!useUi.getState().busy) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useUi.subscribe(({ busy }) => {
      if (busy) return;
      stop();
      resolve();
    });
  });
}

async function read(files: readonly File[]): Promise<void> {
  let added = 0;
  let known = 0;
  const warnings: string[] = [];
  for (const file of files) {
    useUi.getState().set({ busy: `Reading ${file.name}` });
    try {
      if (file.size > LARGEST) throw new Error(`the file is larger than ${LARGEST / 1024 / 1024} MiB`);
      const data = new Uint8Array(await file.arrayBuffer());
      const { json } = await core().call("library.import", { name: file.name }, { bufs: { data } });
      const present = new Set(useLibrary.getState().entries.map(key));
      const fresh: NewEntry[] = [];
      for (const { missing: _, origin, ...molecule } of json.molecules) {
        const entry = {
          ...molecule,
          name: molecule.name || nameOfFile(file.name, json.molecules.length) || molecule.formula,
          origin: origins.includes(origin as Origin) ? (origin as Origin) : ("file" as const),
        };
        if (present.has(key(entry))) known++;
        else fresh.push(entry);
      }
      added += (await addEntries(fresh)).length;
      warnings.push(...json.problems.map(({ record, message }) => `${file.name}, record ${record}: ${message}.`));
    } catch (error) {
      warnings.push(`${file.name}: ${reason(error)}.`);
    } finally {
      useUi.getState().set({ busy: "" });
    }
  }
  say(added, known, warnings);
}

/** What makes two entries the same: name and geometry. Line 1 of the block is another place for the name. */
const key = ({ name, molblock }: { name: string; molblock: string }) =>
  `${name}\n${molblock.slice(molblock.indexOf("\n"))}`;

/** A file of one molecule names it; of several each is named by its formula. */
const nameOfFile = (file: string, molecules: number) => (molecules === 1 ? file.replace(/\.[^.]+$/, "") : "");

const molecules = (n: number) => counted(n, "molecule");

/** Lines of a notice that a person reads. */
const SHOWN = 4;

function say(added: number, known: number, warnings: readonly string[]) {
  const shown = warnings.slice(0, SHOWN);
  if (warnings.length > SHOWN) shown.push(`and ${warnings.length - SHOWN} more.`);
  const text = known > 0 ? `${molecules(known)} ${known === 1 ? "was" : "were"} in it already.` : undefined;
  useNotices.getState().notify({
    level: added + known === 0 ? "error" : warnings.length > 0 ? "warning" : "info",
    title: added === 0 ? "Nothing was added to your library." : `Added ${molecules(added)} to your library.`,
    ...(text ? { text } : {}),
    ...(shown.length > 0 ? { warnings: shown } : {}),
  });
}
