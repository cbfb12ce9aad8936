import { CommentBody } from "../../../core/comments/views";
import { addComment } from "../../../services/comments/add-comment";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { CommentId, CommentSubjectInput } from "./subject";

export const add = projectProcedure("comment:write")
  .input(CommentSubjectInput.extend({ body: CommentBody }))
  .output(CommentId)
  .mutation(({ ctx, input }) => unwrap(addComment(ctx.deps, ctx.scope, input)));
