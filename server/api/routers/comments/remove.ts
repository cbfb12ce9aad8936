import { z } from "zod";
import { removeComment } from "../../../services/comments/remove-comment";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { CommentId } from "./subject";

/** One's own; `restore` undoes it. */
export const remove = projectProcedure("comment:write")
  .input(CommentId.extend({ restore: z.boolean().default(false) }))
  .output(CommentId)
  .mutation(({ ctx, input }) => unwrap(removeComment(ctx.deps, ctx.scope, input)));
