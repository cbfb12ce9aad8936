import { restoreFlag as restore } from "../../../services/memory/decision-flags";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { NamedFlag } from "./flag.schema";

/** Takes a dismissal back. */
export const restoreFlag = projectProcedure("decision:accept")
  .input(NamedFlag)
  .output(NamedFlag)
  .mutation(({ ctx, input }) => unwrap(restore(ctx.deps, ctx.scope, input)));
