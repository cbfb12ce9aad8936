import { isTextOf, type Migration } from "../../db/migrate";

/** `create table`, with or without quotes, as Prisma and we write it. */
const CREATES = /create\s+table\s+(?:if\s+not\s+exists\s+)?"?([a-z_][a-z0-9_]*)"?\s*\(/gi;

/** Names of all tables that the migrations ever made: other tables of the same database belong to somebody else. */
export function ownTables(migrations: readonly Migration[]): string[] {
  const names = migrations.flatMap(({ sql }) => [...sql.matchAll(CREATES)].map((found) => found[1] ?? ""));
  return [...new Set(names.filter((name) => name !== ""))].sort();
}

/** Why a program with the migrations `known` cannot work with a schema of `applied`; null when it can. */
export function misfit(
  known: readonly Migration[],
  applied: readonly { readonly name: string; readonly checksum: string }[],
): { kind: "newer" | "changed"; migration: string } | null {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = byName.get(name);
    if (!migration) return { kind: "newer", migration: name };
    if (!isTextOf(migration, checksum)) return { kind: "changed", migration: name };
  }
  return null;
}
