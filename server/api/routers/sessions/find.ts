import { z } from "zod";
import { SearchableText } from "../../../core/telemetry/filter";
import { findEvents } from "../../../services/sessions/find";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber, ThreadKey } from "./session-number";

/** Which events of a thread contain some words. */
export const find = projectProcedure("session:read")
  .input(SessionNumber.extend({ thread: ThreadKey, text: SearchableText.min(1).max(200) }))
  .output(z.object({ refs: z.array(z.string()), more: z.boolean() }))
  .query(({ ctx, input }) => unwrap(findEvents(ctx.deps, ctx.scope, input)));
