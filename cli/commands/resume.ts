import { readCheckpointName } from "@/server/core/checkpoints/name";
import { CliFault } from "../fault";
import { say } from "../output";
import { asking, findPlace, type PlaceOptions } from "./place";

export interface ResumeOptions extends PlaceOptions {
  readonly window?: number;
  readonly json?: boolean;
}

/**
 * Prints what a fresh session starts from: the text alone goes to standard output, so that it can be piped into an
 * agent. Without a name it is the latest checkpoint of the project.
 */
export async function resume(name: string | undefined, options: ResumeOptions): Promise<void> {
  const wanted = name === undefined ? { session: null, checkpoint: null } : readCheckpointName(name);
  if (wanted === null)
    throw new CliFault(`${name} is no checkpoint. Name one like 12.3: session 12, its checkpoint 3.`);
  const { api, team, project } = await findPlace(options);
  const { session: number, checkpoint } = wanted;
  const windowTokens = options.window ?? null;
  const resumed = await asking(api.checkpoints.resume.mutate({ team, project, number, checkpoint, windowTokens }));
  if (options.json) {
    say.line(JSON.stringify(resumed, null, 2));
    return;
  }
  if (resumed.resumedBefore) {
    const { by, at } = resumed.resumedBefore;
    say.warn(`${by} resumed from ${resumed.name} before, at ${at}. Two sessions may do the same work twice.`);
  }
  if (resumed.isOutdated) say.warn(`Session ${resumed.session} went on after ${resumed.name} was saved.`);
  say.line(resumed.text.trimEnd());
}
