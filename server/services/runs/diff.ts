import type { ProjectScope } from "@/server/core/access/scope";
import { cutText } from "@/server/core/events/clean";
import { shortener } from "@/server/core/events/short-path";
import { type DiffRow, diffProjections, type FoldedRow, foldDiff } from "@/server/core/projection/diff";
import { inForce } from "@/server/core/projection/in-force";
import type { Verdict } from "@/server/core/prune/model";
import { type ProjectedItem, project } from "@/server/core/prune/projection";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import type { DiffRowView, RunDiffView, SideView } from "@/server/core/runs/diff-view";
import { MAIN_THREAD } from "@/server/core/runs/draft";
import { readSessionPlace } from "@/server/db/sessions/session";
import { type RefLabelRow, readRefLabels } from "@/server/db/sessions/timeline";
import type { Deps } from "../deps";
import { evidenceOf } from "../sessions/rows";
import { checkThread } from "./check-request";
import type { PlannedRun, RunRequest } from "./plan-run";
import { seenPlan } from "./seen-plans";
import { summaryTexts } from "./summary-texts";

export interface DiffRun extends RunRequest {
  readonly number: number;
  /** The window that is shown. */
  readonly window: string;
  /** The `revision` of the preview that is looked at; a conflict when the session has changed since. */
  readonly expectedRevision?: number | undefined;
  /** First row, by its place in the whole diff. */
  readonly from: number;
  /** Shows each row up to here, exclusive; null folds what did not change. */
  readonly to: number | null;
  readonly limit: number;
}

/** A row shows the beginning of a text; the event itself has all of it. */
const SHOWN_CHARACTERS = 1_200;

/**
 * A preview as a diff of the projection: each place of a window before and after the run, in order, with what a summary
 * takes the place of. By pages; what did not change is folded to its number. Faults: `not_found`, `bad_request`
 * (`thread`), `conflict` (`expectedRevision`).
 */
export async function diffRun(deps: Deps, scope: ProjectScope, input: DiffRun): Promise<Result<RunDiffView>> {
  const place = await readSessionPlace(deps.db, scope, input.number);
  if (!place) return notFound("session", input.number);
  const key = { teamId: scope.teamId, sessionId: place.id };
  const texts = await summaryTexts(deps, key, { ...input, onlyIfItPays: false });
  const planned = await seenPlan(deps, key, input, texts);
  if (!planned) return notFound("session", input.number);
  const window = input.window;
  const known = window === MAIN_THREAD ? ok(true as const) : checkThread(planned.loaded, { thread: window });
  if (!known.ok) return known;
  const revision = planned.head.ingestRevision;
  if (input.expectedRevision !== undefined && input.expectedRevision !== revision) {
    const message = `The session has changed since revision ${input.expectedRevision}: it is at ${revision} now. Preview it again.`;
    return fail("conflict", message, { field: "expectedRevision" });
  }
  const rows = windowDiff(planned, window);
  const page = pageOf(rows, input);
  const names = await namesOf(deps, scope, place, planned, page.rows);
  return ok({
    revision,
    thread: window,
    beforeTokens: tokensOf(rows, ({ before }) => before),
    afterTokens: tokensOf(rows, ({ after }) => after),
    counts: countsOf(rows),
    rows: page.rows.map((row) => ("rows" in row ? row : rowView(row, names))),
    nextAt: page.nextAt,
  });
}

/** The whole diff of a plan is worked out once, whatever pages of it are read. */
const diffs = new WeakMap<PlannedRun, Map<string, readonly DiffRow[]>>();

function windowDiff(planned: PlannedRun, thread: string): readonly DiffRow[] {
  const byThread = diffs.get(planned) ?? new Map<string, readonly DiffRow[]>();
  diffs.set(planned, byThread);
  const { session, plan } = planned;
  const rows =
    byThread.get(thread) ??
    diffProjections(project(session, inForce(plan, session), thread), project(session, plan, thread));
  byThread.set(thread, rows);
  return rows;
}

function pageOf(rows: readonly DiffRow[], { from, to, limit }: DiffRun): { rows: FoldedRow[]; nextAt: number | null } {
  const end = to === null ? rows.length : Math.min(to, rows.length);
  const wanted =
    to === null
      ? foldDiff(rows).filter((row) => row.at >= from)
      : rows.slice(from, end).map((row, offset): FoldedRow => ({ ...row, at: from + offset }));
  return { rows: wanted.slice(0, limit), nextAt: wanted[limit]?.at ?? null };
}

function tokensOf(rows: readonly DiffRow[], side: (row: DiffRow) => ProjectedItem | null): number {
  return rows.reduce((sum, row) => sum + (side(row)?.tokens ?? 0), 0);
}

function countsOf(rows: readonly DiffRow[]): RunDiffView["counts"] {
  const counts = { same: 0, changed: 0, removed: 0, added: 0 };
  for (const { change } of rows) counts[change]++;
  return counts;
}

interface Names {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly labels: ReadonlyMap<string, RefLabelRow>;
  readonly short: (text: string) => string;
}

async function namesOf(
  deps: Deps,
  scope: ProjectScope,
  place: { readonly id: string; readonly cwd: string | null },
  { plan }: PlannedRun,
  rows: readonly FoldedRow[],
): Promise<Names> {
  const shown = new Set(rows.flatMap((row) => ("rows" in row ? [] : [itemOf(row).ref])));
  const verdicts = new Map(
    plan.verdicts.flatMap((verdict) => (shown.has(verdict.ref) ? [[verdict.ref, verdict]] : [])),
  );
  const refs = new Set([...shown, ...[...verdicts.values()].flatMap(({ evidence }) => evidence)]);
  const labels = await readRefLabels(deps.db, scope, place.id, [...refs]);
  return { verdicts, labels: new Map(labels.map((label) => [label.ref, label])), short: shortener(place.cwd) };
}

function itemOf(row: DiffRow): ProjectedItem {
  return row.after ?? row.before;
}

function rowView(row: DiffRow & { readonly at: number }, { verdicts, labels, short }: Names): DiffRowView {
  const { ref, kind, tool, standsFor } = itemOf(row);
  const verdict = row.change === "same" || standsFor !== null ? undefined : verdicts.get(ref);
  return {
    change: row.change,
    at: row.at,
    ref,
    kind,
    tool,
    label: standsFor === null ? short(labels.get(ref)?.label ?? "") : "Summary",
    before: sideView(row.before),
    after: sideView(row.after),
    standsFor: standsFor?.length ?? null,
    why: verdict
      ? {
          pass: verdict.pass,
          rule: verdict.rule,
          reason: short(safeText(verdict.reason)),
          evidence: verdict.evidence.map((one) => evidenceOf(one, labels, short)),
        }
      : null,
  };
}

/** Kept meaning and summaries quote the session, so they pass the funnel before they are shown. */
function sideView(item: ProjectedItem | null): SideView | null {
  if (item === null) return null;
  const { residency, text, tokens } = item;
  return { residency, text: safeText(cutText(text, SHOWN_CHARACTERS)), characters: text.length, tokens };
}
