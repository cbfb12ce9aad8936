import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { requireRight } from "../core/access/refusal";
import type { Right } from "../core/access/rights";
import { MAX_PATH_CHARACTERS } from "../core/events/limits";
import type { KnownItem } from "../core/protocol/views";
import { fail, ok, type Result } from "../core/result";
import { SearchableText } from "../core/telemetry/filter";
import { type DuringSession, duringSession } from "../services/protocol/during-session";
import { endSession } from "../services/protocol/end-session";
import { startSession } from "../services/protocol/start-session";
import { readArgs, textAnswer } from "./answers";
import { inputSchemaOf } from "./compact-schema";
import { lastSession, Session, sessionOf } from "./session-number";
import type { KeyWorld, Tool } from "./tool";

const Tokens = z.int().nonnegative().max(100_000_000);
/** Tokens; named as in the commands. */
const Window = z.int().positive().max(100_000_000).nullable().default(null);

/** `CON-001@0abc…`: the name and the mark of its text, as the last answer gave them; a model writes it with few tokens. */
const Known = z
  .string()
  .regex(/^[^@]{1,100}@[^@]{1,40}$/, "Give it as session_start answered it, such as CON-001@0abc.")
  .transform((text): KnownItem => {
    const [ref = "", version = ""] = text.split("@");
    return { ref, version };
  });

export const StartArgs = z.strictObject({
  task: SearchableText.max(4_000).default(""),
  branch: SearchableText.max(300).nullable().default(null),
  changed: z.array(SearchableText.min(1).max(MAX_PATH_CHARACTERS)).max(500).default([]),
  window: Window,
  known: z.array(Known).max(1_000, "Send at most 1,000 known items.").default([]),
});
const START_WANTS = { changed: "paths that change", known: "known of the last answer; not after a compaction" };

/** The whole of it without `known`: a window that was compacted has lost what it was told. */
async function start({ deps, scope }: KeyWorld, args: z.output<typeof StartArgs>): Promise<Result<CallToolResult>> {
  const { window, ...asked } = args;
  const started = await startSession(deps, scope, { ...asked, windowTokens: window, number: null, model: null });
  if (!started.ok) return started;
  const { markdown, nothingNew, known: items } = started.value;
  const known = items.map(({ ref, version }) => `${ref}@${version}`);
  return ok(textAnswer(markdown, { structuredContent: { message: markdown.trim(), nothingNew, known } }));
}

const DuringArgs = z.strictObject({
  contextTokens: Tokens.nullable().default(null),
  window: Window,
  turn: z.int().nonnegative().max(1_000_000).default(0),
  /** Of the boundaries, those that advice looks at. */
  boundaries: z
    .array(z.enum(["task-start", "task-end", "stage", "wave-done"]))
    .max(20)
    .default([]),
  results: z
    .array(z.object({ id: z.string().min(1).max(300), tokens: Tokens }))
    .max(200)
    .default([]),
  ...Session,
});
const DURING_WANTS = { contextTokens: "tokens in your window", results: "results that came in" };

/** By what the client tells, unless it names a session; one that uploads need tell nothing. */
async function during(world: KeyWorld, args: z.output<typeof DuringArgs>): Promise<Result<CallToolResult>> {
  const { results, session, ...told } = args;
  const asked = isTold(told) && session === null ? askedByTold(told) : await askedBySession(world, session);
  if (!asked.ok) return asked;
  const answer = await duringSession(world.deps, world.scope, { ...asked.value, results });
  if (!answer.ok) return answer;
  const { markdown, ...view } = answer.value;
  return ok(textAnswer(markdown, { structuredContent: { message: markdown.trim(), ...view } }));
}

type Told = Omit<z.output<typeof DuringArgs>, "results" | "session">;
type Asked = Result<Omit<DuringSession, "results">>;

function isTold(told: Told): told is Told & { contextTokens: number } {
  return told.contextTokens !== null;
}

function askedByTold(told: Told & { contextTokens: number }): Asked {
  const { window, ...usage } = told;
  return ok({ number: null, told: { ...usage, windowTokens: window, model: null, minutesSinceCheckpoint: null } });
}

async function askedBySession(world: KeyWorld, session: number | null): Promise<Asked> {
  const number = session ?? (await lastSession(world));
  if (number !== null) return ok({ number, told: null });
  return fail("bad_request", "session_during: tell contextTokens of your window, since you have uploaded no session.", {
    field: "contextTokens",
  });
}

const EndArgs = z.strictObject({ note: z.string().max(2_000).default(""), ...Session });

async function end(world: KeyWorld, { session, note }: z.output<typeof EndArgs>): Promise<Result<CallToolResult>> {
  const { deps, principal, scope } = world;
  const number = await sessionOf(world, "session_end", session);
  if (!number.ok) return number;
  const ended = await endSession(deps, { principal, scope }, { number: number.value, note });
  return ended.ok ? ok(textAnswer(ended.value.markdown)) : ended;
}

const READS = { readOnlyHint: true };

/** The session protocol, for clients without hooks. */
export const SESSION_TOOLS: readonly Tool[] = [
  {
    listed: {
      name: "session_start",
      title: "Session start",
      description: "Call first: constraints, decisions, handoff and open work of the project.",
      inputSchema: inputSchemaOf(StartArgs, START_WANTS),
      annotations: READS,
    },
    rights: ["session:read"],
    run: checked("session_start", StartArgs, START_WANTS, start),
  },
  {
    listed: {
      name: "session_during",
      title: "Session check",
      description: "Call every five turns and after a large result: how full the window is, and what to do.",
      inputSchema: inputSchemaOf(DuringArgs, DURING_WANTS),
      annotations: READS,
    },
    rights: ["session:read"],
    run: checked("session_during", DuringArgs, DURING_WANTS, during),
  },
  {
    listed: {
      name: "session_end",
      title: "Session end",
      description: "Call last: writes the summary, the handoff note and a checkpoint.",
      inputSchema: inputSchemaOf(EndArgs),
      annotations: { destructiveHint: false, idempotentHint: true },
    },
    rights: ["memory:write", "handoff:write", "session:prune"],
    run: checked("session_end", EndArgs, {}, end),
  },
];

/** Checks the right to read sessions and the arguments, in this order: who may not use a tool need not learn its form. */
export function checked<Schema extends z.ZodType>(
  tool: string,
  schema: Schema,
  wants: Readonly<Record<string, string>>,
  run: (world: KeyWorld, args: z.output<Schema>) => Promise<Result<CallToolResult>>,
): Tool["run"] {
  return async (world, given) => {
    const allowed = mayUse(world, "session:read");
    if (!allowed.ok) return fail("forbidden", `${tool}: ${allowed.fault.message}`);
    const args = readArgs(tool, schema, given, wants);
    return args.ok ? run(world, args.value) : args;
  };
}

export function mayUse({ principal, scope }: KeyWorld, right: Right): Result<true> {
  return requireRight({ role: scope.role, keyScopes: principal.scopes }, right);
}
