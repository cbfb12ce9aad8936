import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { resolveProjectScope } from "../access/resolve-scope";
import { analyseSession } from "../analysis/analyse-session";
import { collectOrphans } from "../analysis/collect-orphans";
import { aNoisySession } from "../ingest/testing/session-fixture";
import { recordFindings } from "../memory/record-findings";
import { aRunsWorld, type RunsWorld } from "../runs/testing/runs-fixture";
import { type TeamFixture, value } from "../testing/team-fixture";
import { deleteProject } from "./delete-project";
import { listTeamProjects } from "./list-projects";
import { listRemovals } from "./list-removals";
import { removeProject } from "./remove-project";

let world: RunsWorld;
let team: TeamFixture;
beforeAll(async () => {
  world = await aRunsWorld();
  team = world.uploader.team;
});
afterAll(() => world.close());

/** What happened in the team stays known after the project is gone. */
const KEPT = ["audit_entry"];

/** Tables that can name a project, read from the catalogs: a table of a later migration is in here by itself. */
async function tablesOfProjects(): Promise<string[]> {
  const rows = await world.uploader.rows(
    `SELECT c.relname AS name FROM pg_catalog.pg_class c
       JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') ORDER BY c.relname`,
  );
  return rows.map(({ name }) => String(name)).filter((name) => !KEPT.includes(name));
}

async function rowsByProject(projectId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOfProjects()) {
    counts[table] = await world.uploader.count(`${table} WHERE project_id = '${projectId}'`);
  }
  return counts;
}

