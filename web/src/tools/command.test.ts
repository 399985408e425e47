import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fileCommand, fitsCommandLine, posixCommand, posixQuote } from "./command";

describe("quoting for a POSIX shell", () => {
  const texts = [
    "",
    "plain",
    "it's",
    "''",
    '$HOME `id` \\ " !x ~ * ? [a] {b,c} # & ; | < > ( )',
    "two\nlines\tand a tab",
    "\\'",
    "−–é水\u{1f9ea}",
    "--help",
    "%s %d",
  ];
  it.each(texts)("%j survives sh unchanged", (text) => {
    const shell = spawnSync("sh", ["-c", `printf %s ${posixQuote(text)}`], { encoding: "utf8" });
    expect(shell.stderr).toBe("");
    expect(shell.stdout).toBe(text);
  });
});

describe("the command line of a form", () => {
  const args = { components: [{ molecule: { name: "it's", molblock: "a\n  b\n" }, count: 2 }], seed: 42 };

  it("is one line with the arguments as JSON", () => {
    const command = posixCommand("liquid_box", args);
    expect(command).not.toContain("\n");
    expect(command.startsWith("toolserver call liquid_box --args '{")).toBe(true);
    const shell = spawnSync("sh", ["-c", `${command.replace("toolserver call liquid_box --args", "printf %s")}`], {
      encoding: "utf8",
    });
    expect(JSON.parse(shell.stdout)).toEqual(args);
  });

  it("quotes a tool name that is not a plain word", () => {
    expect(posixCommand("a; rm -rf /", {})).toBe("toolserver call 'a; rm -rf /' --args '{}'");
    expect(fileCommand("liquid_box")).toBe("toolserver call liquid_box --args @args.json");
  });

  it("knows what is too long for one argument", () => {
    expect(fitsCommandLine(args)).toBe(true);
    expect(fitsCommandLine({ positions: new Array(60_000).fill(1.23456) })).toBe(false);
  });
});
