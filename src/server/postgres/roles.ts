// Makes the role that tenants' requests run as, gives it its rights, and proves that it cannot pass by row-level security.
import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { APP_ROLE } from "./app-role.ts";
import type { PostgresConnection } from "./connection.ts";
import { PostgresError, reasonOf } from "./errors.ts";
import { markLeakproof } from "./leakproof.ts";
import { judgeVersion } from "./versions.ts";

interface PreparedRoles {
  /** What could not be done, or is done elsewhere, as sentences for a log. */
  readonly notes: readonly string[];
}

/**
 * Creates the role `tracemark_app` and its rights in the connection's schema: the role may read and write everything the owner creates
 * there from now on. Safe to run at every start and by several servers at once; it changes only what is missing.
 *
 * The connecting user needs CREATEROLE, or an administrator has created the role and granted it to this user.
 */
export async function prepareRoles(connection: PostgresConnection): Promise<PreparedRoles> {
  const client = new pg.Client({ ...connection, application_name: "tracemark setup", connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined); // the query under way rejects with the same error
  await client.connect();
  try {
    const version = judgeVersion(await versionOf(client));
    const schema = await requireSchema(client);
    await requireOwnTables(client, schema);
    await ensureRole(client);
    await requireSafeRole(client);
    await ensureMembership(client);
    await ensureRights(client, schema);
    const excluding = await ensureExtension(client, exclusionExtension);
    const { unmarked } = await markLeakproof(client);
    if (unmarked.length > 0)
      return {
        notes: [
          ...version,
          ...excluding,
          `${unmarked.length} functions of PostgreSQL are not marked LEAKPROOF, so some searches read all rows of a tenant: a superuser runs the statement of docs/postgresql.md once`,
        ],
      };
    return { notes: [...version, ...excluding, ...(await ensureExtension(client, trigramExtension))] };
  } finally {
    await client.end();
  }
}

async function requireSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ schema: string | null; can_create: boolean | null }>(
    "select current_schema() as schema, has_schema_privilege(current_schema(), 'create') as can_create",
  );
  const schemaRow = rows[0];
  if (typeof schemaRow?.schema !== "string")
    throw new PostgresError(
      "postgres.schemaUnusable",
      "The search_path of the database user names no schema that exists. Create one, or set the search_path.",
    );
  if (schemaRow.can_create !== true) {
    throw new PostgresError(
      "postgres.schemaUnusable",
      `The database user may not create tables in schema "${schemaRow.schema}". As its owner: GRANT CREATE ON SCHEMA ${pg.escapeIdentifier(schemaRow.schema)} TO the user.`,
    );
  }
  return schemaRow.schema;
}

/**
 * Restored by another user, tables can neither be changed by this one nor, under row-level security, be read: they would seem to be empty.
 */
async function requireOwnTables(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string; us: string; others: string }>(
    `select c.relname as name, pg_get_userbyid(c.relowner) as owner, current_user as us, count(*) over () as others from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p') and c.relrowsecurity and not pg_has_role(current_user, c.relowner, 'usage')
     order by c.relname limit 1`,
    [pg.escapeIdentifier(schema)],
  );
  const found = rows[0];
  if (found === undefined) return;
  const inSchema = pg.escapeLiteral(pg.escapeIdentifier(schema));
  // One PostgreSQL takes the setting for one of nobody's; a cluster changes its tables one after the other by it.
  const oneByOne = "PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);";
  throw new PostgresError(
    "postgres.tablesNotOwned",
    `The table "${found.name}" and ${Number(found.others) - 1} others in schema "${schema}" belong to "${found.owner}" instead of the database user "${found.us}", which can therefore neither change them nor see their rows. ` +
      `As an administrator, in this database: DO $$ DECLARE one regclass; BEGIN ${oneByOne} FOR one IN SELECT oid FROM pg_class WHERE relnamespace = ${inSchema}::regnamespace AND relkind IN ('r', 'p', 'S') LOOP EXECUTE format('ALTER TABLE %s OWNER TO %I', one, ${pg.escapeLiteral(found.us)}); END LOOP; END $$;`,
  );
}

async function ensureRole(client: pg.Client): Promise<void> {
  if (await isTrue(client, "select exists (select 1 from pg_roles where rolname = $1)", [APP_ROLE])) return;
  try {
    await client.query(`create role ${APP_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole`);
  } catch (error) {
    // Roles belong to the whole server: a concurrent start, even in another database, may have been faster.
    if (sqlState(error) === "42710" || sqlState(error) === "23505") return;
    throw roleError(`The role ${APP_ROLE}, which tenants' requests run as, cannot be made: ${reasonOf(error)}`, error);
  }
}

