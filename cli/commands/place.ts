import { openProject, type ProjectPlace } from "../projects/project-place";
import { toFault } from "../upload/api";

export interface PlaceOptions {
  readonly project?: string;
  readonly server?: string;
  readonly json?: boolean;
}

/** Where a command about one project acts, as procedures name it. */
export interface Place extends Pick<ProjectPlace, "api"> {
  readonly team: string;
  readonly project: string;
}

/** The project of `--project`, else that of this folder or of the login, as `steward index` finds it. @throws CliFault when there is none. */
export async function findPlace(options: PlaceOptions): Promise<Place> {
  const { api, name } = await openProject(options);
  return { api, ...name };
}

/** An answer of the server; a refusal as one sentence. */
export async function asking<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    throw toFault(error);
  });
}
