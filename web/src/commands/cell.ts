import { counted } from "../app/format";
import { openForm } from "../cells/panel";
import { tell } from "../cells/words";
import type { ImagesChange, Request } from "../core/protocol";
import { once } from "../rail/step";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useUi } from "../state/ui";
import type { Command } from "./types";

type Mode = Request<"edit.images">["mode"];

const done: Record<Mode, (change: ImagesChange) => string> = {
  atoms: ({ moved }) => `Wrapped ${counted(moved, "atom")} into the cell.`,
  molecules: ({ molecules }) => `Wrapped ${counted(molecules, "molecule")} into the cell.`,
  unwrap: ({ molecules }) => `Made ${counted(molecules, "molecule")} whole.`,
};

const nothing: Record<Mode, string> = {
  atoms: "All atoms are in the cell already.",
  molecules: "All molecules are in the cell already.",
  unwrap: "There is no molecule to make whole.",
};

/** Wraps atoms or molecules into the cell, or makes molecules whole, as one step. */
export async function changeImages(mode: Mode): Promise<void> {
  await once(mode === "unwrap" ? "Could not unwrap" : "Could not wrap", async (ifRevision) => {
    const change = (await edit("edit.images", { mode, ifRevision })) as ImagesChange;
    tell(change.moved > 0 ? done[mode](change) : nothing[mode], "", change.notes);
  });
}

/** Takes the cell away; the atoms stay. */
export async function dropCell(): Promise<void> {
  await once("Could not remove the cell", async (ifRevision) => {
    const step = { label: "", author: "person" as const, ops: [{ op: "set_cell" as const, cell: null }], ifRevision };
    const { json } = await core().call("edit.preview", step);
    await edit("edit.apply", step);
    tell("Removed the cell.", "", json.notes);
  });
}

/** What a command needs, in the order in which it is missed. */
const needs = {
  document: () => (useDocument.getState().state ? undefined : "Nothing is open."),
  cell: () => (useDocument.getState().state?.cell ? undefined : "The document has no cell."),
  atoms: () => ((useDocument.getState().state?.atoms ?? 0) > 0 ? undefined : "The document has no atoms."),
  bonds: () =>
    (useDocument.getState().state?.bonds ?? 0) > 0
      ? undefined
      : "The document has no bonds, so its molecules are not known.",
  core: () => (useUi.getState().core === "wasm" ? undefined : "The chemistry core has not started."),
};

/** A command that says what it misses. */
export function needing(what: readonly (keyof typeof needs)[], command: Omit<Command, "enabled" | "reason">): Command {
  const reason = () => what.map((one) => needs[one]()).find((missing) => missing !== undefined);
  return { ...command, reason, enabled: () => reason() === undefined };
}

export const newCell = needing(["core"], {
  id: "file.newCell",
  label: "New empty cell…",
  run: () => openForm("newCell"),
});

export const setCell = needing(["document"], {
  id: "structure.setCell",
  label: "Set cell…",
  run: () => openForm("setCell"),
});

export const removeCell = needing(["document", "cell"], {
  id: "structure.removeCell",
  label: "Remove cell",
  run: dropCell,
});

export const wrapAtoms = needing(["document", "cell", "atoms"], {
  id: "structure.wrapAtoms",
  label: "Wrap atoms into the cell",
  run: () => changeImages("atoms"),
});

export const wrapMolecules = needing(["document", "cell", "atoms", "bonds"], {
  id: "structure.wrapMolecules",
  label: "Wrap molecules into the cell",
  run: () => changeImages("molecules"),
});

export const unwrapMolecules = needing(["document", "cell", "atoms", "bonds"], {
  id: "structure.unwrap",
  label: "Unwrap molecules",
  run: () => changeImages("unwrap"),
});

export const centerAtoms = needing(["document", "atoms"], {
  id: "structure.center",
  label: "Center with vacuum…",
  run: () => openForm("center"),
});

export const replaceWaters = needing(["document", "atoms", "bonds"], {
  id: "structure.ions",
  label: "Replace waters by ions…",
  run: () => openForm("ions"),
});
