import { MAX_INDEXED_CHARACTERS } from "../../core/search/document";
import type { ProjectKey } from "../../db/projects/deletion";
import {
  type EventToIndex,
  eventsToIndex,
  holdSession,
  noteIndexed,
  type SessionToIndex,
  sessionsToIndex,
} from "../../db/search/events";
import type { Deps } from "../deps";
import { buildEntries, type EntrySource, writeEntries, writeWords } from "./add-entries";

const BATCH_EVENTS = 200;
/** What one job does before it makes room for others. */
const MAX_BATCHES = 60;
const SESSIONS_A_LOOK = 20;

/** Indexes events of sessions that were uploaded to; false when there is more to do. */
export async function indexEvents(deps: Deps, key: ProjectKey): Promise<boolean> {
  let left = MAX_BATCHES;
  for (;;) {
    const sessions = await sessionsToIndex(deps.db.pool, key, SESSIONS_A_LOOK);
    if (sessions.length === 0) return true;
    for (const session of sessions) {
      left = await indexSession(deps, key, session, left);
      if (left <= 0) return false;
    }
  }
}

/** Answers how many batches are left; the session is noted only when all of its events are in. */
async function indexSession(deps: Deps, key: ProjectKey, session: SessionToIndex, left: number): Promise<number> {
  let after = "";
  for (let batches = left - 1; batches >= 0; batches--) {
    const events = await readBatch(deps, key, session, after);
    const isLast = events.length < BATCH_EVENTS;
    const built = buildEntries(
      key,
      distinctTexts(events).map((event) => sourceOf(key, session, event)),
    );
    const isThere = await deps.db.withTenantSql(key, async (sql) => {
      if (!(await holdSession(sql, key.teamId, session.sessionId))) return false;
      if (events.length > 0) await writeEntries(deps, sql, key, built);
      if (isLast) await noteIndexed(sql, key.teamId, session);
      return true;
    });
    if (isThere) await writeWords(deps, key, built);
    if (isLast || !isThere) return batches;
    after = events.at(-1)?.entryId ?? after;
  }
  return 0;
}

function readBatch(deps: Deps, key: ProjectKey, { sessionId }: SessionToIndex, after: string) {
  const session = { teamId: key.teamId, sessionId };
  return eventsToIndex(deps.db.pool, session, after, BATCH_EVENTS, MAX_INDEXED_CHARACTERS);
}

/** The same text in one session is one find. */
function distinctTexts(events: readonly EventToIndex[]): EventToIndex[] {
  const byHash = new Map<string, EventToIndex>();
  for (const event of events) {
    const hash = event.contentHash.toString("base64");
    if (!byHash.has(hash)) byHash.set(hash, event);
  }
  return [...byHash.values()];
}

function sourceOf({ projectId }: ProjectKey, session: SessionToIndex, event: EventToIndex): EntrySource {
  const { entryId, kind, at, label, tool, path, target, skill, outcome, agent, contentHash, text } = event;
  return {
    projectId,
    kind: "event",
    key: `${session.number}/${entryId}`,
    sessionId: session.sessionId,
    contentHash,
    at,
    title: label,
    body: text,
    status: outcome ?? "",
    shownStatus: kind,
    paths: [path ?? (target !== null && isPath(target) ? target : null)].filter((one) => one !== null),
    tags: skill === null ? [] : [skill],
    authors: [session.person],
    agents: [agent],
    tools: [tool ?? ""],
    session: session.number,
  };
}

/** A target is a path, or the command of a shell. */
function isPath(target: string): boolean {
  return /^[^\s"'`$|&;<>(){}*?]+\/[^\s"'`$|&;<>(){}*?]*$/.test(target);
}
