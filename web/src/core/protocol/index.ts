/**
 * What crosses the border between the page and its workers.
 *
 * A call is one command name, one JSON object and a named map of typed arrays.
 * Every typed array is transferred, never cloned: the sender's buffers are gone
 * after the call. Atom data never crosses as JSON. The Go side is `wasm/`.
 */

import type { CrystalCommands } from "./crystals";
import type { DocumentCommands } from "./document";
import type { EditCommands } from "./edits";
import type { FileCommands } from "./files";
import type { MoleculeCommands } from "./molecules";
import type { Bufs, Problem } from "./shared";
import type { ToolCommands } from "./tools";

export type * from "./crystals";
export type * from "./document";
export type * from "./edits";
export type * from "./files";
export type * from "./molecules";
export type * from "./shared";
export type * from "./tools";

export type ToWorker =
  | { type: "init"; module: WebAssembly.Module }
  | { type: "call"; id: number; cmd: CommandName; json: string; bufs: Bufs };

export type FromWorker =
  | { type: "ready"; version: string; commands: string[] }
  | { type: "progress"; id: number; fraction: number | null; message: string }
  /** `memory`: bytes of WebAssembly memory after the call, and `ms` it took; added by the worker's script. */
  | { type: "done"; id: number; json: string; bufs: Bufs; memory?: number; ms?: number }
  | {
      type: "fail";
      id: number;
      code: string;
      message: string;
      pointer?: string;
      problems?: Problem[];
      memory?: number;
      ms?: number;
    }
  /** The Go program has ended, which it never does on purpose; from the worker's script. */
  | { type: "exit"; message: string };

/** The command table, by what the commands are about. */
export interface Commands
  extends ToolCommands,
    DocumentCommands,
    EditCommands,
    FileCommands,
    MoleculeCommands,
    CrystalCommands {}

export type CommandName = keyof Commands;
export type Request<C extends CommandName> = Commands[C][0];
export type Answer<C extends CommandName> = Commands[C][1];
