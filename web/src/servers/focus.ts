/** Moves the focus to a server in the list, after what had it is gone. */
export function focusServer(id: string): void {
  const card = document.querySelector<HTMLElement>(`[data-server="${CSS.escape(id)}"]`);
  card?.querySelector<HTMLElement>("button:not(:disabled)")?.focus();
}
