import type { FailureInput } from "@/server/core/failures/failure-input";

/**
 * What failed the demo's team, over four weeks. People are those of the sessions; days are counted
 * back from today.
 */

export interface DemoFailure {
  readonly daysAgo: number;
  readonly by: string;
  readonly says: FailureInput;
  readonly resolved?: { readonly daysAgo: number; readonly by: string };
}

const NO_LISTS = { affectedPaths: [], tags: [], evidence: [] };

/** The first is what sessions of the demo run into too, so they add their occurrences to it. */
export const DEMO_FAILURES: readonly DemoFailure[] = [
  {
    daysAgo: 27,
    by: "Priya Nair",
    says: {
      ...NO_LISTS,
      title: "The database container does not start: its port is taken",
      type: "command_failure",
      approach: "docker compose up -d --wait",
      description: "Error: container billing-db-1 exited (1): port 5432 is already allocated",
      rootCause: "A Postgres of the host listens on the same port.",
      fix: "Stop the host's Postgres, or set `DB_PORT=5433` before `docker compose up`.",
      affectedPaths: ["docker-compose.yml"],
      tags: ["docker", "database"],
    },
  },
  {
    daysAgo: 18,
    by: "Mei Lin",
    says: {
      ...NO_LISTS,
      title: "Migrations deadlock when two workers start",
      type: "command_failure",
      approach: "npx prisma migrate deploy",
      description: "ERROR: deadlock detected (SQLSTATE 40P01)",
      rootCause: "Both workers migrate, and each waits for the other's lock.",
      fix: "One worker migrates, the others wait for the version (DEC-005).",
      affectedPaths: ["src/db/migrate.ts"],
      tags: ["database", "release"],
    },
    resolved: { daysAgo: 17, by: "Mei Lin" },
  },
  {
    daysAgo: 12,
    by: "Ines Okafor",
    says: {
      ...NO_LISTS,
      title: "Invoice sent twice when Stripe retries",
      type: "tool_error",
      approach: "Store the event id after the webhook was delivered",
      description: "Stripe retried after 10 s; the first delivery was still running, so the id was not stored yet.",
      rootCause: "The check and the write are not one transaction.",
      fix: "Store the event id first, in the transaction of the invoice; deliver from the outbox.",
      affectedPaths: ["src/webhooks/deliver.ts"],
      tags: ["webhooks", "stripe"],
    },
    resolved: { daysAgo: 2, by: "Jonas Weber" },
  },
  {
    daysAgo: 9,
    by: "Mei Lin",
    says: {
      ...NO_LISTS,
      title: "The rate cache mixes regions",
      type: "tool_error",
      approach: "Cache tax rates by product class only",
      description: "Customers in Portugal were charged the Spanish rate.",
      rootCause: "The region is not part of the key.",
      fix: "",
      affectedPaths: ["src/tax/providers.ts"],
      tags: ["tax"],
    },
  },
];
