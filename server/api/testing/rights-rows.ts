import type { TRPCError } from "@trpc/server";

/**
 * Who may call what. The table is written by hand and not derived from the rights table, so that a wrong right shows.
 * Every procedure of the router needs a row; each row is tried with every caller.
 */
export const CALLERS = [
  "anonymous",
  "stranger",
  "viewer",
  "member",
  "admin",
  "owner",
  "expired key",
  "revoked key",
  "unknown key",
  "ingest key",
  "read key",
  "read key of another project",
  "full key of another team",
] as const;
export type Caller = (typeof CALLERS)[number];

/** Short answers keep the table readable: U unauthorized, F forbidden, N not found, y allowed. */
export type Answer = "U" | "F" | "N" | "y";
export type Row = Record<Caller, Answer>;

function row(
  anonymous: Answer,
  stranger: Answer,
  people: [viewer: Answer, member: Answer, admin: Answer, owner: Answer],
  deadKeys: Answer,
  keys: [ingest: Answer, read: Answer, readElsewhere: Answer, foreign: Answer],
): Row {
  return {
    anonymous,
    stranger,
    viewer: people[0],
    member: people[1],
    admin: people[2],
    owner: people[3],
    "expired key": deadKeys,
    "revoked key": deadKeys,
    "unknown key": deadKeys,
    "ingest key": keys[0],
    "read key": keys[1],
    "read key of another project": keys[2],
    "full key of another team": keys[3],
  };
}

const PERSON = row("U", "y", ["y", "y", "y", "y"], "U", ["U", "U", "U", "U"]);
const ANY_KEY = row("U", "U", ["U", "U", "U", "U"], "U", ["y", "y", "y", "y"]);
const UPLOAD = row("U", "U", ["U", "U", "U", "U"], "U", ["y", "F", "F", "y"]);
const TEAM_READ = row("U", "N", ["y", "y", "y", "y"], "U", ["F", "y", "y", "N"]);
const TEAM_MEMBER = row("U", "N", ["F", "y", "y", "y"], "U", ["F", "F", "F", "N"]);
const OPEN = row("y", "y", ["y", "y", "y", "y"], "y", ["y", "y", "y", "y"]);
const TEAM_PERSON = row("U", "N", ["y", "y", "y", "y"], "U", ["F", "F", "F", "N"]);
const TEAM_OWNER = row("U", "N", ["F", "F", "F", "y"], "U", ["F", "F", "F", "N"]);
const TEAM_ADMIN = row("U", "N", ["F", "F", "y", "y"], "U", ["F", "F", "F", "N"]);
const PROJECT_READ = row("U", "N", ["y", "y", "y", "y"], "U", ["F", "y", "N", "N"]);
const PROJECT_MEMBER = row("U", "N", ["F", "y", "y", "y"], "U", ["F", "F", "N", "N"]);
const PROJECT_UPLOAD = row("U", "N", ["F", "y", "y", "y"], "U", ["y", "F", "N", "N"]);
const PROJECT_ADMIN = row("U", "N", ["F", "F", "y", "y"], "U", ["F", "F", "N", "N"]);

export interface Procedure {
  answers: Row;
  /** Beside `team` and `project`, which every call gets. */
  input?: object;
  /** What a caller who is allowed may hear instead of success, since the example names nothing that exists. */
  otherwise?: readonly TRPCError["code"][];
}

const NOBODY = "018f0000-0000-7000-8000-000000000000";

const SESSION = { client: "claude-code", id: "a-session", projectSlug: "billing-api" };
const CURSOR = { byteOffset: 0, prefixSha256: "0".repeat(64) };

