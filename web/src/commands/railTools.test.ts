// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { useUi } from "../state/ui";
import { provideView, type ViewHandle } from "../state/view";
import { railTools } from "./railTools";

const focus = vi.fn();

afterEach(() => {
  provideView(null);
  document.body.replaceChildren();
  focus.mockReset();
});

test.each([
  ["nowhere", "", true],
  ["where the last menu left it", "menubar", true],
  ["in the panel", "form", false],
])("a tool that is chosen with the focus %s", (_where, role, taken) => {
  provideView({ focus } as unknown as ViewHandle);
  if (role) {
    document.body.innerHTML = `<div role="${role}"><button type="button"></button></div>`;
    document.querySelector("button")?.focus();
  }
  railTools.find(({ tool }) => tool === "move")?.run();
  expect(useUi.getState().tool).toBe("move");
  expect(focus).toHaveBeenCalledTimes(taken ? 1 : 0);
});
