import { recordNumber } from "../../core/decisions/record-ref";
import type { InboxList } from "../../core/handoffs/inbox";
import type { Database } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { SqlParams } from "../telemetry/where";

export interface HandoffListRow {
  readonly number: number;
  readonly version: number;
  readonly title: string;
  readonly addressedTo: string;
  readonly addressee: string | null;
  readonly addresseeId: string | null;
  readonly claimedAt: Date | null;
  readonly claimedBy: string | null;
  readonly acknowledgedAt: Date | null;
  readonly session: number | null;
  readonly client: string | null;
  readonly person: string | null;
  readonly authorKind: string;
  readonly author: string;
  readonly lastAt: Date;
  readonly completeness: unknown;
}

export interface HandoffQuery {
  readonly list: InboxList;
  readonly text: string;
  readonly after: { readonly lastAt: Date; readonly number: number } | null;
  readonly limit: number;
}

/** Who reads: by member for what is addressed and claimed, by name for what they wrote before notes kept the member. */
export interface Reader {
  readonly memberId: string | null;
  readonly name: string;
}

/** When a person last wrote; else the session's last event, or when the note last changed, once the session is gone. */
const LAST_AT = "CASE WHEN v.author_kind = 'system' THEN coalesce(s.last_event_at, h.updated_at) ELSE v.created_at END";

/** The condition of each list. A note that somebody acknowledged needs nobody any more and is in no inbox. */
function condition(list: InboxList, reader: Reader, params: SqlParams): string {
  const me = () => `${params.add(reader.memberId)}::uuid`;
  switch (list) {
    case "me": {
      const member = me();
      return `h.acknowledged_at IS NULL
        AND ((h.addressed_to = 'member' AND h.addressee_id = ${member}) OR h.claimed_by = ${member})`;
    }
    case "next":
      return "h.acknowledged_at IS NULL AND h.addressed_to = 'next-session'";
    case "team":
      return "h.acknowledged_at IS NULL AND h.addressed_to = 'team'";
    case "mine":
      return `(s.member_id = ${me()} OR EXISTS (
        SELECT 1 FROM handoff_version w
         WHERE w.team_id = h.team_id AND w.project_id = h.project_id AND w.number = h.number AND w.version = 1
           AND w.author_kind = 'member' AND CASE WHEN w.note->'from' ? 'memberId'
             THEN w.note->'from'->>'memberId' = ${params.add(reader.memberId)}::text
             ELSE w.author = ${params.add(reader.name)}::text END))`;
    case "all":
      return "true";
  }
}

/** Newest first; keyset on (last change, number). */
export async function listHandoffs(
  db: Database,
  key: ProjectKey,
  reader: Reader,
  query: HandoffQuery,
): Promise<HandoffListRow[]> {
  const params = new SqlParams();
  const where = [
    `h.team_id = ${params.add(key.teamId)}::uuid`,
    `h.project_id = ${params.add(key.projectId)}::uuid`,
    condition(query.list, reader, params),
  ];
  if (query.text !== "") where.push(found(query.text, params));
  if (query.after) {
    const { lastAt, number } = query.after;
    where.push(`(${LAST_AT}, h.number) < (${params.add(lastAt)}::timestamptz, ${params.add(number)}::int)`);
  }
  const { rows } = await db.pool.query<HandoffListRow>(
    `SELECT h.number, h.version, h.title, h.addressed_to AS "addressedTo", a.name AS addressee, h.addressee_id AS "addresseeId",
            h.claimed_at AS "claimedAt", c.name AS "claimedBy", h.acknowledged_at AS "acknowledgedAt",
            s.number AS session, s.client, s.person, v.author_kind AS "authorKind", v.author,
            ${LAST_AT} AS "lastAt", v.note->'completeness' AS completeness
       FROM handoff h
       JOIN handoff_version v ON v.team_id = h.team_id AND v.project_id = h.project_id AND v.number = h.number
                             AND v.version = h.version
       LEFT JOIN session s ON s.team_id = h.team_id AND s.id = h.session_id
       LEFT JOIN member a ON a.team_id = h.team_id AND a.id = h.addressee_id
       LEFT JOIN member c ON c.team_id = h.team_id AND c.id = h.claimed_by
      WHERE ${where.join(" AND ")}
      ORDER BY "lastAt" DESC, h.number DESC LIMIT ${params.add(query.limit)}::int`,
    params.values,
  );
  return rows;
}

/** By words of the title or the text, or by the note's own name; `%` and `_` are letters like others. */
function found(text: string, params: SqlParams): string {
  const pattern = params.add(`%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const number = recordNumber("handoff", text.trim().toUpperCase());
  const named = number === null ? "" : ` OR h.number = ${params.add(number)}::int`;
  return `(v.title ILIKE ${pattern} OR v.markdown ILIKE ${pattern}${named})`;
}

export async function countInbox(db: Database, key: ProjectKey, reader: Reader): Promise<Record<InboxList, number>> {
  const params = new SqlParams();
  const place = `h.team_id = ${params.add(key.teamId)}::uuid AND h.project_id = ${params.add(key.projectId)}::uuid`;
  const count = (list: InboxList) => `count(*) FILTER (WHERE ${condition(list, reader, params)})::int AS "${list}"`;
  const { rows } = await db.pool.query<Record<InboxList, number>>(
    `SELECT ${count("me")}, ${count("next")}, ${count("team")}, ${count("mine")}, ${count("all")}
       FROM handoff h LEFT JOIN session s ON s.team_id = h.team_id AND s.id = h.session_id
      WHERE ${place}`,
    params.values,
  );
  return rows[0] ?? { me: 0, next: 0, team: 0, mine: 0, all: 0 };
}
