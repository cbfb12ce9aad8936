import { z } from "zod";
import { TimelineView } from "../../../core/telemetry/session-views";
import { timeline as readTimeline } from "../../../services/sessions/timeline";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { Ref, SessionNumber, ThreadKey } from "./session-number";

const Seq = z.int();
const TimelineInput = SessionNumber.extend({
  thread: ThreadKey,
  after: z.object({ seq: Seq, ref: Ref }).nullable().default(null),
  seqs: z.array(Seq).min(1).max(200).nullable().default(null),
  limit: z.int().min(1).max(500).default(200),
});

export const timeline = projectProcedure("session:read")
  .input(TimelineInput)
  .output(TimelineView)
  .query(({ ctx, input }) => unwrap(readTimeline(ctx.deps, ctx.scope, input)));
