// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenToKeys } from "../commands/keyboard";
import { askExpression } from "../commands/selectBy";
import { useContextMenu } from "../state/contextMenu";
import { provideCore } from "../state/core";
import { useDocument } from "../state/document";
import { useExpression } from "../state/expression";
import { changeOf, StubCore } from "../state/stubCore";
import { useUi } from "../state/ui";
import { TooltipProvider } from "../ui/Tooltip";
import { ContextMenu } from "./ContextMenu";
import { ExpressionField } from "./ExpressionField";
import { readExpression } from "./useExpressionAnswer";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let core: StubCore;
let stop: () => void;

beforeEach(() => {
  core = new StubCore().answer("edit.select", { readAs: "", notes: [] }, { atoms: Uint32Array.of(0) });
  provideCore(core);
  const { json, bufs } = changeOf(3);
  useDocument.getState().commit(json, bufs);
  useExpression.setState({ text: "", waiting: null });
  useUi.setState({ tool: "select", letterShortcuts: true });
  document.body.innerHTML = "<div id=app></div>";
  root = createRoot(document.getElementById("app") as HTMLElement);
  stop = listenToKeys(window);
});
afterEach(async () => {
  stop();
  await act(async () => root.unmount());
});

const show = (part: React.ReactNode = <ExpressionField />) =>
  act(async () => root.render(<TooltipProvider>{part}</TooltipProvider>));
const field = () => document.querySelector<HTMLTextAreaElement>('[data-testid="expression"]');
const type = (...keys: string[]) =>
  act(async () => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });

test("what is typed before the field is there goes into it, and chooses no tool", async () => {
  askExpression();
  await type("d", "m", "Backspace", "e", "x");
  expect(useUi.getState().tool).toBe("select");
  await show();
  expect(field()?.value).toBe("dex");
  expect(document.activeElement).toBe(field());
  expect(field()?.selectionStart).toBe(3);
});

test("a number that was typed takes the place of the proposed one", async () => {
  askExpression("within 3.5 of selected");
  await type("5");
  await show();
  expect(field()?.value).toBe("within 5 of selected");
  expect(field()?.selectionEnd).toBe("within 5".length);
});

test("the field that is shown again without being asked for leaves the focus where it is", async () => {
  askExpression();
  await show();
  expect(document.activeElement).toBe(field());
  await show(null);
  await show();
  expect(document.activeElement).toBe(document.body);
  await type("d");
  expect(useUi.getState().tool).toBe("delete");
});

test("Esc, or a press elsewhere, gives the keys back", async () => {
  askExpression();
  await type("Escape", "m");
  expect(useUi.getState().tool).toBe("move");
  askExpression();
  document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await type("d");
  expect(useUi.getState().tool).toBe("delete");
});

test("atoms that were found in another state of the document are not selected", async () => {
  const reading = readExpression("element O");
  const { json, bufs } = changeOf(2, { revision: 2 });
  useDocument.getState().commit(json, bufs);
  expect(await reading).toEqual({ state: "reading" });
});

test("a former expression is chosen in a menu, which leaves the focus to the field", async () => {
  useExpression.setState({ history: ["element O"] });
  await show();
  const press = (selector: string, key: string) =>
    act(async () => {
      const target = document.querySelector<HTMLElement>(selector);
      target?.focus();
      target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    });
  await press('[data-testid="expression-history"]', "Enter");
  await press('[data-testid="expression-history-0"]', "Enter");
  await act(async () => vi.waitFor(() => expect(useExpression.getState().waiting).toBeNull()));
  expect(field()?.value).toBe("element O");
  expect(document.activeElement).toBe(field());
});

/** As the page has them. */
function Page() {
  const menu = useContextMenu((context) => context.menu);
  return (
    <>
      <div className="view-canvas">
        <canvas tabIndex={0} />
      </div>
      <ExpressionField />
      {menu && <ContextMenu menu={menu} />}
    </>
  );
}

test("so does the context menu, which gives the focus to the canvas", async () => {
  await show(<Page />);
  await act(async () => useContextMenu.getState().show({ target: { kind: "space" }, at: { x: 1, y: 1 } }));
  await act(async () => {
    const item = document.querySelector<HTMLElement>('[data-testid="context-select-expression"]');
    item?.focus();
    item?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await act(async () => vi.waitFor(() => expect(useExpression.getState().waiting).toBeNull()));
  expect(useContextMenu.getState().menu).toBeNull();
  expect(document.activeElement).toBe(field());
});
