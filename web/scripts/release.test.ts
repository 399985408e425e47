import { expect, it } from "vitest";
import { contents, tagProblem, targets, version } from "./release.mjs";

it("is refused under a tag that is not the version of the source", () => {
  expect(version()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(tagProblem(`v${version()}`)).toBeNull();
  expect(tagProblem("v99.0.0")).toMatch(/v99\.0\.0 is not v/);
  expect(tagProblem(version())).not.toBeNull();
});

it("names what is linked and what the page is made of", () => {
  const { components } = contents();
  const names = components.map(({ name }) => name);
  expect(names).toContain("github.com/rs/cors");
  expect(names).toContain("react");
  expect(names).not.toContain("vitest");
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
});

it("is built for six systems", () => {
  expect(targets).toHaveLength(6);
});
