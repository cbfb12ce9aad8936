import { describe, expect, it } from "vitest";
import { CONNECT_CLIENTS } from "@/server/core/connect/clients";
import { filesByHand } from "./by-hand-files";
import { pasteBlock } from "./paste-block";

const ORIGIN = "https://steward.test";

describe("the block to paste", () => {
  it("is one statement, so that nothing in it is taken for the key", () => {
    for (const client of CONNECT_CLIENTS) {
      const lines = pasteBlock(ORIGIN, client, "posix").split("\n");
      expect(lines.slice(0, -1).every((line) => line.endsWith(" &&"))).toBe(true);
      expect(pasteBlock(ORIGIN, client, "windows")).not.toMatch(/\n|&&/);
    }
  });

  it("installs, signs in and connects, in that order", () => {
    expect(pasteBlock(ORIGIN, "codex", "posix")).toBe(
      "curl -fsSL https://steward.test/install.sh | sh &&\n" +
        'export PATH="$HOME/.local/bin:$PATH" &&\n' +
        "steward login https://steward.test &&\n" +
        "steward connect codex",
    );
    expect(pasteBlock(ORIGIN, "aider", "posix")).toMatch(/steward import \.$/);
    expect(pasteBlock(ORIGIN, null, "posix")).toMatch(/&&\nsteward connect$/);
    expect(pasteBlock(ORIGIN, null, "windows")).toMatch(/\{ steward connect \}$/);
  });
});

describe("the files by hand", () => {
  it("name where each belongs, the server and the project, and hold no key", () => {
    const files = filesByHand("codex", { origin: ORIGIN, project: "billing-api" });
    expect(files.map(({ file }) => file)).toEqual([
      "~/.codex/hooks.json",
      "~/.codex/config.toml",
      "~/.agents/skills/context-steward/SKILL.md",
    ]);
    expect(files[1]?.text).toContain(`url = "${ORIGIN}/api/mcp"`);
    expect(files[1]?.text).toContain('"x-steward-project" = "billing-api"');
    expect(files[1]?.text).toContain("STEWARD_KEY");
    expect(filesByHand("aider", { origin: ORIGIN, project: "p" })).toEqual([]);
  });
});
