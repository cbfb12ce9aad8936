import type { Base } from "../telemetry/links";

export interface Named {
  readonly name: string;
  readonly slug: string;
}

/** Where the palette was opened: what its commands are about. */
export interface Place {
  readonly team: Named;
  /** null before the first project is made. */
  readonly project: Named | null;
  readonly projects: readonly Named[];
  readonly teams: readonly Named[];
  /** Number of the session that is open. */
  readonly session: number | null;
}

export function baseOf({ team, project }: Place): Base | null {
  return project && { team: team.slug, project: project.slug };
}

/** `/team/project/sessions/12` shows session 12. */
export function openSession(pathname: string): number | null {
  const number = /^\/[^/]+\/[^/]+\/sessions\/([1-9]\d{0,8})(?:\/|$)/.exec(pathname)?.[1];
  return number === undefined ? null : Number(number);
}
