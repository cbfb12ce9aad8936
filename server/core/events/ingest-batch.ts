import { z } from "zod";
import { BOUNDARY_KINDS, CLIENTS, EVENT_KIND_NAMES, OUTCOMES, STAGES } from "./kinds";
import { CONTRACT_VERSION, MAX_ID_CHARACTERS, MAX_NAME_CHARACTERS, MAX_PATH_CHARACTERS } from "./limits";

/**
 * The ingest contract, version 1: plain JSON, times as ISO strings, so that any language can call it.
 * `ingest.append` validates the header and each event apart: one bad event never fails its neighbours.
 */
const Id = z.string().min(1).max(MAX_ID_CHARACTERS);
const Name = z.string().min(1).max(MAX_NAME_CHARACTERS);
const Path = z.string().min(1).max(MAX_PATH_CHARACTERS);
const Instant = z.iso.datetime({ offset: true });
const TokenCount = z.int().nonnegative().max(100_000_000);

/** Position inside the thread's source, e.g. byte offset × 64 + block number. Order inside a thread goes by it. */
const Seq = z.int().nonnegative();

export const SessionHeader = z.object({
  contract: z.int().positive().default(CONTRACT_VERSION),
  client: z.enum(CLIENTS),
  /** The client's own name of the session; with client and project it identifies the session. */
  id: Id,
  clientVersion: Name.optional(),
  title: z.string().max(500).optional(),
  model: Name.optional(),
  windowTokens: TokenCount.optional(),
  stage: z.enum(STAGES).optional(),
  /** Who ran the agent, as the client knows it (a name or an e-mail address). */
  person: Name.optional(),
  cwd: Path.optional(),
  branch: Name.optional(),
  head: Name.optional(),
  /** Where the project comes from; used in this order: projectSlug (.steward.json), gitRemote, root. */
  projectSlug: Name.optional(),
  gitRemote: Path.optional(),
  root: Path.optional(),
  captureMode: z.enum(["full", "metadata", "minimal"]).default("full"),
  startedAt: Instant.optional(),
});
export type SessionHeader = z.infer<typeof SessionHeader>;

export const ThreadInfo = z.object({
  /** `main`, or the client's id of the sub-agent. */
  key: Id,
  /** The role that acted: `main`, or the sub-agent's type or name. Absent while unknown; a later batch may tell it. */
  agent: Name.optional(),
  parentKey: Id.optional(),
  /** The call that started this thread. */
  spawnedByCallId: Id.optional(),
  /** A short text of its task. */
  label: z.string().max(500).optional(),
  /** Internal helpers (such as a compaction agent): counted as auxiliary, hidden from the agent tree. */
  auxiliary: z.boolean().optional(),
});
export type ThreadInfo = z.infer<typeof ThreadInfo>;

export const IngestEvent = z.object({
  /** Stable over re-uploads; `ctx:<id>` is the event's ref. */
  id: Id,
  seq: Seq,
  thread: Id.default("main"),
  kind: z.enum(EVENT_KIND_NAMES),
  at: Instant,
  /** What entered the window. For a `tool_call` the JSON of its arguments (or send `input`). */
  text: z.string().default(""),
  /** Arguments of a `tool_call`; the server stores their canonical JSON as the text. */
  input: z.json().optional(),
  /** The model response that this event belongs to (assistant text, thinking, tool calls). */
  requestId: Id.optional(),
  tool: Name.optional(),
  /** Pairs a call with its result. */
  callId: Id.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  exitCode: z.int().optional(),
  /** The skill that was loaded (`skill_load`), else the skill that the client says was active. */
  skill: Name.optional(),
  /** File of a rule injection, a skill body or a document. */
  path: Path.optional(),
  /** Size as the provider reported it; estimated when absent. */
  tokens: TokenCount.optional(),
});
export type IngestEvent = z.infer<typeof IngestEvent>;

/** Five disjoint numbers; an absent one is unknown, never 0. */
export const TokenUsage = z.object({
  inputTokens: TokenCount.optional(),
  cacheWriteTokens: TokenCount.optional(),
  cacheReadTokens: TokenCount.optional(),
  outputTokens: TokenCount.optional(),
  reasoningTokens: TokenCount.optional(),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

export const ModelRequestInfo = z.object({
  id: Id,
  thread: Id.default("main"),
  /** Position of the response's first record in its thread. */
  seq: Seq,
  at: Instant,
  model: Name.optional(),
  usage: TokenUsage.optional(),
});
export type ModelRequestInfo = z.infer<typeof ModelRequestInfo>;

export const BoundaryInfo = z.object({
  thread: Id.default("main"),
  seq: Seq,
  at: Instant,
  kind: z.enum(BOUNDARY_KINDS),
  /** For `rewind`: events after this position and before `seq` leave the visible branch. */
  toSeq: Seq.optional(),
});
export type BoundaryInfo = z.infer<typeof BoundaryInfo>;

export const WorkspaceMark = z.object({
  thread: Id.default("main"),
  seq: Seq,
  at: Instant,
  branch: Name.optional(),
  head: Name.optional(),
  cwd: Path.optional(),
  stage: z.enum(STAGES).optional(),
  changedPaths: z.array(Path).max(2_000).optional(),
});
export type WorkspaceMark = z.infer<typeof WorkspaceMark>;

/** What a transcript parser hands out, and what a batch carries beside its header. */
export interface BatchContent {
  threads: ThreadInfo[];
  events: IngestEvent[];
  requests: ModelRequestInfo[];
  boundaries: BoundaryInfo[];
  marks: WorkspaceMark[];
}
