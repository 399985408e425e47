// What a build puts into the head of index.html.

/**
 * The card that others show for a link to the page, with addresses that do not depend on
 * where they are read: sites that make such cards take no relative ones. Without an
 * address of the page the HTML is as it was.
 */
export function withPageUrl(html, address) {
  if (!address) return html;
  const page = new URL(address);
  if (!/^https?:$/.test(page.protocol)) throw new Error(`VITE_MOLSMITH_PAGE_URL is no web address: ${address}`);
  if (!page.pathname.endsWith("/")) page.pathname += "/";
  const image = /(<meta property="og:image" content=")[^"]*"/;
  if (!image.test(html)) throw new Error("index.html names no og:image");
  return html.replace(
    image,
    (_, start) => `<meta property="og:url" content="${page.href}" />\n    ${start}${new URL("card.png", page).href}"`,
  );
}

/** Files of web/dist that a visitor's browser never asks for: they are not kept for use offline. */
export const notOffline = new Set(["sw.js", "card.png", "favicon.ico", "icon-180.png"]);
