import { z } from "zod";
import { exportAudit } from "../../../services/audit/export-audit";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { AuditFilter } from "./list";

/** The list under its filter as CSV. */
export const exportCsv = teamProcedure("audit:read")
  .input(AuditFilter)
  .output(z.object({ fileName: z.string(), csv: z.string() }))
  .query(({ ctx, input }) => unwrap(exportAudit(ctx.deps, ctx.scope, input)));
