// People of other platforms ask for an account of ours; it waits until an administrator approves it.
import { requireCaptcha } from "../../access/captcha-proof.ts";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { requireUncommon, requireUnrelated } from "../../auth/chosen-password.ts";
import { asReceived, hashPassword } from "../../auth/password-hash.ts";
import { userStatus } from "../../auth/people.ts";
import { lockRecord, tenantDecidedBy, type ThirdRecord } from "../../auth/social/records.ts";
import { businessError } from "../../http/errors.ts";
import { insert } from "../../rows/insert.ts";
import { db, first, run } from "../../rows/query.ts";
import { remove, tables, update } from "../../rows/tables.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { requireQuota } from "./quota.ts";
import type { AuthorityServices } from "./services.ts";

// In the words of BladeX.
const unknownGuest = () =>
  businessError("unknownGuest", ["第三方登陆信息错误!", "Your sign-in through the other platform is not valid; please start again"]);
const unknownTenant = () => businessError("unknownTenant", ["租户信息错误!", "There is no such tenant"]);
const accountTaken = () => businessError("accountTaken", ["当前账号已被使用!", "This account is already in use"]);
/** Blanks alone; what is missing altogether is told by the definition in the same words. */
const accountMissing = () => businessError("accountMissing", ["请先输入账号名称", "Please enter the account first"]);
const registrationClosed = () =>
  businessError("registrationClosed", ["注册功能未开启，请联系管理员", "Registration is closed; ask an administrator for an account"]);
const tooManyAttempts = () => businessError("tooManyAttempts", ["操作过于频繁，请稍后再试", "Too many attempts; try again later"]);

/** Refusals tell whether an account exists, so they are counted; whoever mistypes has enough of them. */
const limits = { count: 10, minutes: 30 } as const;
/** So many attempts of an address need no captcha. */
const freeAttempts = 3;

/** Columns of a person's name; the longer one was asked for. */
const [maxNameLength, maxRealNameLength] = [20, 10];
const cut = (text: string, length: number): string => [...text].slice(0, length).join("");

/** The system parameter by which the platform lets people ask for accounts: "true", and nothing else. */
const openKey = "account.registerUser";

async function requireOpen(context: CommitContext, tx: Transaction): Promise<void> {
  const stored = db.selectFrom(tables(context).acrossTenants("param", "p")).where("p.paramKey", "=", openKey);
  if ((await first(tx, stored.select("p.paramValue")))?.paramValue?.trim() !== "true") throw registrationClosed();
}

/** The accounts of a tenant. */
const accountsOf = (context: CommitContext, tenantId: string) =>
  db.selectFrom(tables(context).acrossTenants("user", "u")).where("u.tenantId", "=", tenantId);

/** The guest's own record, while it is bound to nobody. */
async function ownRecord(context: CommitContext, tx: Transaction, id: string): Promise<ThirdRecord & { readonly nickname: string }> {
  const record = await lockRecord(tx, id);
  if (record === undefined) throw unknownGuest();
  if (record.userId === undefined) return record;
  const bound = await first(tx, accountsOf(context, record.tenantId).where("u.id", "=", record.userId).select("u.id"));
  if (bound !== undefined) throw unknownGuest();
  return record;
}

async function requireTenant(context: CommitContext, tx: Transaction, tenantId: string): Promise<void> {
  const working = db
    .selectFrom(tables(context).acrossTenants("tenant", "t"))
    .where("t.tenantId", "=", tenantId)
    .where("t.status", "=", 1)
    .where(({ or, eb }) => or([eb("t.expireTime", "is", null), eb("t.expireTime", ">", context.now())]));
  if ((await first(tx, working.select("t.id"))) === undefined) throw unknownTenant();
}

interface Wish {
  readonly oauthId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly account: string;
  readonly hashedPassword: string;
}

