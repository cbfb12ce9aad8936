import { z } from "zod";
import { CatalogueItemView, CatalogueKind } from "../../../core/filter/views";
import { listCatalogue } from "../../../services/catalogue/list-catalogue";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const CatalogueList = z.object({
  rows: z.array(CatalogueItemView),
  categories: z.array(z.object({ category: z.string().nullable(), items: z.int(), tokens: z.int() })),
  nextCursor: z.string().nullable(),
});

/** The project's rules and skills: where they lie, what they weigh, how often they were loaded. */
export const list = projectProcedure("policy:read")
  .input(
    z.object({
      kind: CatalogueKind.nullable().default(null),
      cursor: z.string().max(600).nullable().default(null),
      limit: z.int().min(1).max(200).default(100),
    }),
  )
  .output(CatalogueList)
  .query(({ ctx, input }) => unwrap(listCatalogue(ctx.deps, ctx.scope, input)));
