import pg from "pg";
import { errorCode, errorMessage, LauncherError } from "./errors";

/** What an attempt to connect tells of a server. */
export type Connection = "ready" | "starting" | "denied" | "silent";

const OLDEST_MAJOR = 15;

/**
 * One attempt to connect.
 * `ready`: it answers (the database named may still be missing). `starting`: it is up and starts, recovers or stops.
 * `denied`: it refuses this user. `silent`: nobody answers.
 */
export async function probe(url: string): Promise<Connection> {
  try {
    await withClient(url, async () => undefined);
    return "ready";
  } catch (error) {
    switch (errorCode(error)) {
      case "3D000": // invalid_catalog_name: the server is up, the database is not there yet
        return "ready";
      case "57P03": // cannot_connect_now
        return "starting";
      case "28P01": // invalid_password
      case "28000": // invalid_authorization_specification
        return "denied";
      default:
        return "silent";
    }
  }
}

/** Runs `use` on one connection and closes it. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {}); // A server that stops in between must not end the process; the query itself fails.
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates the database that `url` names when the server does not have it. True when it was made. */
export async function ensureDatabase(url: string): Promise<boolean> {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1)) || "postgres";
  target.pathname = "/postgres";
  return withClient(target.toString(), async (client) => {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount) return false;
    try {
      await client.query(`create database ${client.escapeIdentifier(name)}`);
    } catch (error) {
      if (errorCode(error) === "42P04") return false; // Somebody else was first.
      throw error;
    }
    return true;
  });
}

/**
 * Makes a Postgres of the owner's ready: reachable, new enough, database there.
 * @throws LauncherError that says which of the three is not so, and what to do.
 */
export async function prepareOwnPostgres(url: string): Promise<{ major: number; created: boolean }> {
  const at = describeAddress(url);
  try {
    let created = false;
    const version = () => withClient(url, async (client) => (await client.query("show server_version_num")).rows[0]);
    const row: { server_version_num?: string } | undefined = await version().catch(async (error: unknown) => {
      if (errorCode(error) !== "3D000") throw error;
      created = await ensureDatabase(url);
      return version();
    });
    const major = Math.floor(Number(row?.server_version_num) / 10_000);
    if (major >= OLDEST_MAJOR) return { major, created };
    throw new LauncherError(
      `${at} is Postgres ${major}; version ${OLDEST_MAJOR} or newer is needed.`,
      "Point DATABASE_URL at a newer server, or unset it to use the embedded one: env -u DATABASE_URL npm run quickstart",
    );
  } catch (cause) {
    if (cause instanceof LauncherError) throw cause;
    throw new LauncherError(`Postgres at ${at} cannot be used: ${explain(cause)}`, remedyFor(cause), { cause });
  }
}

/** Host, port and database of an address, without the password. */
export function describeAddress(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || "5432"}${pathname}`;
}

function explain(cause: unknown): string {
  // A refused connection to a name with several addresses is an AggregateError with an empty message.
  return errorMessage(cause) || errorCode(cause) || "no answer";
}

function remedyFor(cause: unknown): string {
  switch (errorCode(cause)) {
    case "28P01":
    case "28000":
      return "Correct user and password in DATABASE_URL.";
    case "42501": // insufficient_privilege
      return "Create the database yourself and give it to the user in DATABASE_URL: createdb --owner=<user> <database>";
    default:
      return "Start that server or correct DATABASE_URL; unset it to use the embedded one: env -u DATABASE_URL npm run quickstart";
  }
}
