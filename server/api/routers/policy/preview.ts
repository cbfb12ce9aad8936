import { z } from "zod";
import { MOST_SESSIONS, previewPolicy } from "../../../services/policy/preview-policy";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DraftBody, Instant, VersionNumber } from "./view";

const Figures = z.object({
  beforeTokens: z.number(),
  savedTokens: z.number(),
  changedEvents: z.number(),
  protectedEvents: z.number(),
  blockedRemovals: z.number(),
  provenTokens: z.number(),
  idleTokens: z.number(),
  advised: z.object({ prune: z.number(), compact: z.number(), checkpoint: z.number() }).nullable(),
  commit: z.object({ commits: z.boolean(), reason: z.string() }),
});

const Side = z.object({
  to: z.enum(["full", "retained", "reference"]),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
});

const Example = z.object({
  ref: z.string(),
  thread: z.string(),
  kind: z.string(),
  tool: z.string().nullable(),
  target: z.string().nullable(),
  tokens: z.number(),
  moreSavedTokens: z.number(),
  now: Side,
  draft: Side,
});

const SessionView = z.object({
  number: z.number(),
  title: z.string().nullable(),
  client: z.string(),
  events: z.number(),
  lastEventAt: Instant,
  now: Figures,
  draft: Figures,
  differing: z.number(),
  examples: z.array(Example),
  neededAgain: z.object({ now: z.number(), draft: z.number() }).nullable(),
});

const PreviewView = z.object({
  version: VersionNumber,
  sessions: z.array(SessionView),
  leftOut: z.array(z.object({ number: z.number(), title: z.string().nullable(), why: z.string() })),
});
export type PolicyPreview = z.infer<typeof PreviewView>;

/** What a draft would have made of the last sessions. It writes nothing; a body is too long for a query's address. */
export const preview = projectProcedure("policy:write")
  .input(z.object({ body: DraftBody, sessions: z.int().min(1).max(MOST_SESSIONS).default(5) }))
  .output(PreviewView)
  .mutation(async ({ ctx, input, signal }) => {
    const { version, sessions, leftOut } = await unwrap(previewPolicy(ctx.deps, ctx.scope, { ...input, signal }));
    return {
      version,
      sessions: sessions.map(({ lastEventAt, examples, ...session }) => ({
        ...session,
        examples: [...examples],
        lastEventAt: lastEventAt.toISOString(),
      })),
      leftOut: [...leftOut],
    };
  });
