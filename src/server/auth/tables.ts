// Tables that no definition describes: sessions, spent captchas and third-party sign-ins, failed sign-ins, and the number that tells when rights changed.
import type { SpentTable } from "./nonces.ts";
import { APP_ROLE } from "../postgres/app-role.ts";
import { CURRENT_TENANT } from "../store/pool-session.ts";

/** A table of the server's own, with statements that may run at every start. */
export interface InternalTable {
  readonly name: string;
  readonly statements: readonly string[];
  /** Columns that came later, with their types: added to a table that was made before them. */
  readonly added?: Readonly<Record<string, string>>;
}

/** A table of numbers that are good once (spent.ts). */
function spentNumbers(name: SpentTable): InternalTable {
  return {
    name,
    statements: [
      `create table if not exists ${name} (id varchar(36) primary key, expires_at bigint not null)`,
      `create index if not exists ${name}_expires_at on ${name} (expires_at)`,
      `revoke all on ${name} from ${APP_ROLE}`,
    ],
  };
}

/** Times are milliseconds since 1970: only the server's clock is compared with them. The application's role gets all rights by default; what it needs not is taken back. */
export const internalTables: readonly InternalTable[] = [
  {
    name: "auth_session",
    statements: [
      `create table if not exists auth_session (
        id varchar(36) primary key,
        tenant_id varchar(12) not null,
        user_id bigint not null,
        client_id varchar(48) not null,
        credential varchar(64) not null,
        refresh_id varchar(36) not null,
        previous_refresh_id varchar(36),
        refreshed_at bigint not null,
        dept_ids bigint[],
        role_ids bigint[],
        created_at bigint not null,
        expires_at bigint not null,
        ended_at bigint
      )`,
      `create index if not exists auth_session_expires_at on auth_session (expires_at)`,
      `create index if not exists auth_session_user on auth_session (tenant_id, user_id)`,
      `alter table auth_session enable row level security`,
      `do $$ begin
        create policy auth_session_tenant on auth_session using (tenant_id = ${CURRENT_TENANT}) with check (tenant_id = ${CURRENT_TENANT});
      exception when duplicate_object then null; end $$`,
      `revoke insert, delete on auth_session from ${APP_ROLE}`,
    ],
    // What people recognise their sessions by (own-sessions.ts).
    added: { user_agent: "varchar(300)", address: "varchar(45)", last_used_at: "bigint" },
  },
  spentNumbers("auth_captcha"),
  spentNumbers("auth_social"),
  {
    name: "auth_failure",
    statements: [
      `create table if not exists auth_failure (subject varchar(200) primary key, failures integer not null, until bigint not null)`,
      `create index if not exists auth_failure_until on auth_failure (until)`,
      `revoke insert, update on auth_failure from ${APP_ROLE}`,
    ],
  },
  {
    name: "access_version",
    statements: [
      `create table if not exists access_version (id smallint primary key check (id = 1), version bigint not null)`,
      `insert into access_version (id, version) values (1, 1) on conflict do nothing`,
      `revoke insert, delete on access_version from ${APP_ROLE}`,
    ],
  },
];

/** Tables whose rows decide about somebody's rights. */
export const tablesOfRights = ["user", "role", "role_menu", "role_scope", "data_scope", "api_scope", "menu", "dept", "tenant", "tenant_package", "client"] as const;

/**
 * Makes the number change with every statement on those tables, whoever runs it: a handler cannot forget it. With the rights of the owner, because
 * tenants' requests may run it too.
 */
export const rightsTrigger = {
  name: "rights_changed",
  functionSql: `create or replace function rights_changed() returns trigger language plpgsql security definer set search_path from current as $$
    begin
      update access_version set version = version + 1 where id = 1;
      return null;
    end $$`,
  sql: (table: string): string => `create or replace trigger rights_changed after insert or update or delete on "${table}" for each statement execute function rights_changed()`,
} as const;
