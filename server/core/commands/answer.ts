import { z } from "zod";
import { COMMAND_NAMES } from "./args";

/** What a command answers, for every client alike: text for people and agents, data for programs. */

const CommandLinkView = z.object({
  label: z.string(),
  /** Under the address of the server. */
  path: z.string().startsWith("/"),
});
export type CommandLink = z.infer<typeof CommandLinkView>;

export const CommandAnswer = z.object({
  command: z.enum(COMMAND_NAMES),
  /** The session that it was about. */
  session: z.int().nullable(),
  /** Something was written. */
  changed: z.boolean(),
  markdown: z.string(),
  links: z.array(CommandLinkView),
  /** What the procedure of the same room answers. */
  data: z.unknown(),
});
export type CommandAnswer = z.infer<typeof CommandAnswer>;

export const CommandView = z.object({
  name: z.enum(COMMAND_NAMES),
  usage: z.string(),
  aliases: z.array(z.string()),
  summary: z.string(),
  params: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      required: z.boolean(),
      wants: z.string(),
      after: z.string().nullable(),
      values: z.array(z.string()),
    }),
  ),
  ofSession: z.enum(["needed", "possible", "never"]),
  /** The right that the shortest form needs, and whether the caller has it. */
  right: z.string(),
  allowed: z.boolean(),
  examples: z.array(z.string()),
  /** JSON Schema of the arguments by name. */
  args: z.record(z.string(), z.unknown()),
});
export type CommandView = z.infer<typeof CommandView>;
