// Sessions for administrators: who is signed in where, and ending that. People end their own on their page (auth/own-sessions.ts).
import { sql } from "kysely";
import { deviceOf } from "#schema/device-name";
import { snakeCase } from "#schema/model";
import type { Domain, Effect, ReadHandler, RequestContext } from "../../contract.ts";
import type { CallerWithRights } from "../../auth/callers.ts";
import { endSessions } from "../../auth/sessions.ts";
import { pageOf, pagingOf } from "../../crud/read/page.ts";
import { rowReader } from "../../crud/read/row-reader.ts";
import { filtersOf } from "../../crud/sql/filters.ts";
import { orderOf, orderSql, requestedOrder } from "../../crud/sql/order.ts";
import { readableFieldsOf } from "../../crud/sql/readable-fields.ts";
import { filterFragments } from "../../crud/sql/rows.ts";
import { resourceNamed } from "../../crud/write/server-rows.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { answeredCount, answeredPage } from "../../rows/answered.ts";
import { anyOf, db, read, readAsOwner } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { millisecondsOf } from "../../store/clock.ts";
import { callerRights, requireOwnRights, rolesById } from "./privilege-escalation.ts";
import type { AuthorityServices } from "./services.ts";

/** The columns of sessions that are shown (auth/tables.ts). */
interface SessionRow {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly hasFactor: boolean;
  readonly createdAt: string;
  readonly refreshedAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string;
  readonly endedAt: string | null;
}

type GivenSession = Omit<SessionRow, "refreshedAt" | "expiresAt" | "endedAt">;

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The platform's administrator, who has named no tenant. */
const isOfAllTenants = ({ caller, scope }: RequestContext): boolean => caller.isAdministrator && scope.tenantId === caller.tenantId;

/** Sessions that are looked at: those that were used last. */
const maxSessions = 20_000;

/**
 * Living sessions, as a parameter of further queries. They are read by themselves: in a distributed database sessions are on the coordinator, and
 * users on the node of their tenant.
 */
async function readLiving(context: RequestContext, ids?: readonly string[]): Promise<string> {
  const found = db
    .selectFrom(sql<SessionRow>`auth_session`.as("s"))
    .where("s.endedAt", "is", null)
    .where(({ ref }) => sql<boolean>`${ref("s.expiresAt")} > ${millisecondsOf(context.now())}`)
    .$if(!isOfAllTenants(context), (query) => query.where("s.tenantId", "=", context.scope.tenantId))
    .$if(ids !== undefined, (query) => query.where("s.id", "in", [...(ids ?? [])]))
    .orderBy(({ ref }) => sql`greatest(${ref("s.lastUsedAt")}, ${ref("s.refreshedAt")})`, "desc")
    .limit(maxSessions)
    .select(({ ref }) => [
      "s.id",
      "s.tenantId",
      sql<string>`${ref("s.userId")}::text`.as("userId"),
      "s.userAgent",
      "s.address",
      "s.hasFactor",
      "s.createdAt",
      sql<string>`greatest(${ref("s.lastUsedAt")}, ${ref("s.refreshedAt")})`.as("lastUsedAt"),
    ]);
  const [sessions] = await (isOfAllTenants(context) ? readAsOwner : read)(context, [found]);
  return JSON.stringify(
    sessions.map((session) => Object.fromEntries(Object.entries(session).map(([name, value]) => [snakeCase(name), value]))),
  );
}

/** Sessions of people whom the caller may see. */
function sessionsOfPeople(context: RequestContext, sessions: string) {
  const { accessible, acrossTenants } = tables(context);
  const people = isOfAllTenants(context) ? acrossTenants("user", "u") : accessible("user", "u");
  const given = sql<GivenSession>`jsonb_to_recordset(${sessions}::jsonb)`.as<"s">(
    sql`s(id text, tenant_id text, user_id bigint, user_agent text, address text, has_factor boolean, created_at bigint, last_used_at bigint)`,
  );
  return db
    .selectFrom(people)
    .innerJoin(given, (join) =>
      join.onRef("s.tenantId", "=", "u.tenantId").on(({ ref }) => sql<boolean>`${ref("s.userId")} = ${ref("u.id")}`),
    );
}

