import { z } from "zod";
import { HandoffNote } from "../handoffs/note";

/** What a checkpoint keeps of its session: all that its text is rendered from. Stored as JSON and never changed. */

export const CHECKPOINT_TRIGGERS = ["asked", "advice", "boundary"] as const;
export type CheckpointTrigger = (typeof CHECKPOINT_TRIGGERS)[number];

/** Something that the text leaves out and `history.get` gives back, as long as the session is stored. */
export const RestorableRef = z.object({
  /** Entry id; `ctx:<ref>` in texts. */
  ref: z.string(),
  /** What it is, such as `Read src/db.ts`. */
  label: z.string(),
  tokens: z.int().nonnegative(),
  /** Why a fresh session may want it. */
  why: z.enum(["plan", "failure", "check", "file", "pruned"]),
  /** Other agents that got the same. */
  alsoBy: z.array(z.string()),
});
export type RestorableRef = z.infer<typeof RestorableRef>;

export const CheckpointState = z.object({
  session: z.object({ number: z.int(), title: z.string().nullable(), client: z.string() }),
  savedAt: z.string(),
  note: z.string(),
  task: z.object({
    text: z.string(),
    /**
     * `finished`: it was answered and nothing of it is open. `waiting`: it was answered with a question that nobody has
     * answered. In both cases nobody does it again.
     */
    state: z.enum(["open", "waiting", "finished"]),
  }),
  /** The last two, verbatim, the newest first. */
  userMessages: z.array(z.object({ ref: z.string(), text: z.string(), isAnswered: z.boolean() })),
  steps: z.object({
    done: z.array(z.string()),
    current: z.array(z.string()),
    open: z.array(z.string()),
    cancelled: z.array(z.string()),
    /** False for a todo list that an earlier task left. */
    areOfTask: z.boolean(),
  }),
  nextSteps: z.array(z.string()),
  decisions: HandoffNote.shape.keyDecisions,
  rejectedAlternatives: HandoffNote.shape.rejectedAlternatives,
  openQuestions: HandoffNote.shape.openQuestions,
  filesModified: HandoffNote.shape.filesModified,
  failures: HandoffNote.shape.remainingFailures,
  checks: HandoffNote.shape.checks,
  /** A file changed behind the last check, so that its result may no longer hold. */
  isChangedSinceCheck: z.boolean(),
  branch: z.string().nullable(),
  head: z.string().nullable(),
  commits: HandoffNote.shape.commits,
  stage: z.string().nullable(),
  pruned: z.object({ events: z.int().nonnegative(), tokens: z.int().nonnegative() }),
  refs: z.array(RestorableRef),
  /** What the project keeps to, a line a rule. They are those of the day on which somebody resumes, so none is stored. */
  rules: z.array(z.string()).default([]),
  context: z.object({ tokens: z.int().nonnegative(), windowTokens: z.int().nullable(), isExact: z.boolean() }),
});
export type CheckpointState = z.infer<typeof CheckpointState>;
