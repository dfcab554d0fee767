// Notes every row that is written to any table, so that a proof can say that a refused call wrote none, and whose rows a call wrote.
import type { Database } from "../../../src/server/store/database.ts";
import { quoted } from "../../../src/server/store/names.ts";

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
}

/** What the server notes of calls, refused ones too, is no effect of theirs. */
const notes: readonly string[] = ["log_api", "log_error", "log_usual"];

const noteWrite = `create function proof_note_write() returns trigger language plpgsql security definer set search_path from current as $$
  begin
    if tg_op <> 'INSERT' then insert into proof_write (name, operation, tenant_id, id) values (tg_table_name, tg_op, to_jsonb(old) ->> 'tenant_id', to_jsonb(old) ->> 'id'); end if;
    if tg_op = 'INSERT' or (tg_op = 'UPDATE' and to_jsonb(new) ->> 'tenant_id' is distinct from to_jsonb(old) ->> 'tenant_id') then
      insert into proof_write (name, operation, tenant_id, id) values (tg_table_name, tg_op, to_jsonb(new) ->> 'tenant_id', to_jsonb(new) ->> 'id');
    end if;
    return null;
  end $$`;

/** Begins to watch all tables of a database. */
export async function watchWrites(database: Database): Promise<Writes> {
  await database.owner.transaction(async (tx) => {
    const { rows } = await tx.query({
      sql: "select tablename from pg_tables where schemaname = current_schema() and not tablename = any($1)",
      parameters: [notes],
    });
    await tx.query({
      sql: "create table proof_write (name text not null, operation text not null, tenant_id text, id text)",
      parameters: [],
    });
    await tx.query({ sql: noteWrite, parameters: [] });
    await tx.batch(
      rows.map((row) => ({
        sql: `create trigger proof_note_write after insert or update or delete on ${quoted(String(row["tablename"]))} for each row execute function proof_note_write()`,
        parameters: [],
      })),
    );
  });
  return {
    take: () =>
      database.owner.transaction(async (tx) => {
        const { rows } = await tx.query({ sql: "delete from proof_write returning name, operation, tenant_id, id", parameters: [] });
        const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);
        return rows.map((row) => ({
          table: String(row["name"]),
          operation: String(row["operation"]),
          tenantId: textIn(row["tenant_id"]),
          id: textIn(row["id"]),
        }));
      }),
  };
}
