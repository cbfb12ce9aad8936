import { ResolvedRefView } from "../../../core/telemetry/session-views";
import { resolveRef as resolve } from "../../../services/sessions/resolve-ref";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "./session-number";

export const resolveRef = projectProcedure("session:read")
  .input(SessionNumber.extend({ ref: Ref }))
  .output(ResolvedRefView)
  .query(({ ctx, input }) => unwrap(resolve(ctx.deps, ctx.scope, input)));
