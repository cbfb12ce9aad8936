import { describe, expect, it } from "vitest";
import { fileAt, type Machine } from "./machine";

const linux: Machine = { platform: "linux", home: "/home/ines", environment: {}, project: "/work/api" };
const windows: Machine = {
  platform: "win32",
  home: "C:\\Users\\Ines",
  environment: { APPDATA: "C:\\Users\\Ines\\AppData\\Roaming" },
  project: "D:\\work\\api",
};
const place = (root: Parameters<typeof fileAt>[1]["root"], path: string) => ({ root, path });

describe("fileAt", () => {
  it("is where each client looks on Linux", () => {
    expect(fileAt(linux, place("claude", "settings.json"))).toBe("/home/ines/.claude/settings.json");
    expect(fileAt(linux, place("claude-json", ".claude.json"))).toBe("/home/ines/.claude.json");
    expect(fileAt(linux, place("opencode", "opencode.json"))).toBe("/home/ines/.config/opencode/opencode.json");
    expect(fileAt(linux, place("project", ".mcp.json"))).toBe("/work/api/.mcp.json");
  });

  it("follows the variables of the clients", () => {
    const moved = { ...linux, environment: { CLAUDE_CONFIG_DIR: "/c", CODEX_HOME: "/x", PI_CODING_AGENT_DIR: "/p" } };
    expect(fileAt(moved, place("claude", "settings.json"))).toBe("/c/settings.json");
    expect(fileAt(moved, place("claude-json", ".claude.json"))).toBe("/c/.claude.json");
    expect([fileAt(moved, place("codex", "")), fileAt(moved, place("pi", ""))]).toEqual(["/x", "/p"]);
  });

  it("has backslashes and the folders of Windows there", () => {
    expect(fileAt(windows, place("codex", "hooks.json"))).toBe("C:\\Users\\Ines\\.codex\\hooks.json");
    expect(fileAt(windows, place("vscode", "x/y.json"))).toBe(
      "C:\\Users\\Ines\\AppData\\Roaming\\Code\\User\\globalStorage\\x\\y.json",
    );
    expect(fileAt(windows, place("project", ".codex/config.toml"))).toBe("D:\\work\\api\\.codex\\config.toml");
  });

  it("knows VS Code's folder of macOS", () => {
    expect(fileAt({ ...linux, platform: "darwin", home: "/Users/ines" }, place("vscode", "x"))).toBe(
      "/Users/ines/Library/Application Support/Code/User/globalStorage/x",
    );
  });
});
