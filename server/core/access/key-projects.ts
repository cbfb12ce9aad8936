/**
 * Stands in a key's project list for "all projects, later ones too". It is a value of its own and not the empty list,
 * so that a list whose last project was deleted reaches nothing instead of everything.
 */
export const ALL_PROJECTS = "00000000-0000-0000-0000-000000000000";

/** Whether a key with this project list may touch the project. Fails closed: an empty list reaches nothing. */
export function keyReaches(projectIds: readonly string[], projectId: string): boolean {
  return projectIds.includes(projectId) || projectIds.includes(ALL_PROJECTS);
}

/** The list as a filter: null when the key reaches every project. */
export function onlyProjects(projectIds: readonly string[]): readonly string[] | null {
  return projectIds.includes(ALL_PROJECTS) ? null : projectIds;
}
