// Users: what new ones start with, who may act on whom, and the actions on accounts (contract §8, specification §7).
import { kindData } from "#schema/model";
import type { CommitContext, Domain, Effect, PrepareContext, ReadHandler, RemoveEffect, SubmitEffect, Values } from "../../contract.ts";
import { administratorAlias, tenantAdminAlias } from "../../access/permissions.ts";
import { platformTenant } from "../../caller/caller.ts";
import type { KnownCaller } from "../../auth/callers.ts";
import { requireUncommon, requireUnrelated } from "../../auth/chosen-password.ts";
import { accountSubject, forgetFailures } from "../../auth/failures.ts";
import { failureLimits, initialPassword } from "../../auth/parameters.ts";
import { hashPassword, transformed, verifyPassword } from "../../auth/password-hash.ts";
import { userStatus } from "../../auth/people.ts";
import { keepSession } from "../../auth/sessions.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { changeRow } from "../../crud/write/server-rows.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { requireQuota } from "./quota.ts";
import { powerOf, requireOwnRights, rolesById, type RoleFacts } from "./privilege-escalation.ts";
import { requireOwnPicture, type PictureLimits } from "../resource/own-picture.ts";
import type { AuthorityServices } from "./services.ts";

const asIds = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** The password of new and reset accounts as browsers send passwords, hashed: slow on purpose, so it is made before a transaction. */
export async function initialHash({ passwordTransform }: AuthorityServices, { database }: PrepareContext): Promise<string> {
  const password = await initialPassword(database);
  if (password === undefined) throw businessError("noInitialPassword", ["系统参数 account.initPassword 未设置", "The parameter account.initPassword is not set"]);
  return hashPassword(transformed(password, passwordTransform));
}

interface ActedOn {
  readonly tenantId: string;
  readonly account: string;
  readonly roles: readonly RoleFacts[];
}

/** The users of an action, none of whom may do more than the caller. */
async function usersOf(known: KnownCaller | undefined, context: CommitContext, tx: Transaction, rows: readonly Values[]): Promise<readonly ActedOn[]> {
  const roles = await livingRoles(tx, [...new Set(rows.flatMap((row) => asIds(row["roleId"])))]);
  await requireOwnRights(known, context, tx, roles);
  return rows.map((row) => ({ tenantId: String(row["tenantId"]), account: String(row["account"]), roles: roles.filter((role) => asIds(row["roleId"]).includes(role.id)) }));
}

/** Roles that people still bear; one that was removed gives them nothing. */
async function livingRoles(tx: Transaction, roleIds: readonly string[]): Promise<readonly RoleFacts[]> {
  const { rows } = await tx.query({ sql: "select id from role where id = any($1) and is_deleted = 0", parameters: [roleIds] });
  return rolesById(tx, rows.map((row) => String(row["id"])));
}

/** The alias whose holders administer a tenant. */
const administeringAlias = (tenantId: string): string => (tenantId === platformTenant ? administratorAlias : tenantAdminAlias);

const isAdministering = ({ scope }: CommitContext, roles: readonly RoleFacts[]): boolean => roles.some((role) => role.alias === administeringAlias(scope.tenantId));

/** Somebody must be left who can administer the tenant. */
async function requireAdministratorLeft({ scope }: CommitContext, tx: Transaction, leaving: readonly string[]): Promise<void> {
  const left = await tx.first({
    sql: `select 1 from "user" u join role r on r.tenant_id = u.tenant_id and r.id = any(u.role_id) and r.role_alias = $1 and r.is_deleted = 0
      where u.tenant_id = $2 and u.is_deleted = 0 and u.status = $3 and u.id <> all($4) limit 1`,
    parameters: [administeringAlias(scope.tenantId), scope.tenantId, userStatus.active, leaving],
  });
  if (left === undefined) throw businessError("lastAdministrator", ["至少需要保留一个管理员", "At least one administrator must remain"]);
}

