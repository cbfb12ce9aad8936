import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { openAi } from "@/server/core/transcripts/testing/message-lists";
import { value } from "../testing/team-fixture";
import { appendTranscript, type TranscriptUpload } from "./append-transcript";
import { readCursor } from "./read-cursor";
import { setCursor } from "./set-cursor";
import { aSession } from "./testing/session-fixture";
import { anUploader, type Uploader } from "./testing/uploader";

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

const PROJECT = { projectSlug: "billing-api" };
/** Record ids are unique among sessions, as in real files. */
const written = (lines: ClaudeLines, id: string) =>
  String(lines)
    .replaceAll("session-1", id)
    .replace(/"u(\d+)"/g, `"${id}-$1"`);
const aTranscript = (id: string) =>
  written(
    new ClaudeLines()
      .prompt("Fix the login")
      .says("Reading")
      .calls("c1", "Read", { file_path: "/home/dev/app/a.ts" })
      .result("c1", "const a = 1;")
      .calls("c2", "Bash", { command: "npm test" })
      .result("c2", "ok"),
    id,
  );

const send = (text: string, upload: Partial<TranscriptUpload> = {}) =>
  appendTranscript(uploader.deps, uploader.key, { bytes: Buffer.from(text), session: PROJECT, ...upload });

describe("a native transcript", () => {
  it("is parsed here, once", async () => {
    const text = aTranscript("session-a");
    const first = value(await send(text));
    expect(first).toMatchObject({ client: "claude-code", problems: [], report: { toolCalls: 2, badLineCount: 0 } });
    expect(first.sessions).toMatchObject([{ project: "billing-api", duplicates: 0, rejected: 0 }]);
    const again = value(await send(text));
    expect(again.sessions).toMatchObject([{ accepted: 0, duplicates: first.sessions[0]?.accepted }]);
  });

  it("keeps the good lines and names the bad ones", async () => {
    const lines = aTranscript("session-bad").trimEnd().split("\n");
    lines.splice(2, 0, '{"type":"user","broken', "\u0000\u0000\u0000");
    const answer = value(await send(lines.join("\n")));
    expect(answer.report.badLineCount).toBeGreaterThan(0);
    expect(answer.report.badLines[0]).toMatchObject({ line: 3 });
    expect(answer.sessions[0]?.accepted).toBeGreaterThan(4);
  });

  it("begins when it comes in, where the format tells no times", async () => {
    const list = [openAi.prompt("Is the cart empty?"), openAi.says("It is.")];
    const sent = value(await send(JSON.stringify(list), { client: "openai-messages", path: "cart.json" }));
    expect(sent.sessions).toMatchObject([{ accepted: 2 }]);
    const [session] = await uploader.rows("SELECT started_at FROM session WHERE client = 'openai-messages'");
    expect(session?.["started_at"]).toEqual(uploader.deps.clock.now());
  });

  it("cuts a text that is too large and keeps its neighbours", async () => {
    const lines = new ClaudeLines()
      .prompt("a")
      .calls("c1", "Bash", { command: "cat big" })
      .result("c1", "x".repeat(3_000_000))
      .says("b");
    const answer = value(await send(written(lines, "session-big")));
    expect(answer.sessions).toMatchObject([{ accepted: 4, rejected: 0 }]);
    expect(
      await uploader.rows("SELECT max(bytes) < 2100000 AS fits, bool_or(text LIKE '%left out%') AS says FROM content"),
    ).toEqual([{ fits: true, says: true }]);
  });

  it.each<[string, string, Partial<TranscriptUpload>, string, RegExp]>([
    ["an empty file", "", {}, "transcript", /empty/],
    ["a file of blank lines", "\n\n \n", {}, "transcript", /empty/],
    ["no transcript", "hello\nworld", {}, "transcript", /Claude Code, Codex/],
    [
      "another kind than claimed",
      aTranscript("session-x"),
      { client: "codex" },
      "client",
      /Claude Code transcript, not one of Codex/,
    ],
    [
      "an unknown project",
      aTranscript("session-x"),
      { session: { projectSlug: "nowhere" } },
      "session.projectSlug",
      /create: true/,
    ],
  ])("answers %s with the field and the remedy", async (_name, text, upload, field, message) => {
    const answer = await send(text, upload);
    expect(answer).toMatchObject({ ok: false, fault: { field, message: expect.stringMatching(message) } });
  });

  it("makes its project from the git remote when asked, and finds it by every spelling of it", async () => {
    const text = aTranscript("session-new");
    const made = value(await send(text, { session: { gitRemote: "git@github.com:acme/Shop.git" }, create: true }));
    expect(made.sessions).toMatchObject([{ project: "shop" }]);
    const found = value(await send(text, { session: { gitRemote: "https://ada:token@github.com/acme/shop" } }));
    expect(found.sessions).toMatchObject([{ project: "shop", accepted: 0 }]);
  });
});

describe("the cursor of a file", () => {
  it("says where to resume, in its project only", async () => {
    const { session } = aSession("any").batch();
    const source = "/home/ada/.claude/projects/x/session.jsonl";
    expect(value(await readCursor(uploader.deps, uploader.key, { session, source }))).toBeNull();
    const cursor = { byteOffset: 5_000_000_000, prefixSha256: "ab".repeat(32) };
    value(await setCursor(uploader.deps, uploader.key, { session, source, ...cursor }));
    expect(value(await readCursor(uploader.deps, uploader.key, { session, source }))).toEqual(cursor);
    const elsewhere = { ...session, projectSlug: "harbor-web" };
    expect(value(await readCursor(uploader.deps, uploader.key, { session: elsewhere, source }))).toBeNull();
    const unknown = { ...session, projectSlug: "nowhere" };
    expect(value(await readCursor(uploader.deps, uploader.key, { session: unknown, source }))).toBeNull();
  });
});
