import { z } from "zod";
import { scopeList } from "@/server/core/access/refusal";
import type { KeyScope } from "@/server/core/access/rights";
import { isOlder, VERSION_HEADER } from "@/server/core/version/skew";
import type { Connection } from "../config";
import { CliFault } from "../fault";
import { ProjectHintReader } from "../files/project-hints";
import { shortList } from "../output";
import { findProject } from "../projects/find-project";
import { type Api, type Key, toFault } from "../upload/api";
import { CLI_VERSION } from "../version";
import { type Finding, note, ok, wrong } from "./finding";

/** What only the server can tell. */

const HEALTH_LIMIT_MS = 5_000;
const Health = z.object({ database: z.enum(["ok", "unreachable"]) });

/** Of the server's database; null when it was not told. */
export type ServerHealth = z.infer<typeof Health>["database"] | null;

interface ServerSeen {
  readonly finding: Finding;
  /** Something answered, so that more can be asked. */
  readonly answers: boolean;
  readonly health: ServerHealth;
}

/** Asks the address that needs no key. */
export async function checkServer(server: string): Promise<ServerSeen> {
  try {
    const answer = await fetch(`${server}/api/health`, { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) });
    const told = Health.safeParse(await answer.json().catch(() => null)).data;
    return { answers: true, health: told?.database ?? null, finding: tellHealth(server, told?.database ?? null) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "no answer in time";
    const finding = wrong("server", `${server} does not answer (${cause}).`, "Start it: npm run quickstart");
    return { finding, answers: false, health: null };
  }
}

function tellHealth(server: string, health: ServerHealth): Finding {
  const check = "server";
  if (health === "ok") return ok(check, `${server} answers, and its database too.`);
  if (health === null) {
    return wrong(check, `${server} answers, but not as Context Steward.`, "Check the address: steward login <server>");
  }
  return wrong(check, `${server} answers, but its database does not.`, "Look at the server's logs.");
}

/** Every answer of the API names the server's version, also one that refuses. */
export async function checkVersion(server: string, own = CLI_VERSION): Promise<Finding> {
  const signal = AbortSignal.timeout(HEALTH_LIMIT_MS);
  const answer = await fetch(`${server}/api/trpc/keys.whoami`, { signal }).catch(() => null);
  return tellVersion(own, answer?.headers.get(VERSION_HEADER) ?? null);
}

export function tellVersion(own: string, theirs: string | null): Finding {
  const check = "version";
  if (theirs === null) return note(check, `This steward is ${own}; the server does not tell its version.`);
  const says = `This steward is ${own}, the server ${theirs}.`;
  if (isOlder(own, theirs)) return note(check, says, "Run: steward upgrade");
  if (isOlder(theirs, own)) return note(check, says, "Update the server: it lacks what this steward knows.");
  return ok(check, says);
}

/** What does not work with a key that lacks a scope. */
const SCOPE_NEEDS: Readonly<Record<KeyScope, string>> = {
  ingest: "uploads",
  read: "questions such as status and search",
  context: "prune, archive, pin and checkpoint",
  record: "record, summarize and handoff",
};

export async function checkKey(api: Api): Promise<{ finding: Finding; key: Key | null }> {
  const check = "key";
  try {
    const key = await api.keys.whoami.query();
    return { finding: tellKey(check, key), key };
  } catch (error) {
    const finding = wrong(
      check,
      toFault(error).message,
      "Make a key under Settings, API keys, then: steward login <server>",
    );
    return { finding, key: null };
  }
}

function tellKey(check: string, { person, team, scopes, projects, reachesAll }: Key): Finding {
  const slugs = projects.map(({ slug }) => slug);
  if (slugs.length === 0) return wrong(check, "The key reaches no project.", "Make another under Settings, API keys.");
  const reach = reachesAll ? "all projects" : shortList(slugs, 10);
  const says = `${person} in team ${team}: ${scopeList(scopes)} on ${reach}.`;
  // A key that may change the context or write down may read as well.
  const has = new Set<KeyScope>(scopes.some((one) => one !== "ingest") ? [...scopes, "read"] : scopes);
  const lacks = Object.entries(SCOPE_NEEDS).flatMap(
    ([scope, needs]) => (has.has(scope as KeyScope) ? [] : [`${scope} for ${needs}`]), // a key of the record above
  );
  if (lacks.length === 0) return ok(check, says);
  return note(check, says, `It lacks ${lacks.join("; ")}. Where you need that: make another under Settings, API keys.`);
}

/** Which project commands in this folder speak of, and how that is known. */
export async function checkProject(api: Api, connection: Connection, folder: string): Promise<Finding> {
  const check = "project";
  try {
    const hints = await new ProjectHintReader().of(folder);
    const { project } = await findProject(api, connection, folder, undefined);
    if (hints.projectSlug === project) return ok(check, `${project}, by .steward.json.`);
    if (connection.project !== project) return ok(check, `${project}, by ${hints.gitRemote ?? folder}.`);
    return note(
      check,
      `${project}, the default of the login.`,
      `If this folder is another project: put {"project": "<slug>"} into ${folder}/.steward.json`,
    );
  } catch (error) {
    const { message } = error instanceof CliFault ? error : toFault(error);
    return wrong(check, message, 'Put {"project": "<slug>"} into a file .steward.json there, and commit it.');
  }
}
