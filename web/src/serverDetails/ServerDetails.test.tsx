// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FormModel } from "../core/protocol";
import { FakeCore } from "../forms/fakeCore";
import type { Server } from "../servers/model";
import { provideCore } from "../state/core";
import { META_KEY } from "../tools/marker";
import { TooltipProvider } from "../ui/Tooltip";
import type { DetailActions } from "./facts";
import { messageLabel } from "./records";
import { ServerDetails } from "./ServerDetails";
import { parseArguments, sampleArguments } from "./usePlainForm";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const evil = '<img src="x" onerror="window.__hit=1">';
const marker = { contract: 1, category: "bulk", apply: "new_document", document: "none", stochastic: false };

const server = (more: Partial<Server> = {}): Server => ({
  id: "http:http://127.0.0.1:1/mcp",
  name: evil,
  transport: "http",
  shown: "http://127.0.0.1:1/mcp",
  remote: false,
  host: "",
  state: { state: "ready" },
  source: null,
  info: {
    protocol: "2025-11-25",
    serverInfo: { name: "lab", version: "2", extra: evil },
    capabilities: { tools: { listChanged: true } },
    instructions: `${evil}\nsecond line`,
    milliseconds: 412,
    tools: [
      { name: "echo", description: evil, inputSchema: { type: "object" } },
      { name: "odd", inputSchema: { anyOf: [] } },
      { name: "box", inputSchema: {}, _meta: { [META_KEY]: marker } },
      { name: "later", inputSchema: {}, _meta: { [META_KEY]: { ...marker, contract: 2 } } },
    ],
  },
  messages: [
    { out: true, at: 1, bytes: 60, text: '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo"}}' },
    { out: false, at: 2, bytes: 5_000_000, text: `{"result":{"content":"${evil.replaceAll('"', "'")}` },
  ],
  log: [],
  entry: null,
  ...more,
});

const model: FormModel = {
  fields: [
    {
      path: "/message",
      key: "message",
      label: "Message",
      required: true,
      optional: false,
      control: "text",
      initial: "hi",
    },
  ],
};

let root: Root;
let actions: { [K in keyof DetailActions]: ReturnType<typeof vi.fn> & DetailActions[K] };

