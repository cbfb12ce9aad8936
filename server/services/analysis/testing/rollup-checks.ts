import { expect } from "vitest";
import { readSkills } from "@/server/db/analysis/skills";
import { readTargets } from "@/server/db/analysis/targets";
import { readSessionRollup } from "@/server/db/sql/rollups";
import type { Uploader } from "../../ingest/testing/uploader";
import { value } from "../../testing/team-fixture";
import { analyseSession } from "../analyse-session";
import { skillDelta, targetDelta } from "../insight-rows";
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

/** Stored rollups, targets and skills are what a calculation from scratch gives, and a project's are the sum over its sessions. */
export async function expectRollupsRight(uploader: Uploader): Promise<void> {
  const { deps, team } = uploader;
  for (const { id } of await uploader.rows("SELECT id FROM project")) {
    const scope = { teamId: team.teamId, projectId: String(id) };
    for (const { sessionId, cells, targets, skills } of value(await recomputeProject(deps, scope))) {
      const stored = await readSessionRollup(deps.db.pool, scope, sessionId);
      expect(diffRollups(stored, cells)).toEqual([]);
      const key = { ...scope, sessionId };
      const nothing = { upserts: [], deletions: [] };
      expect(targetDelta(await readTargets(deps.db.pool, key), targets)).toEqual(nothing);
      expect(skillDelta(await readSkills(deps.db.pool, key), skills)).toEqual(nothing);
    }
  }
  await expectProjectIsSumOfSessions(uploader);
  await expectTiersAreSums(uploader);
}

const TIERS = [
  {
    table: "session_slice",
    key: "session_id, day, client, person, dimension, value",
    dimensions: ["agent", "skill", "tool", "kind", "model", "branch", "stage"],
  },
  {
    table: "rollup_hour",
    key: "project_id, hour, dimension, value",
    dimensions: ["client", "person", "agent", "skill", "tool", "kind", "model", "branch", "stage"],
  },
  {
    table: "rollup_day",
    key: "project_id, day, client, agent, skill, tool, kind, dimension, value",
    dimensions: ["person", "model", "branch", "stage"],
  },
] as const;

const WIDE = ["added", "duplicate", "resolved-error", "superseded"].flatMap((pass) =>
  (pass === "added"
    ? ["events", "tokens"]
    : ["events", "tokens", "carried_tokens", "cost_nano_usd", "unpriced_tokens"]
  ).map((figure) => ({ pass, figure, name: `${pass.replace("resolved-", "")}_${figure}` })),
);
const TOKENS = ["idle", "dropped"].map((pass) => ({ pass, figure: "tokens", name: `${pass}_tokens` }));

const TARGET_NAMES = "client, agent, skill, tool, kind, pass, target_kind, target, question, failure";
const TARGET_SUMS = ["events", "tokens", "carried_tokens", "cost_nano_usd", "unpriced_tokens"];
/** Noise of targets with the day on which it counts. */
const CHARTED_TARGETS = `(
  SELECT t.*, date_trunc('day', t.hour, x.counted_zone) AS day
    FROM session_target t JOIN session x ON x.id = t.session_id
   WHERE t.pass IN ('duplicate', 'superseded', 'resolved-error'))`;

