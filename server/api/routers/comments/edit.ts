import { CommentBody } from "../../../core/comments/views";
import { editComment } from "../../../services/comments/edit-comment";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { CommentId } from "./subject";

/** One's own. */
export const edit = projectProcedure("comment:write")
  .input(CommentId.extend({ body: CommentBody }))
  .output(CommentId)
  .mutation(({ ctx, input }) => unwrap(editComment(ctx.deps, ctx.scope, input)));
