import { TRPCClientError } from "@trpc/client";
import type { Connection } from "../config";
import { CliFault } from "../fault";
import { findProject } from "../projects/find-project";
import { openApi, toFault } from "../upload/api";

/** A person waits at the terminal, and the files can be written without the answer. */
const PATIENCE_MS = 2_000;

export interface McpProject {
  /** What the entry names; undefined where it names none. */
  readonly project?: string;
  /** What a person has to know of that choice. */
  readonly note?: string;
}

/**
 * The project that a client's MCP entry names: the one that was told, else that of the folder, else that of the login.
 * A client sends no folder with its calls, so that without one a key of several projects could ask nothing.
 * @throws CliFault when the key does not count, or does not reach the project that was told.
 */
export async function findMcpProject(
  connection: Connection,
  folder: string,
  told: string | undefined,
): Promise<McpProject> {
  const unasked = told ?? connection.project;
  const api = openApi(connection, { totalMs: 0, signal: AbortSignal.timeout(PATIENCE_MS) });
  try {
    await api.keys.whoami.query();
  } catch (error) {
    if (!isAway(error)) throw toFault(error);
    if (unasked !== undefined) return { project: unasked };
    return {
      note: `${connection.server} did not answer, so the MCP server is given no project. A key that reaches several needs one: run this again with --project <slug>.`,
    };
  }
  try {
    const { project } = await findProject(api, connection, folder, told);
    return { project };
  } catch (error) {
    if (told !== undefined || !(error instanceof CliFault)) throw error;
    return { note: `The MCP server can answer nothing yet. ${error.message}` };
  }
}

function isAway(error: unknown): boolean {
  return error instanceof TRPCClientError && (error.data?.httpStatus ?? 503) >= 500;
}
