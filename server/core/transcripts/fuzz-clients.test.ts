import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Client } from "../events/kinds";
import { expectAccount, expectContract } from "./testing/contract";
import { parseTranscript } from "./testing/parse";

/** Records of every shape that a reader may meet: the right fields, and anything in them. */
const words = (text: string) => fc.constantFrom(...text.split(" "));
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "",
    "<task>x</task>",
    "<environment_details>\n# Current Working Directory (/app)",
    "[read_file for 'a'] Result:",
    "<read_file><path>a</path></read_file><thinking>x</thinking>",
    "<user_query>x</user_query>",
    "<state_snapshot>x",
    "--- Content from referenced files ---",
    "Exit Code: 999999999",
    "<shellId: 0 completed with exit code -1>",
    "x".repeat(3_000),
  ),
);
const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.constantFrom(null, true, 1e300, -1, 7));
const name = fc.oneof(words("u1 u2 u3 toString __proto__ constructor"), fc.constant("x".repeat(500)), value);
const instant = fc.oneof(fc.constantFrom("2026-02-30T00:00:00Z", "2026-01-05T09:00:00.123456", 1_767_600_000), value);
const some = <T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] });
const listOf = (item: fc.Arbitrary<unknown>) => fc.oneof(fc.array(fc.oneof(item, value), { maxLength: 4 }), value);

const geminiPart = some({
  text: value,
  inlineData: value,
  functionResponse: value,
  functionCall: value,
  fileData: value,
});
const geminiCall = some({
  id: name,
  name: fc.oneof(words("run_shell_command read_file activate_skill"), value),
  args: value,
  status: fc.oneof(words("success error cancelled executing"), value),
  result: listOf(geminiPart),
  timestamp: instant,
  agentId: name,
  description: value,
});
const geminiMessage = some({
  id: name,
  timestamp: instant,
  type: fc.oneof(words("user gemini info warning error constructor"), value),
  content: listOf(geminiPart),
  thoughts: listOf(some({ subject: value, description: value })),
  toolCalls: listOf(geminiCall),
  tokens: fc.oneof(fc.dictionary(words("input output cached thoughts tool"), value), value),
  model: value,
});
const geminiLine = fc.oneof(
  { weight: 6, arbitrary: geminiMessage },
  some({ $rewindTo: name }),
  some({ $set: fc.oneof(some({ messages: listOf(geminiMessage), summary: value, directories: value }), value) }),
  some({ sessionId: name, projectHash: value, kind: fc.oneof(words("main subagent"), value), startTime: instant }),
);

const copilotData = some({
  sessionId: name,
  context: fc.oneof(some({ cwd: value, branch: value, repository: value, hostType: value }), value),
  content: value,
  transformedContent: value,
  attachments: listOf(some({ type: value, data: value, path: value })),
  toolRequests: listOf(some({ toolCallId: name, name: value, arguments: value })),
  toolCallId: name,
  toolName: value,
  parentToolCallId: name,
  arguments: value,
  success: value,
  result: fc.oneof(some({ content: value }), value),
  error: value,
  apiCallId: name,
  model: value,
  outputTokens: value,
  modelMetrics: fc.oneof(
    fc.dictionary(
      words("m-1 __proto__ constructor"),
      fc.oneof(some({ usage: fc.dictionary(words("inputTokens outputTokens cacheReadTokens"), value) }), value),
    ),
    value,
  ),
  agentName: value,
  name: value,
  upToEventId: name,
  newMode: fc.oneof(words("plan interactive"), value),
  summaryContent: value,
  compactionTokensUsed: value,
  reason: value,
});
const copilotLine = some({
  type: fc.oneof(
    words(
      "session.start session.resume session.shutdown session.compaction_complete session.snapshot_rewind session.mode_changed user.message assistant.message tool.execution_start tool.execution_complete subagent.started skill.invoked system.message abort hook.start constructor",
    ),
    value,
  ),
  data: fc.oneof({ weight: 5, arbitrary: copilotData }, value),
  id: name,
  timestamp: instant,
  agentId: name,
});

