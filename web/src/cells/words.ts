import { grouped } from "../app/format";
import { useNotices } from "../state/notices";

/** The core's one line as a sentence, with its amounts as the page writes them. */
export function sentence(text: string): string {
  if (text === "") return "";
  return grouped(`${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`);
}

/** Says what was done, also to screen readers; in amber with warnings. */
export function tell(title: string, text = "", warnings: readonly string[] = []): void {
  const { notify, announce } = useNotices.getState();
  notify({
    level: warnings.length > 0 ? "warning" : "info",
    title,
    ...(text ? { text } : {}),
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  });
  announce([title, text, ...warnings].filter(Boolean).join(" "));
}
