import { count, say } from "../output";
import { asking, findPlace, findSession, type PlaceOptions } from "./place";

export interface CheckpointOptions extends PlaceOptions {
  readonly note?: string;
  readonly json?: boolean;
}

/** Saves the state of a session, from which a fresh one can go on. */
export async function checkpoint(session: number | undefined, options: CheckpointOptions): Promise<void> {
  const place = await findPlace(options);
  const { api, team, project } = place;
  const number = await findSession(place, session);
  const saved = await asking(
    api.checkpoints.create.mutate({ team, project, number, note: options.note ?? "", trigger: "asked" }),
  );
  if (options.json) {
    say.line(JSON.stringify(saved, null, 2));
    return;
  }
  say.line(saved.message);
  const left = saved.leftOut === 0 ? "" : ` ${count(saved.leftOut, "line")} had no room and stand in the saved state.`;
  say.note(`The text has about ${count(saved.tokens, "token")}.${left}`);
}