/** A role with these rights would see every tenant's rows, whatever the policies. */
async function requireSafeRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
    "select rolsuper, rolbypassrls, pg_has_role(rolname, current_user, 'member') as owns from pg_roles where rolname = $1",
    [APP_ROLE],
  );
  const role = rows[0];
  const fault =
    role === undefined
      ? "is not there"
      : role.rolsuper
        ? "is a superuser"
        : role.rolbypassrls
          ? "has BYPASSRLS"
          : role.owns
            ? "is a member of the owner of the tables"
            : undefined;
  if (fault !== undefined) throw roleError(`The role ${APP_ROLE} ${fault}, so row-level security would not hold it`);
}

async function ensureMembership(client: pg.Client): Promise<void> {
  // Since version 16 membership and the right to change to the role are two things.
  const right = (await versionOf(client)) >= 160_000 ? "set" : "member";
  if (await isTrue(client, `select pg_has_role($1, '${right}')`, [APP_ROLE])) return;
  try {
    await whileOthersChange(() => client.query(`grant ${APP_ROLE} to current_user`));
  } catch (error) {
    throw roleError(`The role ${APP_ROLE} cannot be granted to this database user: ${reasonOf(error)}`, error);
  }
}

/**
 * By default privileges, so that no table can be forgotten. What holds of the tables that are there is settled after the migration
 * (auth/prepare.ts).
 */
async function ensureRights(client: pg.Client, schema: string): Promise<void> {
  const inSchema = pg.escapeIdentifier(schema);
  if (!(await isTrue(client, "select has_schema_privilege($1, $2, 'usage')", [APP_ROLE, schema]))) {
    await whileOthersChange(() => client.query(`grant usage on schema ${inSchema} to ${APP_ROLE}`));
  }
  for (const { kind, objects, rights } of [
    { kind: "r", objects: "tables", rights: ["SELECT", "INSERT", "UPDATE", "DELETE"] },
    { kind: "S", objects: "sequences", rights: ["SELECT", "USAGE"] },
  ]) {
    const { rows } = await client.query<{ rights: string[] | null }>(
      `select array_agg(granted.privilege_type) as rights from pg_default_acl acl, aclexplode(acl.defaclacl) granted
       where acl.defaclrole = (select oid from pg_roles where rolname = current_user) and acl.defaclnamespace = to_regnamespace($1)
         and acl.defaclobjtype = $2 and granted.grantee = to_regrole($3)`,
      [inSchema, kind, APP_ROLE],
    );
    if (rights.every((right) => rows[0]?.rights?.includes(right))) continue;
    await whileOthersChange(() =>
      client.query(`alter default privileges in schema ${inSchema} grant ${rights.join(", ")} on ${objects} to ${APP_ROLE}`),
    );
  }
}

/** An extension that the tables use where it is there, and what holds without it. */
interface Extension {
  readonly name: string;
  readonly without: string;
}

/** Indexes of searches for a part of a text. */
const trigramExtension: Extension = { name: "pg_trgm", without: "searches for a part of a text read all rows of the tenant" };
/** Constraints against ranges that overlap. */
const exclusionExtension: Extension = {
  name: "btree_gist",
  without: "that ranges do not overlap is kept by the server alone, and not by the database as well",
};

/** Makes an extension; the migration uses it where it is there. */
async function ensureExtension(client: pg.Client, { name, without }: Extension): Promise<readonly string[]> {
  if (await isTrue(client, "select exists (select 1 from pg_extension where extname = $1)", [name])) return [];
  try {
    await whileOthersChange(() => client.query(`create extension if not exists ${pg.escapeIdentifier(name)}`));
    return [];
  } catch (error) {
    return [`the extension ${name} cannot be made (${reasonOf(error)}); ${without}`];
  }
}

/** Two servers that change the same catalogue row at once: one of them gets an error to try again. */
async function whileOthersChange(change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await change();
      return;
    } catch (error) {
      const isRace = sqlState(error) === "23505" || (sqlState(error) === "XX000" && /concurrently/.test(reasonOf(error)));
      if (!isRace || attempt === 5) throw error;
      await delay(20 * attempt);
    }
  }
}

async function isTrue(client: pg.Client, sql: string, parameters: readonly unknown[]): Promise<boolean> {
  const { rows } = await client.query<Record<string, unknown>>(sql, [...parameters]);
  return Object.values(rows[0] ?? {})[0] === true;
}

async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  return Number(rows[0]?.version);
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

function roleError(what: string, cause?: unknown): PostgresError {
  return new PostgresError(
    "postgres.roleUnusable",
    `${what}. As an administrator of the server: CREATE ROLE ${APP_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS; GRANT ${APP_ROLE} TO the database user of DATABASE_URL; or give that user CREATEROLE.`,
    { cause },
  );
}
