export { CoreError } from "./error";

import type { Answer, Bufs, CommandName, Request } from "./protocol";

/** One Go core in one worker. Rejections are CoreError. */
export interface Core {
  call<C extends CommandName>(cmd: C, request: Request<C>, options?: CallOptions): Promise<CoreAnswer<C>>;
}

export interface CallOptions {
  /** Transferred: the caller's arrays are empty afterwards. Copy what you keep. */
  bufs?: Bufs;
  /**
   * Rejects with code `cancelled`; a late answer is dropped. Not for edit commands:
   * the core might have applied what the page then does not know of.
   */
  signal?: AbortSignal;
  /** Never goes backwards; null while the end is unknown. */
  onProgress?: (fraction: number | null, message: string) => void;
}

export interface CoreAnswer<C extends CommandName> {
  json: Answer<C>;
  bufs: Bufs;
  /** Milliseconds the worker spent on the call, its way there and back left out. */
  ms?: number;
  /** Bytes of WebAssembly memory that the worker has after the call. */
  memory?: number;
}
