import type { CommandArgs } from "../../core/commands/args";
import { sessionLink } from "../../core/commands/paths";
import { tellBudget, tellLoad, tellRun, tellStatus, tellSuggestions } from "../../core/commands/tell-window";
import type { Answer, Operation } from "../../core/context/answer";
import { fail, ok, type Result } from "../../core/result";
import { getStatus } from "../budget/get-status";
import { loadContext } from "../catalogue/load-context";
import { archive as archiveResults } from "../context/archive";
import { pin as pinEvents } from "../context/pin";
import { restore as restoreEvents } from "../context/restore";
import { suggest } from "../context/suggest";
import { unpin as unpinEvents } from "../context/unpin";
import { runPrune } from "../runs/run";
import { setWindow } from "./set-window";
import { type Asked, type SessionWorld, shown, type Told } from "./world";

/** Commands about what a session's window holds. */

export async function status({ deps, scope, session }: SessionWorld): Promise<Result<Told>> {
  const found = await getStatus(deps, scope, { number: session });
  if (!found.ok) return found;
  return ok(shown(tellStatus(found.value), found.value, [sessionLink(scope, session)]));
}

export async function budget(world: SessionWorld, { size }: CommandArgs<"budget">): Promise<Result<Told>> {
  const { deps, scope, session } = world;
  const changed = size !== null;
  if (size !== null) {
    const set = await setWindow(deps, scope, { number: session, tokens: size === "auto" ? null : size });
    if (!set.ok) return set;
  }
  const found = await getStatus(deps, scope, { number: session });
  if (!found.ok) return found;
  const links = [sessionLink(scope, session, `Tiers of S-${session}`, "view=tiers")];
  return ok({ markdown: tellBudget(found.value), data: found.value, links, changed });
}

export function compact(world: SessionWorld): Promise<Result<Told>> {
  return run(world, true);
}

export function prune(world: SessionWorld): Promise<Result<Told>> {
  return run(world, false);
}

async function run({ deps, scope, session }: SessionWorld, compacts: boolean): Promise<Result<Told>> {
  const answer = await runPrune(deps, scope, { number: session, compact: compacts, onlyIfItPays: false });
  if (!answer.ok) return answer;
  const { value } = answer;
  const links = value.committed
    ? [sessionLink(scope, session, `Run ${value.runNumber} of S-${session}`, `view=runs&run=${value.runNumber}`)]
    : [sessionLink(scope, session, `What a run of S-${session} would change`, "preview=1")];
  return ok({ markdown: tellRun(value), data: value, links, changed: value.committed });
}

const MAX_SUGGESTIONS = 15;

export async function archive(world: SessionWorld, args: CommandArgs<"archive">): Promise<Result<Told>> {
  const { deps, scope, session } = world;
  const { refs, keeping } = args;
  if (refs.length === 0) {
    const found = await suggest(deps, scope, { number: session, thread: null, limit: MAX_SUGGESTIONS });
    if (!found.ok) return found;
    const links = [sessionLink(scope, session, `Tiers of S-${session}`, "view=tiers")];
    return ok(shown(tellSuggestions(found.value), found.value, links));
  }
  if (keeping !== "" && refs.length > 1) {
    return fail("bad_request", "What is kept belongs to one result: archive them one by one.", { field: "keeping" });
  }
  const targets = refs.map((ref) => (keeping === "" ? { ref } : { ref, retained: keeping }));
  const answer = await archiveResults(deps, scope, { number: session, targets, force: false });
  return answer.ok ? ok(toTold(world, answer.value)) : answer;
}

export async function restore(world: SessionWorld, { refs }: CommandArgs<"restore">): Promise<Result<Told>> {
  const answer = await restoreEvents(world.deps, world.scope, { number: world.session, refs });
  return answer.ok ? ok(toTold(world, answer.value)) : answer;
}

export async function pin(world: SessionWorld, { refs, because }: CommandArgs<"pin">): Promise<Result<Told>> {
  const reason = because === "" ? "Pinned by command." : because;
  const answer = await pinEvents(world.deps, world.scope, { number: world.session, refs, reason, until: null });
  return answer.ok ? ok(toTold(world, answer.value)) : answer;
}

export async function unpin(world: SessionWorld, { refs }: CommandArgs<"unpin">): Promise<Result<Told>> {
  const answer = await unpinEvents(world.deps, world.scope, { number: world.session, refs });
  return answer.ok ? ok(toTold(world, answer.value)) : answer;
}

function toTold<Op extends Operation>({ scope, session }: SessionWorld, answer: Answer<Op>): Told {
  const links = [sessionLink(scope, session, `Changes of S-${session}`, "view=changes")];
  return { markdown: `${answer.message}\n`, data: answer, links, changed: answer.changed.length > 0 };
}

export async function load({ deps, scope, session }: Asked, args: CommandArgs<"load">): Promise<Result<Told>> {
  const { stage, window: windowTokens = null } = args;
  const found = await loadContext(deps, scope, { number: session, stage, windowTokens });
  return found.ok ? ok(shown(tellLoad(found.value), found.value)) : found;
}
