import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Principal } from "../core/access/scope";
import { migrateJobs } from "../jobs/migrate";
import { authenticateKey } from "../services/keys/authenticate-key";
import { revokeKey } from "../services/keys/revoke-key";
import { aTeam, type TeamFixture, testDeps } from "../services/testing/team-fixture";
import { createTestDatabase } from "../testing/test-database";
import { appRouter, createCaller } from "./root";
import { type Answer, CALLERS, type Caller, type Procedure, type Row } from "./testing/rights-callers";
import { PROCEDURES } from "./testing/rights-rows";

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

  // Whoever may leave the team is gone afterwards, so that comes last.
  const inOrder = Object.keys(PROCEDURES).sort((a, b) => Number(a === "members.leave") - Number(b === "members.leave"));

  it.each(inOrder)("%s answers each caller as the table says", async (path) => {
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
