import { expect, test } from "vitest";
import { useNotices } from "./notices";
import { shownTheme } from "./theme";
import { useUi } from "./ui";

const question = { title: "Discard?", body: "", confirm: "Discard", cancel: "Keep" };

test("a question resolves with the answer and goes away", async () => {
  const { ask } = useUi.getState();
  const asked = ask(question);
  useUi.getState().question?.answer("confirm");
  expect(await asked).toBe(true);
  expect(useUi.getState().question).toBeNull();
});

test("a second question at the same time is answered no", async () => {
  const { ask } = useUi.getState();
  const first = ask(question);
  expect(await ask({ ...question, title: "Another?" })).toBe(false);
  expect(useUi.getState().question?.title).toBe("Discard?");
  useUi.getState().question?.answer("cancel");
  expect(await first).toBe(false);
});

test.each([
  ["light", true, "light"],
  ["dark", false, "dark"],
  ["auto", true, "dark"],
  ["auto", false, "light"],
] as const)("theme %s with a dark system %s is %s", (theme, system, shown) => {
  expect(shownTheme(theme, system)).toBe(shown);
});

test("the newest notice is shown; the last 20 are kept", () => {
  const { notify, dismiss } = useNotices.getState();
  for (let i = 1; i <= 25; i++) notify({ level: "info", title: `n${i}` });
  const { list, current } = useNotices.getState();
  expect(current?.title).toBe("n25");
  expect(list.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, i) => `n${i + 6}`));
  dismiss();
  expect(useNotices.getState().current).toBeNull();
  expect(useNotices.getState().list).toHaveLength(20);
});
