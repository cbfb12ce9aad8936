/** A project inside its team: what every query of the memory rooms begins with. */
export interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}
