// Tables without a definition: sessions, second factors, used captchas and third-party sign-ins, failed sign-ins, and the version numbers of rights.
import { platformVersion, subscriptionVersion } from "../access/version.ts";
import type { WriteFollower } from "../store/follow-writes.ts";
import type { NonceTable } from "./nonces.ts";
import { tenantRows } from "../store/tables.ts";

/** A right that tenants' requests may have on a table. */
export type TableRight = "SELECT" | "INSERT" | "UPDATE" | "DELETE";

/** A table of the server's own, with statements that may run at every start. */
interface InternalTable {
  readonly name: string;
  readonly statements: readonly string[];
  /** What tenants' requests may do with it. */
  readonly rights: readonly TableRight[];
  /** Columns that came later, with their types: added to a table that was made before them. */
  readonly added?: Readonly<Record<string, string>>;
}

/** A table of numbers that are good once (spent.ts). */
function nonceTable(name: NonceTable): InternalTable {
  return {
    name,
    statements: [
      `create table if not exists ${name} (id varchar(36) primary key, expires_at bigint not null)`,
      `create index if not exists ${name}_expires_at on ${name} (expires_at)`,
    ],
    rights: [],
  };
}

/** Has requests of a tenant see its own rows alone. */
const ofTenants = (name: string): readonly string[] => [
  `alter table ${name} enable row level security`,
  `do $$ begin
    create policy ${name}_tenant on ${name} using (${tenantRows(false)}) with check (${tenantRows(false)});
  exception when duplicate_object then null; end $$`,
];

/** Times are milliseconds since 1970: they are compared with the server's clock only. */
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
      ...ofTenants("auth_session"),
    ],
    rights: ["SELECT", "UPDATE"],
    // Shown to users to recognise their sessions (own-sessions.ts); the device of a warehouse or a line, which they end with.
    added: {
      user_agent: "varchar(300)",
      address: "varchar(45)",
      last_used_at: "bigint",
      has_factor: "boolean not null default false",
      device_id: "bigint",
    },
  },
  nonceTable("auth_captcha"),
  nonceTable("auth_social"),
  nonceTable("auth_spent_code"),
  {
    name: "auth_second_factor",
    statements: [
      `create table if not exists auth_second_factor (
        tenant_id varchar(12) not null,
        user_id bigint not null,
        secret varchar(200) not null,
        confirmed_at bigint not null,
        primary key (tenant_id, user_id)
      )`,
      ...ofTenants("auth_second_factor"),
    ],
    rights: ["SELECT", "DELETE"],
  },
  {
    name: "auth_phone_factor",
    statements: [
      `create table if not exists auth_phone_factor (
        tenant_id varchar(12) not null,
        user_id bigint not null,
        phone varchar(20) not null,
        confirmed_at bigint not null,
        primary key (tenant_id, user_id)
      )`,
      ...ofTenants("auth_phone_factor"),
    ],
    rights: ["SELECT", "DELETE"],
  },
  {
    name: "auth_text_code",
    statements: [
      `create table if not exists auth_text_code (
        tenant_id varchar(12) not null,
        user_id bigint not null,
        purpose varchar(8) not null,
        phone varchar(20) not null,
        hash varchar(64) not null,
        sent_at bigint not null,
        expires_at bigint not null,
        attempts integer not null,
        primary key (tenant_id, user_id)
      )`,
      ...ofTenants("auth_text_code"),
    ],
    // Written in the transaction that puts the text into the tenant's outbox.
    rights: ["SELECT", "INSERT", "UPDATE", "DELETE"],
  },
  {
    name: "auth_recovery_code",
    statements: [
      `create table if not exists auth_recovery_code (
        tenant_id varchar(12) not null,
        user_id bigint not null,
        hash varchar(64) not null,
        primary key (tenant_id, user_id, hash)
      )`,
      ...ofTenants("auth_recovery_code"),
    ],
    rights: ["SELECT", "DELETE"],
  },
  {
    name: "auth_api_token",
    statements: [
      `create table if not exists auth_api_token (
        hash varchar(64) primary key,
        tenant_id varchar(12) not null,
        token_id bigint not null
      )`,
      ...ofTenants("auth_api_token"),
    ],
    rights: ["INSERT"],
  },
  {
    name: "auth_challenge",
    statements: [
      `create table if not exists auth_challenge (
        id varchar(64) primary key,
        tenant_id varchar(12) not null,
        user_id bigint not null,
        client_id varchar(48) not null,
        credential varchar(64) not null,
        dept_ids bigint[],
        role_ids bigint[],
        oauth_id varchar(64) not null,
        scope text not null,
        expires_at bigint not null,
        attempts integer not null
      )`,
      `create index if not exists auth_challenge_expires_at on auth_challenge (expires_at)`,
      ...ofTenants("auth_challenge"),
    ],
    rights: [],
  },
  {
    name: "auth_identity",
    statements: [
      `create table if not exists auth_identity (
        tenant_id varchar(12) not null,
        id varchar(64) not null,
        content text not null,
        claimed_at bigint,
        expires_at bigint not null,
        primary key (tenant_id, id)
      )`,
      `create index if not exists auth_identity_expires_at on auth_identity (expires_at)`,
      ...ofTenants("auth_identity"),
    ],
    rights: [],
  },
  nonceTable("pay_nonce"),
  {
    name: "auth_failure",
    statements: [
      `create table if not exists auth_failure (subject varchar(200) primary key, failures integer not null, until bigint not null)`,
      `create index if not exists auth_failure_until on auth_failure (until)`,
    ],
    rights: ["SELECT", "DELETE"],
  },
  {
    name: "auth_call_count",
    statements: [
      // Without a log to be written ahead: after a crash all count anew.
      `create unlogged table if not exists auth_call_count (
        subject varchar(43) not null,
        minute bigint not null,
        calls bigint not null,
        primary key (subject, minute)
      )`,
      `create index if not exists auth_call_count_minute on auth_call_count (minute)`,
    ],
    rights: [],
  },
  {
    name: "rights_version",
    statements: [
      `create table if not exists rights_version (tenant_id varchar(12) primary key, version bigint not null)`,
      `insert into rights_version (tenant_id, version) values ('${platformVersion}', 1) on conflict do nothing`,
      `alter table rights_version enable row level security`,
    ],
    rights: [],
  },
];

