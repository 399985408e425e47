// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ElementLabel } from "../core/protocol";
import { TooltipProvider } from "../ui/Tooltip";
import { ElementsDialog } from "./ElementsDialog";
import { useOpening } from "./opening";
import { answerOf, isOpen, rowsOf } from "./rows";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const labels: ElementLabel[] = [
  { label: "OW", atoms: 100, element: 8 },
  { label: "CA", atoms: 40, element: 6 },
  { label: "CA", atoms: 2, element: 20 },
  { label: "MW", atoms: 100, element: 0, dummy: true },
  { label: "Q7", atoms: 3, element: 0 },
];

describe("rows", () => {
  test("one a label, those to be answered first", () => {
    const rows = rowsOf(labels);
    expect(rows.map(({ label, atoms, proposed }) => [label, atoms, proposed])).toEqual([
      ["Q7", 3, 0],
      ["OW", 100, 8],
      ["CA", 42, 0],
      ["MW", 100, 0],
    ]);
    expect(rows.filter((row) => isOpen(row, {})).map(({ label }) => label)).toEqual(["Q7"]);
    expect(rows.some((row) => isOpen(row, { Q7: 26 }))).toBe(false);
  });

  test("the answer has what one element stands for; residues decide the rest, dummies are left out", () => {
    expect(answerOf(rowsOf(labels), { Q7: 26 })).toEqual({ Q7: 26, OW: 8 });
    expect(answerOf(rowsOf(labels), { Q7: 26, CA: 6, MW: 10 })).toEqual({ Q7: 26, OW: 8, CA: 6, MW: 10 });
  });

  test("a label that the residues decide only in part is asked about", () => {
    const [row] = rowsOf([
      { label: "X1", atoms: 1, element: 6 },
      { label: "X1", atoms: 1, element: 0 },
    ]);
    expect(row && isOpen(row, {})).toBe(true);
  });
});

describe("the question", () => {
  let root: Root;
  beforeEach(() => {
    document.body.innerHTML = "<div id=app></div>";
    root = createRoot(document.getElementById("app") as HTMLElement);
    useOpening.setState({ question: null });
  });
  afterEach(() => act(async () => root.unmount()));

  const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
  const press = (testId: string) => act(async () => find(testId)?.click());
  async function type(testId: string, text: string) {
    await act(async () => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      set?.call(find(testId), text);
      find(testId)?.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
  async function ask() {
    const answer = { given: useOpening.getState().ask("box.gro", labels) };
    await act(async () =>
      root.render(
        <TooltipProvider>
          <ElementsDialog />
        </TooltipProvider>,
      ),
    );
    return answer;
  }

  test("waits for every element, then opens", async () => {
    const answer = await ask();
    expect(find("elements-dialog")?.textContent).toContain("do not say what 1 label is");
    expect((find("elements-open") as HTMLButtonElement).disabled).toBe(true);
    await type("element-of-Q7", "nonsense");
    expect((find("elements-open") as HTMLButtonElement).disabled).toBe(true);
    await type("element-of-Q7", "iron");
    await press("elements-open");
    expect(await answer.given).toEqual({ Q7: 26, OW: 8 });
    expect(find("elements-dialog")).toBeNull();
  });

  test("Cancel opens nothing", async () => {
    const answer = await ask();
    await press("elements-cancel");
    expect(await answer.given).toBeNull();
  });
});
