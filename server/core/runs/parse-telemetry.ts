import { z } from "zod";
import { fail, ok, type Result } from "../result";
import type { RunTelemetry } from "./telemetry-line";

/**
 * Reads TELEMETRY.jsonl. Two published schemas share that name: lines tagged by `event` (a prune with its passes) and
 * lines tagged by `type` (five kinds of records). Both are accepted, mixed in one file; unknown fields are ignored.
 */
export type TelemetryRecord =
  | ({ readonly kind: "context-prune" } & RunTelemetry)
  | {
      readonly kind: "context-action";
      readonly action: "prune" | "compact" | "checkpoint";
      readonly beforeTokens: number;
      readonly afterTokens: number;
      readonly at: string;
    }
  | {
      readonly kind: "agent-routing";
      readonly agent: string;
      readonly category: "implementation" | "research" | "review" | "debug" | "docs";
      readonly taskType: "feature" | "bugfix" | "refactor" | "plan" | "audit";
      readonly durationMs: number;
      readonly success: boolean;
    }
  | {
      readonly kind: "decision-recorded";
      readonly decisionId: string;
      readonly riskLevel: "low" | "medium" | "high";
      readonly confidence: number;
      readonly hasEvidence: boolean;
    }
  | {
      readonly kind: "readiness-check";
      readonly status: "pass" | "warn" | "fail";
      readonly score: number;
      readonly failingChecks: readonly string[];
    };

export interface DamagedLine {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

const Count = z.int().nonnegative();
const Instant = z.iso.datetime({ offset: true });
const Share = z.number().min(0).max(1);

const ContextPrune = z
  .object({
    ts: Instant,
    event: z.literal("context-prune"),
    session_id: z.string().min(1),
    before_tokens: Count,
    after_tokens: Count,
    passes: z.object({ dedup: Count, purge_errors: Count, compress: Count }),
    protected: Count,
    summary_tokens: Count,
  })
  .transform(
    (line): TelemetryRecord => ({
      kind: "context-prune",
      at: line.ts,
      sessionId: line.session_id,
      beforeTokens: line.before_tokens,
      afterTokens: line.after_tokens,
      dedupEvents: line.passes.dedup,
      purgeEvents: line.passes.purge_errors,
      compressEvents: line.passes.compress,
      protectedEvents: line.protected,
      summaryTokens: line.summary_tokens,
    }),
  );

const ContextAction = z
  .object({
    type: z.literal("context_action"),
    action: z.enum(["prune", "compact", "checkpoint"]),
    tokens_before: Count,
    tokens_after: Count,
    timestamp: Instant,
  })
  .transform(
    (line): TelemetryRecord => ({
      kind: "context-action",
      action: line.action,
      beforeTokens: line.tokens_before,
      afterTokens: line.tokens_after,
      at: line.timestamp,
    }),
  );

const AgentRouting = z
  .object({
    type: z.literal("agent_routing"),
    agent: z.string(),
    category: z.enum(["implementation", "research", "review", "debug", "docs"]),
    task_type: z.enum(["feature", "bugfix", "refactor", "plan", "audit"]),
    duration_ms: z.number().nonnegative(),
    success: z.boolean(),
  })
  .transform(
    (line): TelemetryRecord => ({
      kind: "agent-routing",
      agent: line.agent,
      category: line.category,
      taskType: line.task_type,
      durationMs: line.duration_ms,
      success: line.success,
    }),
  );

const DecisionRecorded = z
  .object({
    type: z.literal("decision_recorded"),
    decision_id: z.string(),
    risk_level: z.enum(["low", "medium", "high"]),
    confidence: Share,
    has_evidence: z.boolean(),
  })
  .transform(
    (line): TelemetryRecord => ({
      kind: "decision-recorded",
      decisionId: line.decision_id,
      riskLevel: line.risk_level,
      confidence: line.confidence,
      hasEvidence: line.has_evidence,
    }),
  );

const ReadinessCheck = z
  .object({
    type: z.literal("readiness_check"),
    status: z.enum(["pass", "warn", "fail"]),
    score: Share,
    failing_checks: z.array(z.string()),
  })
  .transform(
    (line): TelemetryRecord => ({
      kind: "readiness-check",
      status: line.status,
      score: line.score,
      failingChecks: line.failing_checks,
    }),
  );

const SCHEMAS: Readonly<Record<string, z.ZodType<TelemetryRecord>>> = {
  "event context-prune": ContextPrune,
  "type context_action": ContextAction,
  "type agent_routing": AgentRouting,
  "type decision_recorded": DecisionRecorded,
  "type readiness_check": ReadinessCheck,
};

const Tagged = z.looseObject({ event: z.string().optional(), type: z.string().optional() });

/** Fails with `bad_request` and a sentence that names the field. */
export function parseTelemetryLine(line: string): Result<TelemetryRecord> {
  const tagged = Tagged.safeParse(jsonOf(line));
  if (!tagged.success) return fail("bad_request", "This is no JSON object on one line.");
  const { event, type } = tagged.data;
  const tag = event === undefined ? `type ${type}` : `event ${event}`;
  const schema = SCHEMAS[tag];
  if (schema === undefined) {
    if (event === undefined && type === undefined) {
      return fail("bad_request", 'The line has neither "event" nor "type", which say what it is.');
    }
    return fail("bad_request", `There is no telemetry with ${tag}. Known: ${Object.keys(SCHEMAS).join(", ")}.`);
  }
  const parsed = schema.safeParse(tagged.data);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") || "line";
  return fail("bad_request", `${field}: ${issue?.message ?? "cannot be read"}`, { field });
}

/** Every line on its own: a damaged one is named, its neighbours stay. Empty lines and a byte order mark are passed over. */
export function parseTelemetry(text: string): {
  readonly records: readonly TelemetryRecord[];
  readonly damaged: readonly DamagedLine[];
} {
  const records: TelemetryRecord[] = [];
  const damaged: DamagedLine[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.replace(/^\uFEFF/, "").trim();
    if (line === "") continue;
    const parsed = parseTelemetryLine(line);
    if (parsed.ok) records.push(parsed.value);
    else damaged.push({ line: index + 1, message: parsed.fault.message });
  }
  return { records, damaged };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
