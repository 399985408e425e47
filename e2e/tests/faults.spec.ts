import { expect, test } from "@playwright/test";
import { buttonTool, type FakeOptions } from "../../web/src/tools/fakeServer.js";
import { Builder } from "../fixtures/builder.js";
import { FaultyServer } from "../fixtures/faulty.js";
import { Site } from "../fixtures/site.js";
import { ToolServer } from "../fixtures/toolserver.js";

// Everything that can go wrong between the page and a server. The document stays as
// it was, the form keeps its values, one line says what happened.

let site: Site;
test.beforeAll(async () => {
  site = await Site.start();
});
test.afterAll(() => site.stop());

const water = {
  contract: 1,
  name: "water",
  structure: {
    elements: [8, 1, 1],
    positions: [0, 0, 0, 0.757, 0.586, 0, -0.757, 0.586, 0],
    cell: null as number[] | null,
    bonds: [
      [0, 1],
      [0, 2],
    ],
  } as Record<string, unknown>,
  warnings: [] as unknown,
  provenance: { made: "by hand" } as unknown,
};

const answer = (structuredContent: unknown) => ({
  content: [{ type: "text", text: "Built water." }],
  structuredContent,
});

/** A page with one faulty server connected and its tool's form open. */
async function withServer(
  page: import("@playwright/test").Page,
  options: Partial<FakeOptions>,
  use: (builder: Builder, server: FaultyServer) => Promise<void>,
): Promise<void> {
  const server = await FaultyServer.start({ era: "2026-07-28", tools: [buttonTool("box")], ...options });
  try {
    const builder = await Builder.open(page, site.url, `#tools=${encodeURIComponent(server.url)}`);
    await page.getByTestId("tools-menu").click();
    await page.getByTestId(/^tool-button-.*-box$/).click();
    await expect(page.getByTestId("tool-form")).toBeVisible();
    await use(builder, server);
  } finally {
    await server.stop();
  }
}

test.describe("connecting", () => {
  const connect = async (page: import("@playwright/test").Page, url: string, token = "") => {
    await Builder.open(page, site.url, `#tools=${encodeURIComponent(url)}&token=${token}`);
    return page.getByTestId("tools-error");
  };

  test("a wrong token is named", async ({ page }) => {
    const server = await ToolServer.start([
      "--transport",
      "http",
      "--port",
      "0",
      "--token",
      "right",
      "--allow-origin",
      site.origin,
    ]);
    await expect(await connect(page, server.url, "wrong")).toContainText(/token/i);
    await server.stop();
  });

  test("a server that is down is named with its address", async ({ page }) => {
    await expect(await connect(page, "http://127.0.0.1:9/mcp")).toContainText("127.0.0.1:9");
  });

  test("an address that is none", async ({ page }) => {
    await expect(await connect(page, "not a url")).toBeVisible();
  });

  test("a server that is not MCP", async ({ page }) => {
    const server = await FaultyServer.start({
      era: "2026-07-28",
      refuse: () => new Response("hello", { headers: { "content-type": "text/plain" } }),
    });
    await expect(await connect(page, server.url)).toContainText(/MCP/);
    await server.stop();
  });

  test("a link to an unknown host asks first", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).host));
    await Builder.open(page, site.url, "#tools=https%3A%2F%2Ftools.example.org%2Fmcp&token=x");
    await expect(page.getByTestId("question")).toContainText("https://tools.example.org/mcp");
    await page.getByTestId("question-no").click();
    await expect(page.getByTestId("question")).toBeHidden();
    expect(asked).not.toContain("tools.example.org");
  });
});

