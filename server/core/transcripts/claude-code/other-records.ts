import { rawJson } from "../content";
import { integerAt, type JsonObject, lookUp, objectAt, stringAt } from "../json";
import { tellPlanMode } from "./plan-mode";
import type { ClaudeFile, ClaudeSession, RecordInput, RecordReader } from "./state";

/** Reads a `system` record by its subtype. */
export const readSystem: RecordReader = (input) => {
  const subtype = stringAt(input.record, "subtype") ?? "unknown";
  if (UNSEEN_SUBTYPES.has(subtype)) return `system: ${subtype}`;
  const reader = lookUp(SUBTYPE_READERS, subtype);
  if (reader) return reader(input);
  input.writer.add({ kind: "other", text: rawJson(input.record, input.file.options.sha256) });
  return null;
};

/** Shown to the user or kept for the books; the model does not read them. */
const UNSEEN_SUBTYPES = new Set(
  "stop_hook_summary turn_duration away_summary bridge_status scheduled_task_fire informational session_start".split(
    " ",
  ),
);

const SUBTYPE_READERS: Readonly<Record<string, RecordReader>> = {
  compact_boundary: readCompaction,
  microcompact_boundary: readMicrocompaction,
  api_error: readApiError,
  local_command: readLocalCommand,
};

/** The context was compacted: what follows, beginning with the summary, is a new stretch of the thread. */
function readCompaction({ writer, trail }: RecordInput): null {
  writer.boundary("compaction");
  trail.awaitsSummary = true;
  trail.lastSpoken = null;
  return null;
}

/** Old results left the window one by one; the thread goes on. */
function readMicrocompaction({ writer, record }: RecordInput): null {
  writer.add({ kind: "system", text: rawJson(objectAt(record, "microcompactMetadata")) });
  return null;
}

function readApiError({ writer, record }: RecordInput): null {
  const status = integerAt(objectAt(record, "error"), "status");
  const attempt = `attempt ${integerAt(record, "retryAttempt") ?? "?"} of ${integerAt(record, "maxRetries") ?? "?"}`;
  writer.add({ kind: "system", outcome: "error", text: `API error${status ? ` ${status}` : ""}, ${attempt}` });
  return null;
}

function readLocalCommand({ writer, record }: RecordInput): string | null {
  const text = stringAt(record, "content") ?? "";
  if (/^(?:<local-command-stdout>\s*<\/local-command-stdout>)?$/.test(text.trim()))
    return "system: empty local_command";
  writer.add({ kind: "system", text });
  return null;
}

/** Records of the program about itself: checkpoints, queues, window titles. They carry no context of their own. */
export const UNSEEN_TYPES = new Set(
  (
    "progress file-history-snapshot file-history-delta queue-operation agent-name last-prompt mode pr-link " +
    "bridge-session atis-latch worktree-state tag agent-color agent-setting speculation-accept content-replacement"
  ).split(" "),
);

const TITLE_FIELDS: Readonly<Record<string, readonly [field: string, rank: number]>> = {
  summary: ["summary", 1],
  "ai-title": ["aiTitle", 2],
  "custom-title": ["customTitle", 3],
};

/** Reads a title. A person's own counts for more than one that the model made. */
export function readTitle(file: ClaudeFile, session: ClaudeSession | null, record: JsonObject): string | null {
  const type = stringAt(record, "type") ?? "";
  const [field, rank] = lookUp(TITLE_FIELDS, type) ?? ["title", 0];
  const title = stringAt(record, field);
  if (title === undefined) return `${type}: empty`;
  if (type === "summary") return readSummaryTitle(file, record, title);
  if (session) return setTitle(session, title, rank) ? null : `${type}: repeated`;
  const sessionId = stringAt(record, "sessionId");
  if (sessionId) file.titlesBySession.set(sessionId, { title, rank });
  return `${type}: before its session`;
}

/** A `summary` often names a record of another file: it titles the session that has this record. */
function readSummaryTitle(file: ClaudeFile, record: JsonObject, title: string): string | null {
  const leaf = stringAt(record, "leafUuid");
  const owner = leaf ? file.nodes.get(leaf)?.session : undefined;
  if (owner !== undefined) return setTitle(file.session(owner), title, SUMMARY_RANK) ? null : "summary: repeated";
  if (leaf) file.titlesByLeaf.set(leaf, title);
  return "summary: of a record outside the file, or after it";
}

export function setTitle(session: ClaudeSession, title: string, rank: number): boolean {
  if (rank < session.titleRank) return false;
  session.titleRank = rank;
  const before = session.draft.additions;
  session.draft.tell("title", title);
  return session.draft.additions > before;
}

export const isTitle = (type: string): boolean => Object.hasOwn(TITLE_FIELDS, type);

export const SUMMARY_RANK = 1;

/** The permission mode tells when planning begins and ends. */
export const readPermissionMode: RecordReader = (input) => {
  const before = input.session.draft.additions;
  tellPlanMode(input, input.record["permissionMode"] === "plan");
  return input.session.draft.additions > before ? null : "permission-mode";
};