/** The same of the tables that files, commands and errors are charted and counted from. */
async function expectTargetTiersAreSums({ rows }: Uploader): Promise<void> {
  const key = `project_id, day, dimension, value, ${TARGET_NAMES}`;
  const summed = await rows(
    `SELECT ${key}, ${TARGET_SUMS.map((name) => `sum(${name})::bigint AS ${name}`).join(", ")}
       FROM ${CHARTED_TARGETS} r
      CROSS JOIN LATERAL (VALUES ('', ''), ('person', r.person), ('model', r.model), ('branch', r.branch),
                          ('stage', r.stage)) AS v(dimension, value)
      GROUP BY ${key} ORDER BY ${key}`,
  );
  expect(await rows(`SELECT ${key}, ${TARGET_SUMS.join(", ")} FROM target_day ORDER BY ${key}`)).toEqual(summed);
  const counted = await rows(
    `SELECT session_id, day, agent, person, client, events,
            (SELECT min(n.name) FROM (
               SELECT target_kind || ' ' || target AS name, target_kind || chr(1) || target AS named FROM session_target
               UNION SELECT 'question ' || question, 'question' || chr(1) || question FROM session_target) n
              WHERE sha256(convert_to(n.named, 'UTF8')) = s.subject) AS name
       FROM session_subject s ORDER BY session_id, day, agent, name`,
  );
  expect(counted).toEqual(
    await rows(
      `SELECT session_id, day, agent, person, client, sum(events)::bigint AS events, name
         FROM (SELECT r.*, CASE WHEN pass = 'resolved-error' THEN 'question ' || question
                                ELSE target_kind || ' ' || target END AS name FROM ${CHARTED_TARGETS} r) r
        GROUP BY 1, 2, 3, 4, 5, 7 ORDER BY session_id, day, agent, name`,
    ),
  );
}

/** The coarser tables hold what the sessions' rollups add up to, by each of their dimensions, and no empty row. */
export async function expectTiersAreSums(uploader: Uploader): Promise<void> {
  const { rows } = uploader;
  const columns = [...WIDE, ...TOKENS];
  for (const { table, key, dimensions } of TIERS) {
    const names = columns.map(({ name }) => name).join(", ");
    const values = dimensions.map((name) => `('${name}', r.${name})`).join(", ");
    const sums = columns.map(
      ({ pass, figure, name }) => `sum(CASE WHEN r.pass = '${pass}' THEN r.${figure} ELSE 0 END)::bigint AS ${name}`,
    );
    const summed = await rows(
      `SELECT ${key}, ${sums.join(", ")}
         FROM (SELECT s.*, date_trunc('day', s.hour, x.counted_zone) AS day
                 FROM session_rollup s JOIN session x ON x.id = s.session_id) r
        CROSS JOIN LATERAL (VALUES ('', ''), ${values}) AS v(dimension, value)
        GROUP BY ${key} HAVING bool_or(r.events <> 0) ORDER BY ${key}`,
    );
    expect(await rows(`SELECT ${key}, ${names} FROM ${table} ORDER BY ${key}`), table).toEqual(summed);
  }
  await expectTargetTiersAreSums(uploader);
  await expectSkillDaysAreSums(uploader);
}

/** The days by skill that the use of skills is charted from. */
async function expectSkillDaysAreSums({ rows }: Uploader): Promise<void> {
  const key = "session_id, day, skill, project_id, client, person";
  expect(
    await rows(`SELECT ${key}, loads::int8, load_tokens, names, referred, last_loaded_at FROM session_skill_day
      ORDER BY ${key}`),
  ).toEqual(
    await rows(
      `SELECT ${key}, sum(loads)::int8 AS loads, sum(load_tokens)::int8 AS load_tokens, max(names) AS names,
              bool_or(referred) AS referred, max(last_loaded_at) AS last_loaded_at
         FROM (SELECT k.*, date_trunc('day', k.hour, x.counted_zone) AS day
                 FROM session_skill k JOIN session x ON x.id = k.session_id) k
        GROUP BY ${key} ORDER BY ${key}`,
    ),
  );
}

export async function expectProjectIsSumOfSessions({ rows }: Uploader): Promise<void> {
  const isSomething = (row: Record<string, unknown>) => ROLLUP_COLUMNS.some((column) => row[column] !== "0");
  const stored = await rows(`SELECT ${KEY}, ${ROLLUP_COLUMNS.join(", ")} FROM rollup ORDER BY ${KEY}`);
  const summed = await rows(`SELECT ${KEY}, ${SUMS} FROM session_rollup GROUP BY ${KEY} ORDER BY ${KEY}`);
  expect(stored.filter(isSomething)).toEqual(summed.filter(isSomething));
}
