import { z } from "zod";
import type { TeamScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import {
  type AuditActors,
  type AuditPlace,
  type AuditRow,
  listAuditActions,
  listAuditActors,
  listAuditEntries,
} from "../../db/audit/list";
import { listProjects } from "../../db/projects/projects";
import type { Deps } from "../deps";

export interface AuditQuery {
  /** A member's id (their keys count as theirs), or `system`. */
  actor: string | null;
  /** `key.revoked`, or a room with its dot: `key.`. */
  action: string | null;
  /** `DEC-014`, or the id of what it happened to. */
  subject: string | null;
  /** The slug of a project. */
  project: string | null;
  /** First and last day, in UTC: 2026-11-27. */
  from: string | null;
  to: string | null;
  cursor: string | null;
  limit: number;
}

export interface AuditItem {
  id: string;
  at: Date;
  actor: { kind: string; name: string; key: string | null };
  action: string;
  /** `DEC-014`, or an id. */
  subject: string;
  /** The project where it happened, while it exists. */
  project: { slug: string; name: string } | null;
  /** What changed, as names and values. */
  detail: { name: string; value: string }[];
}

export interface AuditPage {
  items: AuditItem[];
  nextCursor: string | null;
  /** What the filters can be set to. */
  actions: string[];
  people: { id: string; name: string; left: boolean }[];
  projects: { slug: string; name: string }[];
}

const DAY_MS = 86_400_000;

/** What was done in the team and by whom, newest first. */
export async function listAudit(
  deps: Pick<Deps, "db">,
  scope: TeamScope,
  query: AuditQuery,
): Promise<Result<AuditPage>> {
  const after = readPlace(query.cursor);
  if (!after.ok) return after;
  const { prisma } = deps.db;
  const [actors, actions, projects] = await Promise.all([
    listAuditActors(prisma, scope.teamId),
    listAuditActions(prisma, scope.teamId),
    listProjects(prisma, scope.teamId, null),
  ]);
  const project = projects.find(({ slug }) => slug === query.project);
  if (query.project !== null && !project) {
    return fail("bad_request", `There is no project ${query.project} in this team.`, { field: "project" });
  }
  const filter = {
    actors: query.actor === null ? null : idsOf(query.actor, actors),
    action: query.action,
    subject: query.subject,
    projectId: project?.id ?? null,
    from: query.from === null ? null : new Date(`${query.from}T00:00:00Z`),
    until: query.to === null ? null : new Date(Date.parse(`${query.to}T00:00:00Z`) + DAY_MS),
  };
  const page = { after: after.value, limit: query.limit + 1 };
  const rows = await listAuditEntries(prisma, scope.teamId, filter, page);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const named = new Map(projects.map(({ id, slug, name }) => [id, { slug, name }]));
  return ok({
    items: shown.map((row) => toItem(row, actors, named)),
    nextCursor: last ? `${last.occurredAt.toISOString()}~${last.id}` : null,
    actions,
    people: actors.members.map(({ id, name, removedAt }) => ({ id, name, left: removedAt !== null })),
    projects: projects.map(({ slug, name }) => ({ slug, name })),
  });
}

function idsOf(actor: string, { keys }: AuditActors): string[] {
  return [actor, ...keys.filter(({ memberId }) => memberId === actor).map(({ id }) => id)];
}

function toItem(
  row: AuditRow,
  { members, keys }: AuditActors,
  projects: ReadonlyMap<string, { slug: string; name: string }>,
): AuditItem {
  const key = row.actorKind === "key" ? keys.find(({ id }) => id === row.actor) : undefined;
  const member = members.find(({ id }) => id === (key?.memberId ?? row.actor));
  const name = row.actorKind === "system" ? "the server" : (member?.name ?? "somebody unknown");
  return {
    id: row.id,
    at: row.occurredAt,
    actor: { kind: row.actorKind, name, key: key?.name ?? null },
    action: row.action,
    subject: row.subject,
    project: (row.projectId && projects.get(row.projectId)) || null,
    detail: readDetail(row.detail),
  };
}

const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]));

/** Entries of a newer version may hold what this one does not know; that is left out and the entry stays. */
function readDetail(detail: unknown): AuditItem["detail"] {
  const parsed = Detail.safeParse(detail ?? {});
  if (!parsed.success) return [];
  return Object.entries(parsed.data).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    return text === "" ? [] : [{ name, value: text }];
  });
}

const Place = z.tuple([z.iso.datetime(), z.uuid()]);

function readPlace(cursor: string | null): Result<AuditPlace | null> {
  if (cursor === null) return ok(null);
  const place = Place.safeParse(cursor.split("~"));
  if (!place.success)
    return fail("bad_request", "This page of the list cannot be found. Begin anew.", { field: "cursor" });
  const [at, id] = place.data;
  return ok({ occurredAt: new Date(at), id });
}
