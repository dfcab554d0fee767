// The structure of a database as statements that make it again: exactly what is there, whatever definitions it came from, so that the next
// start migrates it as it would have migrated the original.
import type pg from "pg";
import { z } from "zod";
import { literal, quoted } from "../store/names.ts";
import { BackupError } from "./errors.ts";
import type { SavedSchema } from "./manifest.ts";

export interface DatabaseTable {
  readonly name: string;
  /** Columns that hold values of their own. */
  readonly columns: readonly string[];
}

interface DatabaseSchema extends SavedSchema {
  readonly tables: readonly DatabaseTable[];
  /** Things in the schema that are no part of the backup, as sentences. */
  readonly notes: readonly string[];
}

const inSchema = "c.relnamespace = current_schema()::regnamespace";
const isOwn = "not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')";

/** Names with their kinds of everything in the schema that has rows or looks as if. */
const relations = `select c.relname as name, c.relkind::text as kind, c.relispartition or exists (select 1 from pg_inherits i where i.inhrelid = c.oid) as inherits
  from pg_class c where ${inSchema} and ${isOwn} and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname`;

const columns = `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    a.attidentity::text as identity, a.attgenerated::text as generated, pg_get_expr(d.adbin, d.adrelid, true) as expression,
    case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end as collation,
    col_description(c.oid, a.attnum) as comment,
    coalesce(e.typnamespace, t.typnamespace) <> 'pg_catalog'::regnamespace
      and not exists (select 1 from pg_depend x where x.classid = 'pg_type'::regclass and x.objid = coalesce(e.oid, t.oid) and x.deptype = 'e') as foreign_type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${inSchema} and ${isOwn} and c.relkind = 'r' order by c.relname, a.attnum`;

const tables = `select c.relname as name, obj_description(c.oid, 'pg_class') as comment, c.relpersistence::text as persistence,
    array_to_string(c.reloptions, ', ') as options, c.relrowsecurity as secured, c.relforcerowsecurity as forced
  from pg_class c where ${inSchema} and ${isOwn} and c.relkind = 'r' order by c.relname`;

const constraints = `select c.relname as "table", k.conname as name, k.contype::text as kind, pg_get_constraintdef(k.oid, true) as definition
  from pg_class c join pg_constraint k on k.conrelid = c.oid
  where ${inSchema} and ${isOwn} and c.relkind = 'r' and k.contype in ('p', 'u', 'x', 'c', 'f')
  order by k.contype = 'f', c.relname, k.conname`;

const indexes = `select pg_get_indexdef(i.oid, 0, true) as definition
  from pg_class c join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
  where ${inSchema} and ${isOwn} and c.relkind = 'r' and x.indisvalid
    and not exists (select 1 from pg_constraint k where k.conindid = i.oid and k.contype in ('p', 'u', 'x'))
  order by c.relname, i.relname`;

const policies = `select c.relname as "table", p.polname as name, p.polpermissive as permissive, p.polcmd::text as command,
    array(select case when r = 0 then 'public' else quote_ident(pg_get_userbyid(r)) end from unnest(p.polroles) as r) as roles,
    pg_get_expr(p.polqual, p.polrelid, true) as reading, pg_get_expr(p.polwithcheck, p.polrelid, true) as writing
  from pg_class c join pg_policy p on p.polrelid = c.oid where ${inSchema} and ${isOwn} and c.relkind = 'r' order by c.relname, p.polname`;

const sequences = `select c.relname as name, format_type(s.seqtypid, null) as type, s.seqstart::text as start, s.seqincrement::text as step,
    s.seqmin::text as least, s.seqmax::text as most, s.seqcache::text as cache, s.seqcycle as cycles
  from pg_class c join pg_sequence s on s.seqrelid = c.oid
  where ${inSchema} and ${isOwn} and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
  order by c.relname`;

const triggers = `select c.relname as "table", t.tgname as name from pg_class c join pg_trigger t on t.tgrelid = c.oid
  where ${inSchema} and ${isOwn} and not t.tgisinternal order by c.relname, t.tgname`;

