import type { ProjectScope } from "../../core/access/scope";
import { OUTCOMES } from "../../core/events/kinds";
import { RESIDENCIES, type TimelineRow } from "../../core/telemetry/session-views";
import { noiseClassOf } from "../../core/telemetry/window";
import { type RefLabelRow, readRefLabels, type TimelineEventRow } from "../../db/sessions/timeline";
import type { Deps } from "../deps";

export type Residency = (typeof RESIDENCIES)[number];

/** A residency that a newer server wrote reads as full: nothing is claimed to be gone. */
export function residencyOf(name: string): Residency {
  return RESIDENCIES.find((residency) => residency === name) ?? "full";
}

/** Rows as the timeline shows them, with the labels of the evidence they name. */
export async function toTimelineRows(
  deps: Deps,
  scope: ProjectScope,
  sessionId: string,
  rows: readonly TimelineEventRow[],
): Promise<TimelineRow[]> {
  const refs = [...new Set(rows.flatMap((row) => row.evidence))];
  const labels = await readRefLabels(deps.db, scope, sessionId, refs);
  const byRef = new Map(labels.map((label) => [label.ref, label]));
  return rows.map((row) => timelineRow(row, byRef));
}

function timelineRow(row: TimelineEventRow, labels: ReadonlyMap<string, RefLabelRow>): TimelineRow {
  return {
    ref: row.ref,
    thread: row.thread,
    seq: row.seq,
    at: row.at.toISOString(),
    agent: row.agent ?? "",
    kind: row.kind,
    label: row.label,
    tool: row.tool,
    outcome: OUTCOMES.find((outcome) => outcome === row.outcome) ?? null,
    exitCode: row.exitCode,
    tokens: row.tokens,
    tokensExact: row.tokensReported,
    tokensAfter: row.tokensAfter,
    residency: { from: residencyOf(row.fromResidency), to: residencyOf(row.toResidency) },
    noise: noiseClassOf(row.noise),
    rule: row.rule,
    reason: row.reason,
    evidence: row.evidence.map((ref) => evidenceOf(ref, labels)),
    turn: row.turn,
    userTurn: row.userTurn,
    epoch: row.epoch,
    inContext: row.inContext,
  };
}

export function evidenceOf(ref: string, labels: ReadonlyMap<string, RefLabelRow>) {
  const known = labels.get(ref);
  return { ref, label: known?.label ?? null, thread: known?.thread ?? null };
}
