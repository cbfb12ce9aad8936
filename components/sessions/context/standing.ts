import { RESOLVABLE_KINDS } from "@/server/core/events/kinds";
import { type EventDetail, RESIDENCIES } from "@/server/core/telemetry/session-views";
import { kindWord } from "../../telemetry/words";

export type Residency = (typeof RESIDENCIES)[number];
export { RESIDENCIES };

/** What the model sees of an event now, also before the next analysis knows of it. */
export interface Standing {
  readonly residency: Residency;
  readonly retained: string | null;
}

type Changes = Pick<EventDetail, "transitions">;

export function standingOf({ transitions }: Changes): Standing {
  const newest = transitions[0];
  return newest ? { residency: newest.to, retained: newest.retained } : { residency: "full", retained: null };
}

type Event = Changes & { row: Pick<EventDetail["row"], "kind" | "inContext"> };

/** Why nothing of the event can be archived or restored; null when it can. */
export function fixedBecause(event: Event): string | null {
  const { row } = event;
  if (!row.inContext) {
    return "It left the window with a compaction, a clear or a rewind. It is history: nothing can be archived or put back, and its text stays below.";
  }
  const isResolvable = RESOLVABLE_KINDS.some((kind) => kind === row.kind);
  if (isResolvable || standingOf(event).residency !== "full") return null;
  return `${kindWord(row.kind)}: only results, skill loads and outputs of agents can be archived. A pin keeps it from every run.`;
}

/** Why one choice of the control is not open; null when it is. */
export function closedBecause(event: Event, to: Residency): string | null {
  const { residency } = standingOf(event);
  if (to === residency || to === "full") return null;
  const isResolvable = RESOLVABLE_KINDS.some((kind) => kind === event.row.kind);
  if (!isResolvable) return "Only results, skill loads and outputs of agents can be archived";
  if (to === "retained" && residency === "reference") return "Restore it first, then archive it with its meaning";
  return null;
}

/** Only a protection can be overruled by a person; every other refusal stands. */
const OVERRULED = new Set(["protected", "in_flight"]);

export interface Refusal {
  readonly message: string;
  readonly mayForce: boolean;
}

type Refused = {
  readonly status: string;
  readonly message: string;
  readonly rejected?: readonly { readonly reason: string; readonly message: string }[] | undefined;
};

/** What a refusal says to a person: the button says what the field `force` would do. */
export function refusalOf({ message, rejected }: Refused): Refusal {
  const messages = rejected && rejected.length > 0 ? rejected.map((one) => one.message) : [message];
  return {
    message: messages.join(" ").replaceAll(/ ?Send force: true to archive it all the same\./g, ""),
    mayForce: rejected !== undefined && rejected.length > 0 && rejected.every(({ reason }) => OVERRULED.has(reason)),
  };
}
