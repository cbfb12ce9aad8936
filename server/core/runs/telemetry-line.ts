/** A committed run as telemetry tells it. Passes and protected count events, all else tokens. */
export interface RunTelemetry {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The client's own name for the session. */
  readonly sessionId: string;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly dedupEvents: number;
  readonly purgeEvents: number;
  readonly compressEvents: number;
  readonly protectedEvents: number;
  readonly summaryTokens: number;
}

/**
 * One line of TELEMETRY.jsonl, without its line break, byte for byte in the published form: keys in this order, no
 * blanks, the time to the second.
 */
export function telemetryLine(run: RunTelemetry): string {
  return JSON.stringify({
    ts: new Date(run.at).toISOString().replace(/\.\d{3}Z$/, "Z"),
    event: "context-prune",
    session_id: run.sessionId,
    before_tokens: run.beforeTokens,
    after_tokens: run.afterTokens,
    passes: { dedup: run.dedupEvents, purge_errors: run.purgeEvents, compress: run.compressEvents },
    protected: run.protectedEvents,
    summary_tokens: run.summaryTokens,
  });
}
