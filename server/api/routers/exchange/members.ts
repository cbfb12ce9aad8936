import { z } from "zod";
import { exportMembers } from "../../../services/exchange/export-lists";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { ListFormat, TextFilePage } from "../memory/record-number";

/** The members of the team as a file. */
export const members = teamProcedure("member:read")
  .input(z.object({ format: ListFormat }))
  .output(TextFilePage)
  .query(({ ctx, input }) => unwrap(exportMembers(ctx.deps, ctx.scope, input)));
