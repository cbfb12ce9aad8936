import { z } from "zod";
import { listAudit } from "../../../services/audit/list-audit";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { DAYS_IN_ORDER, daysInOrder } from "../memory/record-number";

const AuditFilter = z.object({
  /** A member's id, or `system`. */
  actor: z
    .union([z.uuid("Send the id of a member."), z.literal("system")])
    .nullable()
    .default(null),
  /** An action such as `key.revoked`, or a room with its dot: `key.`. */
  action: z.string().max(100).nullable().default(null),
  /** What it happened to: `DEC-014`, or an id. */
  subject: z.string().max(100).nullable().default(null),
  /** The slug of a project. */
  project: z.string().max(64).nullable().default(null),
  /** First and last day, in UTC. */
  from: z.iso.date("Write the day as 2026-11-27.").nullable().default(null),
  to: z.iso.date("Write the day as 2026-11-27.").nullable().default(null),
});

const AuditItem = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ kind: z.string(), name: z.string(), key: z.string().nullable() }),
  action: z.string(),
  subject: z.string(),
  project: z.object({ slug: z.string(), name: z.string() }).nullable(),
  detail: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type AuditItem = z.infer<typeof AuditItem>;

const AuditPage = z.object({
  items: z.array(AuditItem),
  nextCursor: z.string().nullable(),
  actions: z.array(z.string()),
  people: z.array(z.object({ id: z.string(), name: z.string(), left: z.boolean() })),
  projects: z.array(z.object({ slug: z.string(), name: z.string() })),
});
export type AuditPage = z.infer<typeof AuditPage>;

/** What was done in the team and by whom, newest first. */
export const list = teamProcedure("audit:read")
  .input(
    AuditFilter.extend({
      cursor: z.string().max(100).nullable().default(null),
      limit: z.int().min(1).max(500).default(50),
    }).refine(daysInOrder, DAYS_IN_ORDER),
  )
  .output(AuditPage)
  .query(async ({ ctx, input }) => {
    const page = await unwrap(listAudit(ctx.deps, ctx.scope, input));
    return { ...page, items: page.items.map((item) => ({ ...item, at: item.at.toISOString() })) };
  });
