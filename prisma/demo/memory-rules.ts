import type { RuleInput } from "@/server/core/rules/rule-input";
import type { RuleKind } from "@/server/core/rules/statuses";

/** What the demo's team keeps to, and the documents that its agents read; the oldest first. */

interface DemoRule {
  readonly kind: RuleKind;
  readonly daysAgo: number;
  readonly by: string;
  readonly status: "active" | "proposed";
  readonly says: Partial<RuleInput> & { readonly title: string };
}

const record = (ref: string, note: string) => ({ kind: "record" as const, session: null, ref, note });

export const DEMO_RULES: readonly DemoRule[] = [
  {
    kind: "constraint",
    daysAgo: 27,
    by: "Mei Lin",
    status: "active",
    says: {
      title: "Amounts are bigint cents, never a float",
      text: "Convert at the edge, once, and say how a division rounds.",
      reason: "Sums over a year were off by cents.",
      affectedPaths: ["src/ledger/**", "src/invoices/**"],
      tags: ["money", "database"],
      evidence: [record("DEC-001", "decided there")],
    },
  },
  {
    kind: "preference",
    daysAgo: 26,
    by: "Jonas Weber",
    status: "active",
    says: { title: "Use pnpm, not npm", text: "Lock files of other tools are not committed.", tags: ["tools"] },
  },
  {
    kind: "constraint",
    daysAgo: 25,
    by: "Ines Okafor",
    status: "active",
    says: {
      title: "A merged migration is never edited",
      text: "Write a new one. Ask before one that locks a table for more than a second.",
      reason: "Production ran the old one already.",
      affectedPaths: ["prisma/migrations/**"],
      tags: ["database"],
    },
  },
  {
    kind: "preference",
    daysAgo: 24,
    by: "Priya Nair",
    status: "active",
    says: {
      title: "Write the failing test first",
      text: "For a bug: reproduce it in a test, see it fail, then fix it.",
      tags: ["tests"],
    },
  },
  {
    kind: "constraint",
    daysAgo: 21,
    by: "Jonas Weber",
    status: "active",
    says: {
      title: "Webhooks are idempotent by event id",
      text: "Store the event id before anything has an effect. A second delivery changes nothing.",
      reason: "Stripe delivers at least once, and customers were charged twice.",
      affectedPaths: ["src/webhooks/**", "src/refunds/**"],
      tags: ["webhooks", "stripe"],
    },
  },
  {
    kind: "preference",
    daysAgo: 18,
    by: "Mei Lin",
    status: "active",
    says: { title: "Small commits, one reason each", tags: ["git"] },
  },
  {
    kind: "constraint",
    daysAgo: 12,
    by: "Ines Okafor",
    status: "active",
    says: {
      title: "No customer data in logs",
      text: "Log ids. Names, addresses, amounts and card data stay out, in errors too.",
      reason: "Logs leave the country and are kept for a year.",
      tags: ["privacy"],
    },
  },
  {
    kind: "preference",
    daysAgo: 9,
    by: "Ines Okafor",
    status: "active",
    says: {
      title: "Ask before adding a dependency",
      text: "Say what it replaces and how large it is.",
      tags: ["tools"],
    },
  },
  {
    kind: "preference",
    daysAgo: 4,
    by: "Priya Nair",
    status: "proposed",
    says: { title: "Answer with the diff first, then the explanation", tags: ["talk"] },
  },
  {
    kind: "constraint",
    daysAgo: 3,
    by: "Priya Nair",
    status: "proposed",
    says: {
      title: "Generated clients are never edited by hand",
      text: "Change the schema and generate them anew.",
      affectedPaths: ["src/generated/**"],
      tags: ["build"],
    },
  },
  {
    kind: "preference",
    daysAgo: 2,
    by: "Jonas Weber",
    status: "proposed",
    says: { title: "From now on, name the ticket in the branch", text: "BILL-1204-outbox, not outbox.", tags: ["git"] },
  },
];

const AGENTS = `# AGENTS.md

Billing API: invoices, refunds, webhooks, ledger. TypeScript, Postgres, Stripe.

## Before you start
- Read STATE.md.
- \`docker compose up -d --wait\`, then \`pnpm test\`. Both must pass before you change anything.

## How we work
- Money is integer cents. Never a float.
- Every webhook is idempotent by event id.
- Ask before a migration.
`;

const CONSTRAINTS = `# Constraints

## Money
- Amounts are bigint cents, with the currency beside them.
- Only \`src/ledger/post.ts\` writes postings.

## Database
- A merged migration in \`prisma/migrations/\` is never edited.
- A query that a customer waits for has an index.

## Privacy
- No customer data in logs, errors and traces.
`;

export const DEMO_DOCUMENTS = [
  { path: "AGENTS.md", daysAgo: 27, by: "Mei Lin", text: AGENTS },
  { path: "CONSTRAINTS.md", daysAgo: 20, by: "Ines Okafor", text: CONSTRAINTS },
  {
    path: "AGENTS.md",
    daysAgo: 8,
    by: "Jonas Weber",
    text: `${AGENTS.replace("- Ask before a migration.", "- Ask before a migration, and before a new dependency.")}- A bug gets a failing test first.\n`,
  },
  {
    path: ".planning/STATE.md",
    daysAgo: 1,
    by: "Priya Nair",
    text: `# State

**Phase**: 2 of 4, refunds on the outbox
**Blocked by**: finance has not said how long sent rows are kept

| Part | State |
|---|---|
| Invoices | done |
| Refunds | in progress |
| Credit notes | open |

Next: \`src/refunds/handler.ts\` uses \`deliverFromOutbox()\` (see DEC-001).
`,
  },
] as const;