interface PreparedUser {
  readonly known: KnownCaller | undefined;
  /** For a new user whose maker chose no password. */
  readonly initial: string | undefined;
}

const hasText = (value: unknown): boolean => typeof value === "string" && value !== "";

function submitEffect(services: AuthorityServices): SubmitEffect<PreparedUser> {
  return {
    prepare: async (context, { isInsert, body }) => ({
      known: await powerOf(services.callers, context),
      initial: isInsert && !hasText(body["password"]) ? await initialHash(services, context) : undefined,
    }),
    beforeWrite: async (tx, context, { values, current, prepared: { known, initial } }) => {
      if (current === undefined) {
        await requireQuota(tx, context.scope.tenantId);
        values["password"] ??= initial;
        // Chosen by somebody else, so it is known to them.
        values["mustChangePassword"] = 1;
      }
      const before = current === undefined ? [] : await livingRoles(tx, asIds(current["roleId"]));
      await requireOwnRights(known, context, tx, before);
      if (values["roleId"] === undefined) return;
      const after = await rolesById(tx, asIds(values["roleId"]));
      await requireOwnRights(known, context, tx, after);
      if (isAdministering(context, before) && !isAdministering(context, after)) await requireAdministratorLeft(context, tx, [String(current?.["id"])]);
    },
  };
}

function removeEffect({ callers }: AuthorityServices): RemoveEffect<KnownCaller | undefined> {
  return {
    prepare: (context) => powerOf(callers, context),
    beforeWrite: async (tx, context, { rows, prepared }) => {
      const ids = rows.map((row) => String(row["id"]));
      if (ids.includes(context.caller.userId)) throw businessError("ownAccount", ["不能删除当前登录账号", "You cannot remove your own account"]);
      await usersOf(prepared, context, tx, rows);
      await requireAdministratorLeft(context, tx, ids);
      // Whoever came from another platform may ask for an account again.
      await tx.query({ sql: "update user_oauth set user_id = null, update_time = $2, version = version + 1 where user_id = any($1)", parameters: [ids, context.now()] });
    },
  };
}

/** No answer ever holds a password, whatever else changes. */
function withoutPassword(row: Values): Values {
  const { password: _password, password2: _repeated, ...rest } = row;
  return rest;
}

const grant = ({ callers }: AuthorityServices): Effect<KnownCaller | undefined> => ({
  prepare: (context) => powerOf(callers, context),
  commit: async (tx, context, { ids, rows, values, prepared }) => {
    const users = await usersOf(prepared, context, tx, rows);
    const roleIds = asIds(values["roleIds"]);
    const roles = await rolesById(tx, roleIds);
    await requireOwnRights(prepared, context, tx, roles);
    if (users.some((user) => isAdministering(context, user.roles)) && !isAdministering(context, roles)) await requireAdministratorLeft(context, tx, ids);
    await tx.query({
      sql: 'update "user" set role_id = $2, update_user = $3, update_time = $4, version = version + 1 where id = any($1)',
      parameters: [ids, roleIds, context.caller.userId, context.now()],
    });
    return {};
  },
});

/** Everything is written already by what the definition says; what is left is that nobody acts on, or makes, somebody with more rights than they hold. */
const withinOwnPower = ({ callers }: AuthorityServices): Effect<KnownCaller | undefined> => ({
  prepare: (context) => powerOf(callers, context),
  commit: async (tx, context, { rows, prepared }) => {
    await usersOf(prepared, context, tx, rows);
    return {};
  },
});

/** Sessions opened with the old password end with it (auth/sessions.ts). */
const resetPassword = (services: AuthorityServices): Effect<{ readonly known: KnownCaller | undefined; readonly initial: string }> => ({
  prepare: async (context) => ({ known: await powerOf(services.callers, context), initial: await initialHash(services, context) }),
  commit: async (tx, context, { ids, rows, prepared: { known, initial } }) => {
    await usersOf(known, context, tx, rows);
    await tx.query({
      sql: 'update "user" set password = $2, must_change_password = 1, update_user = $3, update_time = $4, version = version + 1 where id = any($1)',
      parameters: [ids, initial, context.caller.userId, context.now()],
    });
    return {};
  },
});

