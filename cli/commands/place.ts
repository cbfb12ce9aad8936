import { CliFault } from "../fault";
import type { ProjectName } from "../projects/find-project";
import { openProject } from "../projects/project-place";
import { type Api, toFault } from "../upload/api";

/** Where a command about one project acts. */
export interface Place extends ProjectName {
  readonly api: Api;
}

export interface PlaceOptions {
  readonly project?: string;
  readonly server?: string;
}

/** The project of `--project`, else that of this folder or of the login, as `steward index` finds it. @throws CliFault when there is none. */
export async function findPlace(options: PlaceOptions): Promise<Place> {
  const { api, name } = await openProject(options);
  return { api, ...name };
}

/** The session that was told, else the one that worked last. @throws CliFault when the project has none. */
export async function findSession({ api, team, project }: Place, told: number | undefined): Promise<number> {
  if (told !== undefined) return told;
  const list = await asking(
    api.sessions.list.query({ team, project, filter: { range: "all" }, sort: "date", limit: 1 }),
  );
  const latest = list.rows[0];
  if (latest) return latest.number;
  throw new CliFault(`Project ${project} has no session yet. Upload one: steward import`);
}

/** An answer of the server; a refusal as one sentence. */
export async function asking<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw toFault(error);
  });
}
