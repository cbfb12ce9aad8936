import { z } from "zod";
import { CatalogueItemView, CatalogueKind, CategoryName } from "../../../core/filter/views";
import { SearchableText } from "../../../core/telemetry/filter";
import { setCategory as setItsCategory } from "../../../services/catalogue/set-category";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

/** Says what a rule or a skill is about; null gives it back to the guess. */
export const setCategory = projectProcedure("policy:write")
  .input(z.object({ kind: CatalogueKind, name: SearchableText.min(1).max(500), category: CategoryName.nullable() }))
  .output(CatalogueItemView)
  .mutation(({ ctx, input }) => unwrap(setItsCategory(ctx.deps, ctx.scope, input)));
