/** How one call of a tool went; kept by the page. */
export interface CallRecord {
  tool: string;
  /** Milliseconds since 1970. */
  at: number;
  ms: number;
  end: "done" | "refused" | "failed" | "cancelled";
}

/** What the panel can do with a server. */
export interface DetailActions {
  /** Calls a tool; the CallToolResult as the server sent it. Rejects with one line. */
  call(
    tool: string,
    args: Record<string, unknown>,
    options: { signal: AbortSignal; onProgress(fraction: number | null, message: string): void },
  ): Promise<unknown>;
  /** Opens the form of a tool that is a button; null for any other. */
  form(tool: string): (() => void) | null;
  /** Reads the messages again, which are kept elsewhere. */
  refresh(): void;
}
