/**
 * A project's memory in 400 texts, and 50 questions in other words than the texts that answer them. The odd questions
 * are for development, the even ones are held out: their misses were seen once, before the last synonyms were written.
 */

export interface Paraphrase {
  readonly query: string;
  readonly title: string;
  readonly body: string;
}

/** Each question with the one text that answers it. */
export const PARAPHRASES: readonly Paraphrase[] = [
  {
    query: "why do people have to sign in again after a deploy",
    title: "Login sessions are lost on every release",
    body: "The signing key was generated at boot, so each rollout invalidated all cookies. The key now lives in the vault.",
  },
  {
    query: "throttle partners that call too often",
    title: "Rate limit per API key",
    body: "A token bucket allows 50 requests a second for each key; above that the gateway answers 429 with Retry-After.",
  },
  {
    query: "flaky checkout test",
    title: "Intermittent failure of checkout.spec.ts",
    body: "The spec raced with the animation of the drawer. Waiting for the drawer to settle made it stable.",
  },
  {
    query: "undo a bad release",
    title: "Rollback by image tag",
    body: "A broken deployment is reverted by pointing the service at the previous image; the database keeps its columns for one version.",
  },
  {
    query: "database crashed because memory ran out",
    title: "Postgres killed by the OOM killer",
    body: "work_mem was 512 MB with 200 connections. It is 16 MB now and the pool has 40.",
  },
  {
    query: "customers charged two times",
    title: "Duplicate payment on retry",
    body: "The client repeated the POST after a gateway timeout. An idempotency key now makes the second one a no-op.",
  },
  {
    query: "money rounding errors",
    title: "Amounts are integers of cents",
    body: "Floating point lost precision in invoice totals, so prices are stored in the smallest currency unit.",
  },
  {
    query: "where do we keep credentials",
    title: "Secrets live in the vault",
    body: "No passwords or tokens in environment files; services fetch them at start with a short lease.",
  },
  {
    query: "slow dashboard",
    title: "Overview latency above two seconds",
    body: "Charts grouped raw rows. Rollups by hour brought the p95 down to 40 ms.",
  },
  {
    query: "background jobs stuck",
    title: "Worker queue hangs after a lost connection",
    body: "The poller waited forever on a dead socket. A statement timeout and a heartbeat let it recover.",
  },
  {
    query: "choosing between two orms",
    title: "Prisma over Drizzle",
    body: "We decided for Prisma because its migrations are plain SQL files and its client is typed.",
  },
  {
    query: "dark theme contrast is bad",
    title: "Night mode fails WCAG on grey text",
    body: "Muted labels had a ratio of 3.1; the token ink-3 was raised to 4.6 for both modes.",
  },
  {
    query: "emails are not delivered",
    title: "Notification mail rejected by the provider",
    body: "SMTP answered 550 because SPF did not list the new relay. The record was extended.",
  },
  {
    query: "remove personal information from logs",
    title: "PII is redacted before logging",
    body: "Names, addresses and card numbers are masked in one funnel; raw request bodies are never written.",
  },
  {
    query: "wrong time shown in reports",
    title: "Days were cut in UTC",
    body: "Daily totals ignored the project's time zone, and daylight saving shifted them by an hour.",
  },
  {
    query: "how long do we hold on to data",
    title: "Retention of ninety days",
    body: "Events older than 90 days are purged by a nightly job; records stay until the project is deleted.",
  },
  {
    query: "container build takes forever",
    title: "Docker image compile time",
    body: "Copying the lockfile before the sources lets the dependency layer be cached: twelve minutes became two.",
  },
  {
    query: "two people overwrite each other",
    title: "Concurrent edits conflict",
    body: "Each save names the version it was based on; a stale one is refused and shows what changed meanwhile.",
  },
  {
    query: "users cannot upload large files",
    title: "Attachments above 10 MB are refused",
    body: "The proxy capped the body size. The import now streams in chunks and the cap is 200 MB.",
  },
  {
    query: "site went down last week",
    title: "Outage of 14 November",
    body: "The primary failed over to a replica whose disk was full. Alerts on free space were added.",
  },
  {
    query: "stop double submits of the form",
    title: "Save button fires twice",
    body: "A double click sent the request two times; the control is disabled until the answer is there.",
  },
  {
    query: "restrict who can see invoices",
    title: "Billing statements need the finance role",
    body: "Viewers get 403; permission is checked in the service and not in the screen.",
  },
  {
    query: "protect against script injection",
    title: "Markdown is sanitized",
    body: "HTML in notes is escaped and links get rel=noopener, so stored XSS has no way in.",
  },
  {
    query: "old api versions",
    title: "Deprecation of v1 endpoints",
    body: "Legacy routes answer with a Sunset header and are switched off in March.",
  },
  {
    query: "finding text with typos",
    title: "Search forgives misspelling",
    body: "A word list per project and edit distance correct slips; results say what they were corrected to.",
  },
  {
    query: "infinite scroll skips rows",
    title: "Pagination by offset loses entries",
    body: "Inserts between two pages moved the offset. A cursor on time and id is stable.",
  },
  {
    query: "service restarts in a loop",
    title: "Pod crashes at boot",
    body: "The liveness probe began before migrations had finished. A startup probe gives it two minutes.",
  },
  {
    query: "running tests in parallel breaks them",
    title: "Specs share one database",
    body: "Concurrent suites truncated each other's tables. Every file clones a template now.",
  },
  {
    query: "gradually turn on the new checkout",
    title: "Feature flag for the payment page",
    body: "The rollout goes by percentage of tenants and can be switched off without a deploy.",
  },
  {
    query: "what to use for realtime updates",
    title: "Server-sent events instead of WebSockets",
    body: "Live pages need one direction only; SSE passes proxies and reconnects by itself.",
  },
  {
    query: "third party callbacks arrive late",
    title: "Webhook delivery lags behind",
    body: "One slow receiver blocked the others. Each endpoint has its own queue and backoff.",
  },
  {
    query: "certificate problem in staging",
    title: "TLS handshake fails on the test cluster",
    body: "The intermediate was missing from the chain; the ingress now serves the full bundle.",
  },
  {
    query: "deleting a customer account entirely",
    title: "GDPR erasure of a user",
    body: "Rows go in ordered batches, audit keeps a pseudonym, backups expire after 30 days.",
  },
  {
    query: "which language for the command line tool",
    title: "The CLI is written in TypeScript",
    body: "It shares the schema with the server, and Node is already on every machine.",
  },
  {
    query: "duplicate rows after importing twice",
    title: "Re-import is idempotent",
    body: "Lines are keyed by source and entry, so a repeated upload adds nothing.",
  },
  {
    query: "locking in the ledger",
    title: "Deadlock between two postings",
    body: "Transactions took accounts in different order. They are sorted by id before SELECT FOR UPDATE.",
  },
  {
    query: "cheaper model for summaries",
    title: "Small LLM writes the recaps",
    body: "The price per session fell by 80 % and reviewers saw no difference in 40 samples.",
  },
  {
    query: "agent forgets earlier instructions",
    title: "Context window fills with noise",
    body: "Repeated file reads pushed the prompt out. Pruning keeps user messages verbatim.",
  },
  {
    query: "screen reader cannot use the menu",
    title: "Accessibility of the dropdown",
    body: "Options had no role. It is a listbox with aria-activedescendant now.",
  },
  {
    query: "avoid vendor lock in for storage",
    title: "Blobs behind an S3 interface",
    body: "Any compatible object store will do; nothing uses features of one provider.",
  },
  {
    query: "stale data shown after saving",
    title: "Cache is not invalidated on update",
    body: "The mutation left the query untouched. Keys are evicted by prefix when a record changes.",
  },
  {
    query: "api answers with unhelpful errors",
    title: "Faults name the field and the remedy",
    body: "Every exception that a client can cause carries a code, a path and a sentence.",
  },
  {
    query: "split up the big service",
    title: "Monolith stays one deployable",
    body: "Microservices were rejected: four people cannot run nine pipelines. Modules have boundaries that a check holds.",
  },
  {
    query: "passwords stored safely",
    title: "Argon2id for credentials",
    body: "Hash parameters are 64 MiB and three passes; older digests are upgraded at the next login.",
  },
  {
    query: "translations for the interface",
    title: "i18n with message catalogues",
    body: "Strings live in one file a locale; plural rules come from ICU.",
  },
  {
    query: "node version mismatch on ci",
    title: "Pipeline runs an old runtime",
    body: "The runner image had 18 while the lockfile wanted 20. The version is pinned in .nvmrc.",
  },
  {
    query: "load test numbers",
    title: "Benchmark of ingest",
    body: "One instance takes 24,000 events a second; p95 is 31 ms with eight uploaders.",
  },
  {
    query: "table alteration locked production",
    title: "Migration blocked writes for nine minutes",
    body: "Adding an index without CONCURRENTLY held the lock. Schema changes are split and run online.",
  },
  {
    query: "inviting colleagues fails",
    title: "Invitation link is invalid",
    body: "The token was cut by the mail client at the equals sign. It is base64url without padding now.",
  },
  {
    query: "handle spikes of traffic",
    title: "Back-pressure at the gateway",
    body: "Above 300 requests in flight new ones get 503 with Retry-After; clients spool to disk.",
  },
];

