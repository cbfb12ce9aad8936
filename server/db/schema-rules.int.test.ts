/**
 * The rules that keep the schema ready for a distributed Postgres (docs/adr/0005), read from the system catalogs of a
 * migrated database. A table, column or constraint that has to break one goes into `ALLOWED`, with the reason.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "@/server/launcher/postgres-connection";
import { type Catalog, type Index, type Key, readCatalog } from "@/server/testing/schema-catalog";
import { createTestDatabase, type TestDatabase } from "@/server/testing/test-database";

const TEAM = "team_id";

/** Tables outside the rules for tenant tables: by prefix or name, each with its reason. */
const GLOBAL_TABLES: ReadonlyArray<{ pattern: RegExp; reason: string }> = [
  { pattern: /^auth_/, reason: "Sign-in happens before a team is known; better-auth gives the shapes." },
  { pattern: /^lookup_/, reason: "Small tables that answer which team an e-mail, key, invite or link belongs to." },
  { pattern: /^_prisma_migrations$/, reason: "Prisma's own table of applied migrations." },
];

/** Objects that break a rule on purpose, as `<rule>: <object>`, each with its reason. */
const ALLOWED: ReadonlyMap<string, string> = new Map<string, string>([]);

/** Types that every candidate engine stores alike; `_text` is Postgres' name for text[]. */
const TYPES = new Set(
  [
    "uuid",
    "text",
    "varchar",
    "bool",
    "int2",
    "int4",
    "int8",
    "float8",
    "numeric",
    "date",
    "timestamptz",
    "jsonb",
  ].concat(["bytea", "tsvector", "_text", "_uuid", "_int4", "_int8", "_float4"]),
);

/** A literal, as pg_get_expr writes it. */
const CONSTANT = /^(NULL::.*|'.*'::[\w [\]]+|\(?-?\d+(\.\d+)?\)?(::\w+)?|true|false|ARRAY\[\](::.*)?)$/;

interface Rule {
  name: string;
  /** Names of what breaks it. */
  breaches(catalog: Catalog): string[];
  /** DDL that breaks it, to prove that the rule can fail, and the name it must find then. */
  plant: string;
  finds: string;
}

const isGlobal = (table: string) => GLOBAL_TABLES.some(({ pattern }) => pattern.test(table));
const ofTenants = <T extends { table: string }>(things: readonly T[]) => things.filter(({ table }) => !isGlobal(table));
const named = (things: readonly { table: string; name: string }[]) =>
  things.map(({ table, name }) => `${table}.${name}`);

/** The index' first columns are the key's, in any order, and it covers all rows. */
function supports(index: Index, key: Key): boolean {
  if (index.table !== key.table || index.partial || index.method !== "btree") return false;
  const first = index.columns.slice(0, key.columns.length);
  return key.columns.every((column) => first.includes(column));
}

