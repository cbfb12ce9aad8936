import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { IngestEvent, ModelRequestInfo, SessionHeader, ThreadInfo } from "../events/ingest-batch";
import type { Client } from "../events/kinds";
import { detectClient } from "./detect";
import { isObject, type JsonObject, listAt, objectAt, parseObject } from "./json";
import { onlySession, type Parsed, parseTranscript, totalUsage } from "./testing/parse";

/** Real transcripts are no part of the project: these tests run where STEWARD_CORPUS names a folder of them. */
const corpus = process.env["STEWARD_CORPUS"];

interface CorpusFile {
  path: string;
  agent: string;
  /** 0 where the index has no counts. */
  records: number;
  /** Null where the index does not count them. */
  toolCalls: number | null;
  errors: number | null;
}

/** Columns of INDEX.tsv by name; of a file without counts only the rest can be checked. */
function indexed(folder: string): CorpusFile[] {
  const [head = "", ...rows] = readFileSync(join(folder, "INDEX.tsv"), "utf8").trim().split("\n");
  const columns = head.split("\t");
  return rows.map((row) => {
    const cells = row.split("\t");
    const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
    return {
      path: cell("local_file"),
      agent: cell("agent"),
      records: Number(cell("records")),
      toolCalls: countIn(cell("tool_calls")),
      errors: countIn(cell("errors")),
    };
  });
}

function countIn(cell: string): number | null {
  return cell === "" ? null : Number(cell);
}

/** Reasons for which a record may carry nothing. A new one is a finding to look at, not to wave through. */
const KNOWN_SKIPS =
  /^(?:progress|file-history-\w+|queue-operation|last-prompt|mode|permission-mode|pr-link|bridge-session|atis-latch|summary: .*|ai-title: repeated|(?:user|assistant): repeated|attachment: hook_\w+|system: (?:stop_hook_summary|turn_duration|away_summary|bridge_status|scheduled_task_fire|empty local_command)|event_msg: (?:user_message|agent_message|task_\w+|exec_command_end|patch_apply_end|mcp_tool_call_end|web_search_end|context_compacted|turn_aborted)|token_count: .*|turn_context: unchanged|thinking_level_change|model_change: unchanged|user: asks for a compaction|(?:info|warning): shown to the person only|session\.info|assistant\.turn_(?:start|end)|hook\.(?:start|end)|system\.message: repeated|tool\.execution_start: told by the answer|think: receipt|\$set: nothing new)$/;

if (!corpus) console.log("Skipped the corpus tests: set STEWARD_CORPUS to a folder with an INDEX.tsv to run them.");

describe.skipIf(!corpus)("the corpus", () => {
  const folder = corpus ?? "";
  const files = corpus ? indexed(folder) : [];
  const bytesOf = (path: string) => new Uint8Array(readFileSync(join(folder, path)));
  const parse = (file: CorpusFile, chunkSizes: readonly number[]): Parsed =>
    parseTranscript(file.agent as Client, bytesOf(file.path), { options: { path: file.path }, chunkSizes });

  it.each(files.filter((file) => file.records > 0))("$path has the index's counts and loses nothing", (file) => {
    const parsed = parse(file, [65_536]);
    const { report } = parsed;
    expect({
      records: report.records,
      toolCalls: file.toolCalls === null ? null : report.toolCalls,
      errors: file.errors === null ? null : report.errors,
    }).toEqual({
      records: file.records,
      toolCalls: file.toolCalls,
      errors: file.errors,
    });
    const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
    expect(report.carriedRecords + skipped).toBe(report.records + report.recoveredRecords);
    expect(Object.keys(report.skipped).filter((why) => !KNOWN_SKIPS.test(why))).toEqual([]);
    expect(parse(file, [7_919, 104_729, 11])).toEqual(parsed);
  });

  it.each(files)("$path keeps to the ingest contract", (file) => {
    for (const session of parse(file, [1 << 20]).sessions.values()) {
      expect(SessionHeader.safeParse(session.header).error).toBeUndefined();
      for (const thread of session.threads.values()) expect(ThreadInfo.safeParse(thread).error).toBeUndefined();
      for (const event of session.events) expect(IngestEvent.safeParse(event).error).toBeUndefined();
      for (const request of session.requests.values())
        expect(ModelRequestInfo.safeParse(request).error).toBeUndefined();
      expect(new Set(session.events.map((event) => event.id)).size).toBe(session.events.length);
      expect(new Set(session.events.map((event) => event.seq)).size).toBe(session.events.length);
      const requests = new Set(session.requests.keys());
      expect(session.events.filter((event) => event.requestId && !requests.has(event.requestId))).toEqual([]);
      expect(session.events.filter((event) => !session.threads.has(event.thread))).toEqual([]);
    }
  });

  it.each(files.filter((file) => file.agent === "codex"))("$path adds up to the file's last token totals", (file) => {
    const totals = new TextDecoder()
      .decode(bytesOf(file.path))
      .split("\n")
      .map((line) => objectAt(objectAt(objectAt(parseObject(line) ?? {}, "payload"), "info"), "total_token_usage"))
      .filter((total) => isObject(total) && "total_tokens" in total);
    const usage = totalUsage(onlySession(parse(file, [1 << 20])));
    expect(Object.values(usage).reduce((sum, tokens) => sum + tokens, 0)).toBe(totals.at(-1)?.["total_tokens"]);
  });

  it.each(files.filter((file) => file.agent === "opencode"))("$path adds up to its messages' tokens", (file) => {
    const { messages } = JSON.parse(new TextDecoder().decode(bytesOf(file.path))) as {
      messages: { info: JsonObject }[];
    }; // the index counted them
    const sums = messages.map(({ info }) => {
      const { input, output, reasoning, cache } = objectAt(info, "tokens");
      const { read, write } = isObject(cache) ? cache : {};
      return [input, output, reasoning, read, write].reduce((sum: number, tokens) => sum + Number(tokens ?? 0), 0);
    });
    const usage = totalUsage(onlySession(parse(file, [1 << 20])));
    expect(Object.values(usage).reduce((sum, tokens) => sum + tokens, 0)).toBe(sums.reduce((sum, one) => sum + one, 0));
  });

  it.each(files.filter((file) => file.agent === "gemini-cli" && file.path.endsWith(".json")))(
    "$path adds up to its messages' tokens",
    (file) => {
      const document = parseObject(new TextDecoder().decode(bytesOf(file.path))) ?? {};
      const totals = listAt(document, "messages").map((message) =>
        isObject(message) ? Number(objectAt(message, "tokens")["total"] ?? 0) : 0,
      );
      const usage = totalUsage(onlySession(parse(file, [1 << 20])));
      const sum = totals.reduce((all, one) => all + one, 0);
      expect(Object.values(usage).reduce((all, tokens) => all + tokens, 0)).toBe(sum);
    },
  );

  it.each(files.filter((file) => file.agent === "openhands"))("$path adds up to its runs' metrics", (file) => {
    const lines = new TextDecoder().decode(bytesOf(file.path)).trim().split("\n");
    const metrics = lines.map((line) =>
      objectAt(objectAt(parseObject(line) ?? {}, "metrics"), "accumulated_token_usage"),
    );
    const usages = [...parse(file, [1 << 20]).sessions.values()].map((session) => totalUsage(session));
    expect(usages.map(({ inputTokens, outputTokens }) => [inputTokens, outputTokens])).toEqual(
      metrics.map((metric) => [metric["prompt_tokens"], metric["completion_tokens"]]),
    );
  });

  it.each(files)("$path is told by its content", (file) => {
    const bytes = bytesOf(file.path);
    expect(detectClient(bytes.subarray(0, 65_536))).toBe(file.agent);
  });
});

