import { v7 as uuidv7 } from "uuid";
import { ROLES, type Role } from "@/server/core/access/rights";
import type { Principal, TeamScope } from "@/server/core/access/scope";
import { safeText } from "@/server/core/redact/safe-text";
import type { Result } from "@/server/core/result";
import { type Database, openDatabase } from "@/server/db/client";
import { insertMember } from "@/server/db/teams/teams";
import { resolveTeamScope } from "@/server/services/access/resolve-scope";
import type { Deps } from "@/server/services/deps";
import { createKey, type NewKeyInput } from "@/server/services/keys/create-key";
import { type CreatedProject, createProject } from "@/server/services/projects/create-project";
import { createTeam, type Person } from "@/server/services/teams/create-team";

/**
 * Ready-made people, projects and keys for integration tests, made through the same services as in production:
 * `const team = await aTeam(testDeps(url))`.
 */
export interface TeamFixture {
  deps: TestDeps;
  teamId: string;
  slug: string;
  /** Two projects; keys of `boundKey` reach only the second. */
  project: CreatedProject;
  secondProject: CreatedProject;
  people: Record<Role, PersonPrincipal>;
  memberIds: Record<Role, string>;
  /** The owner's scope in the team. */
  scope: TeamScope;
  /** Makes one more key of the owner. */
  key(input?: Partial<NewKeyInput>): Promise<{ id: string; secret: string }>;
}

export type PersonPrincipal = Extract<Principal, { kind: "user" }>;

export interface TestDeps extends Deps {
  /** What the worker was asked to do. */
  readonly queued: { teamId: string; sessionId: string }[];
  /** Projects whose decisions it was asked to look through for drift. */
  readonly driftAsked: string[];
  /** Moves the clock on; it stands still otherwise. */
  advance(milliseconds: number): void;
}

const START = "2026-11-20T09:00:00.000Z";

/** A world with a clock that stands still and a queue that only notes what it got. */
export function testDeps(database: string | Database): TestDeps {
  const db = typeof database === "string" ? openDatabase(database, { maxConnections: 5 }) : database;
  const queued: TestDeps["queued"] = [];
  const driftAsked: string[] = [];
  let nowMs = Date.parse(START);
  return {
    db,
    clock: { now: () => new Date(nowMs) },
    ids: { next: () => uuidv7() },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    jobs: {
      async analyseSession(teamId, sessionId) {
        queued.push({ teamId, sessionId });
      },
      async findDrift({ projectId }) {
        driftAsked.push(projectId);
      },
    },
    queued,
    driftAsked,
    advance(milliseconds) {
      nowMs += milliseconds;
    },
  };
}

export function aPerson(name: string): PersonPrincipal {
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, ".")}.${uuidv7().slice(-6)}@example.org`;
  return { kind: "user", userId: uuidv7(), name, email };
}

/** A team with a person of each role, two projects and no keys yet. */
export async function aTeam(deps: TestDeps, name = "Harbor"): Promise<TeamFixture> {
  const people: Record<Role, PersonPrincipal> = {
    owner: aPerson("Olga Owner"),
    admin: aPerson("Adam Admin"),
    member: aPerson("Mia Member"),
    viewer: aPerson("Vic Viewer"),
  };
  const created = value(await createTeam(deps, people.owner, { name }));
  const memberIds = { owner: created.memberId, admin: "", member: "", viewer: "" };
  for (const role of ROLES.filter((other) => other !== "owner")) {
    memberIds[role] = await addMember(deps, created.teamId, people[role], role);
  }
  const scope = value(await resolveTeamScope(deps, people.owner, created.slug, "team:read"));
  const project = value(await createProject(deps, scope, { name: "Billing API", timeZone: "Europe/Berlin" }));
  const secondProject = value(await createProject(deps, scope, { name: "Harbor Web", timeZone: "UTC" }));
  return {
    deps,
    teamId: created.teamId,
    slug: created.slug,
    project,
    secondProject,
    people,
    memberIds,
    scope,
    async key(input = {}) {
      const whole = {
        name: "Laptop",
        scopes: ["ingest", "read"],
        projects: "all",
        expiresInDays: null,
        ...input,
      } as const;
      return value(await createKey(deps, scope, whole));
    },
  };
}

/** Adds a person to a team, as accepting an invitation will do. */
export async function addMember(deps: TestDeps, teamId: string, person: Person, role: Role): Promise<string> {
  const id = deps.ids.next();
  const { userId, name, email } = person;
  const createdAt = deps.clock.now();
  await deps.db.withTenant({ teamId }, (tx) =>
    insertMember(tx, { teamId, id, userId, name: safeText(name), email, role, createdAt }),
  );
  return id;
}

/** The value of a Result that a test's set-up needs; a fault ends the test with its sentence. */
export function value<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.fault.code}: ${result.fault.message}`);
}
