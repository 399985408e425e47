// @vitest-environment happy-dom
import { act, Suspense } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { part } from "./part";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const show = (node: React.ReactNode) => act(async () => root.render(<Suspense fallback="loading">{node}</Suspense>));
const find = (id: string) => place.querySelector<HTMLElement>(`[data-testid="${id}"]`);

it("says that a part could not be loaded, and loads it when it is tried again", async () => {
  let online = false;
  const load = vi.fn(async () => {
    if (!online) throw new TypeError("Failed to fetch dynamically imported module");
    return ({ name }: { name: string }) => <p>{`Hello ${name}`}</p>;
  });
  const Greeting = part(load);
  await show(<Greeting name="Ada" />);
  expect(find("part-failed")?.textContent).toContain("could not be reached");
  await act(async () => find("part-retry")?.click());
  expect(find("part-failed")).not.toBeNull();
  online = true;
  await act(async () => find("part-retry")?.click());
  expect(place.textContent).toBe("Hello Ada");
  await show(<Greeting name="Bo" />);
  expect(place.textContent).toBe("Hello Bo");
  expect(load).toHaveBeenCalledTimes(3);
});

it("asks again for a style sheet that did not come", async () => {
  const lost = Object.assign(document.createElement("link"), { rel: "stylesheet" });
  Object.defineProperty(lost, "sheet", { value: null });
  document.head.append(lost);
  const Part = part(() => Promise.reject(new Error("Unable to preload CSS for /lost.css")));
  await show(<Part />);
  await act(async () => find("part-retry")?.click());
  expect(lost.isConnected).toBe(false);
  const again = document.head.querySelectorAll('link[rel="stylesheet"]');
  expect(again).toHaveLength(1);
  again[0]?.remove();
});

it("does not call a fault of the part itself a lost connection", async () => {
  const Broken = part<object>(async () => () => {
    throw new Error("a fault");
  });
  await expect(show(<Broken />)).rejects.toThrow("a fault");
  expect(find("part-failed")).toBeNull();
});