test.describe("running", () => {
  test("errors stay in the form, cancel ends a run at once, progress is shown", async ({ page }) => {
    type Call = NonNullable<FakeOptions["call"]>;
    let next: Call = () => ({ isError: true, content: [{ type: "text", text: "Raise the density." }] });
    const call: Call = (...request) => next(...request);
    const progress = [{ progress: 1, total: 4, message: "a quarter" }];
    await withServer(page, { call, progress }, async (builder) => {
      await builder.field("n").fill("3");
      await builder.run();
      await expect(page.getByTestId("tool-error")).toHaveText(/Raise the density\./);
      await expect(builder.field("n")).toHaveValue("3");

      // A protocol error is said to be the server's.
      next = () => ({ code: -32603, message: "internal error" });
      await builder.run();
      await expect(page.getByTestId("tool-error")).toContainText("The server failed: internal error");

      // Cancel ends the run at once and drops the late result.
      let release = (_: unknown) => {};
      let [arrived, aborted] = [false, false];
      next = (_name, _args, signal) =>
        new Promise((resolve) => {
          arrived = true;
          release = resolve;
          signal?.addEventListener("abort", () => {
            aborted = true;
          });
        });
      await builder.run();
      await expect.poll(() => arrived).toBe(true); // a call that was not sent yet has nothing to end
      await page.getByTestId("tool-cancel").click();
      await expect(page.getByTestId("tool-error")).toHaveText(/Cancelled\./);
      release(answer(water));
      await expect(page.getByTestId("tool-run")).toBeEnabled();
      await expect.poll(() => aborted).toBe(true);
      await expect(builder.root).toHaveAttribute("data-atoms", "0");

      const answered = new Promise((resolve) => {
        release = resolve;
      });
      next = () => answered;
      await builder.run();
      await expect(page.getByTestId("tool-progress")).toBeVisible();
      release(answer(water));
      await builder.expectAtoms(3);
    });
  });

  test("the time limit is said in seconds", async ({ page }) => {
    await page.clock.install();
    await withServer(page, { call: () => new Promise(() => {}) }, async (builder) => {
      await builder.run();
      await expect(page.getByTestId("tool-cancel")).toBeVisible();
      await page.clock.fastForward(61_000);
      await expect(page.getByTestId("tool-error")).toContainText(/60 s/);
      await expect(builder.root).toHaveAttribute("data-atoms", "0");
    });
  });
});

test.describe("invalid results", () => {
  const s = water.structure;
  const bad: [string, unknown][] = [
    ["no structuredContent", undefined],
    ["contract 2", { ...water, contract: 2 }],
    ["no structure", { ...water, structure: undefined }],
    ["element 0", { ...water, structure: { ...s, elements: [0, 1, 1] } }],
    ["element 119", { ...water, structure: { ...s, elements: [119, 1, 1] } }],
    ["element not a number", { ...water, structure: { ...s, elements: ["O", 1, 1] } }],
    ["element not whole", { ...water, structure: { ...s, elements: [8.5, 1, 1] } }],
    ["positions too short", { ...water, structure: { ...s, positions: [0, 0, 0] } }],
    ["position null", { ...water, structure: { ...s, positions: [0, 0, null, 1, 0, 0, 2, 0, 0] } }],
    ["cell of 8", { ...water, structure: { ...s, cell: [1, 0, 0, 0, 1, 0, 0, 0] } }],
    ["no cell", { ...water, structure: { ...s, cell: undefined } }],
    ["bonds not an array", { ...water, structure: { ...s, bonds: {} } }],
    ["bond out of range", { ...water, structure: { ...s, bonds: [[0, 3]] } }],
    ["bond to itself", { ...water, structure: { ...s, bonds: [[1, 1]] } }],
    ["bond index not whole", { ...water, structure: { ...s, bonds: [[0, 1.5]] } }],
    ["bond order 0", { ...water, structure: { ...s, bondOrders: [0, 1] } }],
    ["bond order 5", { ...water, structure: { ...s, bondOrders: [5, 1] } }],
    ["bond orders too short", { ...water, structure: { ...s, bondOrders: [1] } }],
    ["molecule -1", { ...water, structure: { ...s, molecules: [-1, 0, 0] } }],
    ["residue names too short", { ...water, structure: { ...s, residueNames: ["WAT"] } }],
    ["chain of two letters", { ...water, structure: { ...s, chainIds: ["AB", "A", "A"] } }],
    ["chain empty", { ...water, structure: { ...s, chainIds: ["", "A", "A"] } }],
    ["charge not whole", { ...water, structure: { ...s, formalCharges: [0.5, 0, 0] } }],
    ["scalars an array", { ...water, structure: { ...s, scalars: [1] } }],
    ["scalar too short", { ...water, structure: { ...s, scalars: { q: [1] } } }],
    [
      "500,001 atoms",
      { ...water, structure: { elements: Array(500_001).fill(1), positions: [], cell: null, bonds: [] } },
    ],
  ];

  test("every broken rule refuses the whole result", async ({ page }) => {
    let next: unknown;
    await withServer(page, { call: () => answer(next) }, async (builder) => {
      for (const [what, result] of bad) {
        next = result;
        await builder.run();
        await expect(page.getByTestId("tool-error"), what).toContainText("The tool returned an invalid result: ");
        await expect(builder.root, what).toHaveAttribute("data-atoms", "0");
        await builder.field("n").fill(String(bad.findIndex(([w]) => w === what) + 2));
      }
    });
  });

  test("what the contract bears is borne", async ({ page }) => {
    const odd = {
      ...water,
      name: "  ",
      warnings: [1, "mind the gap"],
      provenance: 7,
      structure: {
        ...s,
        extra: true,
        bonds: [
          [0, 1],
          [1, 0],
          [0, 2],
        ],
      },
    };
    await withServer(page, { call: () => answer(odd) }, async (builder) => {
      await builder.run();
      await builder.expectAtoms(3);
      await expect(builder.root).toHaveAttribute("data-bonds", "2");
      await expect(builder.root).toHaveAttribute("data-name", "result");
      await expect(builder.notice()).toContainText("mind the gap");
    });
  });
});

