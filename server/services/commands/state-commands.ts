import type { CommandArgs } from "../../core/commands/args";
import { recordLink, sessionLink } from "../../core/commands/paths";
import { ok, type Result } from "../../core/result";
import { createCheckpoint } from "../checkpoints/create-checkpoint";
import { resumeCheckpoint } from "../checkpoints/resume-checkpoint";
import { createHandoff } from "../handoffs/create-handoff";
import { getHandoff } from "../handoffs/get-handoff";
import { composeAgain } from "../session-summaries/compose-again";
import { getSummary } from "../session-summaries/get-summary";
import { type SessionWorld, shown, type Told, type World } from "./world";

/** Commands that write down where a session stands, and take it up again. */

export async function summarize({ deps, scope, session }: SessionWorld): Promise<Result<Told>> {
  const composed = await composeAgain(deps, scope, { session });
  if (!composed.ok) return composed;
  const { number, isNew } = composed.value;
  const summary = await getSummary(deps, scope, number);
  if (!summary.ok) return summary;
  const { title, version, markdown } = summary.value;
  const links = [recordLink(scope, "summary", number), sessionLink(scope, session)];
  return ok({ markdown, data: { number, version, title, isNew }, links, changed: isNew });
}

export async function handoff({ deps, scope, session }: SessionWorld): Promise<Result<Told>> {
  const made = await createHandoff(deps, scope, { session, title: "", markdown: "" });
  if (!made.ok) return made;
  const { number, isNew, isChanged } = made.value;
  const note = await getHandoff(deps, scope, number);
  if (!note.ok) return note;
  const { title, version, status, prompt, markdown } = note.value;
  const data = { number, version, title, status, prompt, isNew };
  const links = [recordLink(scope, "handoff", number), sessionLink(scope, session)];
  return ok({ markdown, data, links, changed: isChanged });
}

export async function checkpoint(world: SessionWorld, { note }: CommandArgs<"checkpoint">): Promise<Result<Told>> {
  const { deps, scope, session } = world;
  const saved = await createCheckpoint(deps, scope, { number: session, note, trigger: "asked" });
  if (!saved.ok) return saved;
  const { name, number, message, tokens, leftOut, text } = saved.value;
  const links = [sessionLink(scope, session, `Checkpoint ${name}`, `view=checkpoints&checkpoint=${number}`)];
  const markdown = `${message.split("\n").join("\n\n")}\n`;
  return ok({ markdown, data: { name, number, tokens, leftOut, text }, links, changed: true });
}

/** Notes who resumed, so it changes something. */
export async function resume({ deps, scope }: World, args: CommandArgs<"resume">): Promise<Result<Told>> {
  const { from, window: windowTokens = null } = args;
  const [session, number] = (from ?? "").split(".").map((part) => (part === "" ? null : Number(part)));
  const asked = { number: session ?? null, checkpoint: number ?? null, windowTokens };
  const resumed = await resumeCheckpoint(deps, scope, asked);
  if (!resumed.ok) return resumed;
  const { name, number: at, text, resumedBefore, isOutdated } = resumed.value;
  const before = resumedBefore === null ? "" : `${resumedBefore.by} resumed from it at ${resumedBefore.at}.\n\n`;
  const since = isOutdated ? `S-${resumed.value.session} went on after ${name} was saved.\n\n` : "";
  const query = `view=checkpoints&checkpoint=${at}`;
  const links = [sessionLink(scope, resumed.value.session, `Checkpoint ${name}`, query)];
  return ok({ ...shown(`${before}${since}${text}`, resumed.value, links), changed: true });
}
