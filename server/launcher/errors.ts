/** Something that stops the start and that a person can put right: what happened, and the command or step to take. */
export class LauncherError extends Error {
  constructor(
    message: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "LauncherError";
  }
}

/** The `code` of a Node or Postgres error (`ENOENT`, `3D000`), when it has one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
