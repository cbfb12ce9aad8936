import type { ClientBase } from "pg";
import { type Definition, readForeignKeys, readIndexes, readTables } from "./catalog";

/** What was taken away from tables, to be brought back. */
export interface TakenAway {
  readonly indexes: readonly Definition[];
  readonly foreignKeys: readonly Definition[];
}

/**
 * Takes foreign keys and plain indexes away. Built once at the end they cost a fraction of being kept up row by row,
 * and the rows need no order: a foreign key that is added checks all rows at once.
 */
export async function takeAway(client: ClientBase, tables: readonly string[]): Promise<TakenAway> {
  const foreignKeys = await readForeignKeys(client, tables);
  const indexes = await readIndexes(client, tables);
  for (const { table, name } of foreignKeys) {
    await client.query(
      `ALTER TABLE ${client.escapeIdentifier(table)} DROP CONSTRAINT ${client.escapeIdentifier(name)}`,
    );
  }
  for (const { name } of indexes) await client.query(`DROP INDEX ${client.escapeIdentifier(name)}`);
  return { foreignKeys, indexes };
}

/** Brings back what {@link takeAway} took; fails where a row refers to one that is not there. */
export async function bringBack(
  client: ClientBase,
  { indexes, foreignKeys }: TakenAway,
  onEach: (name: string, done: number, total: number) => void,
): Promise<void> {
  await client.query("SET LOCAL maintenance_work_mem = '256MB'");
  const definitions = [...indexes, ...foreignKeys];
  for (const [done, { name, sql }] of definitions.entries()) {
    onEach(name, done, definitions.length);
    await client.query(sql);
  }
}

/** Removes `tables` together, since they refer to each other. What else refers to them keeps them from going. */
export async function dropTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  await client.query(`DROP TABLE ${tables.map((name) => client.escapeIdentifier(name)).join(", ")}`);
}

/** What the planner knows of `tables`: without it the first queries after a restore would take the slow way. */
export async function gatherStatistics(client: ClientBase, tables: readonly string[]): Promise<void> {
  for (const { name } of await readTables(client, tables)) {
    await client.query(`ANALYZE ${client.escapeIdentifier(name)}`);
  }
}
