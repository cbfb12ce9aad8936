import { z } from "zod";
import { splitFailure } from "../../../services/memory/split-failure";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed, RecordNumber } from "../memory/record-number";

const Occurrence = z.object({ session: RecordNumber, ref: z.string().min(1).max(400) });

/** A failure is two: a new one takes what is named here. Answers the new one. */
export const split = projectProcedure("failure:write")
  .input(
    AtVersion.extend({
      fingerprints: z.array(z.string().min(1).max(1_000)).max(50, "Split off at most 50 fingerprints.").default([]),
      occurrences: z.array(Occurrence).max(200, "Split off at most 200 occurrences at once.").default([]),
      title: z.string().trim().max(200, "Shorten the title to 200 characters.").default(""),
    }),
  )
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(splitFailure(ctx.deps, ctx.scope, input)));
