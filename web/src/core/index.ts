import type { Answer, Bufs, CommandName, Request } from "./protocol";

/** One Go core in one worker. Rejections are CoreError. */
export interface Core {
  call<C extends CommandName>(cmd: C, request: Request<C>, options?: CallOptions): Promise<CoreAnswer<C>>;
}

export interface CallOptions {
  bufs?: Bufs;
  signal?: AbortSignal;
  onProgress?: (fraction: number | null, message: string) => void;
}

export interface CoreAnswer<C extends CommandName> {
  json: Answer<C>;
  bufs: Bufs;
}