async function register(context: CommitContext, tx: Transaction, wish: Wish): Promise<void> {
  await requireOpen(context, tx);
  const record = await ownRecord(context, tx, wish.oauthId);
  // The tenant whose site they came to, or whose account they had before, counts.
  const tenantId = tenantDecidedBy(record) ?? wish.tenantId;
  await requireTenant(context, tx, tenantId);
  // First, because it makes others wait who add an account at the same moment.
  await requireQuota(context, tx, tenantId);
  const taken = await first(tx, accountsOf(context, tenantId).where("u.account", "=", wish.account).select("u.id"));
  if (taken !== undefined) throw accountTaken();
  const userId = await context.identifiers.next();
  const name = wish.name || record.nickname || wish.account;
  await run(
    tx,
    // Without role, department and post: -1 in Blade's tables, no value in ours.
    insert(context, "user", [
      {
        id: userId,
        tenantId,
        account: wish.account,
        password: wish.hashedPassword,
        userType: "1",
        name: cut(name, maxNameLength),
        realName: cut(name, maxRealNameLength),
        sex: "3",
        status: userStatus.waiting,
        createUser: userId,
        updateUser: userId,
      },
    ]),
  );
  await bind(tx, context, record, { tenantId, userId });
}

/**
 * Binds the guest's record to the account. A row never changes its tenant, whose rows a distributed database keeps together: one that was kept
 * with the platform's own is made anew in the tenant.
 */
async function bind(
  tx: Transaction,
  context: CommitContext,
  record: ThirdRecord,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<void> {
  const records = tables({ ...context, scope: { ...context.scope, tenantId: record.tenantId } }).unscoped("user-oauth", "o");
  if (record.tenantId === tenantId) {
    await run(tx, update(context, records).set({ userId }).where("o.id", "=", record.id));
    return;
  }
  const stored = await first(
    tx,
    db
      .selectFrom(records)
      .where("o.id", "=", record.id)
      .select(["o.id", "o.source", "o.uuid", "o.username", "o.nickname", "o.avatar", "o.email", "o.remark", "o.createTime"]),
  );
  if (stored === undefined) throw unknownGuest();
  await run(tx, remove(records).where("o.id", "=", record.id), insert(context, "user-oauth", [{ ...stored, tenantId, userId }]));
}

interface Prepared {
  readonly wish: Wish;
  /** Takes the counted attempt back, with the account. */
  readonly succeeded: Statement;
}

const registerGuest = (services: AuthorityServices): Effect<"user-oauth.registerGuest", Prepared> => ({
  prepare: async (context, { values }) => {
    const oauthId = await services.guests.recordOf(context.bearer);
    if (oauthId === undefined || oauthId !== values.oauthId.trim()) throw unknownGuest();
    if (values.account.trim() === "") throw accountMissing();
    const attempt = await services.failures.beginFrom(`register:${context.address.slice(0, 100)}`, limits);
    if (!attempt.isAdmitted) throw tooManyAttempts();
    if (attempt.count > freeAttempts) await requireCaptcha(context);
    const password = asReceived(values.password, services.passwordTransform);
    const field = { name: "password", label: ["密码", "Password"] } as const;
    await requireUncommon(field, password, services.passwordTransform);
    const registration = { oauthId, tenantId: values.tenantId.trim(), name: (values.name ?? "").trim(), account: values.account.trim() };
    requireUnrelated(field, password, services.passwordTransform, [registration.tenantId, registration.name, registration.account]);
    return { wish: { ...registration, hashedPassword: await hashPassword(password) }, succeeded: attempt.success };
  },
  // Nobody is signed in, the record may be of no tenant yet, and moves to the one that the account is made in.
  acrossTenants: true,
  commit: async (tx, context, { prepared: { wish, succeeded } }) => {
    await register(context, tx, wish);
    await tx.query(succeeded);
    return {};
  },
});

export function registrationDomain(services: AuthorityServices): Domain {
  return { reads: {}, actions: { "user-oauth.registerGuest": registerGuest(services) }, hooks: {} };
}
