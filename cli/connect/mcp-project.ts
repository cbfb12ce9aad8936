import { TRPCClientError } from "@trpc/client";
import type { FileChange } from "@/server/core/connect/changes";
import type { ConnectScope } from "@/server/core/connect/clients";
import type { Connection } from "../config";
import { CliFault } from "../fault";
import { findProject } from "../projects/find-project";
import { openApi, toFault } from "../upload/api";
import { readText } from "./files";
import { fileAt, type Machine } from "./machine";

/** A person waits at the terminal, and the files can be written without the answer. */
const PATIENCE_MS = 2_000;

export interface McpProject {
  /** What the entry names; undefined where it names none. */
  readonly project?: string;
  /** What a person has to know of that choice. */
  readonly note?: string;
}

interface Wish {
  readonly told: string | undefined;
  /** What the entry names already: it stays, wherever the command is run again. */
  readonly kept: string | undefined;
  readonly scope: ConnectScope;
}

/**
 * The project that a client's MCP entry names: the one that was told, else the one it has, that of the folder, or that
 * of the login.
 * A client sends no folder with its calls, so that without one a key of several projects could ask nothing.
 * @throws CliFault when the key does not count, or does not reach the project that was told.
 */
export async function findMcpProject(
  connection: Connection,
  folder: string,
  { told, kept, scope }: Wish,
): Promise<McpProject> {
  const unasked = told ?? kept ?? connection.project;
  const api = openApi(connection, { totalMs: 0, signal: AbortSignal.timeout(PATIENCE_MS) });
  try {
    const { projects } = await api.keys.whoami.query();
    if (told === undefined && projects.some(({ slug }) => slug === kept)) return chosen(kept, scope);
  } catch (error) {
    if (!isAway(error)) throw toFault(error);
    if (unasked !== undefined) return chosen(unasked, scope);
    return {
      note: `${connection.server} did not answer, so the MCP server is given no project. A key that reaches several needs one: run this again with --project <slug>.`,
    };
  }
  try {
    const { project } = await findProject(api, connection, folder, told);
    return chosen(project, scope);
  } catch (error) {
    if (told !== undefined || !(error instanceof CliFault)) throw error;
    return { note: `The MCP server answers once it is told a project. ${error.message}` };
  }
}

/** A person's own files count in every folder, also in those of other projects. */
function chosen(project: string | undefined, scope: ConnectScope): McpProject {
  if (project === undefined) return {};
  if (scope === "project") return { project };
  return {
    project,
    note: `In every folder the MCP server speaks of the project ${project}. For another one: --project <slug>, or --scope project in its repository.`,
  };
}

function isAway(error: unknown): boolean {
  return error instanceof TRPCClientError && (error.data?.httpStatus ?? 503) >= 500;
}

const NAMED = /"x-steward-project"\s*[:=]\s*"([a-z0-9-]{1,64})"/;

/** The project that an entry in one of these files names already. */
export async function projectInFiles(machine: Machine, changes: readonly FileChange[]): Promise<string | undefined> {
  for (const change of changes) {
    if (change.kind === "text") continue;
    const [, slug] = NAMED.exec((await readText(fileAt(machine, change.place))) ?? "") ?? [];
    if (slug !== undefined) return slug;
  }
  return undefined;
}
