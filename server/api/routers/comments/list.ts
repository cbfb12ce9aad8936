import { z } from "zod";
import { CommentList } from "../../../core/comments/views";
import { listComments } from "../../../services/comments/list-comments";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { CommentSubjectInput } from "./subject";

const ListInput = CommentSubjectInput.extend({
  cursor: z.uuid().nullable().default(null),
  limit: z.int().min(1).max(100).default(50),
});

export const list = projectProcedure("project:read")
  .input(ListInput)
  .output(CommentList)
  .query(({ ctx, input }) => unwrap(listComments(ctx.deps, ctx.scope, input)));
