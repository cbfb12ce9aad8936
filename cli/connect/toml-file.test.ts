import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import type { TomlBlock } from "@/server/core/connect/changes";
import { hasBlock, putBlocks, takeBlocks } from "./toml-file";

const SERVER: TomlBlock = { at: "end", body: '[mcp_servers.context-steward]\nurl = "http://x/api/mcp"\n' };
const NOTIFY: TomlBlock = { at: "start", body: 'notify = ["steward", "hook", "codex"]\n' };
const put = (text: string | null, ...blocks: TomlBlock[]) => putBlocks("config.toml", text, blocks);

const MINE = 'model = "gpt-5" # fast\n\n[projects."/work"]\ntrust_level   =  "trusted"\n';

describe("blocks in a TOML file", () => {
  it("stand at the end, and leave the rest byte by byte", () => {
    const after = put(MINE, SERVER);
    expect(after.startsWith(MINE)).toBe(true);
    expect(parse(after)).toMatchObject({ mcp_servers: { "context-steward": { url: "http://x/api/mcp" } } });
    expect(put(after, SERVER)).toBe(after);
    expect([hasBlock(after), hasBlock(MINE)]).toEqual([true, false]);
  });

  it("stand at the start where keys without a table have to be", () => {
    const after = put(MINE, NOTIFY, SERVER);
    expect(parse(after)).toMatchObject({ notify: ["steward", "hook", "codex"], model: "gpt-5" });
    expect(put(after, NOTIFY, SERVER)).toBe(after);
    expect(takeBlocks(after, ["start", "end"])).toBe(MINE);
  });

  it.each(["", MINE, MINE.replaceAll("\n", "\r\n"), `${MINE}\n\n`])(
    "come out of %j as if they had never been",
    (text) => {
      expect(takeBlocks(put(text, NOTIFY, SERVER), ["start", "end"])).toBe(text);
    },
  );

  it("are replaced where they stand, between what others wrote", () => {
    const between = `${put(MINE, SERVER)}\n[tui]\nnotifications = true\n`;
    const after = put(between, { ...SERVER, body: SERVER.body.replace("http://x", "https://y") });
    expect(after).toBe(between.replace("http://x", "https://y"));
  });

  it("lose the notify when it is no longer wanted", () => {
    expect(put(put(MINE, NOTIFY, SERVER), SERVER)).toBe(put(MINE, SERVER));
  });

  it("are not written into a file that is damaged, or that has an entry of its own", () => {
    expect(() => put("model = \n", SERVER)).toThrow(/config.toml is no valid TOML \(line 1/);
    const own = '[mcp_servers.context-steward]\nurl = "http://other"\n';
    expect(() => put(own, SERVER)).toThrow("config.toml has an entry for Context Steward");
  });
});