// Of a distributed database, that by which it is one: its rows can be restored anywhere.
const extensions = `select extname as name from pg_extension where extname <> 'plpgsql' and not starts_with(extname, 'citus') order by extname`;

const optional = z.string().nullable();
const rowShapes = {
  relations: z.array(z.object({ name: z.string(), kind: z.string(), inherits: z.boolean() })),
  columns: z.array(
    z.object({
      table: z.string(),
      name: z.string(),
      type: z.string(),
      required: z.boolean(),
      identity: z.string(),
      generated: z.string(),
      expression: optional,
      collation: optional,
      comment: optional,
      foreign_type: z.boolean(),
    }),
  ),
  tables: z.array(
    z.object({
      name: z.string(),
      comment: optional,
      persistence: z.string(),
      options: optional,
      secured: z.boolean(),
      forced: z.boolean(),
    }),
  ),
  constraints: z.array(z.object({ table: z.string(), name: z.string(), kind: z.string(), definition: z.string() })),
  indexes: z.array(z.object({ definition: z.string() })),
  policies: z.array(
    z.object({
      table: z.string(),
      name: z.string(),
      permissive: z.boolean(),
      command: z.string(),
      roles: z.array(z.string()),
      reading: optional,
      writing: optional,
    }),
  ),
  sequences: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      start: z.string(),
      step: z.string(),
      least: z.string(),
      most: z.string(),
      cache: z.string(),
      cycles: z.boolean(),
    }),
  ),
  triggers: z.array(z.object({ table: z.string(), name: z.string() })),
  extensions: z.array(z.object({ name: z.string() })),
};
type Column = z.infer<typeof rowShapes.columns>[number];
type Policy = z.infer<typeof rowShapes.policies>[number];

/** The ordinary tables of the connection's schema. */
export async function tableNames(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query(relations);
  return rowShapes.relations.parse(rows).flatMap(({ name, kind }) => (kind === "r" ? [name] : []));
}

/** What else than a backup's own objects is in a schema that should be empty: names of relations. */
export async function relationNames(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where ${inSchema} and ${isOwn} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') order by c.relkind = 'S', c.relname`,
  );
  return rows.map((row) => row.name);
}

/** Reads the structure, and refuses one that has rows where a backup would not find them. */
export async function readSavedSchema(client: pg.ClientBase): Promise<DatabaseSchema> {
  const found = {
    relations: rowShapes.relations.parse((await client.query(relations)).rows),
    columns: rowShapes.columns.parse((await client.query(columns)).rows),
    tables: rowShapes.tables.parse((await client.query(tables)).rows),
    constraints: rowShapes.constraints.parse((await client.query(constraints)).rows),
    indexes: rowShapes.indexes.parse((await client.query(indexes)).rows),
    policies: rowShapes.policies.parse((await client.query(policies)).rows),
    sequences: rowShapes.sequences.parse((await client.query(sequences)).rows),
    triggers: rowShapes.triggers.parse((await client.query(triggers)).rows),
    extensions: rowShapes.extensions.parse((await client.query(extensions)).rows),
  };
  refuseUnknown(found.relations, found.columns);
  const columnsOf = (table: string): readonly Column[] => found.columns.filter((column) => column.table === table);
  return {
    extensions: found.extensions.map(({ name }) => name),
    before: [
      ...found.sequences.map(
        (one) =>
          `CREATE SEQUENCE ${quoted(one.name)} AS ${one.type} INCREMENT BY ${one.step} MINVALUE ${one.least} MAXVALUE ${one.most} START WITH ${one.start} CACHE ${one.cache}${one.cycles ? " CYCLE" : ""}`,
      ),
      ...found.tables.flatMap(({ name, comment, persistence, options }) => [
        `CREATE ${persistence === "u" ? "UNLOGGED " : ""}TABLE ${quoted(name)} (${columnsOf(name).map(columnSql).join(", ")})${options === null ? "" : ` WITH (${options})`}`,
        ...(comment === null ? [] : [`COMMENT ON TABLE ${quoted(name)} IS ${literal(comment)}`]),
        ...columnsOf(name).flatMap((column) =>
          column.comment === null ? [] : [`COMMENT ON COLUMN ${quoted(name)}.${quoted(column.name)} IS ${literal(column.comment)}`],
        ),
      ]),
    ],
    after: [
      ...found.constraints.filter(({ kind }) => kind !== "f").map(constraintSql),
      ...found.indexes.map(({ definition }) => definition),
      ...found.constraints.filter(({ kind }) => kind === "f").map(constraintSql),
      ...found.policies.map(policySql),
      ...found.tables.filter(({ secured }) => secured).map(({ name }) => `ALTER TABLE ${quoted(name)} ENABLE ROW LEVEL SECURITY`),
      ...found.tables.filter(({ forced }) => forced).map(({ name }) => `ALTER TABLE ${quoted(name)} FORCE ROW LEVEL SECURITY`),
    ],
    tables: found.tables.map(({ name }) => ({
      name,
      columns: columnsOf(name)
        .filter(({ generated }) => generated === "")
        .map((column) => column.name),
    })),
    notes: notesOn(found.relations, found.triggers),
  };
}

