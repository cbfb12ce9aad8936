import {
  ANY_KEY,
  OPEN,
  PERSON,
  PROJECT_ADMIN,
  PROJECT_MEMBER,
  PROJECT_READ,
  PROJECT_UPLOAD,
  type Procedure,
  TEAM_ADMIN,
  TEAM_MEMBER,
  TEAM_OWNER,
  TEAM_PERSON,
  TEAM_READ,
  UPLOAD,
} from "./rights-callers";
import { MEMORY_PROCEDURES } from "./rights-memory";

const NOBODY = "018f0000-0000-7000-8000-000000000000";

const SESSION = { client: "claude-code", id: "a-session", projectSlug: "billing-api" };
const CURSOR = { byteOffset: 0, prefixSha256: "0".repeat(64) };

/** Every procedure of the router, with who may call it. */
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
  "sessions.live": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
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
  "search.everything": { answers: PROJECT_READ, input: { query: "login" } },
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

  ...MEMORY_PROCEDURES,

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

  "account.get": { answers: PERSON },
  "account.resetLink": { answers: OPEN, input: { token: "unknown" }, otherwise: ["UNAUTHORIZED"] },

  // The owner is the last one and stays.
  "members.leave": { answers: TEAM_PERSON, otherwise: ["CONFLICT"] },
};