/** Forgets failed sign-ins, and opens accounts that were locked by hand. */
const unlock = ({ callers }: AuthorityServices): Effect<KnownCaller | undefined> => ({
  prepare: (context) => powerOf(callers, context),
  commit: async (tx, context, { ids, rows, prepared }) => {
    const users = await usersOf(prepared, context, tx, rows);
    await tx.batch([
      forgetFailures(users.map((user) => accountSubject(user.tenantId, user.account))),
      {
        sql: 'update "user" set status = $2, update_user = $4, update_time = $5, version = version + 1 where id = any($1) and status = $3',
        parameters: [ids, userStatus.active, userStatus.locked, context.caller.userId, context.now()],
      },
    ]);
    return {};
  },
});

const wrongOldPassword = () => businessError("wrongOldPassword", ["原密码不正确!", "The old password is not correct"]);

/** Guesses of the old password are counted as those of a sign-in are. */
async function requireOldPassword({ failures }: AuthorityServices, { caller, address, database }: PrepareContext, stored: string, received: string): Promise<void> {
  const attempt = await failures.begin({ account: accountSubject(caller.tenantId, caller.account), address }, await failureLimits(database));
  if (!attempt.isAdmitted) throw businessError("tooManyFailures", ["原密码错误次数过多，请稍后再试", "The old password was wrong too often; try again later"]);
  if (!(await verifyPassword(stored, received))) throw wrongOldPassword();
  await attempt.succeeded();
}

interface PreparedPassword {
  /** The stored password that was proved to be known. */
  readonly proved: string;
  readonly chosen: string;
}

const updatePassword = (services: AuthorityServices): Effect<PreparedPassword> => ({
  prepare: async (context, { values }) => {
    const { caller, database } = context;
    const [received, chosen] = [String(values["oldPassword"]), String(values["newPassword"])];
    if (chosen !== values["newPassword1"]) throw businessError("passwordsDiffer", ["请输入正确的确认密码!", "The two new passwords differ"]);
    if (chosen === received) throw businessError("samePassword", ["新密码不能与原密码相同", "The new password must differ from the old one"]);
    const field = { name: "newPassword", label: ["新密码", "New password"] } as const;
    await requireUncommon(field, chosen, services.passwordTransform);
    const [found] = await database.read({ tenantId: caller.tenantId }, [{
      sql: `select u.password, u.account, u.name, u.real_name, u.phone, u.email, t.tenant_name from "user" u left join tenant t on t.tenant_id = u.tenant_id and t.is_deleted = 0
        where u.id = $1 and u.tenant_id = $2 and u.is_deleted = 0`,
      parameters: [caller.userId, caller.tenantId],
    }]);
    const own = found?.rows[0];
    if (own === undefined) throw rowNotFound();
    const [mailbox = ""] = String(own["email"] ?? "").split("@");
    const known = ["account", "name", "real_name", "phone", "tenant_name"].map((name) => String(own[name] ?? ""));
    requireUnrelated(field, chosen, services.passwordTransform, [...known, mailbox, caller.tenantId]);
    const proved = String(own["password"] ?? "");
    await requireOldPassword(services, context, proved, received);
    return { proved, chosen: await hashPassword(chosen) };
  },
  commit: async (tx, context, { prepared: { proved, chosen } }) => {
    const { caller } = context;
    const own = await tx.first({ sql: 'select password from "user" where id = $1 and tenant_id = $2 and is_deleted = 0 for no key update', parameters: [caller.userId, caller.tenantId] });
    // Changed since it was proved: the old password is another one now.
    if (String(own?.["password"] ?? "") !== proved) throw wrongOldPassword();
    await changeRow(context, tx, "user", caller.userId, { password: chosen, mustChangePassword: 0 });
    // Whoever has just proved the old password stays signed in here, and nowhere else.
    await tx.query(keepSession(caller.sessionId, chosen));
    return {};
  },
});

