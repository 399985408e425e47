import { writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { violations } from "../fixtures/axe.js";
import { foreignServer, Serve, Servers } from "../fixtures/bridge.js";
import { Builder } from "../fixtures/builder.js";
import { NodeServer } from "../fixtures/nodeserver.js";

// Several servers beside the tools of the page: two programs of the bridge with the same
// tools, and one that the page reaches itself.

test.use({ actionTimeout: 20_000 });

const lab = { command: process.execPath, args: [foreignServer] };

test("several servers at once, each addressed, lost and found again", async ({ page }) => {
  test.setTimeout(180_000);
  const serve = await Serve.start({ lab, other: { ...lab, env: { LICENSE: "secret-value" } } });
  const token = "node-token";
  let node = await NodeServer.start(token, new URL(serve.base).origin);
  const { port } = new URL(node.url);
  try {
    const builder = await serve.open(page);
    const servers = new Servers(page);
    const direct = page.locator(`[data-server="http:${node.url}"]`);

    // Nothing is started before a person has seen what.
    await expect(page.getByTestId("status-server")).toHaveText("2 servers wait for permission");
    await servers.open();
    const permission = servers.card("other").getByTestId("server-permission");
    await expect(permission).toContainText(foreignServer);
    await expect(permission).toContainText("LICENSE");
    await expect(permission).not.toContainText("secret-value");
    expect(await violations(page, "[role=dialog]")).toEqual([]);
    await servers.allow("lab");
    await servers.allow("other");

    // A server by its address: the token is asked for where it is refused.
    await page.getByTestId("tools-add").click();
    await page.getByTestId("tools-url").fill(node.url);
    await page.getByTestId("tools-connect").click();
    await expect(direct.getByTestId("tools-error")).toHaveAttribute("data-cause", "token");
    await expect(page.getByTestId("tools-token")).toBeFocused();
    await page.getByTestId("tools-token").fill(token);
    await page.keyboard.press("Enter");
    await expect(direct).toHaveAttribute("data-state", "ready");
    await servers.close();

    // One menu by category; whose a tool is stands where two have one name.
    await page.getByTestId("tools-menu").click();
    const captions = page.locator('[role="menu"] .menu-caption');
    await expect(captions.first()).toHaveText("Bulk");
    await expect(page.getByTestId("tool-button-lab-slow")).toHaveText("slow…lab");
    await expect(page.getByTestId("tool-button-other-slow")).toHaveText("slow…other");
    await expect(page.getByTestId("tool-button-crystal-tools-metal_crystal")).toHaveText("Metal crystal…");
    await page.keyboard.press("Escape");

    // Each is addressed: the same tool of two servers, the page's own, the direct one.
    await builder.openTool("other", "flood");
    await builder.build(3);
    await builder.openTool("crystal-tools", "metal_crystal");
    await builder.type("cells", "2");
    await builder.build(32);

    // Tabs share a server. Its list changes, and an open form stays with what was typed.
    await builder.openTool("lab", "kitchen_sink");
    await builder.type("label", "as typed");
    const second = await serve.open(await page.context().newPage());
    await expect(second.page.getByTestId("status-server")).toHaveText("3 tool servers");
    await second.openTool("lab", "change");
    await second.build(4);
    await second.page.close();
    await page.getByTestId("tools-menu").click();
    await expect(page.getByTestId("tool-button-lab-extra")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(builder.field("label")).toHaveValue("as typed");

    // A server that is left while its tool runs: the run ends and says so, nothing is applied.
    await builder.openTool("lab", "slow");
    await builder.run();
    await expect(page.getByTestId("tool-progress")).toHaveAttribute("data-message", /^step/);
    await page.getByTestId("status-server").click();
    await servers.card("lab").getByTestId("server-disconnect").click();
    await expect(servers.card("lab")).toHaveAttribute("data-state", "idle");
    await servers.close();
    await expect(page.getByTestId("tool-form")).toContainText("not connected");
    await builder.expectAtoms(32);
    await servers.open();
    await servers.card("lab").getByTestId("server-connect").click();
    await servers.expectReady("lab");
    await servers.close();
    await expect(page.getByTestId("tool-error")).toHaveText(/^lab was disconnected before its result came/);
    await builder.openTool("lab", "kitchen_sink");
    await expect(builder.field("label")).toHaveValue("as typed");

    // One that is lost is tried again by itself; its tools stay.
    await node.stop();
    await builder.openTool("crystal-tools", "metal_crystal");
    await builder.run();
    await expect(page.getByTestId("tool-error")).toContainText("Nothing answers");
    await servers.open();
    await expect(direct).toHaveAttribute("data-state", "waiting");
    await expect(direct.locator(".server-state")).toHaveText(/^Trying again in \d+ s \(\d of 5\)$/);
    node = await NodeServer.start(token, new URL(serve.base).origin, Number(port));
    await expect(direct).toHaveAttribute("data-state", "ready", { timeout: 30_000 });
    await direct.getByTestId("server-log").click();
    await expect(page.getByTestId("server-lines")).toContainText("lost: Nothing answers");
    await page.getByTestId("server-back").click();

    // An entry that changes is asked about again, with what it was.
    writeFileSync(
      serve.config,
      JSON.stringify({ mcpServers: { lab, other: { ...lab, args: [foreignServer, "--fast"] } } }),
    );
    await servers.close();
    await servers.open();
    await expect(servers.card("other")).toHaveAttribute("data-state", "unconfirmed");
    await expect(servers.card("other").locator("del").first()).toHaveText(`${process.execPath} ${foreignServer}`);
    await expect(servers.card("other").getByTestId("server-asked").first()).toContainText("--fast");
    await servers.close();
    await page.getByTestId("tools-menu").click();
    await expect(page.getByTestId("tool-button-lab-slow")).toHaveText("slow…");
    await page.keyboard.press("Escape");

    // What was allowed, and addresses, outlive a reload; tokens do not.
    const stored = await page.evaluate(() => JSON.stringify(localStorage));
    expect(stored).toContain(node.url);
    expect(stored).not.toContain(token);
    const fresh = await Builder.open(page, serve.base);
    await servers.open();
    await expect(direct).toHaveAttribute("data-state", "idle");
    await expect(page.getByTestId("bridge")).toHaveAttribute("data-state", "locked");
    await page.getByTestId("bridge-token").fill(new URLSearchParams(serve.fragment.slice(1)).get("token") ?? "");
    await page.getByTestId("bridge-open").click();
    await servers.expectReady("lab");
    await expect(servers.card("other")).toHaveAttribute("data-state", "unconfirmed");
    await expect(page.locator(`[data-server="http:${serve.base}mcp"]`)).toHaveAttribute("data-state", "ready");
    await direct.getByTestId("server-connect").click();
    await expect(page.getByTestId("tools-token")).toBeFocused();
    await direct.getByTestId("server-remove").click();
    await expect(direct).toHaveCount(0);
    await servers.close();
    await fresh.openTool("lab", "flood");
    await fresh.build(3);
  } finally {
    await serve.stop();
    await node.stop();
  }
});