export const PROCEDURES: Record<string, Procedure> = {
  "ingest.append": { answers: UPLOAD, input: { session: SESSION } },
  "ingest.transcript": {
    answers: UPLOAD,
    input: { client: "claude-code", session: { projectSlug: "billing-api" }, text: "" },
    otherwise: ["BAD_REQUEST"],
  },
  "ingest.project": { answers: UPLOAD, input: { session: SESSION } },
  "ingest.cursor": { answers: UPLOAD, input: { session: SESSION, source: "a.jsonl" } },
  "ingest.setCursor": { answers: UPLOAD, input: { session: SESSION, source: "a.jsonl", ...CURSOR } },

  "keys.create": {
    answers: TEAM_MEMBER,
    input: { name: "Laptop", scopes: ["read"], projects: "all", expiresInDays: 30 },
  },
  "keys.list": { answers: TEAM_MEMBER },
  "keys.revoke": { answers: TEAM_MEMBER, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },
  "keys.restore": { answers: TEAM_MEMBER, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },
  "keys.whoami": { answers: ANY_KEY },

  "projects.create": { answers: TEAM_ADMIN, input: { name: "Reports" } },
  "projects.createByKey": { answers: UPLOAD, input: { name: "From a key" } },
  "projects.list": { answers: TEAM_READ },
  "projects.get": { answers: PROJECT_READ },
  "projects.update": { answers: PROJECT_ADMIN, input: { name: "Billing API" } },
  // A wrong slug is refused, so that the example stays for the other callers.
  "projects.remove": { answers: PROJECT_ADMIN, input: { confirm: "another" }, otherwise: ["BAD_REQUEST"] },
  "projects.removals": { answers: TEAM_ADMIN },
  "projects.addSource": {
    answers: PROJECT_ADMIN,
    input: { kind: "git_remote", value: "git@github.com:harbor/billing-api.git" },
  },
  "projects.removeSource": {
    answers: PROJECT_ADMIN,
    input: { kind: "root", value: "/nowhere/at-all" },
    otherwise: ["NOT_FOUND"],
  },

  "sessions.list": { answers: PROJECT_READ },
  "sessions.export": { answers: PROJECT_READ },
  "sessions.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "sessions.timeline": { answers: PROJECT_READ, input: { number: 1, thread: "main" }, otherwise: ["NOT_FOUND"] },
  "sessions.outline": { answers: PROJECT_READ, input: { number: 1, thread: "main" }, otherwise: ["NOT_FOUND"] },
  "sessions.facets": { answers: PROJECT_READ, input: { number: 1, thread: "main" }, otherwise: ["NOT_FOUND"] },
  "sessions.landmarks": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "sessions.neighbours": { answers: PROJECT_READ, input: { number: 1 } },
  "sessions.find": {
    answers: PROJECT_READ,
    input: { number: 1, thread: "main", text: "x" },
    otherwise: ["NOT_FOUND"],
  },
  "context.project": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "context.projectPage": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "sessions.event": { answers: PROJECT_READ, input: { number: 1, ref: "ctx:1" }, otherwise: ["NOT_FOUND"] },
  "sessions.explain": { answers: PROJECT_READ, input: { number: 1, ref: "ctx:1" }, otherwise: ["NOT_FOUND"] },
  "sessions.eventText": { answers: PROJECT_READ, input: { number: 1, ref: "ctx:1" }, otherwise: ["NOT_FOUND"] },
  "sessions.remove": { answers: PROJECT_ADMIN, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "sessions.resolveRef": { answers: PROJECT_READ, input: { number: 1, ref: "ctx:1" }, otherwise: ["NOT_FOUND"] },

  "search.find": { answers: PROJECT_READ, input: { query: "DEC-1" } },
  "setup.progress": { answers: PROJECT_READ },

  "telemetry.overview": { answers: PROJECT_READ },
  "telemetry.facets": { answers: PROJECT_READ },
  "telemetry.findings": { answers: PROJECT_READ },
  "telemetry.export": { answers: PROJECT_READ, input: { chart: "agents" } },
  "telemetry.breakdown": { answers: PROJECT_READ, input: { by: "model" } },
  "telemetry.heatMap": { answers: PROJECT_READ },
  "telemetry.windowUse": { answers: PROJECT_READ },
  "telemetry.targets": { answers: PROJECT_READ, input: { kind: "file" } },
  "telemetry.errorChains": { answers: PROJECT_READ },
  "telemetry.skillUse": { answers: PROJECT_READ },
  "telemetry.agentPage": { answers: PROJECT_READ, input: { agent: "main" } },
  "telemetry.skillPage": { answers: PROJECT_READ, input: { skill: "review" } },

  "context.archive": {
    answers: PROJECT_MEMBER,
    input: { number: 1, targets: [{ ref: "ctx:1" }] },
    otherwise: ["NOT_FOUND"],
  },
  "context.restore": { answers: PROJECT_MEMBER, input: { number: 1, refs: ["ctx:1"] }, otherwise: ["NOT_FOUND"] },
  "context.pin": {
    answers: PROJECT_MEMBER,
    input: { number: 1, refs: ["ctx:1"], reason: "Needed" },
    otherwise: ["NOT_FOUND"],
  },
  "context.repin": { answers: PROJECT_MEMBER, input: { number: 1, refs: ["ctx:1"] }, otherwise: ["NOT_FOUND"] },
  "context.unpin": { answers: PROJECT_MEMBER, input: { number: 1, refs: ["ctx:1"] }, otherwise: ["NOT_FOUND"] },
  "context.ack": { answers: PROJECT_MEMBER, input: { number: 1, refs: ["ctx:1"] }, otherwise: ["NOT_FOUND"] },
  "context.transitions": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "context.pins": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "context.suggest": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },

  "context.load": { answers: PROJECT_READ },

  "catalogue.list": { answers: PROJECT_READ },
  "catalogue.setCategory": {
    answers: PROJECT_ADMIN,
    input: { kind: "rule", name: "RULES.md", category: "coding" },
    otherwise: ["NOT_FOUND"],
  },

  "files.indexStart": { answers: PROJECT_UPLOAD },
  "files.indexPart": { answers: PROJECT_UPLOAD, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },
  "files.indexFinish": { answers: PROJECT_UPLOAD, input: { id: NOBODY, files: 0 }, otherwise: ["NOT_FOUND"] },
  "files.priorities": { answers: PROJECT_READ },
  "files.pin": { answers: PROJECT_MEMBER, input: { path: "src/a.ts", level: "P0" }, otherwise: ["NOT_FOUND"] },
  "files.unpin": { answers: PROJECT_MEMBER, input: { path: "src/a.ts" }, otherwise: ["NOT_FOUND"] },
  "files.outline": { answers: PROJECT_READ, input: { path: "src/a.ts" }, otherwise: ["NOT_FOUND"] },

  "history.search": { answers: PROJECT_READ, input: { query: "login" } },
  "history.get": { answers: PROJECT_READ, input: { number: 1, refs: ["ctx:1"] }, otherwise: ["NOT_FOUND"] },

  "decisions.list": { answers: PROJECT_READ },
  "decisions.history": { answers: PROJECT_READ },
  "decisions.export": { answers: PROJECT_READ, input: { format: "csv" } },
  "decisions.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.propose": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.accept": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.reject": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.deprecate": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.undo": { answers: PROJECT_MEMBER, input: { number: 1, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.supersede": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1, successor: 2 },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.edit": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, decision: { title: "Tabs" } },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.record": {
    answers: PROJECT_MEMBER,
    input: { decision: { title: "Tabs, not spaces", supersedes: [4_000] } },
    otherwise: ["BAD_REQUEST"],
  },

  "failures.list": { answers: PROJECT_READ },
  "failures.history": { answers: PROJECT_READ },
  "failures.export": { answers: PROJECT_READ, input: { format: "csv" } },
  "failures.get": { answers: PROJECT_READ, input: { number: 77 }, otherwise: ["NOT_FOUND"] },
  "failures.resolve": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.reopen": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.undo": { answers: PROJECT_MEMBER, input: { number: 77, expectedVersion: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.edit": {
    answers: PROJECT_MEMBER,
    input: { number: 77, expectedVersion: 1, failure: { title: "It hangs" } },
    otherwise: ["NOT_FOUND"],
  },
  "failures.record": { answers: PROJECT_MEMBER, input: { failure: { title: "It hangs" } }, otherwise: ["CONFLICT"] },

  "handoffs.list": { answers: PROJECT_READ },
  "handoffs.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.version": { answers: PROJECT_READ, input: { number: 1, version: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.create": { answers: PROJECT_MEMBER, input: { session: 1 }, otherwise: ["NOT_FOUND", "BAD_REQUEST"] },
  "handoffs.edit": { answers: PROJECT_MEMBER, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.saveDraft": {
    answers: PROJECT_MEMBER,
    input: { number: 1, baseVersion: 1, title: "Mine", markdown: "Text" },
    otherwise: ["NOT_FOUND"],
  },
  "handoffs.discardDraft": { answers: PROJECT_MEMBER, input: { number: 1 } },
  "handoffs.publish": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1, title: "Mine", markdown: "Text" },
    otherwise: ["NOT_FOUND"],
  },
  "handoffs.address": { answers: PROJECT_MEMBER, input: { number: 1, to: "team" }, otherwise: ["NOT_FOUND"] },
  "handoffs.move": { answers: PROJECT_MEMBER, input: { number: 1, move: "claim" }, otherwise: ["NOT_FOUND"] },
  "handoffs.share": { answers: PROJECT_MEMBER, input: { number: 1, days: 7 }, otherwise: ["NOT_FOUND"] },
  "handoffs.shares": { answers: PROJECT_MEMBER, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "handoffs.revokeShare": { answers: PROJECT_MEMBER, input: { number: 1, id: NOBODY }, otherwise: ["NOT_FOUND"] },
  // Open to everyone who has a token; this one leads nowhere.
  "handoffs.shared": { answers: OPEN, input: { token: "A".repeat(43) }, otherwise: ["NOT_FOUND"] },

  "comments.list": { answers: PROJECT_READ, input: { kind: "handoff", number: 1 }, otherwise: ["NOT_FOUND"] },
  "comments.add": {
    answers: PROJECT_MEMBER,
    input: { kind: "handoff", number: 1, body: "Hello" },
    otherwise: ["NOT_FOUND"],
  },
  "comments.edit": { answers: PROJECT_MEMBER, input: { id: NOBODY, body: "Hello" }, otherwise: ["NOT_FOUND"] },
  "comments.remove": { answers: PROJECT_MEMBER, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },

  "memory.ofSession": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },

  "policy.get": { answers: PROJECT_READ },
  "policy.versions": { answers: PROJECT_READ },
  "policy.testPattern": { answers: PROJECT_READ, input: { kind: "path", name: "src/a.ts" } },
  "policy.preview": { answers: PROJECT_ADMIN, input: { body: { idleTurns: 8 } } },
  "policy.save": {
    answers: PROJECT_ADMIN,
    input: { body: { idleTurns: 8 }, expectedVersion: 0 },
    otherwise: ["CONFLICT"],
  },

  "budget.status": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "budget.tiers": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },

  "checkpoints.create": {
    answers: PROJECT_MEMBER,
    input: { number: 1 },
    otherwise: ["NOT_FOUND", "BAD_REQUEST"],
  },
  "checkpoints.list": { answers: PROJECT_READ },
  "checkpoints.get": { answers: PROJECT_READ, input: { number: 1, checkpoint: 1 }, otherwise: ["NOT_FOUND"] },
  "checkpoints.resume": { answers: PROJECT_MEMBER, otherwise: ["NOT_FOUND"] },

  "prune.preview": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.run": { answers: PROJECT_MEMBER, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.diff": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.undo": { answers: PROJECT_MEMBER, input: { number: 1, run: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.applied": { answers: PROJECT_MEMBER, input: { number: 1, runNumber: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.list": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.get": { answers: PROJECT_READ, input: { number: 1, runNumber: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.blocked": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.telemetry": { answers: PROJECT_READ },

  "teams.create": { answers: PERSON, input: { name: "Another team" } },
  "teams.mine": { answers: PERSON },
  "teams.get": { answers: TEAM_READ },
  "teams.members": { answers: TEAM_READ },
  // The owner who tries it has a name for the team already, so nothing changes for the callers after them.
  "teams.update": { answers: TEAM_OWNER, input: { name: "Harbor" } },

  "members.setRole": { answers: TEAM_ADMIN, input: { id: NOBODY, role: "viewer" }, otherwise: ["NOT_FOUND"] },
  "members.setProjectRole": { answers: TEAM_ADMIN, input: { id: NOBODY, role: null }, otherwise: ["NOT_FOUND"] },
  "members.remove": { answers: TEAM_ADMIN, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },
  "members.restore": { answers: TEAM_ADMIN, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },

  "invites.create": { answers: TEAM_ADMIN, input: { role: "viewer" } },
  "invites.list": { answers: TEAM_ADMIN },
  "invites.revoke": { answers: TEAM_ADMIN, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },
  "invites.restore": { answers: TEAM_ADMIN, input: { id: NOBODY }, otherwise: ["NOT_FOUND"] },
  "invites.open": { answers: OPEN, input: { token: "unknown" }, otherwise: ["NOT_FOUND"] },
  "invites.accept": { answers: PERSON, input: { token: "unknown" }, otherwise: ["NOT_FOUND"] },

  "audit.list": { answers: TEAM_ADMIN },
  "audit.export": { answers: TEAM_ADMIN },

  "account.get": { answers: PERSON },
  "account.resetLink": { answers: OPEN, input: { token: "unknown" }, otherwise: ["UNAUTHORIZED"] },

  // The owner is the last one and stays.
  "members.leave": { answers: TEAM_PERSON, otherwise: ["CONFLICT"] },
};
