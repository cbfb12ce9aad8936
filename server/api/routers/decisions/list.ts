import { z } from "zod";
import { DECISION_STATUSES } from "../../../core/decisions/transitions";
import { DecisionList } from "../../../core/decisions/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { listDecisions } from "../../../services/memory/list-decisions";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

const ListInput = z.object({
  status: z.enum(DECISION_STATUSES).nullable().default(null),
  tag: SearchableText.max(100).nullable().default(null),
  text: SearchableText.max(200).default(""),
  cursor: RecordNumber.nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

export const list = projectProcedure("decision:read")
  .input(ListInput)
  .output(DecisionList)
  .query(({ ctx, input }) => unwrap(listDecisions(ctx.deps, ctx.scope, input)));
