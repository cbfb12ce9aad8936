import { z } from "zod";
import { testPattern as test } from "../../../services/policy/test-pattern";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DraftBody } from "./view";

const Answer = z.object({
  matches: z.array(
    z.object({ pattern: z.string(), category: z.enum(["core", "safety", "project", "tool"]), reason: z.string() }),
  ),
  unreadable: z.array(z.object({ pattern: z.string(), fault: z.string() })),
});

/** Which patterns protect a path or a tool, and why. With a body the draft is asked, else the policy in force. */
export const testPattern = projectProcedure("policy:read")
  .input(z.object({ kind: z.enum(["path", "tool"]), name: z.string().min(1).max(1_000), body: DraftBody.optional() }))
  .output(Answer)
  .query(async ({ ctx, input }) => {
    const { matches, unreadable } = await unwrap(test(ctx.deps, ctx.scope, input));
    return { matches: [...matches], unreadable: [...unreadable] };
  });
