import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";
import { root } from "../scripts/run.mjs";

// What others show of the page: the card of a link to it, and icons for what draws no SVG.

const publicFile = (name: string) => join(root, "web/public", name);

test("card", async ({ page }) => {
  const site = await Site.start();
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.emulateMedia({ colorScheme: "light" });
  const builder = await Builder.open(page, site.url);
  await page.getByTestId("welcome-example.ionicLiquid").click();
  await expect(builder.root).not.toHaveAttribute("data-atoms", "0", { timeout: 120_000 });
  await page.getByTestId("notice-dismiss").click();
  await page.mouse.move(5, 400);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() => window.__molsmith.settled());
  await page.screenshot({ path: publicFile("card.png"), animations: "disabled" });
  await site.stop();
});

test("icons", async ({ page }) => {
  const drawn = async (size: number, background: string, margin: number) => {
    await page.setViewportSize({ width: size, height: size });
    const svg = readFileSync(publicFile("icon.svg")).toString("base64");
    const style = `position:fixed;left:${margin}px;top:${margin}px;width:${size - 2 * margin}px`;
    await page.setContent(
      `<body style="margin:0;background:${background}"><img style="${style}" src="data:image/svg+xml;base64,${svg}">`,
    );
    return page.screenshot({ omitBackground: true });
  };
  // Apple's has no transparent places.
  writeFileSync(publicFile("icon-180.png"), await drawn(180, "#ffffff", 20));
  writeFileSync(publicFile("favicon.ico"), ico(await drawn(32, "transparent", 0), 32));
});

/** An icon file of one PNG. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
