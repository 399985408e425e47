/** Where the bridge of this page is, as an http address; null for a page without one. */
export function bridgeAddress(): string | null {
  const path = document.querySelector<HTMLMetaElement>('meta[name="molsmith-bridge"]')?.content;
  return path ? new URL(path, location.href).href : null;
}
