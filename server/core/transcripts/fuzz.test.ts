import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Client } from "../events/kinds";
import { expectAccount, expectContract } from "./testing/contract";
import { parseTranscript } from "./testing/parse";

/** Words that steer the parsers, so that random records reach their readers. */
const words = (text: string) => fc.constantFrom(...text.split(" "));
const json = fc.jsonValue({ maxDepth: 3 });
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "",
    "<command-name>/clear</command-name>",
    "<system-reminder>x</system-reminder>",
    "Base directory for this skill: /",
    "Exit code 99999999999999999999",
    "Process exited with code 99999999999999999999",
    '{"output":1,"metadata":{"exit_code":1.5}}',
    "<task-notification><status>constructor</status></task-notification>",
    "<skill><name> </name></skill>",
    "x".repeat(5_000),
  ),
);
const value = fc.oneof(json, text, fc.integer(), fc.constantFrom(null, true, 1e300, -1));
const instant = fc.oneof(
  fc.constantFrom("2026-02-30T00:00:00Z", "2026-01-05T09:00:00.123456Z", 1_767_600_000, ""),
  value,
);
const name = fc.oneof(words("u1 u2 u3 u4 toString __proto__"), value);

const block = fc.record(
  {
    type: fc.oneof(
      words("text thinking tool_use tool_result image server_tool_use input_text input_image constructor"),
      value,
    ),
    text: value,
    thinking: value,
    id: name,
    name: fc.oneof(words("Bash Task Skill ExitPlanMode Read mcp__a__b shell toString"), value),
    input: value,
    tool_use_id: name,
    is_error: value,
    content: value,
    source: value,
    image_url: value,
  },
  { requiredKeys: [] },
);
const content = fc.oneof(fc.array(fc.oneof(block, value), { maxLength: 4 }), value);

const claudeRecord = fc.record(
  {
    type: fc.oneof(
      words("user assistant system attachment summary ai-title permission-mode progress constructor"),
      value,
    ),
    subtype: fc.oneof(words("compact_boundary api_error local_command toString"), value),
    uuid: name,
    parentUuid: name,
    sessionId: fc.oneof(words("s1 s2"), value),
    timestamp: instant,
    cwd: value,
    gitBranch: value,
    version: value,
    isSidechain: fc.boolean(),
    isMeta: fc.boolean(),
    isCompactSummary: fc.boolean(),
    agentId: name,
    requestId: name,
    permissionMode: fc.constantFrom("plan", "default", 7),
    sourceToolUseID: name,
    message: fc.oneof(fc.record({ id: name, model: value, content, usage: value }, { requiredKeys: [] }), value),
    toolUseResult: value,
    attachment: fc.oneof(
      fc.record(
        {
          type: fc.oneof(words("nested_memory queued_command toString"), value),
          content: value,
          prompt: value,
          path: value,
        },
        { requiredKeys: [] },
      ),
      value,
    ),
    summary: value,
    aiTitle: value,
    leafUuid: name,
    error: value,
    content: value,
  },
  { requiredKeys: [] },
);

const codexPayload = fc.record(
  {
    type: fc.oneof(
      words(
        "message reasoning function_call function_call_output custom_tool_call local_shell_call web_search_call token_count user_message thread_rolled_back turn_aborted exec_command_end collab_agent_spawn_end constructor",
      ),
      value,
    ),
    id: name,
    role: fc.oneof(words("user assistant developer"), value),
    content,
    summary: value,
    call_id: name,
    name: value,
    namespace: value,
    arguments: value,
    input: value,
    output: value,
    action: value,
    message: value,
    num_turns: value,
    exit_code: value,
    info: value,
    source: value,
    cwd: value,
    model: value,
    git: value,
    new_thread_id: name,
    forked_from_id: name,
    timestamp: instant,
  },
  { requiredKeys: [] },
);
const codexRecord = fc.record(
  {
    type: fc.oneof(words("session_meta response_item event_msg turn_context compacted world_state constructor"), value),
    payload: fc.oneof(codexPayload, value),
    timestamp: instant,
    id: name,
    record_type: value,
  },
  { requiredKeys: [] },
);

