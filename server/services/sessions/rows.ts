import type { ProjectScope } from "../../core/access/scope";
import { OUTCOMES } from "../../core/events/kinds";
import { shortener } from "../../core/events/short-path";
import { RESIDENCIES, type TimelineRow } from "../../core/telemetry/session-views";
import { noiseClassOf } from "../../core/telemetry/window";
import type { SessionPlaceRow } from "../../db/sessions/session";
import { type RefLabelRow, readRefLabels, type TimelineEventRow } from "../../db/sessions/timeline";
import type { Deps } from "../deps";

export type Residency = (typeof RESIDENCIES)[number];

/** A residency that a newer server wrote reads as full: nothing is claimed to be gone. */
export function residencyOf(name: string): Residency {
  return RESIDENCIES.find((residency) => residency === name) ?? "full";
}

/**
 * Rows as the timeline shows them, with the labels of the evidence they name. Labels and reasons show paths relative to
 * the session's folder.
 */
export async function toTimelineRows(
  deps: Deps,
  scope: ProjectScope,
  session: SessionPlaceRow,
  rows: readonly TimelineEventRow[],
): Promise<TimelineRow[]> {
  const refs = [...new Set(rows.flatMap((row) => row.evidence))];
  const labels = await readRefLabels(deps.db, scope, session.id, refs);
  const byRef = new Map(labels.map((label) => [label.ref, label]));
  const short = shortener(session.cwd);
  return rows.map((row) => timelineRow(row, byRef, short));
}

function timelineRow(
  row: TimelineEventRow,
  labels: ReadonlyMap<string, RefLabelRow>,
  short: (text: string) => string,
): TimelineRow {
  return {
    ref: row.ref,
    thread: row.thread,
    seq: row.seq,
    at: row.at.toISOString(),
    agent: row.agent ?? "",
    kind: row.kind,
    label: short(row.label),
    tool: row.tool,
    outcome: OUTCOMES.find((outcome) => outcome === row.outcome) ?? null,
    exitCode: row.exitCode,
    tokens: row.tokens,
    tokensExact: row.tokensReported,
    tokensAfter: row.tokensAfter,
    residency: { from: residencyOf(row.fromResidency), to: residencyOf(row.toResidency) },
    noise: noiseClassOf(row.noise),
    rule: row.rule,
    reason: row.reason === null ? null : short(row.reason),
    evidence: row.evidence.map((ref) => evidenceOf(ref, labels, short)),
    turn: row.turn,
    userTurn: row.userTurn,
    epoch: row.epoch,
    inContext: row.inContext,
  };
}

export function evidenceOf(
  ref: string,
  labels: ReadonlyMap<string, RefLabelRow>,
  short: (text: string) => string,
): TimelineRow["evidence"][number] {
  const known = labels.get(ref);
  return { ref, label: known ? short(known.label) : null, thread: known?.thread ?? null };
}
