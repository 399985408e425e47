import type { Server } from "../servers/model";

/**
 * The server as an entry of `mcpServers`, the format that clients of language models
 * share. Values of variables and headers never reach the page: they are placeholders in
 * angle brackets.
 */
export function clientEntry(server: Server): string {
  return `${JSON.stringify({ mcpServers: { [entryName(server.name)]: entryOf(server) } }, null, 2)}\n`;
}

function entryOf({ transport, shown, entry }: Server): Record<string, unknown> {
  switch (transport) {
    case "inmemory":
      // toolserver without flags speaks over standard input and output.
      return { command: "toolserver", args: [] };
    case "stdio": {
      const [command = shown, ...args] = entry?.command ? [entry.command, ...(entry.args ?? [])] : commandWords(shown);
      return {
        command,
        args,
        ...(entry?.cwd ? { cwd: entry.cwd } : {}),
        ...(entry?.env.length ? { env: placeholders(entry.env) } : {}),
      };
    }
    case "http":
      // Whether this one asks for a token only its owner knows; an empty one is not sent.
      return { url: shown, headers: placeholders(["Authorization"]) };
    case "streamable":
    case "sse":
      return {
        ...(transport === "sse" ? { type: "sse" } : {}),
        url: shown,
        ...(entry?.headers.length ? { headers: placeholders(entry.headers) } : {}),
      };
  }
}

const placeholders = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [name, /^authorization$/i.test(name) ? "Bearer <token>" : `<${name.toLowerCase()}>`]),
  );

/** The words of a command line as the bridge shows it: those with special characters stand in quotes. */
function commandWords(line: string): string[] {
  const words = line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  return words.map((word) => {
    try {
      return word.startsWith('"') ? String(JSON.parse(word)) : word;
    } catch {
      return word;
    }
  });
}

/** A key that every client takes. */
const entryName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "server";
