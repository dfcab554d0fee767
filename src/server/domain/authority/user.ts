// Users: what new ones start with, who may act on whom, and the actions on accounts.
import { sql } from "kysely";
import { toWire } from "#schema/wire";
import { kindData } from "#schema/model";
import type { CommitContext, Domain, Effect, PrepareContext, ReadHandler, RemoveEffect, SubmitEffect, Values } from "../../contract.ts";
import { administratorAlias, tenantAdminAlias } from "../../access/permissions.ts";
import { platformTenant } from "../../caller/caller.ts";
import type { CallerWithRights } from "../../auth/callers.ts";
import { requireUncommon, requireUnrelated } from "../../auth/chosen-password.ts";
import { accountSubject, forgetFailures } from "../../auth/failures.ts";
import { failureLimits, initialPassword } from "../../auth/parameters.ts";
import { asReceived, hashPassword, transformed, verifyPassword } from "../../auth/password-hash.ts";
import { userStatus } from "../../auth/people.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { endSessionsOf, factorSubject, forgetFactors, forgetPhones, numberOfCodes } from "../../auth/second-factor/factors.ts";
import { updateSessionCredential } from "../../auth/sessions.ts";
import { changeRow, changeRows } from "../../crud/write/server-rows.ts";
import { businessError, rowNotFound, forbidden } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { allOf, anyOf, db, first, read, rows as rowsOf, run } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import { uploadOf } from "../../../fields/upload.ts";
import { takeFiles } from "../../storage/records.ts";
import { millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import { lockAndReassignTasks, reassignTasksOf } from "../flow/orphans.ts";
import { requireQuota } from "./quota.ts";
import { callerRights, requireOwnRights, rolesById, type RoleFacts } from "./privilege-escalation.ts";
import { requireOwnPicture, unknownPicture, type PictureLimits } from "../resource/own-picture.ts";
import type { AuthorityServices } from "./services.ts";

/** The hashes of calls that make accounts. */
const initialHashes = new WeakMap<PrepareContext, Promise<string>>();

async function hashInitial(
  { passwordTransform }: Pick<AuthorityServices, "passwordTransform">,
  { database }: PrepareContext,
): Promise<string> {
  const password = await initialPassword(database);
  if (password === undefined)
    throw businessError("noInitialPassword", ["系统参数 account.initPassword 未设置", "The parameter account.initPassword is not set"]);
  return hashPassword(transformed(password, passwordTransform));
}

/**
 * The password of new and reset accounts as browsers send passwords, hashed: slow on purpose, so it is made before a transaction, and once for
 * all accounts of a call.
 */
export function initialHash(services: Pick<AuthorityServices, "passwordTransform">, context: PrepareContext): Promise<string> {
  const existing = initialHashes.get(context);
  if (existing !== undefined) return existing;
  const made = hashInitial(services, context);
  initialHashes.set(context, made);
  return made;
}

/** A request of people about themselves: in their own tenant, whichever one an administrator looks at. */
const withinOwnTenant = <C extends CommitContext>(context: C): C => ({
  ...context,
  scope: { ...context.scope, tenantId: context.caller.tenantId },
});

interface ActedOn {
  readonly tenantId: string;
  readonly account: string;
  readonly roles: readonly RoleFacts[];
}

/** The users of an action, none of whom may do more than the caller. */
async function usersOf(
  caller: CallerWithRights | undefined,
  context: CommitContext,
  tx: Transaction,
  rows: readonly StoredRow<"user">[],
): Promise<readonly ActedOn[]> {
  const roles = await livingRoles(context, tx, [...new Set(rows.flatMap((row) => row.roleId ?? []))]);
  await requireOwnRights(caller, context, tx, roles);
  return rows.map((row) => ({
    tenantId: row.tenantId,
    account: row.account ?? "",
    roles: roles.filter((role) => row.roleId?.includes(role.id) === true),
  }));
}

/** Roles that people still bear; one that was removed gives them nothing. */
async function livingRoles(context: CommitContext, tx: Transaction, roleIds: readonly string[]): Promise<readonly RoleFacts[]> {
  const living = await rowsOf(tx, db.selectFrom(tables(context).unscoped("role", "r")).where("r.id", "=", anyOf(roleIds)).select("r.id"));
  return rolesById(
    context,
    tx,
    living.map(({ id }) => id),
  );
}

/** The alias whose holders administer a tenant. */
const administeringAlias = (tenantId: string): string => (tenantId === platformTenant ? administratorAlias : tenantAdminAlias);

const isAdministering = ({ scope }: CommitContext, roles: readonly RoleFacts[]): boolean =>
  roles.some((role) => role.alias === administeringAlias(scope.tenantId));

/** Whether one of these roles makes its holders administrators of the tenant. */
export const administers = async (context: CommitContext, tx: Transaction, roleIds: readonly string[]): Promise<boolean> =>
  isAdministering(context, await livingRoles(context, tx, roleIds));

/** Whether somebody is left who can administer the tenant. */
export async function isAdministratorLeft(context: CommitContext, tx: Transaction, leaving: readonly string[]): Promise<boolean> {
  const { unscoped } = tables(context);
  const left = await first(
    tx,
    db
      .selectFrom(unscoped("user", "u"))
      .innerJoin(unscoped("role", "r"), (join) =>
        join
          .on(({ ref }) => sql<boolean>`${ref("r.id")} = any(${ref("u.roleId")})`)
          .on("r.roleAlias", "=", administeringAlias(context.scope.tenantId)),
      )
      .where("u.status", "=", userStatus.active)
      .where("u.id", "<>", allOf(leaving))
      .limit(1)
      .select("u.id"),
  );
  return left !== undefined;
}

async function requireAdministratorLeft(context: CommitContext, tx: Transaction, leaving: readonly string[]): Promise<void> {
  if (!(await isAdministratorLeft(context, tx, leaving)))
    throw businessError("lastAdministrator", ["至少需要保留一个管理员", "At least one administrator must remain"]);
}

interface PreparedUser {
  readonly caller: CallerWithRights | undefined;
  /** For a new user whose maker chose no password. */
  readonly initial: string | undefined;
}

const hasText = (value: unknown): boolean => typeof value === "string" && value !== "";

function submitEffect(services: AuthorityServices): SubmitEffect<"user", PreparedUser> {
  return {
    beforeValidate: async (context, { isInsert, body }) => ({
      caller: await callerRights(services.callers, context),
      initial: isInsert && !hasText(body.password) ? await initialHash(services, context) : undefined,
    }),
    beforeChange: async (tx, context, { values, current, prepared: { caller, initial } }) => {
      if (current === undefined) {
        await requireQuota(context, tx, context.scope.tenantId);
        values.password ??= initial;
        // Chosen by somebody else, so it is known to them.
        values.mustChangePassword = 1;
      }
      const before = current === undefined ? [] : await livingRoles(context, tx, current.roleId ?? []);
      await requireOwnRights(caller, context, tx, before);
      if (values.roleId === undefined) return;
      const after = await rolesById(context, tx, values.roleId ?? []);
      await requireOwnRights(caller, context, tx, after);
      if (isAdministering(context, before) && !isAdministering(context, after))
        await requireAdministratorLeft(context, tx, current === undefined ? [] : [current.id]);
    },
    afterChange: async (tx, context, { id, values, current }) => {
      const isMoved = values.roleId !== undefined || values.deptId !== undefined || values.postId !== undefined;
      // What their groups were asked for waits for nobody else, perhaps.
      if (current !== undefined && isMoved) await reassignTasksOf(context, tx, [id], [current]);
      if (current !== undefined && values.phone !== undefined && (values.phone ?? "") !== (current.phone ?? ""))
        await endCodesByText(context, tx, { tenantId: current.tenantId, id });
    },
  };
}

/** Somebody's number has become another one: codes by text end with it, and the sessions that rest on them. */
async function endCodesByText(
  context: CommitContext,
  tx: Transaction,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
): Promise<void> {
  if ((await tx.first(numberOfCodes(tenantId, id))) === undefined) return;
  await tx.batch([...forgetPhones(tenantId, [id]), endSessionsOf(tenantId, [id], millisecondsOf(context.now()))]);
}

function removeEffect({ callers }: AuthorityServices): RemoveEffect<"user", CallerWithRights | undefined> {
  return {
    prepare: (context) => callerRights(callers, context),
    beforeRemove: async (tx, context, { rows, prepared }) => {
      const ids = rows.map((row) => row.id);
      if (ids.includes(context.caller.userId))
        throw businessError("ownAccount", ["不能删除当前登录账号", "You cannot remove your own account"]);
      await usersOf(prepared, context, tx, rows);
      await requireAdministratorLeft(context, tx, ids);
      await lockAndReassignTasks(context, tx, ids);
      // Whoever came from another platform may ask for an account again.
      await run(tx, update(context, tables(context).unscoped("user-oauth", "o")).set({ userId: null }).where("o.userId", "=", anyOf(ids)));
    },
  };
}

/** No answer ever holds a password, whatever else changes. */
function withoutPassword(row: Values): Values {
  const { password: _password, password2: _repeated, ...rest } = row;
  return rest;
}

/** Changes accounts that the action holds. */
const change = (context: CommitContext, tx: Transaction, ids: readonly string[], values: RowValues<"user">): Promise<void> =>
  changeRows(
    context,
    tx,
    "user",
    ids.map((id) => ({ id, values })),
  );

const grant = ({ callers }: AuthorityServices): Effect<"user.grant", CallerWithRights | undefined> => ({
  prepare: (context) => callerRights(callers, context),
  commit: async (tx, context, { ids, rows, values, prepared }) => {
    const users = await usersOf(prepared, context, tx, rows);
    const { roleIds } = values;
    const roles = await rolesById(context, tx, roleIds);
    await requireOwnRights(prepared, context, tx, roles);
    if (users.some((user) => isAdministering(context, user.roles)) && !isAdministering(context, roles))
      await requireAdministratorLeft(context, tx, ids);
    await change(context, tx, ids, { roleId: [...roleIds] });
    await reassignTasksOf(context, tx, ids, rows);
    return {};
  },
});

/**
 * Everything is written already by what the definition says; what is left is that nobody acts on, or makes, somebody with more rights than
 * they hold.
 */
const withinOwnPower = ({ callers }: AuthorityServices): Effect<"user.approve" | "user.updatePlatform", CallerWithRights | undefined> => ({
  prepare: (context) => callerRights(callers, context),
  commit: async (tx, context, { rows, prepared }) => {
    await usersOf(prepared, context, tx, rows);
    return {};
  },
});

/** A channel's user frees nobody from a channel, themselves included. */
const ofOwnPlatform = (services: AuthorityServices): Effect<"user.updatePlatform", CallerWithRights | undefined> => {
  const common = withinOwnPower(services);
  return {
    ...common,
    commit: (tx, context, input) => {
      if (context.caller.channelIds !== undefined) throw forbidden();
      return common.commit(tx, context, input);
    },
  };
};

/** Sessions opened with the old password end with it (auth/sessions.ts). */
const resetPassword = (
  services: AuthorityServices,
): Effect<"user.resetPassword", { readonly caller: CallerWithRights | undefined; readonly initial: string }> => ({
  prepare: async (context) => ({ caller: await callerRights(services.callers, context), initial: await initialHash(services, context) }),
  commit: async (tx, context, { ids, rows, prepared: { caller, initial } }) => {
    await usersOf(caller, context, tx, rows);
    await change(context, tx, ids, { password: initial, mustChangePassword: 1 });
    return {};
  },
});

/** For people who have lost their telephone: they sign in with the password, and set up another one where their tenant wants it. */
const resetFactor = ({ callers }: AuthorityServices): Effect<"user.resetFactor", CallerWithRights | undefined> => ({
  prepare: (context) => callerRights(callers, context),
  commit: async (tx, context, { rows, prepared }) => {
    const users = await usersOf(prepared, context, tx, rows);
    const time = millisecondsOf(context.now());
    for (const tenantId of new Set(users.map((user) => user.tenantId))) {
      const ids = rows.filter((row) => row.tenantId === tenantId).map((row) => row.id);
      await tx.batch([
        ...forgetFactors(tenantId, ids),
        endSessionsOf(tenantId, ids, time),
        forgetFailures(ids.map((id) => factorSubject(tenantId, id))),
      ]);
    }
    return {};
  },
});

/** Whoever is locked is signed out, and leaves their tasks to others. */
const lock = ({ callers }: AuthorityServices): Effect<"user.lock", CallerWithRights | undefined> => ({
  prepare: (context) => callerRights(callers, context),
  commit: async (tx, context, { ids, rows, prepared }) => {
    if (ids.includes(context.caller.userId))
      throw businessError("ownAccount", ["不能锁定当前登录账号", "You cannot lock your own account"]);
    await usersOf(prepared, context, tx, rows);
    await requireAdministratorLeft(context, tx, ids);
    await reassignTasksOf(context, tx, ids);
    return {};
  },
});

/** Forgets failed sign-ins, and opens accounts that were locked by hand. */
const unlock = ({ callers }: AuthorityServices): Effect<"user.unlock", CallerWithRights | undefined> => ({
  prepare: (context) => callerRights(callers, context),
  commit: async (tx, context, { rows, prepared }) => {
    const users = await usersOf(prepared, context, tx, rows);
    await run(
      tx,
      forgetFailures([
        ...users.map((user) => accountSubject(user.tenantId, user.account)),
        ...rows.map((row) => factorSubject(row.tenantId, row.id)),
      ]),
    );
    const locked = rows.filter(({ status }) => status === userStatus.locked).map(({ id }) => id);
    await change(context, tx, locked, { status: userStatus.active });
    return {};
  },
});

const wrongOldPassword = () => businessError("wrongOldPassword", ["原密码不正确!", "The old password is not correct"]);

/** Guesses of the old password are counted as those of a sign-in are. */
async function requireOldPassword(
  { failures }: AuthorityServices,
  { caller, address, database }: PrepareContext,
  stored: string,
  received: string,
): Promise<void> {
  const attempt = await failures.begin(
    { account: accountSubject(caller.tenantId, caller.account), address },
    await failureLimits(database),
  );
  if (!attempt.isAdmitted)
    throw businessError("tooManyFailures", ["原密码错误次数过多，请稍后再试", "The old password was wrong too often; try again later"]);
  if (!(await verifyPassword(stored, received))) throw wrongOldPassword();
  await attempt.succeeded();
}

interface PreparedPassword {
  /** The stored password that was proved to be known. */
  readonly proved: string;
  readonly chosen: string;
}

const updatePassword = (services: AuthorityServices): Effect<"user.updatePassword", PreparedPassword> => ({
  prepare: async (context, { values }) => {
    const { caller } = context;
    // Front ends that send the new one as it was typed do so with the old one.
    const received = asReceived(values.oldPassword, services.passwordTransform);
    const chosen = asReceived(values.newPassword, services.passwordTransform);
    if (values.newPassword !== values.newPassword1)
      throw businessError("passwordsDiffer", ["请输入正确的确认密码!", "The two new passwords differ"]);
    if (chosen === received)
      throw businessError("samePassword", ["新密码不能与原密码相同", "The new password must differ from the old one"]);
    const field = { name: "newPassword", label: ["新密码", "New password"] } as const;
    await requireUncommon(field, chosen, services.passwordTransform);
    const within = withinOwnTenant(context);
    const { unscoped, acrossTenants } = tables(within);
    const [[own]] = await read(within, [
      db
        .selectFrom(unscoped("user", "u"))
        .leftJoin(acrossTenants("tenant", "t"), "t.tenantId", "u.tenantId")
        .where("u.id", "=", caller.userId)
        .select(["u.password", "u.account", "u.name", "u.realName", "u.phone", "u.email", "t.tenantName"]),
    ]);
    if (own === undefined) throw rowNotFound();
    const [mailbox = ""] = (own.email ?? "").split("@");
    const forbiddenWords = [own.account, own.name, own.realName, own.phone, own.tenantName].map((one) => one ?? "");
    requireUnrelated(field, chosen, services.passwordTransform, [...forbiddenWords, mailbox, caller.tenantId]);
    const proved = own.password ?? "";
    await requireOldPassword(services, context, proved, received);
    return { proved, chosen: await hashPassword(chosen) };
  },
  commit: async (tx, context, { prepared: { proved, chosen } }) => {
    const { caller } = context;
    const within = withinOwnTenant(context);
    const own = await first(
      tx,
      db.selectFrom(tables(within).unscoped("user", "u")).where("u.id", "=", caller.userId).forNoKeyUpdate().select("u.password"),
    );
    // Changed since it was proved: the old password is another one now.
    if ((own?.password ?? "") !== proved) throw wrongOldPassword();
    await changeRow(context, tx, "user", { id: caller.userId, values: { password: chosen, mustChangePassword: 0 } });
    // Whoever has just proved the old password stays signed in here, and nowhere else.
    await tx.query(updateSessionCredential(caller.sessionId, chosen));
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

/** A picture that a person takes is in use from now on. */
async function takeAvatar(tx: Transaction, context: CommitContext, avatar: string | null | undefined): Promise<void> {
  const upload = uploadOf(avatar ?? "");
  if (upload === undefined) return;
  const gone = await takeFiles(tx, [`${upload.tenantId}/${upload.name}`], false, millisecondsOf(context.now()));
  if (gone.length > 0) throw unknownPicture();
}

/** Own account only; everything else in the body has been left out by the definition. */
const updateInfo = ({ files }: AuthorityServices): Effect<"user.updateInfo", RowValues<"user">> => ({
  prepare: async (context, { values, body }) => {
    const { caller } = context;
    const sent = new Map<string, unknown>(ownFields.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
    // A member can only be emptied by an empty text, which counts as absent where values are checked.
    const texts = typeof body === "object" && body !== null ? new Map(Object.entries(body)) : new Map<string, unknown>();
    for (const name of emptied) if (texts.get(name) === "") sent.set(name, null);
    const avatar = sent.get("avatar");
    if (typeof avatar === "string") {
      const within = withinOwnTenant(context);
      const [[own]] = await read(within, [
        db.selectFrom(tables(within).unscoped("user", "u")).where("u.id", "=", caller.userId).select("u.avatar"),
      ]);
      if (avatar !== own?.avatar) await requireOwnPicture(files, caller.tenantId, avatar, avatarLimits(context));
    }
    return Object.fromEntries(sent);
  },
  commit: async (tx, context, { prepared }) => {
    const { tenantId, userId } = context.caller;
    await takeAvatar(tx, context, prepared.avatar);
    if (Object.keys(prepared).length > 0) await changeRow(context, tx, "user", { id: userId, values: prepared });
    // Otherwise whoever has got hold of a session would be rid of the factor without proof.
    const number = prepared.phone === undefined ? undefined : (await tx.first(numberOfCodes(tenantId, userId)))?.["phone"];
    if (number !== undefined && number !== prepared.phone)
      throw fieldError(context, "user", "phone", {
        code: "notAllowed",
        message: [
          "该号码用于接收登录验证码，请先在“双因素验证”中关闭短信验证码",
          "Codes to sign in are sent to this number; turn them off under Second factor first",
        ],
      });
    return {};
  },
});

const namesOfDepts = prepared("names_of_depts", (given: Given<{ readonly ids: readonly string[] }>, { unscoped }) =>
  db
    .selectFrom(unscoped("dept", "d"))
    .where("d.id", "=", anyOf(given("ids")))
    .orderBy("d.sort")
    .orderBy("d.id")
    .select("d.deptName"),
);

const nameOfTenant = prepared("name_of_tenant", (given: Given<{ readonly tenantId: string }>, { acrossTenants }) =>
  db.selectFrom(acrossTenants("tenant", "t")).where("t.tenantId", "=", given("tenantId")).select(["t.tenantName", "t.address", "t.logo"]),
);

const info =
  ({ callers }: AuthorityServices): ReadHandler =>
  async (context) => {
    const { person, roles, caller } = await callers.withRights(context.caller);
    const within = withinOwnTenant(context);
    const [depts, [tenant]] = await read(within, [
      namesOfDepts(within, { ids: caller.deptIds }),
      nameOfTenant(within, { tenantId: person.tenantId }),
    ]);
    return {
      id: person.userId,
      tenantId: person.tenantId,
      tenantName: tenant?.tenantName ?? "",
      // What stands at the head of what they print.
      tenantAddress: tenant?.address ?? "",
      tenantLogo: tenant?.logo ?? "",
      account: person.account,
      name: person.name,
      realName: person.realName,
      avatar: person.avatar,
      phone: person.phone,
      email: person.email,
      roleName: roles.map((role) => role.name).join(","),
      deptName: depts.map(({ deptName }) => deptName ?? "").join(","),
    };
  };

const platformDetail: ReadHandler = async (context, parameters) => {
  const id = parameters["id"] ?? "";
  if (!/^\d{1,19}$/.test(id)) return {};
  const [[row]] = await read(context, [
    db
      .selectFrom(tables(context).accessible("user", "u"))
      .where("u.id", "=", id)
      .select(["u.id", "u.account", "u.realName", "u.userType", "u.userExt"]),
  ]);
  if (row === undefined) return {};
  return {
    id: row.id,
    account: row.account ?? "",
    realName: row.realName ?? "",
    userType: toWire({ wire: "key" }, row.userType),
    userExt: row.userExt ?? "",
  };
};

export function userDomain(services: AuthorityServices): Domain {
  return {
    // In the limits of whoever signs in (access/own-channels.ts).
    effects: ["channel.ownBranch"],
    reads: { "user.info": info(services), "user.platform-detail": platformDetail },
    actions: {
      "user.grant": grant(services),
      "user.approve": withinOwnPower(services),
      "user.updatePlatform": ofOwnPlatform(services),
      "user.resetPassword": resetPassword(services),
      "user.resetFactor": resetFactor(services),
      "user.lock": lock(services),
      "user.unlock": unlock(services),
      "user.updatePassword": updatePassword(services),
      "user.updateInfo": updateInfo(services),
    },
    hooks: { user: { submit: submitEffect(services), remove: removeEffect(services), afterRead: withoutPassword } },
  };
}
