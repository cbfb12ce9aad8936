import type pg from "pg";

export interface Table {
  name: string;
  kind: string;
  partitioned: boolean;
  inherits: boolean;
}

export interface Key {
  table: string;
  name: string;
  /** p primary, u unique, f foreign, x exclusion, c check, t trigger */
  type: string;
  columns: string[];
  target: string | null;
  targetColumns: string[];
  onDelete: string;
  onUpdate: string;
  deferrable: boolean;
}

export interface Index {
  table: string;
  name: string;
  unique: boolean;
  partial: boolean;
  method: string;
  /** null for an expression */
  columns: Array<string | null>;
}

export interface Column {
  table: string;
  name: string;
  type: string;
  notNull: boolean;
  identity: string;
  generated: string;
  default: string | null;
}

export interface Catalog {
  tables: Table[];
  keys: Key[];
  indexes: Index[];
  columns: Column[];
  triggers: string[];
  sequences: string[];
  routines: string[];
  rules: string[];
  extensions: string[];
}

/** Names and facts of everything in the public schema; the job queue keeps to a schema of its own. */
export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const all = async <T>(sql: string): Promise<T[]> => (await client.query(sql)).rows;
  const names = async (sql: string) => (await all<{ name: string }>(sql)).map(({ name }) => name);
  return {
    tables: await all<Table>(
      `select c.relname as name, c.relkind::text as kind, c.relkind = 'p' or c.relispartition as partitioned,
           exists (select from pg_inherits i where i.inhrelid = c.oid) as inherits
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f')`,
    ),
    keys: await all<Key>(
      `select t.relname as table, k.conname as name, k.contype::text as type, ${columnNames("k.conkey", "k.conrelid")} as columns,
           target.relname as target, ${columnNames("k.confkey", "k.confrelid")} as "targetColumns",
           k.confdeltype::text as "onDelete", k.confupdtype::text as "onUpdate", k.condeferrable as deferrable
         from pg_constraint k join pg_class t on t.oid = k.conrelid left join pg_class target on target.oid = k.confrelid
         where k.connamespace = 'public'::regnamespace`,
    ),
    indexes: await all<Index>(
      `select t.relname as table, c.relname as name, i.indisunique as unique, i.indpred is not null as partial,
           m.amname as method, ${columnNames("i.indkey::int2[]", "i.indrelid")} as columns
         from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_am m on m.oid = c.relam
         where t.relnamespace = 'public'::regnamespace`,
    ),
    columns: await all<Column>(
      `select t.relname as table, a.attname as name, y.typname as type, a.attnotnull as "notNull",
           a.attidentity::text as identity, a.attgenerated::text as generated, pg_get_expr(d.adbin, d.adrelid) as default
         from pg_attribute a join pg_class t on t.oid = a.attrelid join pg_type y on y.oid = a.atttypid
         left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
    ),
    triggers: await names(
      `select t.relname || '.' || g.tgname as name from pg_trigger g join pg_class t on t.oid = g.tgrelid
         where not g.tgisinternal and t.relnamespace = 'public'::regnamespace`,
    ),
    sequences: await names(
      "select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace",
    ),
    routines: await names("select proname as name from pg_proc where pronamespace = 'public'::regnamespace"),
    rules: await names("select rulename as name from pg_rules where schemaname = 'public'"),
    extensions: await names("select extname as name from pg_extension where extname <> 'plpgsql'"),
  };
}

/** Column names for an array of column numbers, in its order; null stands for an expression. */
function columnNames(numbers: string, table: string): string {
  return `array(select a.attname::text from unnest(${numbers}) with ordinality as n(number, place)
    left join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number and n.number > 0 order by n.place)`;
}
