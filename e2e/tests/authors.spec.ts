import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { NodeServer, nodeServerFile } from "../fixtures/nodeserver.js";
import { Site } from "../fixtures/site.js";
import { root, run } from "../scripts/run.mjs";

// What docs/write-a-tool.md promises about a server that knows nothing of Molsmith:
// `toolserver check` passes, and its tool is a button of the page.

const token = "a-token-for-the-tests";
const toolserver = join(root, "bin/toolserver");

let site: Site;
let server: NodeServer;
test.beforeAll(async () => {
  site = await Site.start();
  server = await NodeServer.start(token, site.origin);
});
test.afterAll(async () => {
  await server.stop();
  await site.stop();
});

interface Report {
  ok: boolean;
  server: string;
  builder_tools: string[];
  findings: { level: string; check: string; message: string }[];
}

/** Runs the checker; only what is worth knowing may be found. */
async function check(...args: string[]): Promise<void> {
  const { code, stdout } = await run(toolserver, ["check", "--json", ...args]);
  const report = JSON.parse(stdout) as Report;
  expect(report.findings.filter(({ level }) => level !== "info")).toEqual([]);
  expect(report).toMatchObject({ ok: true, server: "crystal-tools", builder_tools: ["metal_crystal"] });
  expect(code).toBe(0);
}

test("the checker passes a Node server over stdio", () => check("--", process.execPath, nodeServerFile));

test("the checker passes a Node server over HTTP, as a page sees it", () =>
  check("--url", server.url, "--token", token, "--origin", site.origin));

test("the checker fails a server that is none, with exit code 1", async () => {
  const { code, stdout } = await run(toolserver, ["check", "--", process.execPath, "-e", ""]);
  expect(code).toBe(1);
  expect(stdout).toContain("[connect]");
});

test("the page offers the Node server's tool and opens its result", async ({ page }) => {
  const builder = await Builder.open(page, site.url, `#tools=${encodeURIComponent(server.url)}&token=${token}`);
  await page.getByTestId("tools-menu").click();
  await page.getByTestId(/^tool-button-.*-metal_crystal$/).click();
  await expect(page.getByTestId("tool-form")).toBeVisible();
  await expect(builder.field("cells")).toHaveValue("3");
  await builder.type("cells", "2");
  await builder.build(32);
  await expect(builder.root).toHaveAttribute("data-formula", "Cu32");
});