/** What a person may change of themselves, and may empty. */
const ownFields = ["avatar", "realName", "name", "phone", "email"] as const;
const emptied = ["avatar", "email"] as const;

/** What the picture of a person may be, as the definition says. */
function avatarLimits({ model }: PrepareContext): PictureLimits {
  const field = model.resource.get("user")?.field.get("avatar");
  if (field === undefined) throw new Error("the definition of users has no avatar");
  const data = kindData(field.data);
  return { endings: (data.accept ?? "").split(","), maxKb: data.maxKb ?? 0 };
}

/** Own account only; everything else in the body has been left out by the definition. */
const updateInfo = ({ uploadDirectory }: AuthorityServices): Effect<Values> => ({
  prepare: async (context, { values, body }) => {
    const { caller, database } = context;
    const sent = new Map<string, unknown>(ownFields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
    // A member can only be emptied by an empty text, which counts as absent where values are checked.
    const texts = typeof body === "object" && body !== null ? new Map(Object.entries(body)) : new Map<string, unknown>();
    for (const name of emptied) if (texts.get(name) === "") sent.set(name, null);
    const avatar = sent.get("avatar");
    if (typeof avatar === "string") {
      const [found] = await database.read({ tenantId: caller.tenantId }, [{ sql: 'select avatar from "user" where id = $1 and tenant_id = $2 and is_deleted = 0', parameters: [caller.userId, caller.tenantId] }]);
      if (avatar !== found?.rows[0]?.["avatar"]) await requireOwnPicture(uploadDirectory, caller.tenantId, avatar, avatarLimits(context));
    }
    return Object.fromEntries(sent);
  },
  commit: async (tx, context, { prepared }) => {
    if (Object.keys(prepared).length > 0) await changeRow(context, tx, "user", context.caller.userId, prepared);
    return {};
  },
});

const info = ({ callers }: AuthorityServices): ReadHandler => async (context) => {
  const { person, roles, caller } = await callers.known(context.caller);
  const [depts] = await context.database.read({ tenantId: caller.tenantId }, [
    { sql: "select dept_name from dept where id = any($1) and is_deleted = 0 order by sort, id", parameters: [caller.deptIds] },
  ]);
  return {
    id: person.userId, tenantId: person.tenantId, account: person.account, name: person.name, realName: person.realName, avatar: person.avatar, phone: person.phone, email: person.email,
    roleName: roles.map((role) => role.name).join(","), deptName: (depts?.rows ?? []).map((row) => String(row["dept_name"])).join(","),
  };
};

const platformDetail: ReadHandler = async (context, parameters) => {
  const id = parameters["id"] ?? "";
  if (!/^\d{1,19}$/.test(id)) return {};
  const [answer] = await context.database.read(context.scope, [
    seenStatement(context, { sql: (seen) => `select u.id, u.account, u.real_name, u.user_type, u.user_ext from "user" u where u.id = $1 and u.is_deleted = 0${seen("user", "u")}`, parameters: [id] }),
  ]);
  const row = answer?.rows[0];
  if (row === undefined) return {};
  return { id: String(row["id"]), account: String(row["account"]), realName: String(row["real_name"] ?? ""), userType: String(row["user_type"] ?? ""), userExt: String(row["user_ext"] ?? "") };
};

export function userDomain(services: AuthorityServices): Domain {
  return {
    reads: { "user.info": info(services), "user.platform-detail": platformDetail },
    actions: {
      "user.grant": grant(services), "user.approve": withinOwnPower(services), "user.updatePlatform": withinOwnPower(services), "user.resetPassword": resetPassword(services), "user.unlock": unlock(services),
      "user.updatePassword": updatePassword(services), "user.updateInfo": updateInfo(services),
    },
    hooks: { user: { submit: submitEffect(services), remove: removeEffect(services), answer: withoutPassword } },
  };
}
