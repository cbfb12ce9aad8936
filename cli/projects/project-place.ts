import path from "node:path";
import { findConnection } from "../config";
import { findProjectRoot } from "../index-project/build-index";
import { askGit } from "../index-project/run-git";
import { type Api, openApi } from "../upload/api";
import { findProject, type ProjectName } from "./find-project";

/** A person waits at the terminal. */
const PATIENCE_MS = 2_000;

export interface ProjectPlace {
  readonly api: Api;
  /** Its origin. */
  readonly server: string;
  readonly name: ProjectName;
  /** The folder of the project on this machine. */
  readonly root: string;
}

/** The server and the project that a command in the current folder speaks of. */
export async function openProject(options: {
  readonly project?: string;
  readonly server?: string;
}): Promise<ProjectPlace> {
  const here = path.resolve(".");
  const root = await findProjectRoot(here, await askGit(here, "rev-parse", "--show-toplevel"));
  const connection = await findConnection(options.server);
  const api = openApi(connection, { totalMs: PATIENCE_MS });
  return { api, server: connection.server, root, name: await findProject(api, connection, root, options.project) };
}