const block = some({
  type: fc.oneof(words("text thinking tool_use tool_result image constructor"), value),
  text: value,
  thinking: value,
  id: name,
  name: fc.oneof(words("Agent read_file use_subagents"), value),
  input: fc.oneof(some({ prompt: value }), value),
  tool_use_id: name,
  content: value,
  is_error: value,
});
const cursorLine = some({
  role: fc.oneof(words("user assistant constructor"), value),
  type: value,
  message: fc.oneof(some({ content: listOf(block), model: value }), value),
});
const bubble = some({
  bubbleId: name,
  type: fc.oneof(fc.constantFrom(1, 2), value),
  text: value,
  thinking: value,
  toolFormerData: fc.oneof(
    some({ name: value, rawArgs: value, result: value, status: value, toolCallId: name, error: value }),
    value,
  ),
  tokenCount: value,
  modelInfo: value,
  createdAt: instant,
});
const cursorRow = fc.oneof(
  some({
    key: fc.oneof(words("composerData:a composerData:b composerData:"), value),
    value: fc.oneof(
      some({
        conversation: listOf(bubble),
        fullConversationHeadersOnly: listOf(some({ bubbleId: name })),
        createdAt: instant,
      }),
      value,
    ),
  }),
  some({
    key: words("bubbleId:a:u1 bubbleId:b:u2"),
    value: fc.oneof(
      bubble,
      bubble.map((item) => JSON.stringify(item)),
    ),
  }),
);

const clineMessage = some({
  role: fc.oneof(words("user assistant constructor"), value),
  content: listOf(block),
  ts: instant,
  isSummary: fc.boolean(),
  modelInfo: fc.oneof(some({ modelId: value, mode: fc.oneof(words("plan act"), value) }), value),
  metrics: fc.oneof(some({ tokens: value }), value),
});

const openhandsEvent = some({
  id: fc.oneof(fc.nat({ max: 20 }), value),
  timestamp: instant,
  source: fc.oneof(words("user agent environment"), value),
  action: fc.oneof(
    words("run read message think finish recall delegate condensation system constructor"),
    fc.constant(undefined),
  ),
  observation: fc.oneof(words("run error recall delegate user_rejected think constructor"), fc.constant(undefined)),
  cause: fc.oneof(fc.nat({ max: 20 }), value),
  args: fc.oneof(
    some({
      content: value,
      thought: value,
      command: value,
      image_urls: value,
      tools: value,
      agent: value,
      inputs: value,
    }),
    value,
  ),
  content: value,
  extras: fc.oneof(
    some({ metadata: value, microagent_knowledge: listOf(some({ name: value, content: value })), outputs: value }),
    value,
  ),
  tool_call_metadata: fc.oneof(
    some({
      tool_call_id: name,
      model_response: fc.oneof(some({ id: name, model: value, usage: value, choices: value }), value),
    }),
    value,
  ),
});
const sdkEvent = some({
  kind: words(
    "MessageEvent ActionEvent ObservationEvent AgentErrorEvent UserRejectObservation Condensation HologramEvent",
  ),
  timestamp: instant,
  source: value,
  llm_message: value,
  activated_skills: value,
  extended_content: value,
  thought: value,
  thinking_blocks: listOf(value),
  tool_name: fc.oneof(words("terminal think finish"), value),
  tool_call_id: name,
  tool_call: value,
  action: value,
  llm_response_id: name,
  observation: value,
  error: value,
});

type WriteFile = (records: readonly unknown[]) => string;
const asLines: WriteFile = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const asList: WriteFile = (records) => JSON.stringify(records);
const asChat: WriteFile = (messages) => JSON.stringify({ sessionId: "s", messages }, null, 2);
const asInstance: WriteFile = (history) => `${JSON.stringify({ instance_id: "x", history })}\n`;

const FILES: readonly (readonly [Client, string, fc.Arbitrary<object>, WriteFile])[] = [
  ["gemini-cli", "lines", geminiLine, asLines],
  ["gemini-cli", "document", geminiMessage, asChat],
  ["copilot-cli", "lines", copilotLine, asLines],
  ["cursor", "lines", cursorLine, asLines],
  ["cursor", "rows", cursorRow, asList],
  ["cline", "list", clineMessage, asList],
  ["openhands", "events on lines", fc.oneof(openhandsEvent, sdkEvent), asLines],
  ["openhands", "instance", fc.oneof(openhandsEvent, sdkEvent), asInstance],
];

const RUNS = Number(process.env["STEWARD_FUZZ_RUNS"] ?? 150);

describe("parsers of other clients take whatever stands in a file", () => {
  it.each(FILES)(
    "%s, %s: accounted for, and within the contract",
    (client, _shape, record, write) => {
      const property = fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const { sessions, report } = parseTranscript(client, write(records), { options: { path: "/x/chats/s1.json" } });
        expectAccount(report);
        expect(report.badLines.filter(({ reason }) => reason.startsWith("The record could not be read"))).toEqual([]);
        for (const session of sessions.values()) expectContract(session);
      });
      fc.assert(property, { numRuns: RUNS });
    },
    600_000,
  );
});
