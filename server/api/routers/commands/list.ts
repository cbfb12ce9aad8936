import { z } from "zod";
import { CommandView } from "../../../core/commands/answer";
import { listCommands } from "../../../services/commands/list-commands";
import { projectProcedure } from "../../trpc";

/** The smart commands, with their arguments and whether the caller may run them. */
export const list = projectProcedure("project:read")
  .output(z.object({ commands: z.array(CommandView) }))
  .query(({ ctx }) => ({ commands: listCommands(ctx.principal, ctx.scope) }));