beforeEach(() => {
  vi.useFakeTimers();
  provideCore(
    new FakeCore({
      "form.build": ({ inputSchema }) => {
        if (Object.hasOwn(inputSchema as object, "anyOf")) throw new Error("it uses anyOf");
        return { model };
      },
      "form.check": ({ values }) => ({
        problems: (values as { message?: string }).message
          ? []
          : [{ path: "/message", rule: "required", message: "Message is required" }],
      }),
    }),
  );
  actions = {
    call: vi.fn(async () => ({ content: [{ type: "text", text: evil }] })),
    form: vi.fn((tool: string) => (tool === "box" ? () => undefined : null)),
    refresh: vi.fn(),
  } as never;
  const place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

const get = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
};
const settle = () => act(async () => vi.advanceTimersByTimeAsync(300));

async function show(of: Server = server()): Promise<void> {
  await act(async () =>
    root.render(
      <TooltipProvider>
        <ServerDetails server={of} calls={[]} actions={actions} onClose={() => undefined} />
      </TooltipProvider>,
    ),
  );
  await settle();
}

async function tab(name: string): Promise<void> {
  await act(async () => get(`server-tab-${name}`).dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
  await settle();
}

async function press(id: string): Promise<void> {
  await act(async () => get(id).click());
  await settle();
}

it("shows what the server says of itself, as text", async () => {
  await show();
  expect(get("server-facts").textContent).toContain("2025-11-25");
  expect(get("server-facts").textContent).toContain("412 ms");
  expect(get("server-instructions").textContent).toBe(`${evil}\nsecond line`);
  expect(get("server-capabilities").textContent).toContain('"listChanged": true');
  const copies = () =>
    [...document.querySelectorAll('[aria-label^="Copy "]')].map((button) => button.getAttribute("aria-label"));
  expect(copies()).toEqual(["Copy instructions", "Copy capabilities", "Copy server info"]);
  await tab("tools");
  expect(copies()).toEqual(["Copy input schema"]);
  await tab("messages");
  const rows = [...get("server-messages").querySelectorAll(".message-what")].map((row) => row.textContent);
  expect(rows).toEqual(["answer", "tools/call echo (3)"]);
  await act(async () => get("server-messages").querySelector<HTMLElement>("button")?.click());
  expect(get("server-message-text").textContent).toContain("only its beginning is kept");
  expect(document.querySelector("img")).toBeNull();
});

it("calls a tool that is no button, and shows its answer as text", async () => {
  await show();
  await tab("tools");
  expect(get("server-tool").textContent).toContain(evil);
  await press("plain-call");
  expect(actions.call.mock.calls[0]?.slice(0, 2)).toEqual(["echo", { message: "hi" }]);
  expect(get("plain-end").textContent).toContain(evil);
  expect(document.querySelector("img")).toBeNull();

  actions.call.mockRejectedValueOnce(new Error("the server ended\nbadly"));
  await press("plain-call");
  expect(get("plain-end").textContent).toBe("the server ended badly");

  actions.call.mockImplementationOnce(
    (_tool: string, _args: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
  );
  await press("plain-call");
  await press("plain-cancel");
  expect(get("plain-end").dataset.kind).toBe("cancelled");
});

it("takes JSON where no form fits, and says what is no JSON", async () => {
  await show();
  await tab("tools");
  await press("server-tool-odd");
  const box = get("plain-arguments") as HTMLTextAreaElement;
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(box, text);
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
  await type("[1]");
  await press("plain-call");
  expect(get("plain-problem").textContent).toContain("one JSON object");
  const described = box.getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described).toHaveLength(2);
  for (const id of described) expect(document.getElementById(id)?.textContent).not.toBe("");
  expect(described).toContain(get("plain-problem").id);
  await type('{"a":1}');
  await press("plain-call");
  expect(actions.call).toHaveBeenCalledExactlyOnceWith("odd", { a: 1 }, expect.anything());
});

it("leads buttons to their forms and names what hides others", async () => {
  await show();
  await tab("tools");
  await press("server-tool-box");
  expect(get("server-tool-open")).toBeTruthy();
  await press("server-tool-later");
  expect(get("server-tool").textContent).toContain("contract version 2");
});

it("calls nothing while it is not connected", async () => {
  await show(server({ state: { state: "idle" } }));
  await tab("tools");
  expect((get("plain-call") as HTMLButtonElement).disabled).toBe(true);
});

it("names messages and makes arguments", () => {
  expect(
    [
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
      '{"id":"a","result":{}}',
      '{"id":4,"error":{"code":1}}',
      '{"type":"tools:call","id":3,"server":"lab","tool":"box"}',
      '{"result":{"content":[{"type":"text","text":"x"}]},"jsonrpc":"2.0","id":3}',
      '{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"object","id":9,"error":1}]}}',
      '{"result":{"content":[{"type":"text","id":9,"text":"cut',
      "noise",
    ].map((text) => messageLabel(text, new Map([["3", "tools/call box (3)"]]))),
  ).toEqual([
    ...["notifications/progress", 'answer to "a"', "error to 4", "tools:call box (3)"],
    ...["answer to tools/call box (3)", "answer to 5", "answer", "noise"],
  ]);
  const schema = {
    required: ["a", "n", "k", "toString", 7],
    properties: {
      a: { examples: ["x"] },
      n: { type: "integer", minimum: 2 },
      k: { enum: ["u", "v"] },
      z: { default: 1 },
    },
  };
  expect(JSON.parse(sampleArguments(schema))).toEqual({ a: "x", n: 2, k: "u", toString: "" });
  expect(sampleArguments(null)).toBe("{}");
  expect(parseArguments("")).toEqual({ args: {} });
  expect(parseArguments("{")).toMatchObject({ problem: expect.stringContaining("not JSON") });
});
