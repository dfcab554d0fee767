// The account of a person of an identity provider: the one they had before, one that is linked by its name, or a new one, with the roles and
// departments that the provider's data stands for.
import { resourceIn } from "#schema/model";
import { originOn } from "../../../audit/origin.ts";
import type { EnterAccount, FollowAccount } from "../../../auth/identity/identity-sign-in.ts";
import { mapped, personDataOf, type PersonData } from "../../../auth/identity/claims.ts";
import { sourceOfProvider, type Identity } from "../../../auth/identity/provider.ts";
import type { EntryRules } from "../../../auth/identity/stored-providers.ts";
import {
  accountsUsedUp,
  accountTakenThere,
  identityUnnamed,
  identityWithoutAccount,
  identityWithoutRole,
} from "../../../auth/oauth-error.ts";
import { personById, userStatus } from "../../../auth/people.ts";
import { recordFor, type RecordsOptions } from "../../../auth/social/records.ts";
import { callerWithoutRights } from "../../../caller/caller.ts";
import type { ChangeSubscriptions, CommitContext, RequestContext } from "../../../contract.ts";
import { changeRow, lockRow } from "../../../crud/write/server-rows.ts";
import { inTransaction } from "../../../crud/write/write-scope.ts";
import { ApiError } from "../../../http/errors.ts";
import { insert } from "../../../rows/insert.ts";
import { anyOf, db, first, rows, run } from "../../../rows/query.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import { tables, update } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import { reassignTasksOf } from "../../flow/orphans.ts";
import { requireQuota } from "../quota.ts";
import { administers, isAdministratorLeft } from "../user.ts";

interface AccountsOptions extends RecordsOptions {
  readonly subscriptions: ChangeSubscriptions;
}

interface Entitlement {
  readonly roleIds: readonly string[];
  readonly deptIds: readonly string[];
}

/** Those of these ids that the tenant still has: a mapping outlives what it names. */
async function livingIds(context: CommitContext, tx: Transaction, name: "role" | "dept", ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { unscoped } = tables(context);
  const query =
    name === "role"
      ? db.selectFrom(unscoped("role", "r")).where("r.id", "=", anyOf(ids)).select("r.id")
      : db.selectFrom(unscoped("dept", "d")).where("d.id", "=", anyOf(ids)).select("d.id");
  const living = new Set((await rows(tx, query)).map(({ id }) => id));
  return ids.filter((id) => living.has(id));
}

