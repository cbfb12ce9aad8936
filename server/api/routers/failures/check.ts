import { z } from "zod";
import { FailureCheck } from "../../../core/failures/views";
import { checkFailures } from "../../../services/memory/check-failures";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const Told = z.string().max(20_000, "Send at most 20,000 characters; the lines that say why are enough.").default("");

const Question = z
  .object({
    text: Told,
    command: Told,
    error: Told,
    path: z.string().max(400).default(""),
    limit: z.int().min(1).max(10).default(5),
  })
  .refine(({ text, command, error, path }) => [text, command, error, path].some((one) => one.trim() !== ""), {
    path: ["text"],
    error: "Say what you are about to try: text, a command, an error or a path.",
  });

/** Has this been tried? Similar failures, what was tried and what worked. */
export const check = projectProcedure("failure:read")
  .input(Question)
  .output(FailureCheck)
  .query(({ ctx, input }) => unwrap(checkFailures(ctx.deps, ctx.scope, input)));
