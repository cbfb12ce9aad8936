import { ExplanationView } from "../../../core/runs/explanation-view";
import { explainEvent } from "../../../services/runs/explain";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber } from "./session-number";

/** What every rule says of an event, in the order in which a plan asks them. */
export const explain = projectProcedure("session:read")
  .input(SessionNumber.extend({ ref: Ref }))
  .output(ExplanationView)
  .query(({ ctx, input }) => unwrap(explainEvent(ctx.deps, ctx.scope, input)));
