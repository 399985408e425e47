import { count } from "../app/format";
import { useNotices } from "../state/notices";

/** "1 299.0 Å³". */
export function volumeText(volume: number): string {
  const digits = volume < 100 ? 2 : 1;
  const [whole = "0", part = ""] = volume.toFixed(digits).split(".");
  return `${count(Number(whole))}.${part} Å³`;
}

/** The core's one line as a sentence. */
export function sentence(text: string): string {
  if (text === "") return "";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
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
