// Databases that tests borrow. A clone of a template costs a fifth of a second and more of the processor, so a worker makes one and puts
// it back to what it was: whatever tests wrote is found by the numbers of the transactions that wrote it, in every table there is, so no
// test says what it writes. What rows cannot put back, a change of the tables themselves, makes the database go. In a cluster each node puts
// back its own tables, of which the parts of distributed ones are some.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";
import { literal, quoted } from "../../src/server/store/names.ts";
import { distributesTables } from "../../src/server/store/distribution.ts";
import { isDistributedRun } from "./coordinator-url.ts";
import { holdsRows, onNodes, partSession, tableOfPart } from "./nodes.ts";
import { dropDatabase, lastingDatabase, template } from "./postgres.ts";

export interface LentDatabase {
  /** As superuser. */
  readonly connection: PostgresConnection;
  /**
   * Puts every row back to what the template holds, once nobody works on the database any more; then runs `afterwards`. Answers the tables
   * in which something was written, or undefined where tables were altered: give it back and borrow another one. Sequences go on: a server
   * that runs holds numbers of them.
   */
  restore(afterwards?: string): Promise<ReadonlySet<string> | undefined>;
  /** After the connections to it were closed. */
  giveBack(): Promise<void>;
}

/** A database, with what is needed to put it back. */
interface Clone {
  readonly connection: PostgresConnection;
  readonly parts: readonly ClonedPart[];
}

/** The database on one of the servers on which it is. */
interface ClonedPart {
  /** Open as long as the database is there: what looks for changes names each table, and takes long to plan. */
  readonly client: pg.Client;
  /** One row for each table that differs; with the number of the last transaction that was none of a test. */
  readonly changed: string;
  readonly undo: ReadonlyMap<string, (last: string) => string>;
  /** Sets sequences back. */
  readonly rewind: string;
  last: string;
}

/** Copies of the rows, and whether tables were altered, lie beside the tables of the product. */
const copies = "test_copies";
/** Longer than any work that a test leaves behind takes to end. */
const patienceMs = 20_000;

const tables = z.array(
  z.object({
    name: z.string(),
    rows: z.coerce.number(),
    /** Of the primary key; null where there is none. */
    keys: z.array(z.string()).nullable(),
    /** Those that a statement may write. */
    columns: z.array(z.string()),
  }),
);
const sequences = z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() }));
const described = z.tuple([z.object({ tables, sequences })]);
const transaction = z.tuple([z.object({ last: z.string() })]);
const named = z.array(z.object({ name: z.string() }));

const describeTables = `
  select c.relname as name,
    (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', c.relname), false, true, '')))[1]::text as rows,
    (select array_agg(a.attname::text) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as keys,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${holdsRows} order by c.relname`;

const describeSequences = `
  select sequencename as name, coalesce(last_value, start_value)::text as value, last_value is not null as called
  from pg_sequences where schemaname = 'public'`;

/** Notes that tables were altered, by whomever. */
const watchTables = `
  create table ${copies}.altered (command text);
  create function ${copies}.note_altered() returns event_trigger language plpgsql security definer as
    $$ begin insert into ${copies}.altered values (tg_tag); end $$;
  create event trigger note_altered on ddl_command_end execute function ${copies}.note_altered();`;

const alterations = `select command as name from ${copies}.altered`;
const lastTransaction = "select pg_current_xact_id()::text as last";
/** Rows that no transaction after the last one of the fixture has written. */
const writtenSince = (last: string): string => `xmin::text::bigint > ${last}`;

/** The rows of a table that was not empty, from their copy. */
function rowsBack({ name, keys, columns }: z.infer<typeof tables>[number], last: string): string {
  const [table, copy] = [`public.${quoted(name)}`, `${copies}.${quoted(name)}`];
  const list = columns.map(quoted).join(", ");
  const insert = `insert into ${table} (${list}) overriding system value select ${list} from ${copy} c`;
  if (keys === null) return `delete from ${table}; ${insert}`;
  const isThere = keys.map((key) => `t.${quoted(key)} = c.${quoted(key)}`).join(" and ");
  return `delete from ${table} where ${writtenSince(last)}; ${insert} where not exists (select 1 from ${table} t where ${isThere})`;
}

/**
 * The name of the template that clones of another one come from: with the copies of its rows, what its tables are, and the watch for
 * changes of them, so that no clone has to be looked through.
 */
function lendable(of: string): Promise<string> {
  return template(
    `lent ${of}`,
    async (connection) => {
      if (isDistributedRun() && !(await distributesTables(connection))) throw new Error("the tables of this template are not distributed");
      for (const node of await onNodes(connection)) {
        await onConnection(node, copyRows);
        // Autovacuum, which a cluster has, would look at each clone in turn: until it has, plans know nothing of the rows.
        if (isDistributedRun()) await onConnection(node, (client) => client.query("analyze"));
      }
    },
    async () => of,
  );
}

