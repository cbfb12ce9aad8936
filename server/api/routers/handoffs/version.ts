import { z } from "zod";
import { HandoffText } from "../../../core/handoffs/views";
import { getVersion } from "../../../services/handoffs/get-version";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** Any version with its text, to read and to compare. */
export const version = projectProcedure("handoff:read")
  .input(z.object({ number: RecordNumber, version: RecordNumber }))
  .output(HandoffText)
  .query(({ ctx, input }) => unwrap(getVersion(ctx.deps, ctx.scope, input)));
