import { v7 as uuidv7 } from "uuid";
import { resolveKeyProjectScope } from "@/server/services/access/resolve-scope";
import type { Deps } from "@/server/services/deps";
import { appendEvents } from "@/server/services/ingest/append-events";
import { loadDemoHandoffs } from "./handoffs";
import { loadDemoMemory } from "./memory";
import type { DemoBatch } from "./session-writer";
import { demoSessions } from "./sessions";

const SLUG = "billing-api";
const NAME = "billing-api";
const TIME_ZONE = "Europe/Berlin";
const EVENTS_A_BATCH = 500;

/**
 * Fills a team with four weeks of a real-looking project, through the same ingest as everything else. Sessions have
 * fixed ids, so a second call adds nothing twice.
 */
export async function loadDemo(
  deps: Deps,
  { teamId, ownerMemberId }: { teamId: string; ownerMemberId: string },
): Promise<{ projectSlug: string }> {
  const projectId = await ensureProject(deps, teamId);
  const key = {
    kind: "key",
    teamId,
    keyId: projectId,
    memberId: ownerMemberId,
    scopes: ["ingest"],
    projectIds: [projectId],
  } as const;
  const scope = await resolveKeyProjectScope(deps, key, { id: projectId }, "ingest:write");
  if (!scope.ok) throw new Error(`The demo has no project: ${scope.fault.message}`);
  // Before the sessions, so that a failure that somebody wrote down gathers what sessions run into.
  await loadDemoMemory(deps, scope.value);
  for (const batch of demoSessions(deps.clock.now())) {
    for (const part of inParts(batch)) {
      const answer = await appendEvents(deps, key, part);
      if (!answer.ok) throw new Error(`The demo was refused: ${answer.fault.message}`);
      if (answer.value.rejected > 0)
        throw new Error(`The demo's session ${batch.session.id} has events that ingest rejects.`);
    }
  }
  await loadDemoHandoffs(deps, scope.value, ownerMemberId);
  return { projectSlug: SLUG };
}

async function ensureProject(deps: Deps, teamId: string): Promise<string> {
  return deps.db.withTenant({ teamId }, async (tx) => {
    const known = await tx.project.findUnique({ where: { teamId_slug: { teamId, slug: SLUG } }, select: { id: true } });
    if (known) return known.id;
    const id = uuidv7();
    const createdAt = deps.clock.now();
    await tx.project.create({
      data: { teamId, id, slug: SLUG, name: NAME, timeZone: TIME_ZONE, isDemo: true, createdAt },
      select: { id: true },
    });
    return id;
  });
}

function* inParts({ events, ...rest }: DemoBatch): Generator<DemoBatch> {
  for (let at = 0; at < events.length; at += EVENTS_A_BATCH) {
    const first = at === 0;
    yield {
      ...rest,
      events: events.slice(at, at + EVENTS_A_BATCH),
      requests: first ? rest.requests : [],
      boundaries: first ? rest.boundaries : [],
    };
  }
}
