import type { ProjectScope, TeamScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { factsOf, LIST_ENDINGS, type ListFormat, listPage } from "../../core/formats/list-file";
import type { HandoffRow } from "../../core/handoffs/views";
import { ok, type Result } from "../../core/result";
import type { SummaryRow } from "../../core/session-summary/views";
import { listTelemetry, type TelemetryRow } from "../../db/runs/read";
import type { Deps } from "../deps";
import { listHandoffs } from "../handoffs/list-handoffs";
import { filePage, type TextFilePage } from "../memory/export-records";
import { listSummaries } from "../session-summaries/list-summaries";
import { listTeamMembers, type TeamMember } from "../teams/list-members";

/** Lists whose files have the columns that their pages show. */

interface ListPlace {
  readonly format: ListFormat;
  readonly cursor: string | null;
}

const PAGE = 100;

const HANDOFFS = factsOf<HandoffRow>(
  ["number", "title", "status", "addressed_to", "claimed_by", "session", "client", "person", "told", "of", "last_at"],
  (row) => [
    recordRef("handoff", row.number),
    row.title,
    row.status,
    row.addressee ?? row.addressedTo,
    row.claimedBy,
    row.session,
    row.client,
    row.person,
    row.told,
    row.of,
    row.lastAt,
  ],
);

/** A page of all handoff notes, the latest first. */
export async function exportHandoffs(
  deps: Deps,
  scope: ProjectScope,
  { format, cursor }: ListPlace,
): Promise<Result<TextFilePage>> {
  const page = await listHandoffs(deps, scope, { list: "all", text: "", cursor, limit: PAGE });
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return ok(filePage(scope, "handoffs", HANDOFFS, { rows, format, cursor }, nextCursor));
}

const SUMMARIES = factsOf<SummaryRow>(
  [
    ...["number", "title", "session", "client", "person", "agents", "branch", "worked", "failed", "remaining"],
    ...["blockers", "last_at"],
  ],
  (row) => [
    recordRef("summary", row.number),
    row.title,
    row.session,
    row.client,
    row.person,
    row.agents.join("\n"),
    row.branch,
    row.worked,
    row.failed,
    row.remaining,
    row.blockers,
    row.lastAt,
  ],
);

/** A page of all session summaries, the latest session first. */
export async function exportSummaries(
  deps: Deps,
  scope: ProjectScope,
  { format, cursor }: ListPlace,
): Promise<Result<TextFilePage>> {
  const everything = { person: null, agent: null, branch: null, session: null, from: null, to: null, text: "" };
  const page = await listSummaries(deps, scope, { ...everything, cursor, limit: PAGE });
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return ok(filePage(scope, "summaries", SUMMARIES, { rows, format, cursor }, nextCursor));
}

const RUNS = factsOf<TelemetryRow>(
  [
    ...["at", "session", "before_tokens", "after_tokens", "deduplicated", "errors_purged", "compressed", "protected"],
    "summary_tokens",
  ],
  (row) => [
    row.createdAt.toISOString(),
    row.nativeId,
    row.beforeTokens,
    row.afterTokens,
    row.dedupEvents,
    row.purgeEvents,
    row.compressEvents,
    row.protectedEvents,
    row.summaryTokens,
  ],
);

/** A page of the committed prune runs, the oldest first; the page mark is the last run's id. */
export async function exportRuns(
  deps: Deps,
  scope: ProjectScope,
  { format, cursor }: ListPlace,
): Promise<Result<TextFilePage>> {
  const found = await listTelemetry(deps.db, scope, { from: null, to: null, afterId: cursor, limit: PAGE + 1 });
  const rows = found.slice(0, PAGE);
  const nextCursor = found.length > PAGE ? (rows.at(-1)?.id ?? null) : null;
  return ok(filePage(scope, "runs", RUNS, { rows, format, cursor }, nextCursor));
}

const MEMBERS = factsOf<TeamMember>(
  ["name", "email", "role", "joined_at", "last_active_at", "project_roles"],
  (member) => [
    member.name,
    member.email,
    member.role,
    member.joinedAt.toISOString(),
    member.lastActiveAt?.toISOString() ?? null,
    member.projectRoles.map(({ project, role }) => `${project}: ${role}`).join("\n"),
  ],
);

/** The members of the team; there are never so many that they need pages. */
export async function exportMembers(
  deps: Deps,
  scope: TeamScope,
  { format }: Pick<ListPlace, "format">,
): Promise<Result<TextFilePage>> {
  const members = await listTeamMembers(deps, scope);
  if (!members.ok) return members;
  const place = { isFirst: true, isLast: true, title: `Members of ${scope.teamSlug}` };
  const fileName = `${scope.teamSlug}-members.${LIST_ENDINGS[format]}`;
  return ok({ fileName, text: listPage(format, MEMBERS, members.value, place), nextCursor: null });
}