/** The roles and departments of the mappings that apply, or the default ones where none names any. */
async function entitlementOf(
  context: CommitContext,
  tx: Transaction,
  rules: EntryRules,
  { claims }: Pick<Identity, "claims">,
): Promise<Entitlement> {
  const applying = mapped(claims, rules.mappings);
  return {
    roleIds: await livingIds(context, tx, "role", applying.roleIds.length > 0 ? applying.roleIds : rules.roleIds),
    deptIds: await livingIds(context, tx, "dept", applying.deptIds.length > 0 ? applying.deptIds : rules.deptIds),
  };
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Whether the tenant would be without an administrator if somebody had these roles: whoever is the last one keeps their own. */
const isLastAdministrator = async (context: CommitContext, tx: Transaction, userId: string, roleIds: readonly string[]): Promise<boolean> =>
  !(await administers(context, tx, roleIds)) && !(await isAdministratorLeft(context, tx, [userId]));

/**
 * Gives somebody the roles and departments of the provider in place of what they had; whether a role is left. Without one the account has none
 * either: its password and its API tokens would go on with what it had.
 */
async function follow(
  context: CommitContext,
  tx: Transaction,
  user: StoredRow<"user">,
  { roleIds, deptIds }: Entitlement,
): Promise<boolean> {
  const hasRole = roleIds.length > 0;
  const changes = {
    ...(isSameSet(roleIds, user.roleId ?? []) || (await isLastAdministrator(context, tx, user.id, roleIds))
      ? {}
      : { roleId: [...roleIds] }),
    ...(deptIds.length === 0 || isSameSet(deptIds, user.deptId ?? []) ? {} : { deptId: [...deptIds] }),
  };
  if (Object.keys(changes).length === 0) return hasRole;
  await changeRow(context, tx, "user", { id: user.id, values: changes });
  await reassignTasksOf(context, tx, [user.id], [user]);
  return hasRole;
}

async function create(context: CommitContext, tx: Transaction, person: PersonData, { roleIds, deptIds }: Entitlement): Promise<string> {
  if (roleIds.length === 0) throw identityWithoutRole();
  // First, because it makes others wait who add an account at the same moment.
  try {
    await requireQuota(context, tx, context.scope.tenantId);
  } catch (error) {
    throw error instanceof ApiError ? accountsUsedUp() : error;
  }
  const id = await context.identifiers.next();
  await run(
    tx,
    // Without a password: no text is the right one until an administrator resets it.
    insert(context, "user", [
      {
        id,
        tenantId: context.scope.tenantId,
        account: person.account,
        userType: "1",
        name: person.name,
        realName: person.realName,
        email: person.email === "" ? null : person.email,
        phone: person.phone === "" ? null : person.phone,
        sex: "3",
        roleId: [...roleIds],
        deptId: [...deptIds],
        status: userStatus.active,
        createUser: id,
        updateUser: id,
      },
    ]),
  );
  return id;
}

/** The id of the account that somebody enters as who has come before, is linked by the name of their account, or is given a new one. */
async function accountFor(
  context: CommitContext,
  tx: Transaction,
  record: StoredRow<"user-oauth">,
  { rules, identity, person }: { readonly rules: EntryRules; readonly identity: Identity; readonly person: PersonData },
): Promise<string> {
  const users = () => db.selectFrom(tables(context).unscoped("user", "u"));
  const bound = record.userId === null ? undefined : await first(tx, users().where("u.id", "=", record.userId).select("u.id"));
  if (bound !== undefined) return bound.id;
  if (person.account === "" && (rules.linksByAccount || rules.createsAccounts)) throw identityUnnamed();
  const same = await first(tx, users().where("u.account", "=", person.account).select("u.id"));
  const bindTo = async (userId: string): Promise<string> => {
    await run(tx, update(context, tables(context).unscoped("user-oauth", "o")).set({ userId }).where("o.id", "=", record.id));
    return userId;
  };
  if (same !== undefined && rules.linksByAccount) {
    const { source } = record;
    const other = await first(
      tx,
      db
        .selectFrom(tables(context).unscoped("user-oauth", "o"))
        .where("o.userId", "=", same.id)
        .where("o.source", "=", source)
        .select("o.id"),
    );
    // A name that was given to somebody else there is not the person who had it.
    if (other !== undefined) throw accountTakenThere(person.account);
    return bindTo(same.id);
  }
  if (!rules.createsAccounts) throw identityWithoutAccount();
  if (same !== undefined) throw accountTakenThere(person.account);
  return bindTo(await create(context, tx, person, await entitlementOf(context, tx, rules, identity)));
}

interface IdentityAccounts {
  /** Finds, links or makes the account of somebody who signs in. */
  readonly enter: EnterAccount;
  readonly follow: FollowAccount;
}

/** The accounts of people of identity providers. */
export function identityAccounts({ subscriptions, ...records }: AccountsOptions): IdentityAccounts {
  const { model, database, clock, identifiers } = records;
  const resource = resourceIn(model, "user");
  /** In nobody's name, with the server's own reach: they are not signed in, or their session is not renewed yet. */
  const contextOf = (tenantId: string, { address, loggedAs }: Parameters<FollowAccount>[2]): RequestContext => ({
    caller: callerWithoutRights({ tenantId }),
    language: "zh",
    model,
    database,
    scope: { tenantId },
    now: clock.now,
    identifiers,
    address,
    subscriptions,
    origin: originOn(resource, loggedAs),
  });

  const follows: FollowAccount = async ({ provider, rules }, { userId, claims }, call) => {
    await subscriptions.refresh(provider.tenantId);
    const hasRole = await inTransaction({ context: contextOf(provider.tenantId, call), resource }, async (tx, within) => {
      const user = await lockRow(within, tx, "user", userId);
      return follow(within, tx, user, await entitlementOf(within, tx, rules, { claims }));
    });
    if (!hasRole) throw identityWithoutRole();
  };

  const enter: EnterAccount = async ({ provider, rules }, identity, call) => {
    const { tenantId } = provider;
    const person = personDataOf(identity.claims, provider.claims);
    const third = { id: identity.subject, account: person.account.slice(0, 32), name: person.name, avatar: "", email: person.email };
    const { id: recordId } = await recordFor(records, sourceOfProvider(provider.id), third, { tenantId, ...call });
    const context = contextOf(tenantId, call);
    await subscriptions.refresh(tenantId);
    const { userId, hasRole } = await inTransaction({ context, resource }, async (tx, within) => {
      // Two first visits at once make one account.
      const record = await lockRow(within, tx, "user-oauth", recordId);
      const id = await accountFor(within, tx, record, { rules, identity, person });
      if (!rules.followsMappings) return { userId: id, hasRole: true };
      const user = await lockRow(within, tx, "user", id);
      return { userId: id, hasRole: await follow(within, tx, user, await entitlementOf(within, tx, rules, identity)) };
    });
    if (!hasRole) throw identityWithoutRole();
    const entered = await personById(database, tenantId, userId);
    // Removed in this moment.
    if (entered === undefined) throw identityWithoutAccount();
    return { person: entered, recordId };
  };
  return { enter, follow: follows };
}