/** Files with known right results beside the corpus, by their names. */
const quirks = corpus ? join(corpus, "..", "quirks") : "";
const hasQuirks = corpus !== undefined && existsSync(quirks);
if (!hasQuirks) console.log("Skipped the shared quirks: there is no folder `quirks` beside STEWARD_CORPUS.");

describe.skipIf(!hasQuirks)("the shared quirks", () => {
  const parse = (name: string, client: Client = "claude-code") =>
    parseTranscript(client, new Uint8Array(readFileSync(join(quirks, name))), {
      options: { path: name },
      chunkSizes: [37],
    });

  it("01 is one response", () => {
    const session = onlySession(parse("01-streamed-duplicates.jsonl"));
    expect(session.requests.size).toBe(1);
    expect(totalUsage(session)).toMatchObject({
      inputTokens: 5,
      cacheWriteTokens: 100,
      cacheReadTokens: 1000,
      outputTokens: 40,
    });
    expect(session.events.slice(1).map((event) => event.kind)).toEqual(["thinking", "assistant_message", "tool_call"]);
  });

  it("02 has 7 output tokens", () => {
    expect(totalUsage(onlySession(parse("02-no-request-id.jsonl"))).outputTokens).toBe(7);
  });

  it("03a has 1500 tokens", () => {
    const usage = totalUsage(onlySession(parse("03a-codex-reemitted.jsonl", "codex")));
    expect(Object.values(usage).reduce((sum, tokens) => sum + tokens, 0)).toBe(1500);
  });

  it("04 names the sub-agent and keeps its tokens apart", () => {
    const main = onlySession(parse("04-subagents/s-1.jsonl"));
    const agent = onlySession(parse("04-subagents/s-1/subagents/agent-b.jsonl"));
    expect(totalUsage(main).outputTokens).toBe(9);
    expect([...agent.requests.values()].map((request) => request.usage?.outputTokens)).toEqual([500, 700]);
    expect(main.threads.get("b")?.agent).toBe("Explore");
    expect([...agent.threads.keys()]).toEqual(["b"]);
  });

  it("05 has two good records and two bad lines", () => {
    expect(parse("05-torn-middle.jsonl").report).toMatchObject({ records: 2, badLineCount: 2 });
  });

  it("06 has two records with their text intact", () => {
    const parsed = parse("06-line-separator.jsonl");
    expect(parsed.report).toMatchObject({ records: 2, badLineCount: 0 });
    expect(onlySession(parsed).events[0]?.text).toBe("pasted from a slide:\u2028second row\u2029third row");
  });

  it("08 is clean, with the typed escape intact", () => {
    const texts = onlySession(parse("08-nul-and-surrogates.jsonl")).events.map((event) => event.text);
    expect(texts).toEqual([
      "PK\u0003\u0004 zip bytes",
      "cut emoji \ufffd and low \ufffd but good 👋 and literal \\u0000 text",
    ]);
  });
});
