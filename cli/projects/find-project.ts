import type { Connection } from "../config";
import { CliFault } from "../fault";
import { ProjectHintReader } from "../files/project-hints";
import { shortList } from "../output";
import { type Api, isUnknownProject, type Key, toFault } from "../upload/api";

/** A project as procedures name it. */
export interface ProjectName {
  readonly team: string;
  readonly project: string;
}

/**
 * The project of a folder: the one that was told, its `.steward.json`, its git remote or root as the server knows
 * them, the default of the login.
 * @throws CliFault with the remedy when none of them leads to a project that the key reaches.
 */
export async function findProject(
  api: Api,
  connection: Connection,
  folder: string,
  told: string | undefined,
): Promise<ProjectName> {
  const key = await api.keys.whoami.query().catch((error: unknown) => {
    throw toFault(error);
  });
  const hints = await new ProjectHintReader().of(folder);
  const project =
    told ?? hints.projectSlug ?? (await askServer(api, key, hints)) ?? connection.project ?? onlyProject(key);
  if (project === null) {
    throw new CliFault(
      `No project is known for ${folder}. Add --project <slug>, or a .steward.json there. ${reachOf(key, "This key")}`,
    );
  }
  if (key.projects.some(({ slug }) => slug === project)) return { team: key.team, project };
  throw new CliFault(`This key reaches no project ${project}. ${reachOf(key)}`);
}

async function askServer(
  api: Api,
  key: Key,
  hints: { readonly gitRemote?: string; readonly root?: string },
): Promise<string | null> {
  if (!key.scopes.includes("ingest") || (hints.gitRemote ?? hints.root) === undefined) return null;
  try {
    // The header of a session is how the server is asked for a project; no session comes of it.
    const { project } = await api.ingest.project.query({ session: { client: "other", id: "steward", ...hints } });
    return project;
  } catch (error) {
    if (isUnknownProject(error)) return null;
    throw toFault(error);
  }
}

function onlyProject(key: Key): string | null {
  return key.projects.length === 1 ? (key.projects[0]?.slug ?? null) : null;
}

function reachOf({ projects }: Key, subject = "It"): string {
  return projects.length > 0
    ? `${subject} reaches: ${shortList(
        projects.map(({ slug }) => slug),
        10,
      )}.`
    : `${subject} reaches no project.`;
}
