import { useNotices } from "../state/notices";

/** Puts text on the clipboard and says so, or says why not. */
export function copyText(text: string, done: string): void {
  const { notify } = useNotices.getState();
  navigator.clipboard.writeText(text).then(
    () => notify({ level: "info", title: done }),
    (error: unknown) =>
      notify({
        level: "error",
        title: "Could not copy:",
        text: error instanceof Error ? error.message : String(error),
      }),
  );
}
