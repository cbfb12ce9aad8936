import { z } from "zod";
import { STAGES } from "../events/kinds";
import { PRIORITY_LEVELS } from "../files/rank-files";
import { SearchableText } from "../telemetry/filter";

/** The names of the smart commands, in the order in which they are listed. */
export const COMMAND_NAMES = [
  "status",
  "summarize",
  "decisions",
  "handoff",
  "priority",
  "search",
  "compact",
  "budget",
  "prune",
  "archive",
  "restore",
  "pin",
  "unpin",
  "checkpoint",
  "resume",
  "load",
  "graph",
  "record decision",
  "record failure",
  "check failure",
  "constraints",
  "preferences",
  "claim",
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

const MAX_TEXT_CHARACTERS = 8_000;
const MAX_NAME_CHARACTERS = 1_000;
const text = (wants: string) => z.string().trim().min(1, `Say ${wants}.`).max(MAX_TEXT_CHARACTERS);
const said = z.string().trim().max(MAX_TEXT_CHARACTERS).default("");
const refs = z.array(z.string().min(1).max(300)).max(500);
const none = z.strictObject({});

const MIN_WINDOW_TOKENS = 1_000;
const MAX_WINDOW_TOKENS = 100_000_000;
/** Tokens. */
const window = z
  .int()
  .min(MIN_WINDOW_TOKENS, "A window holds at least 1,000 tokens.")
  .max(MAX_WINDOW_TOKENS, "A window holds at most 100,000,000 tokens.");

/** Arguments by name, as programs send them; phrases are read into the same. */
export const COMMAND_ARGS = {
  status: none,
  summarize: none,
  decisions: z.strictObject({ words: SearchableText.trim().max(200).default("") }),
  handoff: none,
  priority: z.strictObject({
    file: SearchableText.trim().min(1, "Name a file.").max(MAX_NAME_CHARACTERS),
    level: z
      .enum([...PRIORITY_LEVELS, "auto"])
      .nullable()
      .default(null),
  }),
  search: z.strictObject({ query: text("what to look for").max(400, "Search for at most 400 characters.") }),
  compact: none,
  budget: z.strictObject({
    size: z
      .union([z.literal("auto"), window])
      .nullable()
      .default(null),
  }),
  prune: none,
  archive: z.strictObject({ refs: refs.default([]), keeping: said }),
  restore: z.strictObject({ refs: refs.min(1, "Name what to restore, such as ctx:a1.") }),
  pin: z.strictObject({ refs: refs.min(1, "Name what to pin, such as ctx:a1."), because: said }),
  unpin: z.strictObject({ refs: refs.min(1, "Name what to unpin, such as ctx:a1.") }),
  checkpoint: z.strictObject({ note: z.string().trim().max(2_000).default("") }),
  resume: z.strictObject({
    from: z
      .string()
      .regex(/^[1-9]\d{0,8}(?:\.[1-9]\d{0,8})?$/, "Name a checkpoint such as 12.3, or a session such as 12.")
      .nullable()
      .default(null),
    window: window.optional(),
  }),
  load: z.strictObject({ stage: z.enum(STAGES).nullable().default(null), window: window.optional() }),
  graph: z.strictObject({ of: SearchableText.trim().min(1, "Name a file or a symbol.").max(MAX_NAME_CHARACTERS) }),
  "record decision": z.strictObject({ title: text("what was decided").max(200), because: said }),
  "record failure": z.strictObject({ title: text("what was tried").max(200), because: said }),
  "check failure": z.strictObject({
    text: SearchableText.trim().min(1, "Say what you are about to try.").max(MAX_TEXT_CHARACTERS),
  }),
  constraints: z.strictObject({ paths: z.array(z.string().min(1).max(MAX_NAME_CHARACTERS)).max(200).default([]) }),
  preferences: none,
  claim: z.strictObject({ handoff: z.int().positive().max(2_147_483_647) }),
} as const satisfies Record<CommandName, z.ZodType>;

export type CommandArgs<Name extends CommandName> = z.infer<(typeof COMMAND_ARGS)[Name]>;
