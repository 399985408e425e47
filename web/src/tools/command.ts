/**
 * A filled form as a command line. Single quotes take everything literally in a
 * POSIX shell except the single quote itself, which has to leave the quotes.
 */
export function posixQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Linux refuses a single argument of 128 KiB (MAX_ARG_STRLEN); stay well below. */
const LONGEST_ARGUMENT = 100_000;

/** The file the arguments are saved in when they do not fit a command line. */
export const ARGS_FILE = "args.json";

/** True when the arguments fit one argument of a POSIX command line. */
export function fitsCommandLine(args: unknown): boolean {
  return new TextEncoder().encode(JSON.stringify(args)).length <= LONGEST_ARGUMENT;
}

/** `toolserver call TOOL --args '…'` for sh, bash and zsh. */
export function posixCommand(tool: string, args: unknown): string {
  return `toolserver call ${bareOrQuoted(tool)} --args ${posixQuote(JSON.stringify(args))}`;
}

/**
 * The same call with the arguments in a file: for cmd.exe and PowerShell, whose
 * quoting rules differ and mangle JSON, and for arguments too long for a line.
 */
export function fileCommand(tool: string): string {
  return `toolserver call ${bareOrQuoted(tool)} --args @${ARGS_FILE}`;
}

function bareOrQuoted(word: string): string {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(word) ? word : posixQuote(word);
}
