import { z } from "zod";
import { SessionFindingsView } from "../../../core/decisions/findings-view";
import { findingsOfSession } from "../../../services/memory/findings-of-session";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "./record-number";

/** Drafts, failures and the composed note of one session; every role that reads one of them reads all. */
export const ofSession = projectProcedure("decision:read")
  .input(z.object({ number: RecordNumber }))
  .output(SessionFindingsView)
  .query(({ ctx, input }) => unwrap(findingsOfSession(ctx.deps, ctx.scope, input.number)));
