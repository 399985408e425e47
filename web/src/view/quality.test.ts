import { describe, expect, test } from "vitest";
import { Quality } from "./quality";

const scales = (q: Quality) => ({
  moving: q.levels[q.moving()],
  prompt: q.levels[q.prompt()]?.scale,
  still: q.levels[q.still()]?.scale,
});

describe("Quality", () => {
  test("begins at its best", () => {
    expect(scales(new Quality(true))).toMatchObject({ moving: { scale: 2 }, prompt: 2, still: 2 });
    expect(scales(new Quality(false))).toMatchObject({ moving: { scale: 1 }, prompt: 1, still: 1 });
  });

  test("a fast machine draws everything at its best", () => {
    const q = new Quality(true);
    q.measured(0, 6);
    expect(scales(q)).toMatchObject({ moving: { scale: 2, bonds: true }, prompt: 2, still: 2 });
  });

  test("a slow one halves the resolution while moving, then leaves the sticks out", () => {
    const q = new Quality(false);
    q.measured(0, 60);
    expect(scales(q).moving).toEqual({ scale: 0.5, bonds: true });
    q.measured(1, 50);
    expect(scales(q).moving).toEqual({ scale: 0.5, bonds: false });
    q.measured(2, 45);
    expect(scales(q).moving).toEqual({ scale: 0.5, bonds: false });
    expect(scales(q).still).toBe(1);
  });

  test("at rest it draws finer while that takes well under a second", () => {
    const q = new Quality(true);
    q.measured(1, 70);
    expect(scales(q)).toMatchObject({ prompt: 1, still: 2 });
    q.measured(0, 260);
    expect(scales(q)).toMatchObject({ prompt: 1, still: 2 });
    const slow = new Quality(true);
    slow.measured(1, 400);
    expect(scales(slow)).toMatchObject({ prompt: 1, still: 1 });
  });

  test("believes the newest frames", () => {
    const q = new Quality(false);
    q.measured(0, 500);
    for (let k = 0; k < 10; k++) q.measured(0, 8);
    expect(scales(q).moving).toEqual({ scale: 1, bonds: true });
  });

  test("a slow coarse frame says that finer ones are no faster", () => {
    const q = new Quality(false);
    q.measured(0, 20);
    q.measured(1, 90);
    expect(scales(q).moving).toEqual({ scale: 0.5, bonds: false });
  });

  test("the first picture of a very large structure is a rough one, then it learns", () => {
    const q = new Quality(true);
    q.forget(500_000);
    expect(scales(q).moving?.scale).toBe(0.5);
    expect(scales(q).still).toBe(1);
    q.forget(1000);
    expect(scales(q)).toMatchObject({ moving: { scale: 2 }, still: 2 });
  });
});
