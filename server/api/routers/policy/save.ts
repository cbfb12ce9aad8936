import { z } from "zod";
import { savePolicy } from "../../../services/policy/save-policy";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { DraftBody, VersionNumber } from "./view";

/** The next version. An earlier one comes back when its body is saved again. */
export const save = projectProcedure("policy:write")
  .input(z.object({ body: DraftBody, expectedVersion: VersionNumber, note: z.string().max(5_000).default("") }))
  .output(z.object({ version: VersionNumber, changes: z.array(z.string()) }))
  .mutation(({ ctx, input }) => unwrap(savePolicy(ctx.deps, ctx.scope, input)));
