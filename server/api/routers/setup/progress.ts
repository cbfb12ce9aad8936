import { SetupProgress } from "../../../core/setup/progress";
import { getSetupProgress } from "../../../services/setup/get-progress";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Which steps to the first chart are done. The page asks again and again while it waits, so this is one small query. */
export const progress = projectProcedure("project:read")
  .output(SetupProgress)
  .query(({ ctx }) => unwrap(getSetupProgress(ctx.deps, ctx.scope)));
