import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Principal } from "../core/access/scope";
import { migrateJobs } from "../jobs/migrate";
import { authenticateKey } from "../services/keys/authenticate-key";
import { revokeKey } from "../services/keys/revoke-key";
import { aTeam, type TeamFixture, testDeps } from "../services/testing/team-fixture";
import { createTestDatabase } from "../testing/test-database";
import { appRouter, createCaller } from "./root";

/**
 * Who may call what. The table is written by hand and not derived from the rights table, so that a wrong right shows.
 * Every procedure of the router needs a row; each row is tried with every caller.
 */
const CALLERS = [
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
type Caller = (typeof CALLERS)[number];

/** Short answers keep the table readable: U unauthorized, F forbidden, N not found, y allowed. */
type Answer = "U" | "F" | "N" | "y";
type Row = Record<Caller, Answer>;

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
const TEAM_ADMIN = row("U", "N", ["F", "F", "y", "y"], "U", ["F", "F", "F", "N"]);
const PROJECT_READ = row("U", "N", ["y", "y", "y", "y"], "U", ["F", "y", "N", "N"]);
const PROJECT_MEMBER = row("U", "N", ["F", "y", "y", "y"], "U", ["F", "F", "N", "N"]);
const PROJECT_UPLOAD = row("U", "N", ["F", "y", "y", "y"], "U", ["y", "F", "N", "N"]);
const PROJECT_ADMIN = row("U", "N", ["F", "F", "y", "y"], "U", ["F", "F", "N", "N"]);

interface Procedure {
  answers: Row;
  /** Beside `team` and `project`, which every call gets. */
  input?: object;
  /** What a caller who is allowed may hear instead of success, since the example names nothing that exists. */
  otherwise?: readonly TRPCError["code"][];
}

const NOBODY = "018f0000-0000-7000-8000-000000000000";

const SESSION = { client: "claude-code", id: "a-session", projectSlug: "billing-api" };
const CURSOR = { byteOffset: 0, prefixSha256: "0".repeat(64) };

const PROCEDURES: Record<string, Procedure> = {
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
  "keys.whoami": { answers: ANY_KEY },

  "projects.create": { answers: TEAM_ADMIN, input: { name: "Reports" } },
  "projects.createByKey": { answers: UPLOAD, input: { name: "From a key" } },
  "projects.list": { answers: TEAM_READ },
  "projects.get": { answers: PROJECT_READ },
  "projects.update": { answers: PROJECT_ADMIN, input: { name: "Billing API" } },
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
  "sessions.find": {
    answers: PROJECT_READ,
    input: { number: 1, thread: "main", text: "x" },
    otherwise: ["NOT_FOUND"],
  },
  "context.project": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "sessions.event": { answers: PROJECT_READ, input: { number: 1, ref: "ctx:1" }, otherwise: ["NOT_FOUND"] },
  "sessions.eventText": { answers: PROJECT_READ, input: { number: 1, ref: "ctx:1" }, otherwise: ["NOT_FOUND"] },
  "sessions.resolveRef": { answers: PROJECT_READ, input: { number: 1, ref: "ctx:1" }, otherwise: ["NOT_FOUND"] },

  "telemetry.overview": { answers: PROJECT_READ },
  "telemetry.facets": { answers: PROJECT_READ },
  "telemetry.export": { answers: PROJECT_READ, input: { chart: "agents" } },

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
  "decisions.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "decisions.accept": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },
  "decisions.reject": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },

  "failures.list": { answers: PROJECT_READ },
  "failures.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "failures.resolve": {
    answers: PROJECT_MEMBER,
    input: { number: 1, expectedVersion: 1 },
    otherwise: ["NOT_FOUND"],
  },

  "handoffs.list": { answers: PROJECT_READ },
  "handoffs.get": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },

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
  "prune.applied": { answers: PROJECT_MEMBER, input: { number: 1, runNumber: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.list": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.get": { answers: PROJECT_READ, input: { number: 1, runNumber: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.blocked": { answers: PROJECT_READ, input: { number: 1 }, otherwise: ["NOT_FOUND"] },
  "prune.telemetry": { answers: PROJECT_READ },

  "teams.create": { answers: PERSON, input: { name: "Another team" } },
  "teams.mine": { answers: PERSON },
  "teams.get": { answers: TEAM_READ },
  "teams.members": { answers: TEAM_READ },
};

let team: TeamFixture;
let principals: Record<Caller, Principal>;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await migrateJobs(database.url);
  // Answers to uploads carry the address of the session's page, which the environment gives.
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("STEWARD_SECRET", "a secret of a test, longer than 32 characters");
  const deps = testDeps(database.url);
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
  team = await aTeam(deps);
  principals = await everyCaller(team);
});
afterAll(() => drop());

describe("the rights matrix", () => {
  it("has a row for every procedure, and no row without one", () => {
    expect(Object.keys(PROCEDURES).sort()).toEqual(procedurePaths().sort());
  });

  it("finds on every procedure what it demands", () => {
    const undeclared = procedurePaths().filter((path) => !accessOf(path));
    expect(undeclared).toEqual([]);
  });

  it.each(Object.keys(PROCEDURES))("%s answers each caller as the table says", async (path) => {
    const procedure = PROCEDURES[path];
    if (!procedure) throw new Error(`No row for ${path}`);
    const heard: Partial<Row> = {};
    for (const caller of CALLERS) heard[caller] = await answerOf(path, procedure, principals[caller]);
    expect(heard).toEqual(procedure.answers);
  });
});

async function answerOf(path: string, procedure: Procedure, principal: Principal): Promise<Answer> {
  const expected = procedure.otherwise ?? [];
  try {
    await call(path, principal, { team: team.slug, project: team.project.slug, ...procedure.input });
    return "y";
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    // A missing record inside a project that one may read is no refusal; a foreign project is.
    const foreign = error.message.includes(team.slug) || error.message.includes(team.project.slug);
    if (expected.includes(error.code) && !(error.code === "NOT_FOUND" && foreign)) return "y";
    if (error.code === "UNAUTHORIZED") return "U";
    if (error.code === "FORBIDDEN") return "F";
    if (error.code === "NOT_FOUND") return "N";
    throw error;
  }
}

/** Calls a procedure by its path, as the wire does. */
async function call(path: string, principal: Principal, input: object): Promise<unknown> {
  let place: unknown = createCaller({ deps: team.deps, principal });
  // The caller is a proxy whose steps are made as they are asked for.
  for (const step of path.split(".")) place = (place as Record<string, unknown>)[step];
  if (typeof place !== "function") throw new Error(`${path} is no procedure`);
  return place(input);
}

function procedurePaths(): string[] {
  return Object.keys(appRouter._def.procedures);
}

function accessOf(path: string): unknown {
  // Its type nests by room; at run time tRPC keeps one flat map from path to procedure.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: unknown } }>;
  const meta = procedures[path]?._def.meta;
  return typeof meta === "object" && meta !== null && "access" in meta ? meta.access : undefined;
}

async function everyCaller(fixture: TeamFixture): Promise<Record<Caller, Principal>> {
  const { deps, people, scope } = fixture;
  const foreign = await aTeam(deps, "Another Harbor");
  const expired = await fixture.key({ expiresInDays: 1 });
  deps.advance(2 * 86_400_000);
  const revoked = await fixture.key();
  await revokeKey(deps, scope, revoked.id);
  const as = (secret: string) => authenticateKey(deps, secret);
  return {
    anonymous: { kind: "anonymous" },
    stranger: foreign.people.owner,
    ...people,
    "expired key": await as(expired.secret),
    "revoked key": await as(revoked.secret),
    "unknown key": await as(`cst_00000000_${"0".repeat(43)}`),
    "ingest key": await as((await fixture.key({ scopes: ["ingest"] })).secret),
    "read key": await as((await fixture.key({ scopes: ["read"] })).secret),
    "read key of another project": await as(
      (await fixture.key({ scopes: ["read"], projects: [fixture.secondProject.slug] })).secret,
    ),
    "full key of another team": await as((await foreign.key()).secret),
  };
}
