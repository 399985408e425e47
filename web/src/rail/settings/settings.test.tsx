// @vitest-environment happy-dom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import type { RailTool } from "../../state/ui";
import { TooltipProvider } from "../../ui/Tooltip";
import { SettingsPanel } from "./SettingsPanel";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Who speaks to the machine says what is seen (WCAG 2.5.3).
test.each<RailTool>(["select", "move", "rotate", "add", "element", "bond", "place", "measure"])(
  "the choices of %s are called what they show",
  async (tool) => {
    document.body.innerHTML = "<div id=app></div>";
    const root = createRoot(document.getElementById("app") as HTMLElement);
    await act(async () =>
      root.render(
        <TooltipProvider>
          <SettingsPanel tool={tool} />
        </TooltipProvider>,
      ),
    );
    const radios = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    expect(radios.length).toBeGreaterThan(2);
    for (const radio of radios) {
      const seen = radio.closest("label")?.textContent?.trim() ?? "";
      const name = radio.getAttribute("aria-label") ?? seen;
      expect(name.toLowerCase().startsWith(seen.toLowerCase()), `${name} shows ${seen}`).toBe(true);
    }
    await act(async () => root.unmount());
  },
);