/** Every tenant table of the team, with its rows. */
async function rowsByTable(): Promise<Record<string, number>> {
  const tables = await world.uploader.rows(
    `SELECT DISTINCT c.relname AS name FROM pg_catalog.pg_class c
       JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) counts[String(name)] = await world.uploader.count(String(name));
  return counts;
}

/** One row in each table that a project can have and that an upload does not fill. */
const RECORDS = [
  `INSERT INTO constraint_record VALUES ($1, $2, 1, 1, 'active', 't', now(), now())`,
  `INSERT INTO constraint_version VALUES ($1, $2, 1, 1, 'active', 't', 'r', 'r', '{}', '[]', 'system', 's', null, now())`,
  `INSERT INTO preference VALUES ($1, $2, 1, 1, 'active', 't', now(), now())`,
  `INSERT INTO preference_version VALUES ($1, $2, 1, 1, 'active', 't', 'x', '[]', 'system', 's', null, now())`,
  `INSERT INTO decision (team_id, project_id, number, version, status, title, created_at, updated_at)
     VALUES ($1, $2, 90, 1, 'draft', 't', now(), now())`,
  `INSERT INTO decision_version (team_id, project_id, number, version, status, title, context, decision, reasoning,
     alternatives, impact, reversible, risk, confidence, assumptions, affected_paths, tags, links, evidence, supersedes,
     author_kind, author, created_at)
     VALUES ($1, $2, 90, 1, 'draft', 't', '', '', '', '[]', '', '', '', '', '{}', '{}', '{}', '[]', '[]', '{}', 'system', 's', now())`,
  `INSERT INTO failure (team_id, project_id, number, version, status, title, fingerprint, occurrences, first_seen_at,
     last_seen_at, created_at, updated_at) VALUES ($1, $2, 90, 1, 'active', 't', 'f90', 1, now(), now(), now(), now())`,
  `INSERT INTO failure_version (team_id, project_id, number, version, status, title, type, description, approach,
     root_cause, fix, affected_paths, tags, evidence, author_kind, author, created_at)
     VALUES ($1, $2, 90, 1, 'active', 't', 'x', '', '', '', '', '{}', '{}', '[]', 'system', 's', now())`,
  `INSERT INTO failure_occurrence (team_id, project_id, number, session_id, entry_id, occurred_at, agent)
     VALUES ($1, $2, 90, gen_random_uuid(), 'e', now(), 'main')`,
  `INSERT INTO handoff (team_id, project_id, number, version, status, title, addressed_to, created_at, updated_at)
     VALUES ($1, $2, 90, 1, 'open', 't', 'team', now(), now())`,
  `INSERT INTO handoff_version (team_id, project_id, number, version, title, note, markdown, author_kind, author, created_at)
     VALUES ($1, $2, 90, 1, 't', '{}', '', 'system', 's', now())`,
  `INSERT INTO handoff_draft (team_id, project_id, number, member_id, base_version, title, markdown, updated_at)
     VALUES ($1, $2, 90, gen_random_uuid(), 1, 't', '', now())`,
  `INSERT INTO share_link (team_id, id, project_id, handoff_number, token_hash, created_by, created_at, expires_at)
     VALUES ($1, $2, $2, 90, decode(md5($2::text), 'hex'), gen_random_uuid(), now(), now())`,
  `INSERT INTO lookup_share_link VALUES (decode(md5($2::text), 'hex'), $1, $2)`,
  `INSERT INTO comment (team_id, id, project_id, subject_kind, subject_number, body, author_id, created_at)
     VALUES ($1, gen_random_uuid(), $2, 'handoff', 90, 'b', gen_random_uuid(), now())`,
  `INSERT INTO policy_version (team_id, project_id, version, body, created_at) VALUES ($1, $2, 1, '{}', now())`,
  `INSERT INTO project_source VALUES ($1, 'root', '/srv/' || $2::text, $2, now())`,
  `INSERT INTO project_member SELECT $1, $2, id, 'admin', now() FROM member WHERE team_id = $1 AND role = 'viewer'`,
  `INSERT INTO upload_cursor VALUES ($1, $2, 'claude-code', 's', 0, '', now())`,
  `INSERT INTO file_index (team_id, id, project_id, indexed_by, started_at) VALUES ($1, gen_random_uuid(), $2, 'x', now())`,
  `INSERT INTO project_file (team_id, project_id, path, language, sha256, lines, tokens, imports, outline, commits, index_id)
     VALUES ($1, $2, 'a.ts', 'ts', 'x', 1, 1, '{}', '[]', 0, gen_random_uuid())`,
  `INSERT INTO search_entry (team_id, project_id, kind, key, at, title, words, tsv)
     VALUES ($1, $2, 'decision', '90', now(), 't', 1, 't:1')`,
  `INSERT INTO search_word VALUES ($1, $2, 't', 't', 1, '{}')`,
  `INSERT INTO search_relation VALUES ($1, $2, 't', 'u', 1)`,
  `INSERT INTO search_project VALUES ($1, $2, 1, 0)`,
  `INSERT INTO search_vector VALUES ($1, sha256('t'), $2, 'decision', '90', 'm', '{0.5}')`,
  `INSERT INTO search_embedding VALUES ($1, $2, 'm')`,
  `INSERT INTO decision (team_id, project_id, number, version, status, title, created_at, updated_at)
     VALUES ($1, $2, 91, 1, 'draft', 't', now(), now())`,
  `INSERT INTO decision_flag (team_id, project_id, kind, number, other, score, evidence, found_at)
     VALUES ($1, $2, 'overlap', 91, 90, 1, '[]', now())`,
  `INSERT INTO project_document (team_id, project_id, path, kind, version, tokens, created_at, updated_at)
     VALUES ($1, $2, 'AGENTS.md', 'agents', 1, 1, now(), now())`,
  `INSERT INTO project_document_version (team_id, project_id, path, version, text, sha256, tokens, author_kind, author, created_at)
     VALUES ($1, $2, 'AGENTS.md', 1, 't', 'x', 1, 'system', 's', now())`,
];

async function fill(projectId: string, projectSlug: string): Promise<void> {
  for (const id of ["one", "two"]) {
    const batch = aNoisySession(`${projectSlug}-${id}`).batch();
    const stored = await world.uploader.append({ ...batch, session: { ...batch.session, projectSlug } });
    value(
      await analyseSession(
        world.uploader.deps,
        { teamId: team.teamId, sessionId: stored.session.id },
        { hooks: { recordFindings } },
      ),
    );
  }
  for (const sql of RECORDS) {
    // One parameter of several types is more than Postgres guesses; these are ids that the test itself made.
    await world.uploader.rows(sql.replaceAll("$1", `'${team.teamId}'::uuid`).replaceAll("$2", `'${projectId}'::uuid`));
  }
}

function scopeOf(slug: string): Promise<ProjectScope> {
  return resolveProjectScope(team.deps, team.people.owner, team.slug, slug, "project:delete").then(value);
}

describe("removing a project", () => {
  it("asks for its slug, and for none where it is the demo", async () => {
    const scope = await scopeOf(team.project.slug);
    for (const confirm of [undefined, "", "Billing API", "billing-ap"]) {
      expect(await removeProject(team.deps, scope, { confirm })).toMatchObject({
        ok: false,
        fault: { code: "bad_request", field: "confirm" },
      });
    }
    expect((await scopeOf(team.project.slug)).projectId).toBe(team.project.id);
  });

  it("takes it out of every list at once, then leaves no row of it in any table, and all of its neighbour", async () => {
    const { deps, teamId, project, secondProject } = team;
    await fill(project.id, project.slug);
    const neighbourOnly = async () => {
      await fill(secondProject.id, secondProject.slug);
      return rowsByProject(secondProject.id);
    };
    const neighbour = await neighbourOnly();
    const before = await rowsByProject(project.id);
    // A table that holds nothing of it here would prove nothing below.
    expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
    const bound = await team.key({ projects: [project.slug] });

    const scope = await scopeOf(project.slug);
    value(await removeProject(deps, scope, { confirm: project.slug }));
    expect(value(await listTeamProjects(deps, team.scope)).map(({ slug }) => slug)).toEqual([secondProject.slug]);
    expect(value(await listRemovals(deps, team.scope))).toEqual([
      { slug: project.slug, name: project.name, sessionsLeft: 2 },
    ]);
    expect(await resolveProjectScope(deps, team.people.owner, team.slug, project.slug, "project:read")).toMatchObject({
      ok: false,
      fault: { code: "not_found" },
    });
    const refused = await world.uploader.tryAppend(aNoisySession("late").batch());
    expect(refused).toMatchObject({ ok: false, fault: { code: "not_found" } });
    expect(await removeProject(deps, scope, { confirm: project.slug })).toMatchObject({ ok: false });

    expect(value(await deleteProject(deps, { teamId, projectId: project.id }))).toBe("deleted");
    expect(value(await deleteProject(deps, { teamId, projectId: project.id }))).toBe("gone");
    value(await collectOrphans(deps, { teamId }));
    expect(Object.entries(await rowsByProject(project.id)).filter(([, count]) => count > 0)).toEqual([]);
    expect(await world.uploader.count(`project WHERE id = '${project.id}'`)).toBe(0);
    expect(await world.uploader.count(`counter WHERE name LIKE '%${project.id}'`)).toBe(0);
    expect(await world.uploader.count(`lookup_share_link WHERE share_link_id = '${project.id}'`)).toBe(0);
    expect(await world.uploader.count(`api_key WHERE id = '${bound.id}' AND project_ids = '{}'`)).toBe(1);
    expect(value(await listRemovals(deps, team.scope))).toEqual([]);
    expect(await rowsByProject(secondProject.id)).toEqual(neighbour);
  });

  it("leaves in a team without its last project what belongs to the team itself, and nothing else", async () => {
    const { deps, teamId, secondProject } = team;
    await deps.db.pool.query("UPDATE project SET is_demo = true WHERE id = $1", [secondProject.id]);
    value(await removeProject(deps, await scopeOf(secondProject.slug), {}));
    value(await deleteProject(deps, { teamId, projectId: secondProject.id }));
    value(await collectOrphans(deps, { teamId }));
    const left = Object.entries(await rowsByTable()).filter(([, count]) => count > 0);
    expect(left.map(([table]) => table)).toEqual([
      "api_key",
      "audit_entry",
      "lookup_api_key",
      "lookup_team_slug",
      "lookup_user_team",
      "member",
      "team",
    ]);
  });

  it("does nothing to a project whose removal nobody asked for", async () => {
    const other = await world.uploader.rows(
      "INSERT INTO project (team_id, id, slug, name, created_at) VALUES ($1, gen_random_uuid(), 'kept', 'Kept', now()) RETURNING id",
      [team.teamId],
    );
    const projectId = String(other[0]?.["id"]);
    expect(value(await deleteProject(team.deps, { teamId: team.teamId, projectId }))).toBe("gone");
    expect(await world.uploader.count(`project WHERE id = '${projectId}'`)).toBe(1);
  });
});
