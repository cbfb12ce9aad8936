import { z } from "zod";
import { answerView } from "../../../core/context/views";
import { archive as archiveResults } from "../../../services/context/archive";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "../sessions/session-number";
import { RawRef } from "./refs";

const Target = z.strictObject({ ref: RawRef, retained: z.string().max(1_000_000).optional() });
const ArchiveInput = SessionNumber.extend({
  targets: z.array(Target).max(10_000),
  /** A person only: archive against a protection. */
  force: z.boolean().default(false),
});

/** Takes results out of what the model sees: all of the targets, or none. */
export const archive = projectProcedure("session:prune")
  .input(ArchiveInput)
  .output(answerView("archive"))
  .mutation(({ ctx, input }) => unwrap(archiveResults(ctx.deps, ctx.scope, input)));