const RULES: readonly Rule[] = [
  {
    name: "no triggers",
    breaches: ({ triggers }) => triggers,
    plant:
      "create trigger planted before update on team for each row execute function suppress_redundant_updates_trigger()",
    finds: "team.planted",
  },
  {
    name: "no sequences",
    breaches: ({ sequences }) => sequences,
    plant: "create sequence planted",
    finds: "planted",
  },
  {
    name: "no functions and procedures",
    breaches: ({ routines }) => routines,
    plant: "create procedure planted() language sql as 'select 1'",
    finds: "planted",
  },
  {
    name: "no rewrite rules",
    breaches: ({ rules }) => rules,
    plant: "create rule planted as on delete to team do instead nothing",
    finds: "planted",
  },
  {
    name: "no extensions",
    breaches: ({ extensions }) => extensions,
    plant: "create extension pg_trgm",
    finds: "pg_trgm",
  },
  {
    name: "no partitions and no inheritance",
    breaches: ({ tables }) => tables.filter((t) => t.partitioned || t.inherits).map(({ name }) => name),
    plant: "create table planted (team_id uuid primary key) partition by hash (team_id)",
    finds: "planted",
  },
  {
    name: "no deferrable constraints",
    breaches: ({ keys }) => named(keys.filter(({ deferrable }) => deferrable)),
    plant: "alter table project add constraint planted unique (team_id, name) deferrable",
    finds: "project.planted",
  },
  {
    name: "no exclusion constraints",
    breaches: ({ keys }) => named(keys.filter(({ type }) => type === "x")),
    plant: "alter table team add constraint planted exclude using hash (team_id with =)",
    finds: "team.planted",
  },
  {
    name: "foreign keys neither cascade nor set",
    breaches: ({ keys }) => named(keys.filter((key) => key.type === "f" && key.onDelete + key.onUpdate !== "aa")),
    plant: "alter table project add constraint planted foreign key (team_id) references team on delete cascade",
    finds: "project.planted",
  },
  {
    name: "every foreign key has an index to be followed backwards, in global tables too",
    breaches: ({ keys, indexes }) =>
      named(keys.filter((key) => key.type === "f" && !indexes.some((index) => supports(index, key)))),
    plant: `create table lookup_planted (id uuid primary key, user_id text, constraint planted foreign key (user_id)
      references auth_user (id))`,
    finds: "lookup_planted.planted",
  },
  {
    name: "a tenant table carries the team as uuid, not null",
    breaches: ({ tables, columns }) =>
      tables
        .filter(({ name }) => !isGlobal(name))
        .filter(
          ({ name }) => !columns.some((c) => c.table === name && c.name === TEAM && c.type === "uuid" && c.notNull),
        )
        .map(({ name }) => name),
    plant: "create table planted (team_id text primary key)",
    finds: "planted",
  },
  {
    name: "a tenant table has a primary key that the team leads",
    breaches({ tables, keys }) {
      const led = new Set(keys.filter((key) => key.type === "p" && key.columns[0] === TEAM).map(({ table }) => table));
      return tables.map(({ name }) => name).filter((name) => !isGlobal(name) && !led.has(name));
    },
    plant: "create table planted (id uuid, team_id uuid not null, primary key (id, team_id))",
    finds: "planted",
  },
  {
    name: "the team leads every unique index of a tenant table",
    breaches: ({ indexes }) => named(ofTenants(indexes).filter((i) => i.unique && i.columns[0] !== TEAM)),
    plant: "create unique index planted on project (id)",
    finds: "project.planted",
  },
  {
    name: "the team leads every ordered index of a tenant table, since every query names it",
    breaches: ({ indexes }) => named(ofTenants(indexes).filter((i) => i.method === "btree" && i.columns[0] !== TEAM)),
    plant: "create index planted on project (lower(name))",
    finds: "project.planted",
  },
  {
    name: "the team stands on both sides of every foreign key of a tenant table, which points at tenant tables only",
    breaches({ keys }) {
      const foreign = ofTenants(keys).filter(({ type }) => type === "f");
      return named(
        foreign.filter(
          ({ columns, target, targetColumns }) =>
            columns[0] !== TEAM || targetColumns[0] !== TEAM || target === null || isGlobal(target),
        ),
      );
    },
    plant: `create table planted (team_id uuid primary key, user_id text);
      alter table planted add constraint to_global foreign key (user_id) references auth_user (id)`,
    finds: "planted.to_global",
  },
  {
    name: "the app fills every column of a tenant table: no identity, generated column or computed default",
    breaches: ({ columns }) =>
      named(
        ofTenants(columns).filter(
          (c) => c.identity || c.generated || (c.default !== null && !CONSTANT.test(c.default)),
        ),
      ),
    plant: "alter table project add planted timestamptz default now()",
    finds: "project.planted",
  },
  {
    name: "a tenant table uses only types that every candidate engine has",
    breaches: ({ columns }) => named(ofTenants(columns).filter(({ type }) => !TYPES.has(type))),
    plant: "alter table project add planted int4range",
    finds: "project.planted",
  },
  {
    name: "no index looks into JSON",
    breaches({ columns, indexes }) {
      const json = new Set(named(columns.filter(({ type }) => type === "jsonb")));
      return named(indexes.filter((index) => index.columns.some((name) => json.has(`${index.table}.${name}`))));
    },
    plant: "alter table project add planted_json jsonb; create index planted on project using gin (planted_json)",
    finds: "project.planted",
  },
];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** The catalog as it is after `ddl`, which is then undone. */
async function catalogAfter(ddl: string): Promise<Catalog> {
  return withClient(database.url, async (client) => {
    await client.query("begin");
    await client.query(ddl);
    const catalog = await readCatalog(client);
    await client.query("rollback");
    return catalog;
  });
}

describe("the schema", () => {
  let catalog: Catalog;

  beforeAll(async () => {
    catalog = await withClient(database.url, readCatalog);
  });

  it("was read: it has tenant tables, foreign keys between them, and global tables", () => {
    const names = catalog.tables.map(({ name }) => name);
    expect(names.filter((name) => !isGlobal(name)).length).toBeGreaterThan(20);
    expect(ofTenants(catalog.keys).filter(({ type }) => type === "f").length).toBeGreaterThan(10);
    expect(names.filter(isGlobal).length).toBeGreaterThan(3);
  });

  it.each(RULES)("keeps: $name", ({ name, breaches }) => {
    expect(breaches(catalog).filter((object) => !ALLOWED.has(`${name}: ${object}`))).toEqual([]);
  });

  it("needs each of its exceptions", () => {
    const names = catalog.tables.map(({ name }) => name);
    expect(GLOBAL_TABLES.filter(({ pattern }) => !names.some((name) => pattern.test(name)))).toEqual([]);
    const broken = RULES.flatMap(({ name, breaches }) => breaches(catalog).map((object) => `${name}: ${object}`));
    expect([...ALLOWED.keys()].filter((exception) => !broken.includes(exception))).toEqual([]);
  });
});

describe("a breach is found", () => {
  it.each(RULES)("of: $name", async ({ breaches, plant, finds }) => {
    expect(breaches(await catalogAfter(plant))).toContain(finds);
  });
});
