import { v7 as uuidv7 } from "uuid";
import { Random } from "../../prisma/demo/random";
import { feature } from "../../prisma/demo/scenarios/feature";
import { fixBug } from "../../prisma/demo/scenarios/fix-bug";
import { review } from "../../prisma/demo/scenarios/review";
import { type DemoBatch, SessionWriter } from "../../prisma/demo/session-writer";
import type { Client } from "../../server/core/events/kinds";
import { analyseSession } from "../../server/services/analysis/analyse-session";
import type { Deps } from "../../server/services/deps";
import { appendEvents } from "../../server/services/ingest/append-events";
import { recordFindings } from "../../server/services/memory/record-findings";

const HOUR_MS = 3_600_000;
const EVENTS_A_BATCH = 500;
const COMPACT_EVERY_EVENTS = 700;
const SCENARIOS = [fixBug, feature, review] as const;
const CLIENTS: readonly { client: Client; model: string; person: string }[] = [
  { client: "claude-code", model: "claude-sonnet-4-5", person: "Ines Okafor" },
  { client: "claude-code", model: "claude-opus-4-5", person: "Mei Lin" },
  { client: "codex", model: "gpt-5.4", person: "Tomás Rivera" },
  { client: "opencode", model: "claude-sonnet-4-5", person: "Priya Nair" },
];

export interface Template {
  readonly sessionId: string;
  readonly events: number;
}

/**
 * Sessions of about `eventsEach` events, uploaded and analysed as the product does it: what the millions of rows are
 * copies of. Each is an agent's work on one task after another, with sub-agents, skills, retries and compactions.
 */
export async function makeTemplates(
  deps: Deps,
  key: { readonly teamId: string; readonly memberId: string; readonly projectId: string; readonly projectSlug: string },
  options: { readonly count: number; readonly eventsEach: number; readonly startMs: number },
): Promise<Template[]> {
  const principal = {
    kind: "key",
    teamId: key.teamId,
    keyId: uuidv7(),
    memberId: key.memberId,
    scopes: ["ingest"],
    projectIds: [key.projectId],
  } as const;
  for (let number = 0; number < options.count; number++) {
    const batch = longSession(number, options);
    for (const part of inParts({ ...batch, session: { ...batch.session, projectSlug: key.projectSlug } })) {
      const answer = await appendEvents(deps, principal, part);
      if (!answer.ok) throw new Error(answer.fault.message);
    }
  }
  const { rows } = await deps.db.pool.query<Template>(
    `SELECT id AS "sessionId", event_count AS events FROM session WHERE team_id = $1 AND project_id = $2 ORDER BY number`,
    [key.teamId, key.projectId],
  );
  for (const { sessionId } of rows) {
    const outcome = await analyseSession(deps, { teamId: key.teamId, sessionId }, { hooks: { recordFindings } });
    if (!outcome.ok) throw new Error(outcome.fault.message);
  }
  return rows;
}

function longSession(number: number, { eventsEach, startMs }: { eventsEach: number; startMs: number }): DemoBatch {
  const random = new Random(900 + number);
  const { client, model, person } = CLIENTS[number % CLIENTS.length] ?? {
    client: "claude-code",
    model: "",
    person: "",
  };
  const plan = {
    id: `scale-${number}`,
    client,
    model,
    person,
    title: `Long session ${number}`,
    branch: number % 3 === 0 ? "main" : `topic-${number}`,
    startedAtMs: startMs + number * HOUR_MS,
  };
  const writer = new SessionWriter(plan, random);
  let compactAt = COMPACT_EVERY_EVENTS;
  while (writer.batch().events.length < eventsEach) {
    const scenario = random.pick(SCENARIOS);
    const [, path, task] = random.pick(scenario.titles);
    scenario.play(writer, { path, task });
    if (writer.batch().events.length < compactAt) continue;
    writer.compact(`Worked on ${path}. ${task}`);
    compactAt += COMPACT_EVERY_EVENTS;
  }
  return writer.batch();
}

function* inParts({ events, ...rest }: DemoBatch): Generator<DemoBatch> {
  for (let at = 0; at < events.length; at += EVENTS_A_BATCH) {
    const isFirst = at === 0;
    yield {
      ...rest,
      events: events.slice(at, at + EVENTS_A_BATCH),
      requests: isFirst ? rest.requests.slice(0, 1_000) : [],
      boundaries: isFirst ? rest.boundaries : [],
    };
  }
}
