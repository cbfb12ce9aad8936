import { requireRight } from "../../core/access/refusal";
import type { Principal, ProjectScope } from "../../core/access/scope";
import type { CommandAnswer } from "../../core/commands/answer";
import type { CommandName } from "../../core/commands/args";
import { checkArgs, type ParsedCommand, parseCommand } from "../../core/commands/parse";
import { type Command, commandOf, rightFor } from "../../core/commands/table";
import { fail, notFound, ok, type Result } from "../../core/result";
import { readLastSession } from "../../db/protocol/sessions";
import { readSessionId } from "../../db/sessions/session";
import type { Deps } from "../deps";
import { RUNNERS } from "./runners";

export type RunCommand = {
  /** The session that it is about, unless the phrase names one; null takes the caller's last one. */
  readonly session: number | null;
} & ({ readonly text: string } | { readonly name: CommandName; readonly args: unknown });

/**
 * Runs a smart command for whoever asks: the browser's bar, the command line, a skill or MCP. Its right is the caller's
 * own for what it does with these arguments; the scope given needs only the right to read the project.
 */
export async function runCommand(
  deps: Deps,
  { principal, scope }: { readonly principal: Principal; readonly scope: ProjectScope },
  input: RunCommand,
): Promise<Result<CommandAnswer>> {
  const parsed = "text" in input ? parseCommand(input.text) : checkNamed(input.name, input.args);
  if (!parsed.ok) return parsed;
  const { name, args } = parsed.value;
  const command = commandOf(name);
  const keyScopes = principal.kind === "key" ? principal.scopes : null;
  const allowed = requireRight({ role: scope.role, keyScopes }, rightFor(command, args));
  if (!allowed.ok) return fail("forbidden", `context ${name}: ${allowed.fault.message}`);
  const session = await sessionFor(deps, scope, command, parsed.value.session ?? input.session);
  if (!session.ok) return session;
  const told = await RUNNERS[name]({ deps, scope, session: session.value }, args);
  if (!told.ok) return told;
  const { markdown, links, data, changed } = told.value;
  return ok({ command: name, session: session.value, changed, markdown, links: [...links], data });
}

function checkNamed(name: CommandName, args: unknown): Result<ParsedCommand> {
  const checked = checkArgs(name, args);
  return checked.ok ? ok({ name, args: checked.value, session: null }) : checked;
}

async function sessionFor(
  deps: Deps,
  scope: ProjectScope,
  { name, ofSession }: Command,
  asked: number | null,
): Promise<Result<number | null>> {
  if (ofSession === "never") return ok(null);
  if (asked !== null) return (await readSessionId(deps.db, scope, asked)) ? ok(asked) : notFound("session", asked);
  if (ofSession === "possible") return ok(null);
  const { memberId } = scope.actor;
  const last = memberId === null ? null : await readLastSession(deps.db, scope, memberId);
  if (last !== null) return ok(last);
  return fail("bad_request", `context ${name} is about a session: name one, such as context ${name} on S-12.`, {
    field: "session",
  });
}
