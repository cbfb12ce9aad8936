import { expect } from "vitest";
import { readSessionRollup } from "@/server/db/sql/rollups";
import type { Uploader } from "../../ingest/testing/uploader";
import { value } from "../../testing/team-fixture";
import { analyseSession } from "../analyse-session";
import { recomputeProject } from "../recompute-project";
import { diffRollups } from "../rollup-diff";

const KEY = "project_id, hour, client, agent, skill, tool, kind, pass";
export const ROLLUP_COLUMNS = [
  "events",
  "tokens",
  "carried_requests",
  "carried_tokens",
  "cost_nano_usd",
  "unpriced_tokens",
];
const SUMS = ROLLUP_COLUMNS.map((column) => `sum(${column})::bigint AS ${column}`).join(", ");

export async function analyseAll({ deps, team, rows }: Uploader): Promise<void> {
  for (const { id } of await rows(
    "SELECT id FROM session WHERE analysed_revision <> ingest_revision OR analysed_policy_version IS DISTINCT FROM (SELECT max(version) FROM policy_version p WHERE p.project_id = session.project_id) ORDER BY number",
  )) {
    value(await analyseSession(deps, { teamId: team.teamId, sessionId: String(id) }));
  }
}

/** Stored rollups are what a calculation from scratch gives, and a project's are the sum over its sessions. */
export async function expectRollupsRight(uploader: Uploader): Promise<void> {
  const { deps, team } = uploader;
  for (const { id } of await uploader.rows("SELECT id FROM project")) {
    const scope = { teamId: team.teamId, projectId: String(id) };
    for (const { sessionId, cells } of value(await recomputeProject(deps, scope))) {
      const stored = await readSessionRollup(deps.db.pool, scope, sessionId);
      expect(diffRollups(stored, cells)).toEqual([]);
    }
  }
  await expectProjectIsSumOfSessions(uploader);
}

export async function expectProjectIsSumOfSessions({ rows }: Uploader): Promise<void> {
  const isSomething = (row: Record<string, unknown>) => ROLLUP_COLUMNS.some((column) => row[column] !== "0");
  const stored = await rows(`SELECT ${KEY}, ${ROLLUP_COLUMNS.join(", ")} FROM rollup ORDER BY ${KEY}`);
  const summed = await rows(`SELECT ${KEY}, ${SUMS} FROM session_rollup GROUP BY ${KEY} ORDER BY ${KEY}`);
  expect(stored.filter(isSomething)).toEqual(summed.filter(isSomething));
}
