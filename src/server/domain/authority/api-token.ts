// API tokens: made and shown once, limited to chosen permissions, revoked. Nobody makes one for an account that may do more than they may.
import type { CommitContext, Domain, Effect, PrepareContext, ReadHandler } from "../../contract.ts";
import type { CallerWithRights } from "../../auth/callers.ts";
import { insertToken, newApiToken } from "../../auth/api-tokens.ts";
import { menuName } from "./granted-lists.ts";
import { recordLists } from "../../audit/list-changes.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow, changeRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, read, rows as rowsOf } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { localTime, millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import { idsOf } from "./ids.ts";
import { grantableMenus, requireOwnRights, rolesById } from "./privilege-escalation.ts";
import type { AuthorityServices } from "./services.ts";

const maxAgeMs = 366 * 24 * 60 * 60 * 1000;
/** A person, or a program, needs a few. */
const maxTokens = 50;

const tooManyTokens = () =>
  businessError("tooManyTokens", [`每个账号最多 ${maxTokens} 个有效令牌`, `An account has at most ${maxTokens} active tokens`]);

/** The accounts of tokens, none of which may do more than the caller. */
async function requireAccounts(
  caller: CallerWithRights,
  context: CommitContext,
  tx: Transaction,
  userIds: readonly string[],
): Promise<void> {
  const others = userIds.filter((id) => id !== context.caller.userId);
  if (others.length === 0) return;
  const { unscoped } = tables(context);
  const accounts = await rowsOf(tx, db.selectFrom(unscoped("user", "u")).where("u.id", "=", anyOf(others)).select("u.roleId"));
  const roleIds = [...new Set(accounts.flatMap((account) => account.roleId ?? []))];
  // A role that was removed gives nobody anything.
  const living = await rowsOf(tx, db.selectFrom(unscoped("role", "r")).where("r.id", "=", anyOf(roleIds)).select("r.id"));
  const ids = living.map(({ id }) => id);
  await requireOwnRights(caller, context, tx, await rolesById(context, tx, ids));
}

const callerWithRights =
  ({ callers }: AuthorityServices) =>
  ({ caller }: PrepareContext): Promise<CallerWithRights> =>
    callers.withRights(caller);

const create = (services: AuthorityServices): Effect<"api-token.create", CallerWithRights> => ({
  prepare: callerWithRights(services),
  commit: async (tx, context, { values, prepared: caller }) => {
    const now = context.now();
    const expireTime = values.expireTime;
    const wrong = (zh: string, en: string) => fieldError(context, "api-token", "expireTime", { code: "notAllowed", message: [zh, en] });
    if (expireTime <= now) throw wrong("到期时间须晚于现在", "The time of expiry has passed");
    if (expireTime > localTime(millisecondsOf(now) + maxAgeMs)) throw wrong("令牌有效期最长一年", "A token is good for a year at most");
    const userId = values.userId ?? context.caller.userId;
    await requireAccounts(caller, context, tx, [userId]);
    const active = await rowsOf(
      tx,
      db
        .selectFrom(tables(context).unscoped("api-token", "t"))
        .where("t.userId", "=", userId)
        .where("t.status", "=", 1)
        .where("t.expireTime", ">", now)
        .limit(maxTokens)
        .select("t.id"),
    );
    if (active.length >= maxTokens) throw tooManyTokens();
    const { token, prefix, hash } = newApiToken();
    const { id } = await addRow(context, tx, "api-token", { name: values.name, userId, prefix, expireTime, menuIds: [] });
    await tx.query(insertToken({ id, tenantId: context.scope.tenantId }, hash));
    return { id, shownOnce: token };
  },
});

const grant = (services: AuthorityServices): Effect<"api-token.grant", CallerWithRights> => ({
  prepare: callerWithRights(services),
  commit: async (tx, context, { rows, values, prepared: caller }) => {
    const { menuIds } = values;
    const grantable = grantableMenus(caller);
    if (menuIds.some((id) => !grantable.has(id)))
      throw businessError("morePowerful", ["只能选择自身拥有的权限", "You can only choose permissions that you hold"]);
    await requireAccounts(
      caller,
      context,
      tx,
      rows.map((row) => row.userId ?? ""),
    );
    const resource = context.model.resource.get("api-token");
    const names = (ids: readonly string[]) => ({ menuIds: ids.map((id) => menuName(caller.forest, id)) });
    for (const row of rows) {
      await changeRow(context, tx, "api-token", { id: row.id, values: { menuIds: [...menuIds] } });
      recordLists(tx, resource, row.id, { before: names(row.menuIds ?? []), after: names(menuIds) });
    }
    return {};
  },
});

const revoke = (services: AuthorityServices): Effect<"api-token.revoke", CallerWithRights> => ({
  prepare: callerWithRights(services),
  commit: async (tx, context, { rows, prepared }) => {
    await requireAccounts(
      prepared,
      context,
      tx,
      rows.map((row) => row.userId ?? ""),
    );
    return {};
  },
});

/** What tokens have, for the dialog that chooses it. */
const heldKeys =
  ({ callers }: AuthorityServices): ReadHandler =>
  async (context, parameters) => {
    const ids = idsOf(parameters["ids"], "ids");
    const [found] = await read(context, [
      db.selectFrom(tables(context).accessible("api-token", "t")).where("t.id", "=", anyOf(ids)).select("t.menuIds"),
    ]);
    const forest = await callers.menu();
    return { menu: [...new Set(found.flatMap((row) => row.menuIds ?? []))].filter((id) => forest.byId.has(id)) };
  };

export const apiTokenDomain = (services: AuthorityServices): Domain => ({
  reads: { "api-token.held-keys": heldKeys(services) },
  actions: { "api-token.create": create(services), "api-token.grant": grant(services), "api-token.revoke": revoke(services) },
  hooks: {},
});
