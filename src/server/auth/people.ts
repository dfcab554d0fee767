// People who sign in: their account, tenant and roles as stored, found by account or by the user of a session.
import { z } from "zod";
import { administratorAlias, tenantAdminAlias } from "../access/permissions.ts";
import type { Database, Statement } from "../store/database.ts";

const personSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  account: z.string(),
  password: z.string().nullable(),
  name: z.string().nullable(),
  real_name: z.string().nullable(),
  avatar: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role_id: z.array(z.string()).nullable(),
  dept_id: z.array(z.string()).nullable(),
  post_id: z.array(z.string()).nullable(),
  user_ext: z.string().nullable(),
  status: z.coerce.number(),
  tenant_status: z.coerce.number(),
  must_change_password: z.coerce.number().nullable(),
  expire_time: z.string().nullable(),
  package_menus: z.array(z.string()).nullable(),
  admin_second_factor: z.coerce.number().nullable(),
  has_second_factor: z.boolean(),
});

/** Account states (catalogue: user.status). */
export const userStatus = { waiting: 0, active: 1, locked: 2 } as const;
/** A tenant in use; any other status is none. */
const tenantInUse = 1;

export interface Person {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly passwordHash: string;
  readonly name: string;
  readonly realName: string;
  readonly avatar: string;
  readonly phone: string;
  readonly email: string;
  readonly roleIds: readonly string[];
  readonly deptIds: readonly string[];
  readonly postIds: readonly string[];
  /** Free text of the platform; holds `channelId:` for a channel's user (docs/wire.md §3). */
  readonly extension: string;
  readonly status: number;
  /** The password is initial or was reset: it must be changed before anything else. */
  readonly mustChangePassword: boolean;
  readonly isTenantInUse: boolean;
  /** "yyyy-MM-dd HH:mm:ss"; empty: never. */
  readonly tenantExpires: string;
  /** Menus of the tenant's package; undefined: it has none. */
  readonly packagedMenus: readonly string[] | undefined;
  /** A second factor is set up: a session counts only with it. */
  readonly hasSecondFactor: boolean;
  /** The tenant wants one of everybody who administers it. */
  readonly isFactorAskedOfAdministrators: boolean;
}

const columns = `u.id, u.tenant_id, u.account, u.password, u.name, u.real_name, u.avatar, u.phone, u.email, u.role_id, u.dept_id, u.post_id, u.user_ext, u.status, u.must_change_password,
  t.status as tenant_status, t.expire_time, p.menu_id as package_menus, t.admin_second_factor, (f.user_id is not null or n.user_id is not null) as has_second_factor`;
const tables = `"user" u join tenant t on t.tenant_id = u.tenant_id and t.is_deleted = 0
  left join tenant_package p on p.id = t.package_id and p.is_deleted = 0
  left join auth_second_factor f on f.tenant_id = u.tenant_id and f.user_id = u.id
  left join auth_phone_factor n on n.tenant_id = u.tenant_id and n.user_id = u.id`;

function personOf(row: z.infer<typeof personSchema>): Person {
  return {
    userId: row.id,
    tenantId: row.tenant_id,
    account: row.account,
    passwordHash: row.password ?? "",
    name: row.name ?? "",
    realName: row.real_name ?? "",
    avatar: row.avatar ?? "",
    phone: row.phone ?? "",
    email: row.email ?? "",
    roleIds: row.role_id ?? [],
    deptIds: row.dept_id ?? [],
    postIds: row.post_id ?? [],
    extension: row.user_ext ?? "",
    status: row.status,
    mustChangePassword: row.must_change_password === 1,
    isTenantInUse: row.tenant_status === tenantInUse,
    tenantExpires: row.expire_time ?? "",
    packagedMenus: row.package_menus ?? undefined,
    hasSecondFactor: row.has_second_factor,
    isFactorAskedOfAdministrators: row.admin_second_factor === 1,
  };
}

async function findPerson(database: Database, statement: Statement): Promise<Person | undefined> {
  // As the owner: the user, and so the tenant, is not known yet.
  const [answer] = await database.authentication.read("all tenants", [statement]);
  const row = answer?.rows[0];
  return row === undefined ? undefined : personOf(personSchema.parse(row));
}

/** The user with this account in a tenant, in any state. */
export function personByAccount(database: Database, tenantId: string, account: string): Promise<Person | undefined> {
  return findPerson(database, {
    sql: `select ${columns} from ${tables} where u.tenant_id = $1 and u.account = $2 and u.is_deleted = 0`,
    parameters: [tenantId, account],
  });
}

/** The user with this id in a tenant, in any state. */
export function personById(database: Database, tenantId: string, userId: string): Promise<Person | undefined> {
  return findPerson(database, {
    sql: `select ${columns} from ${tables} where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0`,
    parameters: [tenantId, userId],
  });
}

/** Whether somebody with these roles must use a second factor. */
export function isFactorRequired(person: Person, aliases: readonly string[]): boolean {
  return person.isFactorAskedOfAdministrators && (aliases.includes(administratorAlias) || aliases.includes(tenantAdminAlias));
}

/** Whether the licence of the person's tenant has run out at this time. */
export function hasExpired(person: Person, now: string): boolean {
  return person.tenantExpires !== "" && person.tenantExpires <= now;
}

export interface PersonRole {
  readonly id: string;
  readonly alias: string;
  readonly name: string;
}

const roleSchema = z.object({ id: z.string(), role_alias: z.string().nullable(), role_name: z.string().nullable() });

/** The living roles among these ids. */
export async function rolesOf(database: Database, tenantId: string, roleIds: readonly string[]): Promise<readonly PersonRole[]> {
  if (roleIds.length === 0) return [];
  const [answer] = await database.authentication.read({ tenantId }, [
    {
      sql: "select id, role_alias, role_name from role where tenant_id = $1 and id = any($2) and is_deleted = 0 order by sort, id",
      parameters: [tenantId, roleIds],
    },
  ]);
  return z
    .array(roleSchema)
    .parse(answer?.rows ?? [])
    .map((row) => ({ id: row.id, alias: row.role_alias ?? "", name: row.role_name ?? "" }));
}