test("hostile text stays text", async ({ page }) => {
  const evil = `<img src=x onerror="window.__hit=1"><b>bold</b>`;
  const tool = buttonTool("box", {
    title: evil,
    description: `${evil}. More.`,
    icons: [{ src: "https://evil.example/x.png" }, { src: `data:text/html,${evil}`, mimeType: "text/html" }],
    inputSchema: {
      type: "object",
      properties: {
        n: { type: "number", title: evil, description: evil, "x-megane-unit": evil },
        s: { type: "string", enum: [evil, "b"] },
      },
    },
  });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
  const result = {
    ...water,
    name: evil,
    warnings: [evil],
    provenance: { [evil]: evil },
    structure: { ...water.structure, residueNames: [evil, evil, evil], atomNames: [evil, evil, evil] },
  };
  const outcome = { content: [{ type: "text", text: evil }], structuredContent: result };
  await withServer(page, { tools: [tool], call: () => outcome }, async (builder) => {
    await builder.run();
    await builder.expectAtoms(3);
    await page.getByTestId("history-step-0").hover();
    expect(await page.evaluate(() => "__hit" in window)).toBe(false);
    expect(await page.locator("img[src='x']").count()).toBe(0);
  });
  expect([...hosts]).toEqual(["127.0.0.1"]);
});

test("edits are asked about before a result replaces them", async ({ page }) => {
  let calls = 0;
  const call = () => {
    calls++;
    return answer(water);
  };
  await withServer(page, { call }, async (builder) => {
    await builder.openFile("start.xyz", "2\n\nO 0 0 0\nH 0 0 1\n");
    await builder.expectAtoms(2);
    // Keys typed into the form belong to its fields.
    await page.locator("canvas[tabindex]").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await builder.expectAtoms(0);
    await page.getByTestId("tools-menu").click();
    await page.getByTestId(/^tool-button-.*-box$/).click();
    await expect(page.getByTestId("tool-replaces")).toBeVisible();
    await builder.run();
    await builder.answer(false);
    expect(calls).toBe(0);
    await expect(page.getByTestId("tool-form")).toBeVisible();
    await builder.run();
    await builder.answer(true);
    await builder.expectAtoms(3);
    expect(calls).toBe(1);
  });
});
