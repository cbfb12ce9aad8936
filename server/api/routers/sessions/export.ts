import { z } from "zod";
import { exportSessions } from "../../../services/sessions/export";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ListInput } from "./list-input";

/** The session list as comma-separated values. */
export const exportCsv = projectProcedure("session:read")
  .input(ListInput)
  .output(z.object({ fileName: z.string(), csv: z.string() }))
  .query(({ ctx, input }) => unwrap(exportSessions(ctx.deps, ctx.scope, input)));
