import type { ListPromptsResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Right } from "../core/access/rights";
import { ok, type Result } from "../core/result";
import { duringSession } from "../services/protocol/during-session";
import { startSession } from "../services/protocol/start-session";
import { readArgs } from "./answers";
import { lastSession } from "./session-number";
import { StartArgs } from "./session-tools";
import type { KeyWorld } from "./tool";

interface Prompt {
  readonly listed: ListPromptsResult["prompts"][number];
  readonly right: Right;
  readonly write: (world: KeyWorld, args: Readonly<Record<string, string>>) => Promise<Result<string>>;
}

/** What a person begins and ends a session with, in clients that offer prompts as commands. */
export const PROMPTS: readonly Prompt[] = [
  {
    listed: {
      name: "session_start",
      title: "Start a session",
      description: "Puts constraints, decisions and the handoff note into the window.",
      arguments: [{ name: "task" }, { name: "branch" }],
    },
    right: "session:read",
    write: start,
  },
  {
    listed: {
      name: "session_end",
      title: "End the session",
      description: "Lets the agent write summary, handoff note and checkpoint.",
      arguments: [{ name: "note" }, { name: "session", description: "Number, else your last" }],
    },
    right: "session:read",
    write: end,
  },
];

/** Arguments of prompts are strings, whatever they mean. */
const StartPrompt = z.strictObject({ task: StartArgs.shape.task, branch: StartArgs.shape.branch });
const EndPrompt = z.strictObject({
  note: z.string().max(2_000).default(""),
  session: z
    .string()
    .regex(/^(?:S-)?[1-9]\d{0,8}$/i, "Give the number of a session, such as 12.")
    .nullable()
    .default(null),
});

async function start({ deps, scope }: KeyWorld, given: Readonly<Record<string, string>>): Promise<Result<string>> {
  const args = readArgs("session_start", StartPrompt, given);
  if (!args.ok) return args;
  const asked = { ...args.value, number: null, model: null, windowTokens: null, changed: [], known: [] };
  const started = await startSession(deps, scope, asked);
  return started.ok ? ok(started.value.markdown) : started;
}

/** Only asks for the tool: a client may fetch a prompt to show it, and that must write nothing. */
async function end(world: KeyWorld, given: Readonly<Record<string, string>>): Promise<Result<string>> {
  const args = readArgs("session_end", EndPrompt, given);
  if (!args.ok) return args;
  const { note, session } = args.value;
  const number = session === null ? await lastSession(world) : Number(session.replace(/^S-/i, ""));
  const call = { ...(number !== null && { session: number }), ...(note !== "" && { note }) };
  const ask = [
    `End this session: call the tool session_end with ${JSON.stringify(call)}. It writes the summary, the handoff note and a checkpoint.`,
    "Then say what it wrote, which drafts wait for a review, and how the next session goes on.",
  ];
  if (number === null) return ok(`${ask.join("\n")}\n`);
  const state = await duringSession(world.deps, world.scope, { number, told: null, results: [] });
  return state.ok ? ok(`${ask.join("\n")}\n\nS-${number} now:\n\n${state.value.markdown}`) : state;
}