const piMessage = fc.record(
  {
    role: fc.oneof(
      words("user assistant toolResult bashExecution custom branchSummary compactionSummary constructor"),
      value,
    ),
    content: fc.oneof(
      fc.array(
        fc.oneof(fc.record({ type: words("text thinking toolCall image"), id: name, name, arguments: value }), block),
      ),
      content,
    ),
    toolCallId: name,
    toolName: name,
    isError: value,
    stopReason: fc.oneof(words("stop error aborted constructor"), value),
    errorMessage: value,
    model: value,
    usage: value,
    exitCode: value,
    output: value,
    summary: value,
  },
  { requiredKeys: [] },
);
const piRecord = fc.record(
  {
    type: fc.oneof(
      words("session message model_change compaction branch_summary custom_message session_info label constructor"),
      value,
    ),
    id: name,
    parentId: name,
    timestamp: instant,
    message: fc.oneof(piMessage, value),
    summary: value,
    usage: value,
    content: value,
    modelId: value,
    name: value,
    cwd: value,
  },
  { requiredKeys: [] },
);

const epoch = fc.oneof(fc.constantFrom(1_767_600_000_000, 1_767_600_000_001, 9e15, 0, -1, 0.5), instant);
const opencodePart = fc.record(
  {
    type: fc.oneof(
      words("text reasoning tool step-start step-finish patch file agent subtask compaction retry constructor"),
      value,
    ),
    id: fc.oneof(words("prt_1 prt_2 prt_3"), name),
    text: value,
    synthetic: fc.boolean(),
    ignored: fc.boolean(),
    tool: fc.oneof(words("bash task skill read invalid toString"), value),
    callID: name,
    state: fc.oneof(
      fc.record(
        {
          status: fc.oneof(words("pending running completed error"), value),
          input: value,
          output: value,
          error: value,
          metadata: fc.oneof(fc.record({ exit: value, sessionId: name, dir: value }, { requiredKeys: [] }), value),
          attachments: fc.oneof(fc.array(fc.record({ mime: value, url: value })), value),
          time: fc.oneof(fc.record({ start: epoch, end: epoch }), value),
        },
        { requiredKeys: [] },
      ),
      value,
    ),
    tokens: value,
    error: value,
    mime: value,
    url: value,
    command: value,
    time: fc.oneof(fc.record({ start: epoch }), value),
  },
  { requiredKeys: [] },
);
const opencodeMessage = fc.record(
  {
    info: fc.oneof(
      fc.record(
        {
          id: fc.oneof(words("msg_1 msg_2 msg_3"), name),
          role: fc.oneof(words("user assistant constructor"), value),
          time: fc.oneof(fc.record({ created: epoch, completed: epoch }), value),
          agent: fc.oneof(words("plan build"), value),
          modelID: value,
          path: value,
          tokens: value,
          error: fc.oneof(fc.record({ name: words("MessageAbortedError APIError"), data: value }), value),
          summary: fc.oneof(fc.boolean(), value),
          finish: value,
          system: value,
        },
        { requiredKeys: [] },
      ),
      value,
    ),
    parts: fc.oneof(fc.array(fc.oneof(opencodePart, value), { maxLength: 6 }), value),
  },
  { requiredKeys: [] },
);

type WriteFile = (records: readonly object[]) => string;

const asLines: WriteFile = (records) => records.map((record) => JSON.stringify(record)).join("\n");
const asExport: WriteFile = (messages) =>
  JSON.stringify({ info: { id: "ses_1", parentID: 7, revert: { messageID: "msg_2" } }, messages });

const RECORDS: readonly (readonly [Client, fc.Arbitrary<object>, WriteFile])[] = [
  ["claude-code", claudeRecord, asLines],
  ["codex", codexRecord, asLines],
  ["pi", piRecord, asLines],
  ["opencode", opencodeMessage, asExport],
];

describe("parsers take whatever stands in a file", () => {
  it.each(RECORDS)(
    "%s: every record is accounted for, and what comes out keeps to the contract",
    (client, record, write) => {
      const files = fc.array(record, { maxLength: 12 });
      const property = fc.property(files, (records) => {
        const { sessions, report } = parseTranscript(client, write(records), { options: { path: "s1.jsonl" } });
        expectAccount(report);
        expect(report.badLines).toEqual([]);
        for (const session of sessions.values()) expectContract(session);
      });
      fc.assert(property, { numRuns: 200 });
    },
  );
});
