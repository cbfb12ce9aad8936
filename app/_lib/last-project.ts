/** The project whose pages a person opened last, for pages that belong to a team. The cookie's path is the team's. */
export const LAST_PROJECT_COOKIE = "steward-project";

type Known = { readonly slug: string; readonly isDemo: boolean };

/** The one that was opened last while it exists; else the first of the person's own, else the demo. */
export function projectToShow<P extends Known>(projects: readonly P[], last: string | undefined): P | undefined {
  return projects.find(({ slug }) => slug === last) ?? projects.find(({ isDemo }) => !isDemo) ?? projects[0];
}
