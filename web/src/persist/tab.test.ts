import { expect, test } from "vitest";
import { holdTab, livingTabs, whileFree } from "./tab";

/** Locks as browsers have them, of one page. */
class Locks {
  readonly held = new Set<string>();

  async request(
    name: string,
    options: LockOptions | LockGrantedCallback<unknown>,
    work?: LockGrantedCallback<unknown>,
  ) {
    const granted = typeof options === "function" ? options : work;
    if (this.held.has(name)) return granted?.(null);
    this.held.add(name);
    try {
      return await granted?.({ name, mode: "exclusive" });
    } finally {
      this.held.delete(name);
    }
  }

  async query() {
    return { held: [...this.held].map((name) => ({ name })) };
  }
}

const locks = () => new Locks() as unknown as LockManager;

test("a tab lives as long as it holds its lock", async () => {
  const shared = locks();
  await holdTab("one", shared);
  const lives = await livingTabs(shared);
  expect(lives("one")).toBe(true);
  expect(lives("two")).toBe(false);
});

test("the document of a living tab is not taken", async () => {
  const shared = locks();
  await holdTab("one", shared);
  const did: string[] = [];
  expect(await whileFree("one", async () => void did.push("one"), shared)).toBe(false);
  expect(await whileFree("two", async () => void did.push("two"), shared)).toBe(true);
  expect(did).toEqual(["two"]);
});