/** Of earlier passwords they have ended already, which is seen at their next request alone. */
const shown = (context: RequestContext, sessions: string) =>
  sessionsOfPeople(context, sessions).select(({ ref }) => [
    "s.id",
    sql<string>`${ref("s.id")}`.as("sessionId"),
    "u.tenantId",
    "u.account",
    "u.realName",
    sql<string | null>`null::text`.as("device"),
    "s.userAgent",
    "s.address",
    sql<number>`${ref("s.hasFactor")}::int`.as("hasFactor"),
    sql<string>`date_trunc('second', to_timestamp(${ref("s.createdAt")} / 1000.0) at time zone ${timeZone()})`.as("signInTime"),
    sql<string>`date_trunc('second', to_timestamp(${ref("s.lastUsedAt")} / 1000.0) at time zone ${timeZone()})`.as("lastTime"),
  ]);

function deviceName(userAgent: unknown): string {
  const { browser, system } = deviceOf(typeof userAgent === "string" ? userAgent : "");
  return [browser, system].filter((part) => part !== "").join(" · ");
}

const living: ReadHandler = async (context, parameters) => {
  const resource = resourceNamed(context, "session");
  const readable = readableFieldsOf(context, resource);
  const paging = pagingOf(parameters);
  const where = filterFragments(filtersOf(parameters, { resource, model: context.model, readable }), context.model);
  const isRequested = requestedOrder(parameters).length > 0;
  const order = isRequested
    ? `${orderSql(orderOf(parameters, { ...resource, order: [] }, readable), "t")}, t.id`
    : "t.last_time desc, t.id";
  const reader = rowReader(resource, context.model, true);
  const rows = shown(context, await readLiving(context));
  const page = answeredPage({
    tenantId: isOfAllTenants(context) ? undefined : context.scope.tenantId,
    rows,
    where,
    reader,
    order,
    limit: paging.size,
    skipped: (paging.current - 1) * paging.size,
  });
  // As the owner: the platform's administrator sees the sessions of all tenants.
  const [records, [counted]] = await (isOfAllTenants(context) ? readAsOwner : read)(context, [page, answeredCount({ rows, where })]);
  const answered = records.map(reader.under(readable, context.language)).map((row) => ({ ...row, device: deviceName(row["userAgent"]) }));
  return pageOf(answered, counted?.total ?? 0, paging);
};

interface Ended {
  readonly caller: CallerWithRights | undefined;
  readonly roleIds: readonly string[];
}

const end = ({ callers }: AuthorityServices): Effect<"session.end", Ended> => ({
  // As the owner: the administrator of the platform ends sessions of any tenant; `prepare` has found them within the caller's reach.
  acrossTenants: true,
  prepare: async (context, { ids }) => {
    if (ids.includes(context.caller.sessionId))
      throw businessError("ownSession", ["不能结束当前会话，请使用退出登录", "This is the session you are in; sign out instead"]);
    const named = sessionsOfPeople(context, await readLiving(context, ids)).select(["s.id", "u.roleId"]);
    const [found] = await (isOfAllTenants(context) ? readAsOwner : read)(context, [named]);
    if (found.length < new Set(ids).size) throw rowNotFound();
    const roleIds = [...new Set(found.flatMap((row) => row.roleId ?? []))];
    // A role that was removed gives nobody anything.
    const roles = db.selectFrom(tables(context).unscoped("role", "r")).where("r.id", "=", anyOf(roleIds)).select("r.id");
    const [left] = await read(context, [roles]);
    return { caller: await callerRights(callers, context), roleIds: left.map(({ id }) => id) };
  },
  commit: async (tx, context, { ids, prepared: { caller, roleIds } }) => {
    // The platform's administrator, of whom nothing is asked, ends sessions of all tenants.
    if (!context.caller.isAdministrator) await requireOwnRights(caller, context, tx, await rolesById(context, tx, roleIds));
    const { rowCount } = await tx.query(endSessions(ids, millisecondsOf(context.now())));
    return { count: rowCount };
  },
});

export const sessionDomain = (services: AuthorityServices): Domain => ({
  reads: { "session.living": living },
  actions: { "session.end": end(services) },
  hooks: {},
});
