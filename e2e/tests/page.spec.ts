import { expect, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";

// The page as an application: its own host only, offline, any sub-path, files.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start("/a/deep/path/");
});
test.afterAll(() => site.stop());

test.describe("with its service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("asks no other host, breaks no rule of its policy, and works offline after the first load", async ({
    page,
    context,
  }) => {
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith("http")) hosts.add(url.origin);
    });
    page.on("console", (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    const builder = await Builder.open(page, site.url);
    const build = async () => {
      await builder.openTool("page", "liquid_box");
      await builder.fillBox({ water: 50, density: 1, seed: 1 });
      await builder.build(150);
    };
    await build();
    // What a format cannot hold is said before the file is written.
    await page.getByTestId("file-menu").click();
    await page.getByTestId("file-save-menu").click();
    await page.getByTestId("file-save-xyz").click();
    await expect(page.getByTestId("save-report")).toContainText("100 bonds");
    await expect(page.locator("html")).toHaveAttribute("data-offline", "ready");
    await context.setOffline(true);
    await page.reload({ waitUntil: "commit" });
    await expect(builder.root).toHaveAttribute("data-core", "wasm");
    await builder.expectAtoms(0);
    await build();
    expect([...hosts]).toEqual([site.origin]);
    expect(complaints).toEqual([]);
  });
});

test("a file that cannot be read changes nothing; a dropped one opens", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  await builder.openFile("two.xyz", "2\n\nO 0 0 0\nH 0 0 1\n");
  await builder.expectAtoms(2);
  await builder.openFile("broken.xyz", "2\n\nO 0.0 0.0 0.0\nH 0.0 0.0 x\n");
  await expect(builder.notice()).toHaveAttribute("data-level", "error");
  await expect(builder.notice()).toContainText("broken.xyz");
  await expect(builder.notice()).toContainText(/line 4/);
  await builder.expectAtoms(2);

  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["1\n\nAr 0 0 0\n"], "argon.xyz"));
    return transfer;
  });
  for (const type of ["dragenter", "dragover", "drop"]) await builder.root.dispatchEvent(type, { dataTransfer: data });
  await builder.expectAtoms(1);
  await expect(builder.root).toHaveAttribute("data-formula", "Ar");
});

test("the theme colors the view; an atom is drawn where the page says it is", async ({ page }) => {
  const builder = await Builder.open(page, site.url);
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--bg").trim());
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).toBe("#121419");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(background).toBe("#f4f5f7");

  await builder.openFile("one.xyz", "1\n\nO 0 0 0\n");
  await builder.expectAtoms(1);
  const at = await builder.project(0);
  await page.mouse.click(at.x, at.y);
  await expect(builder.root).toHaveAttribute("data-selected", "1");
});
