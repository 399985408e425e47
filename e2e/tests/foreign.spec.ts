import { chromium, expect, type Page, test } from "@playwright/test";
import { foreignServer, Serve, Servers } from "../fixtures/bridge.js";
import type { Builder } from "../fixtures/builder.js";
import { everything, listening } from "../fixtures/everything.js";
import { chromiumArgs } from "../scripts/run.mjs";

// Other people's servers through `toolserver serve --mcp-config`: one written with the
// official TypeScript SDK that has every fault, and the reference server of the protocol
// over each transport. Each fault gives one line, nothing partial is applied, the page lives.

const lab = { command: process.execPath, args: [foreignServer] };

/** The processes of the lab: the server and a helper that it has started. */
async function processes(servers: Servers): Promise<number[]> {
  const text = await (await servers.call("processes")).getByTestId("answer").locator("pre").first().textContent();
  return JSON.parse(text ?? "") as number[];
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Runs a tool of the lab with its form as it stands. */
async function run(builder: Builder, tool: string): Promise<void> {
  await builder.openTool("lab", tool);
  await builder.run();
}

async function wantError(page: Page, text: RegExp): Promise<void> {
  const error = page.getByTestId("tool-error");
  await expect(error).toHaveText(text, { timeout: 30_000 });
  expect(await error.textContent()).not.toContain("\n");
  await page.getByTestId("tool-close").click();
}

test("a server with every fault", async ({ page, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const serve = await Serve.start({ lab });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
  try {
    const builder = await serve.open(page);
    const servers = new Servers(page);
    await servers.open();
    await expect(servers.card("lab")).toHaveAttribute("data-state", "unconfirmed");
    await expect(servers.card("lab").getByTestId("server-asked").first()).toContainText(foreignServer);
    await servers.allow("lab");
    await servers.close();

    // Every kind of field arrives: as many atoms as the rows ask for.
    await builder.openTool("lab", "kitchen_sink");
    await builder.type("rows-0-count", "9");
    await builder.build(9);
    const before = await builder.hash();

    await run(builder, "nan");
    await wantError(page, /not JSON/);
    await run(builder, "many");
    await wantError(page, /500.?001 atoms|500.?000/);
    await builder.openTool("lab", "frame");
    await builder.type("mib", process.env.MOLSMITH_FULL ? "200" : "40");
    await builder.run();
    await wantError(page, /The tool returned an invalid result: /);
    await run(builder, "die");
    await wantError(page, /the server ended \(exit status 2\); it last said: MemoryError: cannot allocate/);
    expect(await builder.hash()).toBe(before);

    // It is started again by itself; noise on its standard output is passed over.
    await run(builder, "flood");
    await builder.expectAtoms(3);

    await run(builder, "slow");
    await expect(page.getByTestId("tool-progress")).toHaveAttribute("data-message", /^step \d+ <b>$/);
    await page.getByTestId("tool-cancel").click();
    await wantError(page, /^Cancelled\.$/);

    await run(builder, "html");
    await builder.expectAtoms(1);
    expect(await page.evaluate(() => "__hit" in window)).toBe(false);
    expect(await page.locator("img[src='x']").count()).toBe(0);

    // The list of tools changes; what the page cannot use stands there with the reason.
    await run(builder, "change");
    await builder.expectAtoms(4);
    await run(builder, "extra");
    await builder.expectAtoms(5);
    await page.getByTestId("tools-menu").click();
    await expect(page.getByTestId("tool-unsupported-lab-later")).toContainText("contract");
    await expect(page.getByTestId("tool-unsupported-lab-replaces")).toContainText("apply mode");
    await page.keyboard.press("Escape");

    // The cancellation reached the process, and what it complained of is in its log.
    await servers.open();
    await servers.card("lab").getByTestId("server-log").click();
    await expect(page.getByTestId("server-lines")).toContainText("was cancelled");
    await expect(page.getByTestId("server-lines")).toContainText("MemoryError: cannot allocate 1.21 TB");
    await page.getByTestId("server-back").click();

    await servers.details("lab", "about");
    await expect(page.getByTestId("server-facts")).toContainText("foreign-lab 3.1.4");
    await expect(page.getByTestId("server-capabilities")).toContainText('"listChanged": true');
    await expect(page.getByTestId("server-instructions")).toContainText("Tools of the tests. <img");
    await servers.tab("calls");
    await expect(page.locator('[data-testid="server-calls"] [data-end="cancelled"]')).toContainText("slow");
    await servers.tab("tools");
    const answer = await servers.call("note");
    await expect(answer).toContainText("noted: hello");
    await expect(answer.getByRole("img")).toHaveJSProperty("naturalWidth", 1);
    await expect(answer).toContainText('<img src=x onerror="window.__hit=1">');
    await servers.tab("messages");
    const messages = page.getByTestId("server-messages").getByRole("listitem");
    await expect(messages.nth(1)).toContainText("tools/call note");
    await expect(messages.first()).toContainText("answer to tools/call note");
    await page.getByTestId("server-copy-entry").click();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as object;
    expect(copied).toEqual({ mcpServers: { lab } });
    await page.getByTestId("server-panel-close").click();

    // A server that the page reaches by itself has the same details.
    await page.locator('[data-server^="http:"]').getByTestId("server-details").click();
    await servers.tab("messages");
    await expect(page.getByTestId("server-messages")).toContainText("tools/list");
    expect(await page.evaluate(() => "__hit" in window)).toBe(false);
    expect([...hosts]).toEqual(["127.0.0.1"]);
  } finally {
    await serve.stop();
  }
});

test("the reference server over stdio, Streamable HTTP and SSE", async ({ page }) => {
  test.setTimeout(120_000);
  const program = everything();
  const http = await listening(program, "streamableHttp");
  const sse = await listening(program, "sse");
  const serve = await Serve.start({
    stdio: { command: process.execPath, args: [program, "stdio"] },
    streamable: { url: `${http.url}/mcp` },
    sse: { type: "sse", command: `${sse.url}/sse` },
  });
  try {
    await serve.open(page);
    const servers = new Servers(page);
    await servers.open();
    for (const name of ["stdio", "streamable", "sse"]) {
      await servers.allow(name);
      await servers.details(name, "about");
      await expect(page.getByTestId("server-facts")).toContainText("2025-11-25");
      await expect(page.getByTestId("server-instructions")).toContainText("Everything Server");
      await servers.tab("tools");
      // A tool whose schema a form fits, one that answers with an image, one with progress.
      await page.getByTestId("server-tool-echo").click();
      await page.getByTestId("tool-field-message").fill(`<b>${name}</b>`);
      await page.getByTestId("plain-call").click();
      await expect(page.getByTestId("answer")).toContainText(`Echo: <b>${name}</b>`);
      await expect((await servers.call("get-tiny-image")).getByRole("img")).toHaveJSProperty("complete", true);
      await expect(await servers.call("get-structured-content")).toContainText('"temperature":');
      await servers.tab("messages");
      await expect(page.getByTestId("server-messages")).toContainText("tools/call get-structured-content");
      await page.getByTestId("server-panel-close").click();
    }
  } finally {
    await serve.stop();
    await Promise.all([http.stop(), sse.stop()]);
  }
});

test("no process is left when a browser is killed", async () => {
  test.setTimeout(120_000);
  const serve = await Serve.start({ lab });
  const { MOLSMITH_CHROMIUM } = process.env;
  const browserServer = await chromium.launchServer({
    args: chromiumArgs,
    ...(MOLSMITH_CHROMIUM ? { executablePath: MOLSMITH_CHROMIUM } : {}),
  });
  try {
    const browser = await chromium.connect(browserServer.wsEndpoint());
    const page = await browser.newPage();
    await serve.open(page);
    const servers = new Servers(page);
    await servers.open();
    await servers.allow("lab");
    await servers.details("lab", "tools");
    const family = await processes(servers);
    expect(family.filter(alive)).toHaveLength(2);

    // The server is killed: what it started goes too, and it is started again.
    process.kill(family[0] ?? 0, "SIGKILL");
    await expect.poll(() => family.filter(alive), { timeout: 20_000 }).toEqual([]);
    await page.getByTestId("server-panel-close").click();
    await servers.expectReady("lab");
    await servers.details("lab", "tools");
    const second = await processes(servers);
    expect(second.filter(alive)).toHaveLength(2);

    // The whole browser, as a machine without memory does it.
    browserServer.process().kill("SIGKILL");
    await expect.poll(() => second.filter(alive), { timeout: 30_000 }).toEqual([]);
  } finally {
    await browserServer.close();
    await serve.stop();
  }
});
