import type { z } from "zod";
import type { ProjectScope } from "../../core/access/scope";
import type { CommandLink } from "../../core/commands/answer";
import type { Result } from "../../core/result";
import type { Deps } from "../deps";

/** What a command runs in; its right is checked. */
export interface World {
  readonly deps: Deps;
  readonly scope: ProjectScope;
}

/** A command that needs a session has one. */
export interface SessionWorld extends World {
  readonly session: number;
}

export interface Told {
  readonly markdown: string;
  readonly links: readonly CommandLink[];
  readonly data: unknown;
  readonly changed: boolean;
}

export interface Asked extends World {
  readonly session: number | null;
}

/** Runs a command with arguments that were checked against its schema already. */
export type Runner = (asked: Asked, args: unknown) => Promise<Result<Told>>;

/** A command of the project. */
export function ofProject<Args>(
  schema: z.ZodType<Args>,
  run: (asked: Asked, args: Args) => Promise<Result<Told>>,
): Runner {
  return (asked, args) => run(asked, schema.parse(args));
}

/** A command of one session. The table says so too, and the session is found before it runs. */
export function ofSession<Args>(
  schema: z.ZodType<Args>,
  run: (world: SessionWorld, args: Args) => Promise<Result<Told>>,
): Runner {
  return (asked, args) => {
    if (asked.session === null) throw new Error("A command of a session was run without one.");
    return run({ ...asked, session: asked.session }, schema.parse(args));
  };
}

/** What is only looked at. */
export function shown(markdown: string, data: unknown, links: readonly CommandLink[] = []): Told {
  return { markdown, data, links, changed: false };
}
