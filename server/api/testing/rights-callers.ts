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

export const PERSON = row("U", "y", ["y", "y", "y", "y"], "U", ["U", "U", "U", "U"]);
export const ANY_KEY = row("U", "U", ["U", "U", "U", "U"], "U", ["y", "y", "y", "y"]);
export const UPLOAD = row("U", "U", ["U", "U", "U", "U"], "U", ["y", "F", "F", "y"]);
export const TEAM_READ = row("U", "N", ["y", "y", "y", "y"], "U", ["F", "y", "y", "N"]);
export const TEAM_MEMBER = row("U", "N", ["F", "y", "y", "y"], "U", ["F", "F", "F", "N"]);
export const OPEN = row("y", "y", ["y", "y", "y", "y"], "y", ["y", "y", "y", "y"]);
export const TEAM_PERSON = row("U", "N", ["y", "y", "y", "y"], "U", ["F", "F", "F", "N"]);
export const TEAM_OWNER = row("U", "N", ["F", "F", "F", "y"], "U", ["F", "F", "F", "N"]);
export const TEAM_ADMIN = row("U", "N", ["F", "F", "y", "y"], "U", ["F", "F", "F", "N"]);
export const PROJECT_READ = row("U", "N", ["y", "y", "y", "y"], "U", ["F", "y", "N", "N"]);
export const PROJECT_MEMBER = row("U", "N", ["F", "y", "y", "y"], "U", ["F", "F", "N", "N"]);
export const PROJECT_UPLOAD = row("U", "N", ["F", "y", "y", "y"], "U", ["y", "F", "N", "N"]);
export const PROJECT_ADMIN = row("U", "N", ["F", "F", "y", "y"], "U", ["F", "F", "N", "N"]);

export interface Procedure {
  answers: Row;
  /** Beside `team` and `project`, which every call gets. */
  input?: object;
  /** What a caller who is allowed may hear instead of success, since the example names nothing that exists. */
  otherwise?: readonly TRPCError["code"][];
}
