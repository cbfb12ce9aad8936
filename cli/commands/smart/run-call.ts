import { existsSync } from "node:fs";
import path from "node:path";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import type { CommandAnswer } from "@/server/core/commands/answer";
import type { CommandName } from "@/server/core/commands/args";
import { CliFault } from "../../fault";
import { isForEyes, say, style } from "../../output";
import { toProjectPath } from "../../projects/project-path";
import { openProject, type ProjectPlace } from "../../projects/project-place";
import { toFault } from "../../upload/api";
import type { PlaceOptions } from "../place";
import type { Call } from "./read-call";
import { toTerminal, withFullLinks, withoutControls } from "./terminal-markdown";

const EXIT_NOT_TAKEN = 1;

/** Runs a smart command on the server and prints what it answers. */
export async function runCall(call: Call, options: PlaceOptions): Promise<void> {
  const place = await openProject(options);
  printAnswer(await askServer(place, call), place, options);
}

/** @throws CliFault with the server's sentence. */
export async function askServer({ api, name: project, root }: ProjectPlace, call: Call): Promise<CommandAnswer> {
  const { name, session } = call;
  const args = withProjectPaths(call, root);
  try {
    const answer = await api.commands.run.mutate({ ...project, name, args, session });
    return { ...answer, data: answer.data };
  } catch (error) {
    throw isWithoutSession(error) ? noSession(name, project.project) : toFault(error);
  }
}

/** Arguments that name files of the project. */
const PATHS: Partial<Record<CommandName, string>> = { priority: "file", graph: "of", constraints: "paths" };

function withProjectPaths({ name, args }: Call, root: string): Record<string, unknown> {
  const key = PATHS[name];
  const value = key === undefined ? undefined : args[key];
  if (key === undefined || value === undefined) return { ...args };
  const paths = Array.isArray(value)
    ? value.map((one) => projectFile(String(one), root))
    : projectFile(String(value), root);
  return { ...args, [key]: paths };
}

/** A file as it was typed, in the way that the project's index names it. */
export function projectFile(text: string, root: string): string {
  return toProjectPath(text, { root, cwd: path.resolve("."), exists: existsSync });
}

/** The server wants a session and the person has none: its sentence shows a phrase, which is no command line. */
function isWithoutSession(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data = z.object({ code: z.literal("BAD_REQUEST"), field: z.literal("session") });
  return data.safeParse(error.data).success;
}

function noSession(name: CommandName, project: string): CliFault {
  return new CliFault(
    `${name} is about a session, and you have none in ${project} yet. Name one (steward ${name} --session 12), or upload yours: steward import`,
  );
}

/**
 * The text goes to standard output, plain where that is no terminal; addresses go to standard error, so that what is
 * piped into an agent is the text alone. A call that was refused ends with 1.
 */
export function printAnswer(
  answer: CommandAnswer,
  { server }: Pick<ProjectPlace, "server">,
  { json = false }: { readonly json?: boolean },
): void {
  if (wasRefused(answer)) process.exitCode = EXIT_NOT_TAKEN;
  if (json) {
    say.line(JSON.stringify(answer, null, 2));
    return;
  }
  const markdown = withoutControls(withFullLinks(answer.markdown, server)).trimEnd();
  say.line(isForEyes ? toTerminal(markdown, style) : markdown);
  if (process.stdout.isTTY && answer.links.length > 0) say.note("");
  for (const { label, path: at } of answer.links) say.note(withoutControls(`${label}  ${server}${at}`));
}

const Refusal = z.union([
  z.object({ status: z.enum(["rejected", "unavailable"]) }),
  z.object({ committed: z.literal(false) }),
]);

/** Archiving, restoring and pinning answer a status; a prune run says whether it was committed. */
function wasRefused({ command, changed, data }: CommandAnswer): boolean {
  const acts: readonly CommandName[] = ["archive", "restore", "pin", "prune", "compact"];
  return !changed && acts.includes(command) && Refusal.safeParse(data).success;
}
