import { Copy } from "lucide-react";
import type { FormModel } from "../core/protocol";
import { core } from "../state/core";
import { useNotices } from "../state/notices";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { ARGS_FILE, fileCommand, fitsCommandLine, posixCommand } from "../tools/command";
import { structureJson } from "../tools/payload";
import type { ToolEntry } from "../tools/registry";
import { IconButton } from "../ui/Button";
import { MenuButton, type MenuButtonItem } from "../ui/MenuButton";

export interface CopyMenuProps {
  entry: ToolEntry;
  model: FormModel;
  args(): Record<string, unknown>;
  /** The open structure is an argument too. */
  takesDocument: boolean;
}

/** The filled form as a command line or as JSON. */
export function CopyMenu({ entry, model, args, takesDocument }: CopyMenuProps) {
  // The command line has the tools of this page; another server's are not its own.
  const ours = useTools((tools) => {
    const page = tools.offers.find((offer) => offer.source.kind === "page");
    return page?.entries.some((own) => own.name === entry.name) && entry.source.name === page.source.name;
  });
  const complete = () => withPage(model, args(), takesDocument);

  const copyCommand = async () => {
    const all = await complete();
    if (fitsCommandLine(all)) return copy(posixCommand(entry.name, all), "Command copied.");
    save(all);
    return copy(fileCommand(entry.name), `Command copied, arguments saved as ${ARGS_FILE}.`);
  };
  const copyFileCommand = async () => {
    save(await complete());
    return copy(fileCommand(entry.name), `Command copied, arguments saved as ${ARGS_FILE}.`);
  };
  const copyJson = async () => copy(JSON.stringify(await complete(), null, 2), "Arguments copied.");

  const items: MenuButtonItem[] = [{ label: "Copy JSON", onSelect: () => attempt(copyJson), testId: "tool-copy-json" }];
  if (ours)
    items.unshift(
      { label: "Copy as command (sh)", onSelect: () => attempt(copyCommand), testId: "tool-copy-command" },
      {
        label: "Copy as command with file (Windows)",
        hint: `Saves the arguments as ${ARGS_FILE}, which the command reads: other shells change quotes.`,
        onSelect: () => attempt(copyFileCommand),
        testId: "tool-copy-file",
      },
    );
  return (
    <MenuButton trigger={<IconButton label="Copy as command" icon={Copy} data-testid="tool-copy" />} items={items} />
  );
}

/** The arguments with what the page adds at Run: selection and document. */
async function withPage(model: FormModel, args: Record<string, unknown>, takesDocument: boolean) {
  const all = { ...args };
  const { atoms } = useSelection.getState();
  for (const { control, key, optional } of model.fields)
    if (control === "selection" && !(optional && atoms.length === 0)) all[key] = [...atoms];
  if (model.document && takesDocument) {
    const answer = await core().call("edit.structure", { payload: true });
    all[model.document.key] = structureJson(answer.json.structure, answer.bufs);
  }
  return all;
}

async function copy(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  useNotices.getState().notify({ level: "info", title: done });
}

function save(args: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(args)}\n`], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = ARGS_FILE;
  link.click();
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function attempt(action: () => Promise<void>): void {
  action().catch((error: unknown) =>
    useNotices.getState().notify({
      level: "error",
      title: "Could not copy:",
      text: error instanceof Error ? error.message : String(error),
    }),
  );
}
