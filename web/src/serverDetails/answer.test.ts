import { describe, expect, it } from "vitest";
import { plainText, readAnswer, sizeText, timeText } from "./answer";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPgPAAEDAQAIicLsAAAAAElFTkSuQmCC";
const parts = (...content: unknown[]) => readAnswer({ content }).parts;

describe("the answer of a tool", () => {
  it("shows text as text, and JSON in it indented", () => {
    expect(parts({ type: "text", text: "<b>bold</b>\r\nline\u202e two\u001b[31m" })).toEqual([
      { kind: "text", label: "Text", text: "<b>bold</b>\nline\u00b7 two\u00b7[31m" },
    ]);
    expect(parts({ type: "text", text: '{"a":[1,2]}' })[0]).toMatchObject({ text: '{\n  "a": [1, 2]\n}' });
    expect(parts({ type: "text", text: "x".repeat(200_000) })[0]).toMatchObject({
      text: expect.stringMatching(/^x{100000}\n… cut here$/),
    });
  });

  it("draws only what <img> draws without running anything", () => {
    expect(parts({ type: "image", data: png, mimeType: "image/png" })).toEqual([
      { kind: "image", label: "Image, image/png, 69 B", src: `data:image/png;base64,${png}` },
    ]);
    for (const mimeType of ["text/html", "image/png;x", 'image/png" onerror="x', undefined])
      expect(parts({ type: "image", data: png, mimeType })[0]?.kind, String(mimeType)).toBe("file");
    for (const data of ["javascript:alert(1)", '"><script>', 7, undefined])
      expect(parts({ type: "image", data, mimeType: "image/png" })[0]).toMatchObject({
        kind: "text",
        label: "Image that cannot be read",
      });
    for (const [data, kind] of [
      ["AA\nAA", "image"],
      ["AAA=\n", "image"],
      ["AA= =\n", "image"],
      ["A===", "text"],
      ["AA=A", "text"],
      // Looked through once, not once for each of its spaces.
      [`${" ".repeat(1_000_000)}!`, "text"],
      [`=${" ".repeat(1_000_000)}!`, "text"],
    ])
      expect(parts({ type: "image", data, mimeType: "image/png" })[0]?.kind, data?.slice(0, 9)).toBe(kind);
  });

  it("shows resources by what they are, and follows no address", () => {
    expect(
      parts(
        { type: "resource", resource: { uri: "file:///a/run.log", text: "done" } },
        {
          type: "resource",
          resource: { uri: "file:///a/run.trr", blob: "AAAA", mimeType: "application/octet-stream" },
        },
        { type: "resource_link", uri: "javascript:alert(1)", name: "a", description: "b\nc" },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      ),
    ).toEqual([
      { kind: "text", label: "Resource file:///a/run.log", text: "done" },
      {
        kind: "file",
        label: "Resource file:///a/run.trr, application/octet-stream, 3 B",
        name: "run.trr",
        mime: "application/octet-stream",
        base64: "AAAA",
      },
      { kind: "link", label: "Link to a resource", uri: "javascript:alert(1)", about: "a: b c" },
      { kind: "file", label: "Sound, audio/wav, 3 B", name: "sound", mime: "audio/wav", base64: "AAAA" },
    ]);
  });

  it("bears every shape", () => {
    for (const result of [undefined, null, 7, [], {}, { content: 7 }, { content: [null, 7, { type: "pigeon" }] }])
      expect(readAnswer(result).parts.length, JSON.stringify(result)).toBeGreaterThan(0);
    expect(readAnswer({ content: [], isError: true }).refused).toBe(true);
    expect(parts(...Array.from({ length: 60 }, () => ({ type: "text", text: "a" })))).toHaveLength(51);
    expect(readAnswer({ content: [], structuredContent: { a: 1 } }).parts).toEqual([
      { kind: "text", label: "Structured content", text: '{\n  "a": 1\n}' },
    ]);
  });
});

it("says sizes and times", () => {
  expect([0, 999, 1400, 31_000_000].map(sizeText)).toEqual(["0 B", "999 B", "1.4 kB", "31 MB"]);
  expect([84.4, 1400, 125_000].map(timeText)).toEqual(["84 ms", "1.4 s", "2 min 5 s"]);
  expect(plainText("a\tb\u0000")).toBe("a\tb\u00b7");
});
