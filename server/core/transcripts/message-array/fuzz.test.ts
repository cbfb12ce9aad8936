import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BoundaryInfo, IngestEvent, ModelRequestInfo, SessionHeader, WorkspaceMark } from "../../events/ingest-batch";
import type { Client } from "../../events/kinds";
import { parseTranscript } from "../testing/parse";

const words = (text: string) => fc.constantFrom(...text.split(" "));
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "",
    "Exit code 99999999999999999999",
    "<returncode>7</returncode>",
    '{"exit_code":1e300}',
    "(Open file: )\n(Current directory: )",
    "edit 99999999999999999999:1\nx",
    "str_replace_editor view --view_range",
    "open",
    "x".repeat(5_000),
  ),
);
const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.constantFrom(null, true, 1e300, -1));
const name = fc.oneof(words("u1 u2 toString __proto__"), fc.constant("x".repeat(500)), value);

const block = fc.record(
  {
    type: fc.oneof(
      words("text thinking tool_use tool_result mcp_tool_result image document input_audio refusal constructor"),
      value,
    ),
    text: value,
    thinking: value,
    id: name,
    name: fc.oneof(words("bash Task Skill Read toString"), value),
    input: value,
    tool_use_id: name,
    is_error: value,
    content: value,
    source: value,
    image_url: value,
    input_audio: value,
  },
  { requiredKeys: [] },
);
const content = fc.oneof(fc.array(fc.oneof(block, value), { maxLength: 4 }), value);
const call = fc.record(
  {
    id: name,
    function: fc.oneof(fc.record({ name, arguments: value }, { requiredKeys: [] }), value),
    custom: fc.oneof(fc.record({ name, input: value }, { requiredKeys: [] }), value),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    role: fc.oneof(words("system developer user assistant tool function constructor"), value),
    type: fc.oneof(
      fc.constant(undefined),
      words("message reasoning function_call function_call_output web_search_call item_reference constructor"),
      value,
    ),
    content,
    model: value,
    usage: fc.oneof(fc.dictionary(words("input_tokens prompt_tokens output_tokens"), value), value),
    timestamp: fc.oneof(fc.constantFrom("2026-02-30T00:00:00Z", 1_767_600_000), value),
    tool_calls: fc.oneof(fc.array(fc.oneof(call, value), { maxLength: 3 }), value),
    function_call: value,
    thinking_blocks: fc.oneof(fc.array(fc.oneof(block, value)), value),
    tool_call_id: name,
    tool_call_ids: fc.oneof(fc.array(name), value),
    call_id: name,
    name,
    arguments: value,
    input: value,
    output: value,
    action: value,
    thought: value,
    is_demo: fc.boolean(),
    extra: value,
  },
  { requiredKeys: [] },
);
const step = fc.record(
  { action: value, observation: value, response: value, thought: value, state: value, query: value, tool_calls: value },
  { requiredKeys: [] },
);

const lists = fc.array(fc.oneof({ weight: 5, arbitrary: message }, value), { maxLength: 12 });
const first = { role: "user", content: "Go" };
const asList = lists.map((messages): unknown => [first, ...messages]);
const asBody = fc
  .record({ system: value, tools: value, metadata: value, model: value, choices: value, output: value })
  .chain((body) => lists.map((messages): unknown => ({ ...body, messages: [first, ...messages] })));
const asRun = fc
  .record({ history: lists, trajectory: fc.array(step), info: value, replay_config: value })
  .map((run): unknown => ({ ...run, history: [first, ...run.history] }));
const asSteps = fc.array(step, { minLength: 1 }).map((trajectory): unknown => ({ trajectory }));
const asAttempts = fc.array(asRun, { minLength: 1, maxLength: 3 }).map((attempts): unknown => ({ attempts }));

const DOCUMENTS: readonly (readonly [Client, string, fc.Arbitrary<unknown>])[] = [
  ["anthropic-messages", "list", asList],
  ["anthropic-messages", "body", asBody],
  ["openai-messages", "list", asList],
  ["openai-messages", "body", asBody],
  ["swe-agent", "history and steps", asRun],
  ["swe-agent", "steps", asSteps],
  ["swe-agent", "attempts", asAttempts],
  ["swe-agent", "messages", asBody],
];

describe("parsers of message lists take whatever stands in a document", () => {
  it.each(DOCUMENTS)("%s, %s: accounted for, and within the contract", (client, _shape, documents) => {
    const property = fc.property(documents, (document) => {
      const { sessions, report } = parseTranscript(client, JSON.stringify(document), { options: { path: "s1.json" } });
      const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
      expect(report.carriedRecords + skipped).toBe(report.records);
      expect(report.badLines).toEqual([]);
      expect(sessions.size).toBe(1);
      for (const session of sessions.values()) {
        SessionHeader.parse(session.header);
        IngestEvent.array().parse(session.events);
        ModelRequestInfo.array().parse([...session.requests.values()]);
        BoundaryInfo.array().parse(session.boundaries);
        WorkspaceMark.array().parse(session.marks);
        expect(new Set(session.events.map((event) => event.id)).size).toBe(session.events.length);
        expect(session.events.map((event) => event.seq)).toEqual(
          [...new Set(session.events.map((event) => event.seq))].toSorted((one, other) => one - other),
        );
      }
    });
    fc.assert(property, { numRuns: 150 });
  });
});
