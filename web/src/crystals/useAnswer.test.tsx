// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CallOptions } from "../core";
import { CoreError } from "../core/error";
import { box, FormPage } from "./testForms";
import { useAnswer } from "./useAnswer";

let page: FormPage;
/** Questions that reached the worker, which answers when it is told to. */
let reached: { tolerance: number; signal: AbortSignal; answer(): void; fail(error: Error): void }[];

beforeEach(() => {
  page = new FormPage();
  page.open(box(3.61));
  reached = [];
  page.tools.call = ((_cmd: string, request: { tolerance: number }, { signal }: CallOptions) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new Error("cancelled")));
      const answer = () => resolve({ json: { tolerance: request.tolerance }, bufs: {} });
      reached.push({ tolerance: request.tolerance, signal: signal as AbortSignal, answer, fail: reject });
    })) as unknown as typeof page.tools.call;
});
afterEach(async () => {
  await act(async () => {
    for (const question of reached) question.answer();
  });
  await page.end();
});

function Asker({ tolerance }: { tolerance: number }) {
  const { answer, problem } = useAnswer("crystal.symmetry", { tolerance });
  return <output data-testid="said">{problem || JSON.stringify(answer?.json ?? null)}</output>;
}

const later = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test("a question that takes long is ended when another one waits for it", async () => {
  await page.show(<Asker tolerance={1} />);
  await page.show(<Asker tolerance={2} />); // after a third of a second
  expect(reached.map(({ tolerance, signal }) => [tolerance, signal.aborted])).toEqual([[1, false]]);
  await later(2000);
  expect(reached.map(({ tolerance, signal }) => [tolerance, signal.aborted])).toEqual([
    [1, true],
    [2, false],
  ]);
  await act(async () => reached[1]?.answer());
  expect(page.text("said")).toBe('{"tolerance":2}');
});

test("a quick question is answered though nobody wants it any more, and costs no worker", async () => {
  await page.show(<Asker tolerance={1} />);
  await page.show(<Asker tolerance={2} />);
  await act(async () => reached[0]?.answer());
  await later(2000);
  expect(reached.map(({ tolerance, signal }) => [tolerance, signal.aborted])).toEqual([
    [1, false],
    [2, false],
  ]);
});

test("a form that closes while the document is fetched asks nothing", async () => {
  let give: (() => void) | undefined;
  const { call } = page.core;
  page.core.call = (async (...args: Parameters<typeof call>) => {
    if (args[0] === "edit.structure") await new Promise<void>((resolve) => (give = resolve));
    return call.apply(page.core, args);
  }) as unknown as typeof call;
  await page.show(<Asker tolerance={1} />);
  expect(give).toBeDefined();
  await page.show(null);
  await act(async () => give?.());
  await later(2000);
  expect(reached).toEqual([]);
});

test("a worker that cannot be loaded is asked again", async () => {
  await page.show(<Asker tolerance={1} />);
  await act(async () => reached[0]?.fail(new CoreError("core_unavailable", "The forms could not be loaded")));
  expect(page.text("said")).toContain("could not be loaded");
  await later(5500);
  await later(500);
  expect(reached).toHaveLength(2);
  await act(async () => reached[1]?.answer());
  expect(page.text("said")).toBe('{"tolerance":1}');
});
