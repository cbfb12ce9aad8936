import type { TeamScope } from "../../core/access/scope";
import type { Result } from "../../core/result";
import { hasAuditEntry } from "../../db/audit/audit";
import { findPersonByEmail, hasPeople, hasWayIn, insertPerson } from "../../db/auth/people";
import { resolveTeamScope } from "../access/resolve-scope";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { createProject } from "../projects/create-project";
import { listTeamProjects } from "../projects/list-projects";
import { createTeam, type Person } from "../teams/create-team";
import { listMyTeams } from "../teams/list-my-teams";
import { ensureLocalKey } from "./local-key";
import { createSignInLink, signInLinkUrl } from "./sign-in-link";

export const OWNER_EMAIL = "owner@localhost";
const OWNER_NAME = "Owner";
const DEMO_TEAM = "Harbor";
const OWN_TEAM = "My team";
const FIRST_PROJECT = "My project";
const DEMO_LOADED = "demo.loaded";

/** Fills a team with the demo's sessions. Called again after a crash, so it adds nothing twice. */
export type LoadDemo = (
  deps: Deps,
  options: { teamId: string; ownerMemberId: string },
) => Promise<{ projectSlug: string }>;

export interface FirstRunOptions {
  /** The address that people open; it stands in the link and in the key file. */
  baseUrl: string;
  demo: boolean;
  /** Folder of people's settings, e.g. `~/.config`. */
  configHome: string;
  loadDemo?: LoadDemo;
  /** Told what is being done, in a few words. */
  onProgress?: (what: string) => void;
}

export interface FirstRunResult {
  /** One-time link of the owner; null when there is another way in. */
  signInUrl: string | null;
  /** Where the local key is; null when none was written. */
  keyFile: string | null;
  /** Sentences for the person at the terminal. */
  notes: string[];
}

/**
 * Makes an empty server usable: the owner, a team, a first project, the demo, a local key and a one-time link. Each
 * step looks first whether it was done, so a kill at any moment is put right by the next start. A server that people
 * signed up to by themselves is left alone.
 */
export async function firstRun(deps: Deps, options: FirstRunOptions): Promise<FirstRunResult> {
  const owner = await ensureOwner(deps);
  if (!owner) return { signInUrl: null, keyFile: null, notes: [] };

  const scope = await ensureTeam(deps, owner, options.demo ? DEMO_TEAM : OWN_TEAM);
  const project = await ensureProject(deps, scope);
  const notes = await ensureDemo(deps, scope, options);
  const local = await ensureLocalKey(deps, scope, { ...options, project });
  const signInUrl = await ownersLink(deps, owner.userId, options.baseUrl);
  return { signInUrl, keyFile: local.keyFile, notes: [...notes, ...local.notes] };
}

async function ensureOwner(deps: Deps): Promise<Person | null> {
  const known = await findPersonByEmail(deps.db, OWNER_EMAIL);
  if (known) return { userId: known.id, name: known.name, email: known.email };
  if (await hasPeople(deps.db)) return null;
  const owner = { id: deps.ids.next(), name: OWNER_NAME, email: OWNER_EMAIL };
  // Without an account row there is no password that could be guessed: only a link leads in.
  await insertPerson(deps.db, { ...owner, at: deps.clock.now() });
  return { userId: owner.id, name: owner.name, email: owner.email };
}

async function ensureTeam(deps: Deps, owner: Person, name: string): Promise<TeamScope> {
  const [first] = must(await listMyTeams(deps, owner.userId));
  const slug = first?.slug ?? must(await createTeam(deps, owner, { name })).slug;
  const user = { kind: "user", ...owner } as const;
  return must(await resolveTeamScope(deps, user, slug, "team:read"));
}

/** The project of what is imported from this machine; its slug. */
async function ensureProject(deps: Deps, scope: TeamScope): Promise<string> {
  const own = must(await listTeamProjects(deps, scope)).find(({ isDemo }) => !isDemo);
  if (own) return own.slug;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const made = await createProject(deps, scope, { name: FIRST_PROJECT, timeZone: here });
  // A machine may name a zone that the database's tables lack.
  return must(made.ok ? made : await createProject(deps, scope, { name: FIRST_PROJECT, timeZone: "UTC" })).slug;
}

async function ensureDemo(deps: Deps, scope: TeamScope, options: FirstRunOptions): Promise<string[]> {
  const { demo, loadDemo, onProgress } = options;
  const ownerMemberId = scope.actor.memberId;
  if (!demo || !loadDemo || !ownerMemberId) return [];
  if (await hasAuditEntry(deps.db.prisma, scope.teamId, DEMO_LOADED)) return [];
  onProgress?.("loading the demo team");
  const { projectSlug } = await loadDemo(deps, { teamId: scope.teamId, ownerMemberId });
  await deps.db.withTenant(scope, (tx) => recordAudit(deps, tx, scope, { action: DEMO_LOADED, subject: scope.teamId }));
  return [`The demo project is /${scope.teamSlug}/${projectSlug}.`];
}

/** A new link while the owner has no other way in: also after a sign-out, since the owner has no password. */
async function ownersLink(deps: Deps, userId: string, baseUrl: string): Promise<string | null> {
  if (await hasWayIn(deps.db, userId, deps.clock.now())) return null;
  const { token } = await createSignInLink(deps, userId);
  return signInLinkUrl(baseUrl, token);
}

/** A fault here has no person to answer; it ends the setup with its sentence. */
function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.fault.message);
}
