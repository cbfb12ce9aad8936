import { z } from "zod";
import { FAILURE_STATUSES } from "../../../core/failures/next-status";
import { FailureList } from "../../../core/failures/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { listFailures } from "../../../services/memory/list-failures";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const ListInput = z.object({
  status: z.enum(FAILURE_STATUSES).nullable().default(null),
  text: SearchableText.max(200).default(""),
  cursor: z.string().max(100).nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

export const list = projectProcedure("failure:read")
  .input(ListInput)
  .output(FailureList)
  .query(({ ctx, input }) => unwrap(listFailures(ctx.deps, ctx.scope, input)));
