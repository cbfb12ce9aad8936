import { z } from "zod";
import { RELIEF_STEPS } from "../budget/relief";
import { AdviceView } from "../budget/views";
import { HANDOFF_STATUSES } from "../handoffs/inbox";
import { HandoffNote } from "../handoffs/note";

/** What the session protocol answers: at a session's start, during it and at its end. */

export const START_SECTIONS = ["withdrawn", "work", "constraints", "preferences", "handoff", "decisions"] as const;
export type StartSection = (typeof START_SECTIONS)[number];

/** Something that a session knows, and how it read then; the version is a mark that changes with the text. */
export const KnownItem = z.object({ ref: z.string().min(1).max(100), version: z.string().min(1).max(40) });
export type KnownItem = z.infer<typeof KnownItem>;

export const StartItem = KnownItem.extend({ section: z.enum(START_SECTIONS), text: z.string() });
export type StartItem = z.infer<typeof StartItem>;

export const WorkView = z.object({
  /** The session that tells of it: the last one of this person, on this branch where there is one. */
  session: z.int().nullable(),
  task: z.string(),
  branch: z.string().nullable(),
  todos: HandoffNote.shape.progress,
  checks: HandoffNote.shape.checks,
});
export type WorkView = z.infer<typeof WorkView>;

export const StartView = z.object({
  /** `Context Steward: 47 files indexed, 23 decisions loaded, budget: 128K tokens` */
  startLine: z.string(),
  /** All of it, as it is put into the window. */
  markdown: z.string(),
  tokens: z.int(),
  budget: z.object({
    windowTokens: z.int().nullable(),
    /** `assumed` is the smallest one that is in use. */
    source: z.enum(["told", "model", "assumed"]),
    /** The most that a start puts into the window at once. */
    limitTokens: z.int(),
    hotTokens: z.int(),
    warmTokens: z.int(),
    coldTokens: z.int(),
  }),
  /** All that there is to tell is known already. */
  nothingNew: z.boolean(),
  items: z.array(StartItem),
  /** What has no room, each in one line that says how to get it. */
  offered: z.array(KnownItem.extend({ line: z.string() })),
  /** Of which not even a line has room. */
  unlisted: z.int(),
  /** To be sent with the next start of the same session, so that only what changed is told. */
  known: z.array(KnownItem),
  handoff: z
    .object({
      number: z.int(),
      ref: z.string(),
      title: z.string(),
      status: z.enum(HANDOFF_STATUSES),
      claimedBy: z.string().nullable(),
      /** The smart command that takes it; null where the caller may not. */
      claim: z.string().nullable(),
    })
    .nullable(),
  work: WorkView,
});
export type StartView = z.infer<typeof StartView>;

export const DuringView = z.object({
  /** By what the server has of the session, or by what the client told. */
  source: z.enum(["session", "told"]),
  session: z.int().nullable(),
  window: z.object({ tokens: z.number().nullable(), source: z.enum(["told", "model"]).nullable() }),
  usage: z.object({ tokens: z.number(), share: z.number().nullable() }),
  /** Null where the server has no events of the session. */
  reclaimableTokens: z.number().nullable(),
  advice: AdviceView.nullable(),
  check: z.object({ everyTurns: z.int(), atTurn: z.int(), nextTurn: z.int(), isDue: z.boolean() }),
  relief: z.array(z.object({ step: z.enum(RELIEF_STEPS), why: z.string(), tokens: z.number(), command: z.string() })),
  /** Large results, with what to do about each. */
  flags: z.array(z.object({ id: z.string(), tokens: z.number(), message: z.string() })),
  markdown: z.string(),
});
export type DuringView = z.infer<typeof DuringView>;

const Written = z.object({ name: z.string(), number: z.int(), isNew: z.boolean() });

export const EndView = z.object({
  session: z.int(),
  /** Each null when it was not written; `skipped` says why. */
  checkpoint: Written.nullable(),
  summary: Written.nullable(),
  handoff: Written.nullable(),
  /** Decisions that the session drafted and nobody has reviewed. */
  drafts: z.array(z.object({ ref: z.string(), title: z.string() })),
  /** Records that are only found by search from now on: superseded and implemented decisions, resolved failures. */
  archived: z.array(z.object({ ref: z.string(), why: z.string() })),
  skipped: z.array(z.object({ what: z.enum(["checkpoint", "summary", "handoff"]), why: z.string() })),
  markdown: z.string(),
});
export type EndView = z.infer<typeof EndView>;
