import { z } from "zod";
import { can } from "../../core/access/rights";
import type { Principal, ProjectScope } from "../../core/access/scope";
import type { CommandView } from "../../core/commands/answer";
import { COMMAND_ARGS } from "../../core/commands/args";
import { COMMANDS, usageOf } from "../../core/commands/table";

/** The table as programs read it, with what the caller may run. */
export function listCommands(principal: Principal, { role }: ProjectScope): CommandView[] {
  const keyScopes = principal.kind === "key" ? principal.scopes : null;
  return COMMANDS.map((command) => ({
    name: command.name,
    usage: usageOf(command),
    aliases: [...command.aliases],
    summary: command.summary,
    params: command.params.map(({ name, kind, required, wants, after = null, values = [] }) => ({
      name,
      kind,
      required,
      wants,
      after,
      values: [...values],
    })),
    ofSession: command.ofSession,
    right: command.right,
    allowed: can({ role, keyScopes }, command.right),
    examples: command.examples.map(({ text }) => text),
    args: z.toJSONSchema(COMMAND_ARGS[command.name], { io: "input" }),
  }));
}
