// @prisma/adapter-pg is made for the queries of an application. Migrations ask three things more of it:
//   - the system catalogs answer with the internal type "char" (oid 18), which it does not know;
//   - a migration script must go to the server whole, since splitting it at ";" breaks function bodies;
//   - a shadow database must not be overruled by the database named in a connection string.
// The classes below add just that, by wrapping the adapter's own objects.
import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

const CHAR_OID = 18;
const BPCHAR_OID = 1042;

/** Runs `use` on one connection of its own. */
export async function onConnection(url, use) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The address without the parameters that only Prisma understands. */
export function plainUrl(url) {
  const plain = new URL(url);
  for (const name of ["schema", "connection_limit", "pool_timeout", "pgbouncer"]) plain.searchParams.delete(name);
  return plain.toString();
}

/** The same server, another database. */
export function urlOfDatabase(url, database) {
  const target = new URL(url);
  target.pathname = `/${database}`;
  return target.toString();
}

/** What the schema engine asks for connections. */
export class MigrationPgFactory {
  provider = "postgres";
  adapterName = "prisma-pg-for-migrations";
  #url;
  #options;

  constructor(url, options) {
    this.#url = url;
    this.#options = options;
  }

  async connect() {
    return prepare(await new PrismaPg({ connectionString: this.#url, max: 1 }, this.#options).connect());
  }

  async connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await onConnection(this.#url, (client) => client.query(`create database "${name}"`));
    const shadow = await new MigrationPgFactory(urlOfDatabase(this.#url, name), this.#options).connect();
    const dispose = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await dispose();
      await onConnection(this.#url, (client) => client.query(`drop database if exists "${name}" with (force)`));
    };
    return shadow;
  }
}

function prepare(connection) {
  readCatalogChars(connection);
  connection.executeScript = async (script) => {
    try {
      await connection.client.query(script);
    } catch (error) {
      connection.onError(error);
    }
  };
  const startTransaction = connection.startTransaction?.bind(connection);
  if (startTransaction) connection.startTransaction = async (level) => prepare(await startTransaction(level));
  return connection;
}

/** Lets "char" columns pass as bpchar and then names them what they are: single characters. */
function readCatalogChars(connection) {
  const { performIO, queryRaw } = connection;
  let charColumns = [];
  connection.performIO = async (query) => {
    const result = await performIO.call(connection, query);
    charColumns = [];
    for (const [index, field] of result.fields.entries()) {
      if (field.dataTypeID !== CHAR_OID) continue;
      charColumns.push(index);
      field.dataTypeID = BPCHAR_OID;
    }
    return result;
  };
  // The engine sends one query at a time, so `charColumns` is still this query's when the answer is here.
  connection.queryRaw = async (query) => {
    const answer = await queryRaw.call(connection, query);
    for (const index of charColumns) answer.columnTypes[index] = ColumnTypeEnum.Character;
    return answer;
  };
}
