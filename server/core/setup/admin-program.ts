import type { Result } from "../result";

/**
 * What is done on the server's own machine, without a key and without signing in: it must work when nobody can. It
 * talks to the database itself, the owner's (DATABASE_URL) or the embedded one of a running launcher, which its data
 * folder tells.
 */
export interface AdminPlace {
  /** The data folder; null looks for `.data` here and beside the program. */
  readonly data: string | null;
  readonly cwd: string;
  readonly programRoot: string;
}

export interface ShownLink {
  readonly url: string;
  readonly name: string;
  readonly email: string;
  readonly expiresAt: Date;
}

/** What the command loads: the build makes it of server/launcher/admin.ts and puts it beside the command. */
export interface ResetLinkProgram {
  resetLink(place: AdminPlace, email: string): Promise<Result<ShownLink>>;
}
