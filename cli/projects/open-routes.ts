import type { Connection } from "../config";
import { ProjectHintReader } from "../files/project-hints";
import { type Api, isUnknownProject, type Key } from "../upload/api";
import { ProjectRoutes } from "./project-routes";

export interface RouteSettings {
  /** Takes all sessions. */
  readonly project?: string;
  /** An unknown project is made. */
  readonly create?: boolean;
  /** Sessions of other projects are left alone, and those that lead to none as well. */
  readonly only?: string;
}

/** The way of each session to its project on this server: what this machine knows of its folder, and what the server does. */
export function openRoutes(
  api: Api,
  connection: Pick<Connection, "project">,
  key: Key,
  { project, create = false, only }: RouteSettings,
): ProjectRoutes {
  const hints = new ProjectHintReader();
  const isReachable = key.projects.some(({ slug }) => slug === connection.project);
  const hasFallback = !create && isReachable && only === undefined && connection.project !== undefined;
  return new ProjectRoutes({
    ...(project === undefined ? {} : { project }),
    create,
    ...(hasFallback ? { fallback: connection.project } : {}),
    hintsOf: (folder) => hints.of(folder),
    async lookUp(session) {
      try {
        const { project: found } = await api.ingest.project.query({ session });
        return only === undefined || found === only ? found : null;
      } catch (error) {
        if (isUnknownProject(error)) return null;
        throw error;
      }
    },
  });
}
