import { z } from "zod";
import { exportSessions } from "../../../services/sessions/export";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ListFormat, TextFilePage } from "../memory/record-number";
import { ListInput } from "./list-input";

/** The session list as a file, a page of it. */
export const exportFile = projectProcedure("session:read")
  .input(ListInput.extend({ format: ListFormat.default("csv"), cursor: z.string().max(200).nullable().default(null) }))
  .output(TextFilePage)
  .query(({ ctx, input }) => unwrap(exportSessions(ctx.deps, ctx.scope, input)));