async function copyRows(client: pg.Client): Promise<void> {
  const found = tables.parse((await client.query(describeTables)).rows);
  await client.query(
    [
      `begin; create schema ${copies}`,
      ...found.filter(({ rows }) => rows > 0).map(({ name }) => `create table ${copies}.${quoted(name)} as table public.${quoted(name)}`),
      `create table ${copies}.described as select ${literal(JSON.stringify(found))}::jsonb as tables,
        (select coalesce(jsonb_agg(s), '[]') from (${describeSequences}) s) as sequences`,
      watchTables,
      "commit",
    ].join(";"),
  );
}

async function cloned(of: string): Promise<Clone> {
  const connection = await lastingDatabase(await lendable(of));
  return { connection, parts: await Promise.all((await onNodes(connection)).map(clonedPart)) };
}

async function clonedPart(connection: PostgresConnection): Promise<ClonedPart> {
  const client = await keeper(connection);
  const [{ tables: found, sequences: numbers }] = described.parse((await client.query(`select * from ${copies}.described`)).rows);
  const [{ last }] = transaction.parse((await client.query(lastTransaction)).rows);
  return {
    client,
    changed: found
      .map(({ name, rows }) =>
        rows === 0
          ? `select ${literal(name)} as name where exists (select 1 from public.${quoted(name)})`
          : `select ${literal(name)} as name where (select count(*) <> ${rows} or bool_or(${writtenSince("$1")}) from public.${quoted(name)})`,
      )
      .join(" union all "),
    undo: new Map(
      found.map((table) => [
        table.name,
        table.rows === 0 ? () => `delete from public.${quoted(table.name)}` : (since: string) => rowsBack(table, since),
      ]),
    ),
    rewind: `select ${numbers.map(({ name, value, called }) => `setval(${literal(quoted(name))}, ${value}, ${String(called)})`).join(", ")}`,
    last,
  };
}

async function onConnection<T>(connection: PostgresConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, options: partSession });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A test that did not wait for its calls would have them write into the next one. */
async function untilIdle(client: pg.Client): Promise<void> {
  for (const started = performance.now(); ; await delay(2)) {
    const { rows } = await client.query<{ query: string }>(
      `select query from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`,
    );
    if (rows.length === 0) return;
    if (performance.now() - started > patienceMs) throw new Error(`a test left work behind: ${rows.map(({ query }) => query).join("; ")}`);
  }
}

/** As `LentDatabase.restore`. */
async function restored({ parts }: Clone, afterwards: string | undefined): Promise<ReadonlySet<string> | undefined> {
  // What works on other nodes was sent by the first.
  for (const { client } of parts.slice(0, 1)) await untilIdle(client);
  const written: string[] = [];
  for (const part of parts) {
    const names = await partRestored(part);
    if (names === undefined) return undefined;
    written.push(...names);
  }
  if (afterwards !== undefined) await parts[0]?.client.query(afterwards);
  return new Set(written.map(tableOfPart));
}

async function partRestored(part: ClonedPart): Promise<readonly string[] | undefined> {
  const { client } = part;
  if ((await client.query(alterations)).rowCount !== 0) return undefined;
  const { rows } = await client.query({ name: "changed", text: part.changed, values: [part.last] });
  const names = named.parse(rows).map(({ name }) => name);
  if (names.length === 0) return names;
  await client.query("begin");
  await client.query(names.map((name) => part.undo.get(name)?.(part.last)).join(";"));
  const [{ last }] = transaction.parse((await client.query(lastTransaction)).rows);
  await client.query("commit");
  part.last = last;
  return names;
}

const idle = new Map<string, Clone[]>();

/** A database with the rows of a template (`template` in postgres.ts), for whoever gives it back. */
export async function lentDatabase(of: string): Promise<LentDatabase> {
  const used = idle.get(of)?.pop();
  if (used !== undefined) {
    // Whoever gave it back has closed what they opened; what they forgot is not to reach whoever has it now.
    for (const { client } of used.parts)
      await client.query(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
      );
    if ((await restored(used, undefined)) !== undefined) {
      // Nobody holds a number of them.
      for (const { client, rewind } of used.parts) await client.query(rewind);
      return lent(of, used);
    }
    for (const { client } of used.parts) await client.end();
    await dropDatabase(used.connection);
  }
  return lent(of, await cloned(of));
}

/**
 * The connection that looks for what was written and undoes it: planned once, and not by its values; without triggers and references, since
 * what they refer to comes back as well. All of it for as long as it is open: PostgreSQL forgets its plans when the replication role changes.
 */
async function keeper(connection: PostgresConnection): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    options: `-c plan_cache_mode=force_generic_plan -c session_replication_role=replica -c jit=off ${partSession}`,
  });
  await client.connect();
  return client;
}

function lent(of: string, clone: Clone): LentDatabase {
  let isBack = false;
  return {
    connection: clone.connection,
    restore: (afterwards) => restored(clone, afterwards),
    giveBack: async () => {
      if (isBack) return;
      isBack = true;
      idle.set(of, [...(idle.get(of) ?? []), clone]);
    },
  };
}
