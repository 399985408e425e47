import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Folder } from "../fixtures/folder.js";
import { Site } from "../fixtures/site.js";
import { root } from "../scripts/run.mjs";

// The Builder in an iframe of a page from another origin, which offers it a tool
// (docs/host-api.md), as docs/example-host does it.

test("a page around the Builder offers it a tool, where the deployment says so", async ({ page }) => {
  const site = await Site.start();
  const host = await Folder.start(join(root, "docs/example-host"));
  try {
    // What a deployment has to say: who may embed the page, and who may offer tools to it.
    await page.route(`${site.url}?test=1`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        headers: { ...answer.headers(), "content-security-policy": `frame-ancestors ${host.origin}` },
        body: (await answer.text()).replace(
          "<head>",
          `<head><meta name="molsmith-frame-hosts" content="${host.origin}" />`,
        ),
      });
    });
    const address = `${host.origin}/?builder=${encodeURIComponent(`${site.url}?test=1`)}`;
    await page.goto(address, { waitUntil: "commit" });
    const builder = page.frameLocator("iframe");
    const frame = builder.getByTestId("builder");
    await expect(frame).toHaveAttribute("data-core", "wasm");

    // The person is asked, as for every server; then the tool is one among the others.
    await expect(builder.getByTestId("notice")).toContainText("Example host waits for your permission.");
    await builder.getByTestId("tools-menu").click();
    await builder.getByTestId("tools-server").click();
    const card = builder.locator('[data-server="bridge:host"]');
    await expect(card.getByTestId("server-asked").first()).toHaveText(address);
    await card.getByTestId("server-allow").click();
    await expect(card).toHaveAttribute("data-state", "ready");
    await expect(builder.getByTestId("notice")).toHaveCount(0);
    await builder.getByTestId("server-dialog-close").click();
    await builder.getByTestId("tools-menu").click();
    await builder.getByTestId("tool-button-host-argon_row").click();
    await builder.getByTestId("tool-field-count").fill("250");
    await builder.getByTestId("tool-run").click();
    await expect(frame).toHaveAttribute("data-atoms", "250");
    await expect(page.locator("#said")).toHaveText("argon_row with 250 atoms");

    // Without the deployment's word nothing is offered, and nothing reaches the host.
    await page.unroute(`${site.url}?test=1`);
    await page.goto(address, { waitUntil: "commit" });
    await expect(frame).toHaveAttribute("data-core", "wasm");
    await expect(builder.getByTestId("notice")).toContainText(`${host.origin} is not among the hosts`);
    await builder.getByTestId("tools-menu").click();
    await builder.getByTestId("tools-server").click();
    await expect(builder.getByTestId("server-dialog")).toBeVisible();
    await expect(card).toHaveCount(0);
  } finally {
    await Promise.all([host.stop(), site.stop()]);
  }
});
