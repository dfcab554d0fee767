// The table of uploaded files: where each lies, what it is, and whether a row still needs it. It has no definition, because people see
// attachments, not files.
import { secureStatements } from "./tables.ts";

/** Its name. */
export const fileTable = "stored_file";

/**
 * Statements that make it where it is missing. Times are milliseconds since 1970. `store_id` is the row of the configuration whose bucket holds the file, null
 * the folder of the server; `left_store` where an old copy waits for its removal; `gone_at` when it was found to be unused, after which
 * nothing may refer to it any more.
 */
export const fileStatements = (tables: ReadonlyMap<string, unknown>): readonly string[] => (tables.has(fileTable) ? [] : statements);

const statements: readonly string[] = [
  `create table ${fileTable} (
    name varchar(80) primary key,
    tenant_id varchar(12) not null,
    store_id bigint,
    left_store varchar(20),
    bytes bigint not null,
    hash varchar(64),
    original_name varchar(255),
    is_private boolean,
    upload_id varchar(64),
    user_id bigint,
    created_at bigint not null,
    used_at bigint not null,
    seen_by bigint,
    gone_at bigint,
    is_removed boolean not null default false
  )`,
  `create index ${fileTable}_place on ${fileTable} (tenant_id, store_id, name)`,
  `create unique index ${fileTable}_upload on ${fileTable} (tenant_id, upload_id) where upload_id is not null`,
  // On the coordinator alone in a distributed database: files are looked up by name, before their tenant is known.
  ...secureStatements(fileTable, false),
  // The platform's administrator writes rows of another tenant with files of their own: with the rights of the owner. The first row that
  // takes a file decides whether it is private. Answers those that are gone.
  `create or replace function take_files(wanted text[], by_private boolean, at bigint) returns setof text
    language plpgsql security definer set search_path from current as $$
    begin
      update ${fileTable} set used_at = greatest(used_at, at), is_private = coalesce(is_private, by_private)
        where name in (select f.name from ${fileTable} f where f.name = any(wanted) and f.gone_at is null order by f.name for update);
      return query select f.name::text from ${fileTable} f where f.name = any(wanted) and f.gone_at is not null;
    end $$`,
];