/** Where the last number of a sequence is kept; it belongs to no transaction, so it is read after the rows that were numbered by it. */
export async function sequenceStates(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query(sequences);
  const statements: string[] = [];
  for (const { name } of rowShapes.sequences.parse(rows)) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    );
    const { last = "1", called = false } = state.rows[0] ?? {};
    statements.push(`SELECT setval(${literal(quoted(name))}, ${last}, ${called})`);
  }
  return statements;
}

function refuseUnknown(found: z.infer<typeof rowShapes.relations>, all: readonly Column[]): void {
  const reasons = [
    ...found.flatMap(({ name, kind, inherits }) =>
      kind === "p" || (kind === "r" && inherits) ? [`the table "${name}" is partitioned or inherits another`] : [],
    ),
    ...all.flatMap(({ table, name, identity, foreign_type }) => [
      ...(identity === "" ? [] : [`the column "${table}"."${name}" is an identity column`]),
      ...(foreign_type ? [`the column "${table}"."${name}" has a type of its own`] : []),
    ]),
  ];
  if (reasons.length > 0)
    throw new BackupError(
      `Tables that are not this program's cannot be taken along: ${reasons.slice(0, 5).join("; ")}${reasons.length > 5 ? ` and ${reasons.length - 5} more` : ""}. Move them to a schema of their own, or make the backup with pg_dump.`,
    );
}

const kindNames: Readonly<Record<string, string>> = { v: "view", m: "materialized view", f: "foreign table" };
function notesOn(found: z.infer<typeof rowShapes.relations>, all: z.infer<typeof rowShapes.triggers>): readonly string[] {
  return [
    ...found.flatMap(({ name, kind }) =>
      kind in kindNames ? [`the ${kindNames[kind]} "${name}" is not this program's and is left out`] : [],
    ),
    ...all.map(({ table, name }) => `the trigger "${name}" of "${table}" is not this program's and is left out`),
  ];
}

function columnSql({ name, type, required, generated, expression, collation }: Column): string {
  const parts = [quoted(name), type];
  if (collation !== null) parts.push(`COLLATE ${collation}`);
  if (expression !== null)
    parts.push(
      generated === "" ? `DEFAULT ${expression}` : `GENERATED ALWAYS AS (${expression}) ${generated === "v" ? "VIRTUAL" : "STORED"}`,
    );
  if (required) parts.push("NOT NULL");
  return parts.join(" ");
}

function constraintSql({ table, name, definition }: z.infer<typeof rowShapes.constraints>[number]): string {
  return `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`;
}

const commands: Readonly<Record<string, string>> = { r: "SELECT", a: "INSERT", w: "UPDATE", d: "DELETE", "*": "ALL" };

function policySql({ table, name, permissive, command, roles, reading, writing }: Policy): string {
  return [
    `CREATE POLICY ${quoted(name)} ON ${quoted(table)}`,
    `AS ${permissive ? "PERMISSIVE" : "RESTRICTIVE"} FOR ${commands[command] ?? "ALL"} TO ${roles.join(", ")}`,
    ...(reading === null ? [] : [`USING (${reading})`]),
    ...(writing === null ? [] : [`WITH CHECK (${writing})`]),
  ].join(" ");
}
