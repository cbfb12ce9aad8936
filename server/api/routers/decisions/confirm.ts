import { confirmDecision } from "../../../services/memory/due-decisions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { AtVersion, Changed } from "../memory/record-number";

/** An accepted decision still holds: a person looked at it. Answers the version, which stays. */
export const confirm = projectProcedure("decision:accept")
  .input(AtVersion)
  .output(Changed)
  .mutation(({ ctx, input }) => unwrap(confirmDecision(ctx.deps, ctx.scope, input)));
