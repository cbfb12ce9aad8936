import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTelemetry, parseTelemetryLine } from "./parse-telemetry";
import { type RunTelemetry, telemetryLine } from "./telemetry-line";

const PUBLISHED =
  '{"ts":"2026-06-10T14:32:00Z","event":"context-prune","session_id":"abc123","before_tokens":85000,"after_tokens":42000,"passes":{"dedup":12,"purge_errors":8,"compress":25},"protected":15,"summary_tokens":180}';

const RUN: RunTelemetry = {
  at: "2026-06-10T14:32:00.000Z",
  sessionId: "abc123",
  beforeTokens: 85_000,
  afterTokens: 42_000,
  dedupEvents: 12,
  purgeEvents: 8,
  compressEvents: 25,
  protectedEvents: 15,
  summaryTokens: 180,
};

function recordOf(line: object | string) {
  const parsed = parseTelemetryLine(typeof line === "string" ? line : JSON.stringify(line));
  return parsed.ok ? parsed.value : parsed.fault.message;
}

describe("a line of telemetry", () => {
  it("is the published one, byte for byte", () => {
    expect(telemetryLine(RUN)).toBe(PUBLISHED);
  });

  it("names the time to the second, whatever the clock gave", () => {
    expect(telemetryLine({ ...RUN, at: "2026-06-10T16:32:00.987+02:00" })).toBe(PUBLISHED);
  });

  it("reads back as it was written, for any numbers and names", () => {
    const count = fc.nat();
    const runs = fc.record({
      at: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => {
        date.setUTCMilliseconds(0);
        return date.toISOString().replace(".000Z", "Z");
      }),
      sessionId: fc.string({ minLength: 1, unit: "binary" }),
      beforeTokens: count,
      afterTokens: count,
      dedupEvents: count,
      purgeEvents: count,
      compressEvents: count,
      protectedEvents: count,
      summaryTokens: count,
    });
    fc.assert(
      fc.property(runs, (run) => {
        const line = telemetryLine(run);
        expect(line).not.toContain("\n");
        expect(recordOf(line)).toEqual({ kind: "context-prune", ...run });
      }),
    );
  });
});

describe("reading telemetry of both schemas", () => {
  it("takes the five kinds that are tagged by type", () => {
    expect(
      recordOf({
        type: "context_action",
        action: "compact",
        tokens_before: 9,
        tokens_after: 4,
        timestamp: "2026-06-10T14:32:00Z",
      }),
    ).toEqual({
      kind: "context-action",
      action: "compact",
      beforeTokens: 9,
      afterTokens: 4,
      at: "2026-06-10T14:32:00Z",
    });
    expect(
      recordOf({
        type: "agent_routing",
        agent: "coder",
        category: "debug",
        task_type: "bugfix",
        duration_ms: 12.5,
        success: true,
        more: 1,
      }),
    ).toMatchObject({ kind: "agent-routing", taskType: "bugfix", durationMs: 12.5 });
    expect(
      recordOf({
        type: "decision_recorded",
        decision_id: "d1",
        risk_level: "high",
        confidence: 0.4,
        has_evidence: false,
      }),
    ).toMatchObject({ kind: "decision-recorded", riskLevel: "high", hasEvidence: false });
    expect(recordOf({ type: "readiness_check", status: "warn", score: 0.5, failing_checks: ["lint"] })).toMatchObject({
      kind: "readiness-check",
      failingChecks: ["lint"],
    });
  });

  it("names the field that cannot be read", () => {
    expect(recordOf({ ...JSON.parse(PUBLISHED), passes: { dedup: -1, purge_errors: 0, compress: 0 } })).toMatch(
      /^passes\.dedup: /,
    );
    expect(recordOf({ type: "decision_recorded", decision_id: "d", risk_level: "high", confidence: 40 })).toMatch(
      /^confidence: /,
    );
    expect(recordOf({ type: "tea_break" })).toMatch(/no telemetry with type tea_break/);
    expect(recordOf({ ts: "2026-06-10T14:32:00Z" })).toMatch(/neither "event" nor "type"/);
    expect(recordOf("[1]")).toMatch(/no JSON object/);
  });

  it("keeps the neighbours of a damaged line and says which one it was", () => {
    const text = `\uFEFF${PUBLISHED}\r\n\r\n{"event":"context-pru\r\n${PUBLISHED}`;
    const { records, damaged } = parseTelemetry(text);
    expect(records).toHaveLength(2);
    expect(damaged).toEqual([{ line: 3, message: "This is no JSON object on one line." }]);
  });
});
