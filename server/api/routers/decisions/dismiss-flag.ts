import { dismissFlag as dismiss } from "../../../services/memory/decision-flags";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { NamedFlag } from "./flag.schema";

/** Two decisions are no conflict; they are not shown again until that is taken back. */
export const dismissFlag = projectProcedure("decision:accept")
  .input(NamedFlag)
  .output(NamedFlag)
  .mutation(({ ctx, input }) => unwrap(dismiss(ctx.deps, ctx.scope, input)));
