import { z } from "zod";
import { AdviceView } from "../budget/views";

/**
 * What the watchers of a session are told. Events themselves are not among it: who wants them reads the timeline from
 * the last one it has.
 */
export const LiveMessageView = z.discriminatedUnion("kind", [
  /** Where the session stands: the first message to a watcher that names none it has heard. */
  z.object({
    kind: z.literal("standing"),
    /** All events of the session. */
    events: z.int(),
    analysedAt: z.iso.datetime().nullable(),
    /** The analysis has not seen the newest upload. */
    waiting: z.boolean(),
  }),
  z.object({
    kind: z.literal("arrived"),
    /** Since the watcher last heard of arrivals. */
    added: z.int(),
    events: z.int(),
    /** The highest sequence number of any thread; null while the session has no event. */
    upToSeq: z.number().nullable(),
  }),
  z.object({ kind: z.literal("analysed"), analysedAt: z.iso.datetime(), waiting: z.boolean() }),
  /** The agent was advised: a threshold was reached, or a boundary. */
  z.object({
    kind: z.literal("advice"),
    usage: z
      .object({ tokens: z.number(), windowTokens: z.number().nullable(), share: z.number().nullable() })
      .nullable(),
    advice: AdviceView,
  }),
]);
export type LiveMessage = z.infer<typeof LiveMessageView>;

/** How far a watcher has heard. It travels as the id of each message, so that the server keeps nothing of anyone. */
export interface LivePosition {
  readonly events: number;
  /** 0 before the first analysis. */
  readonly analysedAtMs: number;
  /** The turn and the situation of the last advice; empty before the first. */
  readonly advice: string;
}

/** A session as a look at it finds it. */
export interface LiveStanding extends LivePosition {
  readonly waiting: boolean;
  readonly upToSeq: number | null;
  readonly told: Pick<Extract<LiveMessage, { kind: "advice" }>, "usage" | "advice"> | null;
}

/** A message and the position of whoever has heard it. */
export interface LiveTold {
  readonly id: string;
  readonly message: LiveMessage;
}

export function liveId({ events, analysedAtMs, advice }: LivePosition): string {
  return `${events}.${analysedAtMs}.${advice}`;
}

const ID = /^(\d{1,9})\.(\d{1,15})\.([\w:-]{0,60})$/;

/** The position of an id that we gave; null for any other. */
export function parseLiveId(id: string): LivePosition | null {
  const [, events, analysedAtMs, advice] = ID.exec(id) ?? [];
  if (events === undefined || analysedAtMs === undefined || advice === undefined) return null;
  return { events: Number(events), analysedAtMs: Number(analysedAtMs), advice };
}

/**
 * What a watcher at a position has not heard yet, in the order in which it happens: events, their analysis, advice. Each
 * message carries the position behind it, so that a connection which breaks between two of them loses neither. A
 * position that the session cannot have had counts as none.
 */
export function unheard(heard: LivePosition | null, now: LiveStanding): LiveTold[] {
  if (heard === null || heard.events > now.events) return [{ id: liveId(now), message: standingMessage(now) }];
  const told: LiveTold[] = [];
  let at = heard;
  const tell = (reached: Partial<LivePosition>, message: LiveMessage) => {
    at = { ...at, ...reached };
    told.push({ id: liveId(at), message });
  };
  const { events, analysedAtMs, advice, upToSeq, waiting } = now;
  if (events > heard.events) {
    tell({ events }, { kind: "arrived", added: events - heard.events, events, upToSeq });
  }
  if (analysedAtMs > heard.analysedAtMs) {
    tell({ analysedAtMs }, { kind: "analysed", analysedAt: new Date(analysedAtMs).toISOString(), waiting });
  }
  if (now.told !== null && advice !== heard.advice) tell({ advice }, { kind: "advice", ...now.told });
  return told;
}

function standingMessage({ events, analysedAtMs, waiting }: LiveStanding): LiveMessage {
  const analysedAt = analysedAtMs === 0 ? null : new Date(analysedAtMs).toISOString();
  return { kind: "standing", events, analysedAt, waiting };
}