/** Tables whose rows affect rights: of the tenant that a row belongs to, or of all users; and those that say who is told of what. */
const tablesOfRights: Readonly<Record<string, "tenant" | "platform" | "subscriptions">> = {
  user: "tenant",
  role: "tenant",
  role_menu: "tenant",
  role_scope: "tenant",
  dept: "tenant",
  channel: "tenant",
  auth_second_factor: "tenant",
  auth_phone_factor: "tenant",
  client_authority: "tenant",
  data_scope: "platform",
  api_scope: "platform",
  menu: "platform",
  tenant: "platform",
  tenant_package: "platform",
  client: "platform",
  webhook: "subscriptions",
};

/** The columns of a webhook that say who is told of what; what a delivery writes into its row is no such change. */
const subscriptionColumns = ["tenant_id", "events", "status", "is_deleted"] as const;

/**
 * Counts the versions of these tenants up. With the rights of the owner, because tenants' requests do so too; in order, so that two
 * transactions never wait for each other's.
 */
const countRights = `create or replace function count_up_rights(tenants text[]) returns void
  language sql security definer set search_path from current as $$
    insert into rights_version (tenant_id, version) select distinct one, 1 from unnest(tenants) as one order by one
      on conflict (tenant_id) do update set version = rights_version.version + 1
  $$`;

/**
 * Increases the versions with every change of the tables of rights, whatever statement writes it, so that handlers cannot forget it. A
 * transaction for all tenants counts up that of the platform, which is part of everybody's: which tenants it wrote for its statements need not say.
 */
export const rightsFollower: WriteFollower = {
  tables: new Map(Object.entries(tablesOfRights).map(([table, of]) => [table, of === "subscriptions" ? subscriptionColumns : undefined])),
  follow: (written, tenantId = platformVersion) => {
    const versions = [...written].map((table) => {
      const of = tablesOfRights[table];
      return of === "platform" ? platformVersion : of === "subscriptions" ? subscriptionVersion : tenantId;
    });
    return [{ sql: "select count_up_rights($1)", parameters: [versions], name: "count_up_rights" }];
  },
};

/** Makes that function, in place of what earlier versions of the server had: one version for everybody, later triggers. */
export const rightsStatements: readonly string[] = [
  countRights,
  "drop table if exists access_version",
  ...[
    "rights_changed",
    "rights_of_platform_changed",
    "subscriptions_changed",
    "rights_of_rows_changed",
    "rights_of_updated_rows_changed",
  ].map((name) => `drop function if exists ${name}() cascade`),
];