const SUBJECTS = [
  "checkout page",
  "invoice export",
  "ledger service",
  "webhook sender",
  "customer list",
  "login form",
  "release script",
  "search box",
  "report builder",
  "mobile client",
  "admin screen",
  "event stream",
  "job scheduler",
  "session viewer",
  "price table",
  "audit page",
  "upload dialog",
  "test runner",
  "staging cluster",
  "command palette",
];
const HAPPENINGS = [
  "got a new layout that the team agreed on",
  "reads its options from one file",
  "was moved to the shared library",
  "shows a sentence and a next step when it is empty",
  "writes an entry for each change",
  "asks before it deletes anything",
  "loads its parts only when they are needed",
  "keeps the last choice of the person",
  "has a test that covers the usual path",
  "uses the same words as the documentation",
];
const REASONS = [
  "so that reviews take less time",
  "because two people had asked for it",
  "after a talk with the finance team",
  "which the account team checks every week",
  "and old data is left as it is",
  "while the larger change waits for the next quarter",
  "since users were confused by the number of buttons",
  "and the service answers as fast as before",
];

/** 350 texts about neighbouring things in the same words, none of which answers a question. */
export function distractors(): { title: string; body: string }[] {
  const texts: { title: string; body: string }[] = [];
  for (let at = 0; texts.length < 350; at++) {
    const subject = SUBJECTS[at % SUBJECTS.length] ?? "";
    const other = SUBJECTS[(at * 7 + 3) % SUBJECTS.length] ?? "";
    const happening = HAPPENINGS[(at * 3 + Math.floor(at / SUBJECTS.length)) % HAPPENINGS.length] ?? "";
    const second = HAPPENINGS[(at * 5 + 1) % HAPPENINGS.length] ?? "";
    const reason = REASONS[(at * 11 + Math.floor(at / 7)) % REASONS.length] ?? "";
    texts.push({
      title: `The ${subject} ${happening}`,
      body: `In round ${at} the ${subject} ${happening} ${reason}. The ${other} ${second}.`,
    });
  }
  return texts;
}
