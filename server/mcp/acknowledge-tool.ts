import type { CallToolResult } from "@modelcontextprotocol/server";
import { COMMAND_ARGS } from "../core/commands/args";
import { recordRef } from "../core/decisions/record-ref";
import { fail, ok, type Result } from "../core/result";
import { moveHandoff } from "../services/handoffs/move-handoff";
import { readArgs, textAnswer } from "./answers";
import { inputSchemaOf } from "./compact-schema";
import { mayUse } from "./session-tools";
import type { KeyWorld, Tool } from "./tool";

const NAME = "acknowledge";
const RIGHT = "handoff:write";
/** It takes what `claim` takes. */
const Args = COMMAND_ARGS.claim;

/** The end of what `claim` begins: the work of a handoff note is taken over, so that it waits for nobody any more. */
export const ACKNOWLEDGE_TOOL: Tool = {
  listed: {
    name: NAME,
    description: "Marks a handoff note as done with.",
    inputSchema: inputSchemaOf(Args),
    annotations: { destructiveHint: false, idempotentHint: true },
  },
  rights: [RIGHT],
  run: acknowledge,
};

async function acknowledge(world: KeyWorld, given: Readonly<Record<string, unknown>>): Promise<Result<CallToolResult>> {
  const allowed = mayUse(world, RIGHT);
  if (!allowed.ok) return fail("forbidden", `${NAME}: ${allowed.fault.message}`);
  const args = readArgs(NAME, Args, given, { handoff: "7 for HND-007" });
  if (!args.ok) return args;
  const number = args.value.handoff;
  const moved = await moveHandoff(world.deps, world.scope, { number, move: "acknowledge" });
  if (!moved.ok) return moved;
  const message = `${recordRef("handoff", number)} is acknowledged.`;
  return ok(textAnswer(`${message}\n`, { structuredContent: { message, ...moved.value } }));
}
