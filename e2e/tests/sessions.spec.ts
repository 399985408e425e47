import { createServer, request as passOn, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { Builder } from "../fixtures/builder.js";
import { Site } from "../fixtures/site.js";
import { ToolServer } from "../fixtures/toolserver.js";

// The page with toolserver as it may be started: sessions offered, required and never
// given; cancelling there; and a session that a restart of the server has ended.

const token = "e2e-token";
let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

const start = (more: string[]) =>
  ToolServer.start(["--transport", "http", "--port", "0", "--token", token, "--max-concurrency", "1", ...more]);

/**
 * A way to the server that knows no server/discover, as everything before 2026-07-28, so
 * that the page begins a session; the server behind may be another after a while.
 */
class OldWay {
  target = "";
  readonly sessions: string[] = [];
  private constructor(private readonly server: Server) {}

  static async start(): Promise<OldWay> {
    const server = createServer((from, to) => {
      const body: Buffer[] = [];
      from.on("data", (part: Buffer) => body.push(part));
      from.on("end", () => {
        const text = Buffer.concat(body).toString();
        const discovers = text.includes('"server/discover"');
        const sent = discovers ? text.replace("server/discover", "no/such/method") : text;
        const headers: Record<string, string | string[] | undefined> = {
          ...from.headers,
          "content-length": String(Buffer.byteLength(sent)),
        };
        if (discovers) headers["mcp-method"] = "no/such/method";
        const { hostname, port, pathname } = new URL(way.target);
        const passed = passOn({ hostname, port, path: pathname, method: from.method, headers }, (answer) => {
          const session = answer.headers["mcp-session-id"];
          if (typeof session === "string") way.sessions.push(session);
          to.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(to);
        });
        passed.on("error", () => to.destroy());
        to.on("close", () => passed.destroy());
        passed.end(sent);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const way = new OldWay(server);
    return way;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

async function openForm(page: Page, url: string): Promise<Builder> {
  const builder = await Builder.open(page, site.url, `#tools=${encodeURIComponent(url)}&token=${token}`);
  await expect(page.getByTestId("statusline")).toContainText("molsmith");
  await builder.openTool("page", "liquid_box");
  await page.getByTestId("tool-run-on-server").click();
  return builder;
}

/** Cancels a run that would take long; the slot it had is free for the next. */
async function cancelThenBuild(builder: Builder): Promise<void> {
  const { page } = builder;
  await builder.chooseMolecule("components-0-molecule", "n-Hexane");
  await builder.type("components-0-count", "24000");
  await builder.type("density", "0.8");
  await builder.type("seed", "1");
  await builder.run();
  await expect(page.getByTestId("tool-progress")).toBeVisible();
  await page.getByTestId("tool-cancel").click();
  await expect(page.getByTestId("tool-error")).toHaveText(/Cancelled\./);
  await expect(builder.root).toHaveAttribute("data-atoms", "0");
  await builder.type("components-0-count", "20");
  await builder.type("density", "0.3");
  await builder.build(400);
}

for (const mode of ["", "--stateful", "--stateless"]) {
  test(`the page calls and cancels, ${mode || "sessions offered"}`, async ({ page }) => {
    const server = await start(["--allow-origin", site.origin, ...(mode ? [mode] : [])]);
    try {
      await cancelThenBuild(await openForm(page, server.url));
    } finally {
      await server.stop();
    }
  });
}

for (const mode of ["", "--stateful"]) {
  test(`a session of old calls, cancels and outlives the server, ${mode || "sessions offered"}`, async ({ page }) => {
    const options = ["--allow-origin", site.origin, ...(mode ? [mode] : [])];
    const way = await OldWay.start();
    let server = await start(options);
    way.target = server.url;
    try {
      const builder = await openForm(page, way.url);
      expect(new Set(way.sessions).size).toBe(1);
      await cancelThenBuild(builder);

      // The server restarts and knows nothing of the session while a form is filled.
      await builder.openTool("page", "liquid_box");
      await page.getByTestId("tool-run-on-server").click();
      await builder.fillBox({ water: 70, density: 0.5, seed: 7 });
      await server.stop();
      server = await start(options);
      way.target = server.url;
      const before = new Set(way.sessions).size;
      await builder.run();
      await builder.expectAtoms(210);
      expect(new Set(way.sessions).size).toBe(before + 1);

      // It is down: the form says so and keeps what was typed, until it is there again.
      await builder.openTool("page", "liquid_box");
      await page.getByTestId("tool-run-on-server").click();
      await builder.fillBox({ water: 80, density: 0.5, seed: 8 });
      await server.stop();
      await builder.run();
      await expect(page.getByTestId("tool-error")).toContainText("127.0.0.1");
      await expect(builder.field("components-0-count")).toHaveValue("80");
      await expect(builder.field("seed")).toHaveValue("8");
      server = await start(options);
      way.target = server.url;
      await builder.run();
      await builder.expectAtoms(240);
    } finally {
      way.stop();
      await server.stop();
    }
  });
}
