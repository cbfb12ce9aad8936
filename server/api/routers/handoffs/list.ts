import { z } from "zod";
import { INBOX_LISTS } from "../../../core/handoffs/inbox";
import { HandoffList } from "../../../core/handoffs/views";
import { listHandoffs } from "../../../services/handoffs/list-handoffs";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const ListInput = z.object({
  list: z.enum(INBOX_LISTS).default("all"),
  text: z.string().max(200).default(""),
  cursor: z.string().max(100).nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

export const list = projectProcedure("handoff:read")
  .input(ListInput)
  .output(HandoffList)
  .query(({ ctx, input }) => unwrap(listHandoffs(ctx.deps, ctx.scope, input)));
