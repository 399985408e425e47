/** Safari has no requestIdleCallback. */
export function whenIdle(work: () => void): number {
  if ("requestIdleCallback" in window) return requestIdleCallback(work, { timeout: 2000 });
  return setTimeout(work, 200) as unknown as number;
}

export function cancelIdle(handle: number): void {
  if ("cancelIdleCallback" in window) cancelIdleCallback(handle);
  else clearTimeout(handle);
}
