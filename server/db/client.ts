import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "./generated/client";

/** A Prisma transaction inside one team; for records and settings. */
export type TenantTx = Prisma.TransactionClient;
/** A plain connection inside one team's transaction; for the hot paths in `db/sql`. */
export type TenantSql = Pick<pg.PoolClient, "query">;

export interface Database {
  /** Reads of records, with `select`. */
  readonly prisma: PrismaClient;
  /** Reads on hot paths. */
  readonly pool: pg.Pool;
  /** One transaction, one team. Serialization failures and deadlocks are retried, so `work` must be repeatable. */
  withTenant<T>(scope: { readonly teamId: string }, work: (tx: TenantTx) => Promise<T>): Promise<T>;
  withTenantSql<T>(scope: { readonly teamId: string }, work: (sql: TenantSql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 5;
const TRANSACTION_TIMEOUT_MS = 30_000;

/** Serialization failure, deadlock; a distributed Postgres answers a lost race with the same codes. */
function isLostRace(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2034") return true;
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return code === "40001" || code === "40P01";
}

async function retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !isLostRace(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempts * 5));
    }
  }
}

async function inTransaction<T>(pool: pg.Pool, teamId: string, work: (sql: TenantSql) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await connection.query("BEGIN");
    await connection.query("SELECT set_config('app.team_id', $1, true)", [teamId]);
    const value = await work(connection);
    await connection.query("COMMIT");
    return value;
  } catch (error) {
    await connection.query("ROLLBACK").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}

/**
 * Opens the pool that Prisma and the hot paths share. `onIdleError` hears of connections that the server closed
 * (a restart of the database must not end the process).
 */
export function openDatabase(
  url: string,
  options: { maxConnections?: number; onIdleError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({ connectionString: url, max: options.maxConnections ?? 10 });
  pool.on("error", (error) => options.onIdleError?.(error));
  // A connection that breaks between two queries of a transaction speaks for itself, not through the pool.
  pool.on("connect", (connection) => connection.on("error", (error) => options.onIdleError?.(error)));
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    prisma,
    pool,
    withTenant: (scope, work) =>
      retryLostRaces(() =>
        prisma.$transaction(
          async (tx) => {
            await tx.$executeRaw`SELECT set_config('app.team_id', ${scope.teamId}, true)`;
            return work(tx);
          },
          { timeout: TRANSACTION_TIMEOUT_MS, maxWait: TRANSACTION_TIMEOUT_MS },
        ),
      ),
    withTenantSql: (scope, work) => retryLostRaces(() => inTransaction(pool, scope.teamId, work)),
    async close() {
      await prisma.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}
