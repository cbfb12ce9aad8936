import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Right } from "../core/access/rights";
import type { CommandAnswer } from "../core/commands/answer";
import { COMMAND_ARGS, type CommandName } from "../core/commands/args";
import { COMMANDS, type Command, type Param, type ParamKind } from "../core/commands/table";
import { ok, type Result } from "../core/result";
import { runCommand } from "../services/commands/run-command";
import { readArgs, textAnswer } from "./answers";
import { inputSchemaOf } from "./compact-schema";
import { Session } from "./session-number";
import type { KeyWorld, Tool } from "./tool";

/** Calling one of these again does something again. */
const REPEATS: ReadonlySet<CommandName> = new Set(["checkpoint", "resume", "record decision", "record failure"]);

/** Short answers that a program acts on: what was changed, and under which number. */
const STRUCTURED: ReadonlySet<CommandName> = new Set([
  "archive",
  "restore",
  "pin",
  "unpin",
  "record decision",
  "record failure",
]);

/** Programs give a number where phrases have `200k` and `HND-007`. */
const WANTS: Partial<Record<ParamKind, string>> = { size: "tokens, or auto", record: "7 for HND-007" };

/** Named for what it wants, so that a description would only take room. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(["because", "note", "paths", "words", "query"]);

/** Every smart command is a tool; what it takes, needs and does follows from the table. */
export const COMMAND_TOOLS: readonly Tool[] = COMMANDS.map(toTool);

function toTool(command: Command): Tool {
  const { name, summary, params, ofSession } = command;
  const toolName = name.replaceAll(" ", "_");
  const args = COMMAND_ARGS[name];
  const schema = ofSession === "never" ? args : z.strictObject({ ...args.shape, ...Session });
  const wants = Object.fromEntries(params.map((param) => [param.name, WANTS[param.kind] ?? param.wants]));
  return {
    listed: {
      name: toolName,
      // A title of one word would only repeat the name.
      ...(name.includes(" ") && { title: titleOf(name) }),
      description: summary,
      inputSchema: inputSchemaOf(schema, Object.fromEntries(params.flatMap((param) => described(param, wants)))),
      annotations: annotationsOf(command),
    },
    rights: [command.right],
    run: (world, given) => run(world, command, readArgs(toolName, schema, given, wants)),
  };
}

/** Choices tell what they are. */
function described({ name, kind }: Param, wants: Readonly<Record<string, string>>): [string, string][] {
  const want = wants[name];
  const isTold = SELF_EVIDENT.has(name) || kind === "level" || kind === "stage";
  return want === undefined || isTold ? [] : [[name, want]];
}

async function run(
  { deps, principal, scope }: KeyWorld,
  { name }: Command,
  checked: Result<Readonly<Record<string, unknown>>>,
): Promise<Result<CallToolResult>> {
  if (!checked.ok) return checked;
  const { session, ...args } = checked.value;
  const asked = typeof session === "number" ? session : null;
  const answer = await runCommand(deps, { principal, scope }, { name, args, session: asked });
  return answer.ok ? ok(toResult(answer.value)) : answer;
}

const Transition = z.object({ status: z.enum(["ok", "rejected", "unavailable"]) });
const Fields = z.record(z.string(), z.unknown());

/** Links and what was changed are for programs: models do not pay for them. */
function toResult({ command, session, changed, markdown, links, data }: CommandAnswer): CallToolResult {
  const fields = STRUCTURED.has(command) ? Fields.safeParse(data).data : undefined;
  const status = Transition.safeParse(data).data?.status ?? "ok";
  return textAnswer(markdown, {
    ...(fields && { structuredContent: { message: markdown.trim(), ...fields } }),
    ...(status !== "ok" && { isError: true }),
    _meta: { "context-steward/answer": { session, changed, links } },
  });
}

function annotationsOf({ name, right, rightWith }: Command) {
  const readOnlyHint = isReading(right) && (rightWith === undefined || isReading(rightWith.right));
  if (readOnlyHint) return { readOnlyHint };
  // Nothing is ever lost: what is taken out of a window can be restored, and records keep their versions.
  return { destructiveHint: false, ...(!REPEATS.has(name) && { idempotentHint: true }) };
}

function isReading(right: Right): boolean {
  return right.endsWith(":read");
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
