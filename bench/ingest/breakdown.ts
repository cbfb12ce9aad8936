import { hash } from "node:crypto";
import type { Principal } from "../../server/core/access/scope";
import { describeCall } from "../../server/core/events/describe-call";
import { safeTextWithCount } from "../../server/core/redact/safe-text";
import type { Deps } from "../../server/services/deps";
import { appendEvents } from "../../server/services/ingest/append-events";
import { prepareBatch } from "../../server/services/ingest/prepare-batch";
import { readBatch } from "../../server/services/ingest/read-batch";
import type { BenchBatch } from "./make-batches";

type KeyPrincipal = Extract<Principal, { kind: "key" }>;
export interface Step {
  readonly name: string;
  readonly microsecondsPerEvent: number;
}

/**
 * Where the time of an upload goes, one batch after another in this process: each step of the computation by itself,
 * then whole uploads with a clock on each SQL statement.
 */
export async function breakdown(deps: Deps, key: KeyPrincipal, batches: readonly BenchBatch[]): Promise<Step[]> {
  const texts = batches.map((batch) => JSON.stringify(batch));
  const events = batches.reduce((sum, batch) => sum + batch.events.length, 0);
  const perEvent = (milliseconds: number) => (milliseconds * 1_000) / events;
  const statements = new Map<string, number>();
  const timed = timedDeps(deps, statements);
  const warm = batches.slice(0, Math.ceil(batches.length / 2));
  for (const batch of warm) computeOnly(batch);

  const parse = time(() => texts.map((text) => JSON.parse(text)));
  const validate = time(() => batches.map((batch) => readBatch(batch)));
  const checked = batches.map((batch) => readBatch(batch)).flatMap((batch) => (batch.ok ? [batch.value] : []));
  const prepare = time(() => checked.map((batch) => prepareBatch("claude-code", batch.events, "full")));
  const rows = checked.flatMap((batch) => prepareBatch("claude-code", batch.events, "full").rows);
  const redact = time(() => rows.map((row) => safeTextWithCount(row.event.text)));
  const sha = time(() => rows.map((row) => hash("sha256", row.bytes, "buffer")));
  const calls = rows.filter((row) => row.event.kind === "tool_call");
  const describe = time(() => calls.map(({ event }) => describeCall("claude-code", event.tool ?? "", event.text)));

  const started = performance.now();
  for (const batch of batches) {
    const answer = await appendEvents(timed, key, batch);
    if (!answer.ok) throw new Error(answer.fault.message);
  }
  const whole = performance.now() - started;
  const steps: [string, number][] = [
    ["parse JSON", parse],
    ["validate", validate],
    ["prepare: redact", redact],
    ["prepare: hash", sha],
    ["prepare: describe calls", describe],
    ["prepare: the rest", Math.max(0, prepare - redact - sha - describe)],
    ...[...statements].sort(([, a], [, b]) => b - a).map(([name, spent]): [string, number] => [`SQL ${name}`, spent]),
    ["whole upload, one connection", whole],
  ];
  return steps.map(([name, spent]) => ({ name, microsecondsPerEvent: perEvent(spent) }));
}

function computeOnly(batch: BenchBatch): void {
  const checked = readBatch(JSON.parse(JSON.stringify(batch)));
  if (checked.ok) prepareBatch("claude-code", checked.value.events, "full");
}

function time(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** The same world with a clock on each statement inside a transaction. */
function timedDeps(deps: Deps, statements: Map<string, number>): Deps {
  return {
    ...deps,
    db: {
      ...deps.db,
      withTenantSql: (scope, work) =>
        deps.db.withTenantSql(scope, (sql) => {
          const query = async (...args: unknown[]) => {
            const started = performance.now();
            const [statement] = args;
            const name =
              typeof statement === "object" && statement && "name" in statement ? String(statement.name) : "other";
            try {
              return await Reflect.apply(sql.query, sql, args);
            } finally {
              const label = name.split(":")[0] ?? name;
              statements.set(label, (statements.get(label) ?? 0) + performance.now() - started);
            }
          };
          // The clock changes nothing of how a query is called or answered.
          return work({ query } as unknown as Parameters<typeof work>[0]);
        }),
    },
  };
}
