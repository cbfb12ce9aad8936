import type { DecisionInput } from "@/server/core/decisions/decision-input";

/**
 * What the demo's team decided, over four weeks. People are those of the sessions; days are counted
 * back from today. `key` names a record among these, so that others can replace it.
 */

export interface DemoDecision {
  readonly key: string;
  readonly daysAgo: number;
  readonly by: string;
  readonly status: "draft" | "proposed" | "accepted";
  readonly says: Partial<Omit<DecisionInput, "supersedes">> & { readonly title: string };
  readonly replaces?: readonly string[];
  readonly later?: readonly DemoChange[];
}

export type DemoChange =
  | {
      readonly daysAgo: number;
      readonly by: string;
      readonly to: "accepted" | "rejected" | "deprecated";
      readonly note: string;
    }
  | { readonly daysAgo: number; readonly by: string; readonly edit: Partial<Omit<DecisionInput, "supersedes">> };

const link = (ref: string, note = "") => ({ kind: "link" as const, session: null, ref, note });
const record = (ref: string, note: string) => ({ kind: "record" as const, session: null, ref, note });
const commit = (ref: string, note: string) => ({ kind: "commit" as const, session: null, ref, note });

export const DEMO_DECISIONS: readonly DemoDecision[] = [
  {
    key: "cents",
    daysAgo: 27,
    by: "Mei Lin",
    status: "accepted",
    says: {
      title: "Money is bigint cents in the database",
      context: "Amounts are `numeric` in three tables and `float8` in the ledger. Sums over a year are off by cents.",
      decision: "Store every amount as `bigint` cents, with the currency beside it. Convert at the edge, once.",
      reasoning: "Integers add up exactly and sort fast. The largest invoice of ten years fits 10,000 times.",
      alternatives: [
        {
          option: "numeric(18,4)",
          detail: "",
          whyNot: "Exact, but drivers hand it over as text and somebody parses it to a float.",
        },
        {
          option: "A money library with its own type",
          detail: "",
          whyNot: "The database would still need a form of its own.",
        },
      ],
      impact: "One migration of the ledger; every query that divides must say how it rounds.",
      reversible: "No, months of work",
      risk: "medium",
      confidence: "high",
      assumptions: ["No currency with more than two decimals before 2028"],
      affectedPaths: ["src/ledger/**", "src/ledger/money.ts"],
      tags: ["money", "database"],
      evidence: [commit("3f91520", "sums of 2025 differ by 0.37 EUR")],
    },
  },
  {
    key: "immutable",
    daysAgo: 26,
    by: "Ines Okafor",
    status: "accepted",
    says: {
      title: "Invoices are immutable once sent",
      context: "Support changed a sent invoice twice this year. The customer's books no longer agreed with ours.",
      decision: "A sent invoice is never changed. A correction is a credit note that names it.",
      reasoning:
        "The law asks for it in four of our countries, and a history that cannot change needs no audit of its own.",
      alternatives: [
        {
          option: "Versions of an invoice",
          detail: "",
          whyNot: "Customers would have to know which version they paid.",
        },
      ],
      impact: "Support needs a form for credit notes.",
      reversible: "Yes, but not for invoices already sent",
      risk: "low",
      confidence: "high",
      affectedPaths: ["src/invoices/**", "src/credit-notes/**"],
      tags: ["invoices"],
    },
  },
  {
    key: "inline",
    daysAgo: 24,
    by: "Ines Okafor",
    status: "draft",
    says: {
      title: "Deliver webhooks inline, retry 3 times",
      context:
        "Stripe and our customers both expect a webhook within 30 seconds of an invoice. We send about 40 a minute and have no queue.",
      decision:
        "Deliver each webhook from the request handler that caused it.\nRetry twice, 1 second apart, then give up.\nThe handler answers Stripe only after delivery.",
      reasoning: "No new infrastructure, and failures are visible in the request that caused them.",
      alternatives: [
        { option: "Outbox table with a worker", detail: "", whyNot: "A second process to run." },
        { option: "Managed queue", detail: "", whyNot: "Another vendor, and invoices would leave our database." },
      ],
      impact: "Requests that send are slower by the slowest customer.",
      reversible: "Yes, 2 days",
      risk: "medium",
      confidence: "low",
      assumptions: ["Customers answer within 5 seconds"],
      affectedPaths: ["src/webhooks/**"],
      tags: ["webhooks", "stripe"],
    },
    later: [
      { daysAgo: 23, by: "Jonas Weber", to: "accepted", note: "" },
      {
        daysAgo: 19,
        by: "Ines Okafor",
        edit: {
          decision:
            "Deliver each webhook from the request handler that caused it.\nRetry 3 times, after 1, 5 and 25 seconds, then mark the invoice undelivered.\nThe handler answers Stripe only after delivery.\nApplies to invoices and credit notes, not to refunds.",
          confidence: "medium",
          affectedPaths: ["src/webhooks/**", "src/credit-notes/**"],
        },
      },
    ],
  },
  {
    key: "dayjs",
    daysAgo: 22,
    by: "Tomás Rivera",
    status: "accepted",
    says: {
      title: "Use dayjs for billing periods",
      context: "Periods that cross a change of clocks are an hour short.",
      decision: "Compute periods with dayjs and its time zone plugin.",
      reasoning: "Small, and the team knows it.",
      alternatives: [{ option: "Temporal", detail: "", whyNot: "Not in the runtime that we had then." }],
      risk: "low",
      confidence: "medium",
      affectedPaths: ["src/proration/**"],
      tags: ["time"],
    },
    later: [
      { daysAgo: 8, by: "Tomás Rivera", to: "deprecated", note: "The runtime has Temporal now; new code uses it." },
    ],
  },
  {
    key: "one-worker",
    daysAgo: 17,
    by: "Mei Lin",
    status: "accepted",
    says: {
      title: "Run migrations from one worker only",
      context: "Two workers started at once and their migrations waited for each other.",
      decision: "The first worker of a release migrates; the others wait until the version is there.",
      reasoning: "One place that can fail, and it fails before traffic arrives.",
      alternatives: [
        {
          option: "A lock in the database",
          detail: "advisory lock",
          whyNot: "Lost when the pooler reuses the connection.",
        },
      ],
      impact: "A release takes 20 seconds longer.",
      reversible: "Yes, an hour",
      risk: "low",
      confidence: "high",
      affectedPaths: ["src/db/migrate.ts", "deploy/**"],
      tags: ["database", "release"],
      evidence: [record("FAIL-002", "what happens otherwise")],
    },
  },
  {
    key: "jwt",
    daysAgo: 16,
    by: "Priya Nair",
    status: "accepted",
    says: {
      title: "Sign share links with JWT",
      context: "A customer forwards an invoice to an accountant who has no account.",
      decision: "A link carries a JWT with the invoice and an expiry.",
      reasoning: "Libraries exist.",
      risk: "medium",
      confidence: "low",
      affectedPaths: ["src/share/**"],
      tags: ["security", "share-links"],
    },
  },
  {
    key: "hmac",
    daysAgo: 11,
    by: "Ines Okafor",
    status: "proposed",
    replaces: ["jwt"],
    says: {
      title: "Sign share links with HMAC, not JWT",
      context:
        "Links are 640 characters long, and mail clients break them. Nothing in them needs to be read by others.",
      decision: "`/s/<id>.<expiry>.<mac>`: HMAC-SHA-256 over id and expiry, 128 bits of it, compared in constant time.",
      reasoning: "72 characters, no library, no algorithm to choose wrongly.",
      alternatives: [
        { option: "JWT with a short key id", detail: "", whyNot: "Still three times as long, and `alg` stays a trap." },
        {
          option: "A random token in a table",
          detail: "",
          whyNot: "Revocable, but one more table; the expiry is enough for now.",
        },
      ],
      impact: "Links that were sent stop working; 31 of them are open.",
      reversible: "Yes, a day",
      risk: "low",
      confidence: "high",
      affectedPaths: ["src/share/**"],
      tags: ["security", "share-links"],
      links: [link("https://www.rfc-editor.org/rfc/rfc2104", "HMAC")],
    },
    later: [
      { daysAgo: 10, by: "Jonas Weber", to: "accepted", note: "The 31 open links are resent by the nightly job." },
    ],
  },
  {
    key: "tax-cache",
    daysAgo: 9,
    by: "Tomás Rivera",
    status: "proposed",
    says: {
      title: "Cache tax rates for 24 hours",
      context: "The tax provider answers in 800 ms and is asked for each line of an invoice.",
      decision: "Keep a rate for 24 hours, by region and product class.",
      risk: "high",
      confidence: "low",
      affectedPaths: ["src/tax/providers.ts"],
      tags: ["tax", "performance"],
      evidence: [record("FAIL-004", "the last cache mixed regions")],
    },
    later: [
      {
        daysAgo: 9,
        by: "Mei Lin",
        to: "rejected",
        note: "Rates change at midnight of each region. Ask once an invoice instead.",
      },
    ],
  },
  {
    key: "batches",
    daysAgo: 6,
    by: "Priya Nair",
    status: "proposed",
    says: {
      title: "Backfill usage in nightly batches of 5,000",
      context: "The backfill of October held locks for eleven minutes.",
      decision: "Batches of 5,000 rows, each its own transaction, only between 1 and 5 in the morning.",
      reasoning: "The longest lock falls below a second.",
      alternatives: [
        { option: "One statement with a larger timeout", detail: "", whyNot: "Blocks the meter while it runs." },
      ],
      reversible: "Yes, at once",
      risk: "medium",
      confidence: "medium",
      assumptions: ["40 million rows are left, which is nine nights"],
      affectedPaths: ["src/usage/**"],
      tags: ["usage", "database"],
    },
  },
  {
    // Of high risk and without evidence, so a review of it is due.
    key: "one-schema",
    daysAgo: 5,
    by: "Mei Lin",
    status: "accepted",
    says: {
      title: "One Postgres schema for all tenants",
      context: "A schema a tenant means 900 migrations a release.",
      decision: "One schema; `tenant_id` leads every key, and row-level security holds it.",
      reasoning: "Releases take minutes again, and a tenant moves by its key.",
      alternatives: [
        { option: "A database a tenant", detail: "", whyNot: "Connections: 900 pools." },
        { option: "A schema a tenant, as today", detail: "", whyNot: "The catalogue alone takes 4 GB." },
      ],
      impact: "Every query carries the tenant; a test reads the plans.",
      reversible: "No",
      risk: "high",
      confidence: "medium",
      affectedPaths: ["src/db/**"],
      tags: ["database", "tenants"],
    },
  },
  {
    key: "outbox",
    daysAgo: 3,
    by: "Ines Okafor",
    status: "proposed",
    replaces: ["inline"],
    says: {
      title: "Deliver webhooks from an outbox queue",
      context: "Inline retries sent three invoices twice, and a slow customer made our own requests time out.",
      decision:
        "The request writes a row into `outbox` in its own transaction. A worker delivers it, at least once, with the event id as idempotency key.",
      reasoning: "What was written is delivered, also after a crash; a slow customer waits alone.",
      alternatives: [
        { option: "Keep delivering inline", detail: "", whyNot: "Sends twice when the provider retries (FAIL-003)." },
        { option: "Managed queue", detail: "", whyNot: "Another vendor, and invoices would leave our database." },
      ],
      impact: "One more process to watch; delivery is seconds later.",
      reversible: "Yes, 3 days",
      risk: "medium",
      confidence: "high",
      assumptions: ["Customers tolerate a webhook twice when it has one event id"],
      affectedPaths: ["src/webhooks/**", "src/outbox/**"],
      tags: ["webhooks", "stripe"],
      evidence: [record("FAIL-003", "invoice sent twice on retry")],
    },
    later: [
      {
        daysAgo: 2,
        by: "Jonas Weber",
        to: "accepted",
        note: "The worker runs in the same image, so nothing new is deployed.",
      },
    ],
  },
  {
    key: "proration",
    daysAgo: 1,
    by: "Jonas Weber",
    status: "proposed",
    says: {
      title: "Keep proration in integer cents, never floats",
      context: "A plan change on the 31st charged 0.01 EUR too much in 4 % of the cases.",
      decision: "Multiply before dividing, round half to even once, give the rest to the last part.",
      reasoning: "Parts then always sum to the whole.",
      risk: "low",
      confidence: "high",
      affectedPaths: ["src/proration/calculate.ts"],
      tags: ["money"],
    },
  },
  {
    // Takes up what "immutable" turned down, so the two are shown as a contradiction.
    key: "versions",
    daysAgo: 1,
    by: "Tomás Rivera",
    status: "proposed",
    says: {
      title: "Support corrects a sent invoice as a new version",
      context: "A credit note and a second invoice for one wrong address is what customers complain of most.",
      decision: "Keep all versions of an invoice and show the newest. Support may change the address, never an amount.",
      reasoning: "The number of the invoice stays, and nobody has to match three papers.",
      risk: "medium",
      confidence: "low",
      affectedPaths: ["src/invoices/**"],
      tags: ["invoices"],
    },
  },
];
