import { instantOf } from "../fields";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";

/** Who a rollout is: a session of its own, or the thread of a sub-agent inside its parent's session. */
export interface RolloutIdentity {
  /** The file's own id, which is its thread's id. */
  id: string;
  sessionId: string;
  /** `main`, or the own id of a sub-agent. */
  thread: string;
  parentKey: string | undefined;
  agent: string | undefined;
  auxiliary: boolean;
  isFork: boolean;
}

const MAIN_THREAD = "main";

/** Agents that Codex starts for itself. */
const AUXILIARY_SOURCES = new Set(["compact", "memory_consolidation"]);

/** Reads the first `session_meta` (or the bare first line of old files). Null when it has no id. */
export function identityOf(meta: JsonObject): RolloutIdentity | null {
  const id = stringAt(meta, "id") ?? stringAt(meta, "session_id");
  if (id === undefined) return null;
  const subagent = objectAt(meta, "source")["subagent"];
  const own = ownSession(id, stringAt(meta, "forked_from_id") !== undefined);
  return subagent === undefined || subagent === null ? own : subagentIdentity(own, meta, subagent);
}

/** A rollout that is a session of its own. */
export function ownSession(id: string, isFork = false): RolloutIdentity {
  return { id, sessionId: id, thread: MAIN_THREAD, parentKey: undefined, agent: "main", auxiliary: false, isFork };
}

/** `source.subagent` is a name, `{other: name}` or `{thread_spawn: {parent_thread_id, agent_role, …}}`. */
function subagentIdentity(own: RolloutIdentity, meta: JsonObject, subagent: unknown): RolloutIdentity {
  const details = isObject(subagent) ? subagent : {};
  const spawn = objectAt(details, "thread_spawn");
  const named = typeof subagent === "string" ? subagent : stringAt(details, "other");
  const agent = stringAt(spawn, "agent_role") ?? stringAt(spawn, "agent_nickname") ?? named ?? "subagent";
  const auxiliary = named !== undefined && AUXILIARY_SOURCES.has(named);
  const parent = stringAt(spawn, "parent_thread_id") ?? stringAt(meta, "parent_thread_id");
  const sessionId = rootSession(own.id, meta) ?? parent;
  // Without a parent the sub-agent can only stand for itself.
  if (sessionId === undefined) return { ...own, agent, auxiliary };
  const parentKey = parent === undefined || parent === sessionId ? MAIN_THREAD : parent;
  return { ...own, sessionId, thread: own.id, parentKey, agent, auxiliary };
}

/** Newer files name the root session; the parent of a sub-agent's sub-agent is a thread of it. */
function rootSession(id: string, meta: JsonObject): string | undefined {
  const root = stringAt(meta, "session_id");
  return root === id ? undefined : root;
}

/** The id in `rollout-<local time>-<uuid>.jsonl`. */
export function idOfPath(path: string | undefined): string | null {
  const name = path?.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl?$/i.exec(name)?.[1] ?? null;
}

/** Own records may follow the copy of the parent's history within this time. */
const FORK_SETTLES_MS = 2_000;

/**
 * Tells the copied history at the head of a fork from the fork's own records. The copy is written at once, with the
 * time of the fork or with its old times; the first own record is a turn that began after the fork, or one that was
 * written later.
 */
export class CopiedPrefix {
  readonly #forkedAtMs: number;
  #isInside = true;

  constructor(forkedAt: string | undefined) {
    this.#forkedAtMs = forkedAt ? Date.parse(forkedAt) : 0;
  }

  holds(record: JsonObject): boolean {
    if (this.#isInside && record["type"] !== "session_meta") this.#isInside = !this.#startsOwn(record);
    return this.#isInside;
  }

  #startsOwn(record: JsonObject): boolean {
    const at = instantOf(record["timestamp"]);
    if (at !== undefined && Date.parse(at) > this.#forkedAtMs + FORK_SETTLES_MS) return true;
    const payload = objectAt(record, "payload");
    const startedAt =
      payload["type"] === "task_started" || payload["type"] === "turn_started" ? payload["started_at"] : null;
    if (typeof startedAt === "number") return startedAt >= Math.floor(this.#forkedAtMs / 1000);
    const turnAt = record["type"] === "turn_context" ? timeOfUuid7(stringAt(payload, "turn_id")) : null;
    return turnAt !== null && turnAt >= this.#forkedAtMs;
  }
}

/** Turn ids are UUIDs of version 7: their first 48 bits are the time in milliseconds. */
function timeOfUuid7(id: string | undefined): number | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i.exec(id ?? "");
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : null;
}
