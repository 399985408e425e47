import { join } from "node:path";
import type { Page } from "@playwright/test";
import { root } from "../scripts/run.mjs";

/** Takes the page as it stands for docs/NAME.png, or what one part of it covers. */
export async function shot(page: Page, name: string, part?: string): Promise<void> {
  await page.evaluate(() => window.__molsmith.settled());
  // Small pictures have views of their own.
  await page.waitForTimeout(800);
  const path = join(root, "docs", `${name}.png`);
  if (part) await page.getByTestId(part).screenshot({ path, animations: "disabled" });
  else await page.screenshot({ path, animations: "disabled" });
}

/** The same with pointer and focus away. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(5, 400);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await shot(page, name);
}
