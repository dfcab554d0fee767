// Notes every row that is written to any table, so that a proof can say that a refused call wrote none, and whose rows a call wrote.
import pg from "pg";
import type { Database } from "../../../src/server/store/database.ts";
import { quoted } from "../../../src/server/store/names.ts";
import { holdsRows, onNodes, partSession, tableOfPart } from "../nodes.ts";
import { maintenance } from "../postgres.ts";

export interface Write {
  readonly table: string;
  readonly operation: string;
  /** The tenant of the row; undefined where its table has none. */
  readonly tenantId: string | undefined;
  /** Its id; undefined where it has none. */
  readonly id: string | undefined;
}

export interface Writes {
  /** What was written and committed since the last time this was asked. */
  take(): Promise<readonly Write[]>;
  close(): Promise<unknown>;
}

/** What the server notes of calls, refused ones too, is no effect of theirs. */
const notes: readonly string[] = ["log_api", "log_error", "log_usual", "row_change"];

const noteWrite = `create function proof_note_write() returns trigger language plpgsql security definer set search_path from current as $$
  begin
    if tg_op <> 'INSERT' then insert into proof_write (name, operation, tenant_id, id) values (tg_table_name, tg_op, to_jsonb(old) ->> 'tenant_id', to_jsonb(old) ->> 'id'); end if;
    if tg_op = 'INSERT' or (tg_op = 'UPDATE' and to_jsonb(new) ->> 'tenant_id' is distinct from to_jsonb(old) ->> 'tenant_id') then
      insert into proof_write (name, operation, tenant_id, id) values (tg_table_name, tg_op, to_jsonb(new) ->> 'tenant_id', to_jsonb(new) ->> 'id');
    end if;
    return null;
  end $$`;

const tables = `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and ${holdsRows}`;

async function watch(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(tables);
  await client.query(
    [
      "begin; create table proof_write (name text not null, operation text not null, tenant_id text, id text)",
      noteWrite,
      ...rows
        .filter(({ name }) => !notes.includes(tableOfPart(name)))
        .map(
          ({ name }) =>
            `create trigger proof_note_write after insert or update or delete on ${quoted(name)} for each row execute function proof_note_write()`,
        ),
      "commit",
    ].join(";"),
  );
}

interface NotedWrite {
  readonly name: string;
  readonly operation: string;
  readonly tenant_id: string | null;
  readonly id: string | null;
}

/** Begins to watch all tables of a database: in a cluster node by node, since distributed tables have no triggers, but their parts may. */
export async function watchWrites(database: Database): Promise<Writes> {
  const [answer] = await database.owner.read([{ sql: "select current_database() as name", parameters: [] }]);
  const nodes = await onNodes({ ...maintenance(), database: String(answer?.rows[0]?.["name"]) });
  const clients = nodes.map((node) => new pg.Client({ ...node, options: partSession }));
  for (const client of clients) {
    await client.connect();
    await watch(client);
  }
  return {
    take: async () => {
      const taken = await Promise.all(
        clients.map((client) => client.query<NotedWrite>("delete from proof_write returning name, operation, tenant_id, id")),
      );
      return taken
        .flatMap(({ rows }) => rows)
        .map(({ name, operation, tenant_id: tenantId, id }) => ({
          table: tableOfPart(name),
          operation,
          tenantId: tenantId ?? undefined,
          id: id ?? undefined,
        }));
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  };
}
