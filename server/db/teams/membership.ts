import type pg from "pg";

/**
 * Who a principal is inside a team or project: plain SQL, since every request of every page and agent asks it.
 * The team is found first and by itself, so that each query over tenant tables carries its team.
 */
type Queryable = Pick<pg.Pool, "query">;

export interface MembershipRow {
  memberId: string;
  name: string;
  role: string;
}

export interface ProjectMembershipRow extends MembershipRow {
  projectId: string;
  projectSlug: string;
  timeZone: string;
  /** The role in this project when it differs from the one in the team. */
  overrideRole: string | null;
}

export async function findTeamIdBySlug(db: Queryable, slug: string): Promise<string | null> {
  const { rows } = await db.query<{ team_id: string }>("SELECT team_id FROM lookup_team_slug WHERE slug = $1", [slug]);
  return rows[0]?.team_id ?? null;
}

export async function findTeamSlug(db: Queryable, teamId: string): Promise<string | null> {
  const { rows } = await db.query<{ slug: string }>("SELECT slug FROM team WHERE team_id = $1", [teamId]);
  return rows[0]?.slug ?? null;
}

/** A person by sign-in user, or the person of a key by member. */
export type MemberOf = { readonly userId: string } | { readonly memberId: string };

/** null for who left the team: their rights end with the row's next read. */
export async function findMembership(db: Queryable, teamId: string, who: MemberOf): Promise<MembershipRow | null> {
  const [column, value] = memberColumn(who);
  const { rows } = await db.query<MembershipRow>(
    `SELECT id AS "memberId", name, role FROM member WHERE team_id = $1 AND ${column} = $2 AND removed_at IS NULL`,
    [teamId, value],
  );
  return rows[0] ?? null;
}

/** The person and the project in one query; null when either is missing, has left or is being removed. */
export async function findProjectMembership(
  db: Queryable,
  teamId: string,
  who: MemberOf,
  project: { readonly slug: string } | { readonly id: string },
): Promise<ProjectMembershipRow | null> {
  const [memberBy, member] = memberColumn(who);
  const [projectBy, projectKey] = "id" in project ? ["id", project.id] : ["slug", project.slug];
  const { rows } = await db.query<ProjectMembershipRow>(
    `SELECT m.id AS "memberId", m.name, m.role, pm.role AS "overrideRole",
            p.id AS "projectId", p.slug AS "projectSlug", p.time_zone AS "timeZone"
       FROM member m
       JOIN project p ON p.team_id = m.team_id AND p.${projectBy} = $3 AND p.deleting_at IS NULL
       LEFT JOIN project_member pm ON pm.team_id = m.team_id AND pm.project_id = p.id AND pm.member_id = m.id
      WHERE m.team_id = $1 AND m.${memberBy} = $2 AND m.removed_at IS NULL`,
    [teamId, member, projectKey],
  );
  return rows[0] ?? null;
}

function memberColumn(who: MemberOf): [column: "user_id" | "id", value: string] {
  return "userId" in who ? ["user_id", who.userId] : ["id", who.memberId];
}
