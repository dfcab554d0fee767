// People of other platforms ask for an account of ours; it waits until an administrator approves it.
import { requireCaptcha } from "../../access/captcha-proof.ts";
import type { CommitContext, Domain, Effect, Values } from "../../contract.ts";
import { requireUncommon, requireUnrelated } from "../../auth/chosen-password.ts";
import { hashPassword } from "../../auth/password-hash.ts";
import { userStatus } from "../../auth/people.ts";
import { lockRecord, tenantDecidedBy, type ThirdRecord } from "../../auth/social/records.ts";
import { businessError } from "../../http/errors.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { requireQuota } from "./quota.ts";
import type { AuthorityServices } from "./services.ts";

// In the words of BladeX.
const unknownGuest = () => businessError("unknownGuest", ["第三方登陆信息错误!", "Your sign-in through the other platform is not valid; please start again"]);
const unknownTenant = () => businessError("unknownTenant", ["租户信息错误!", "There is no such tenant"]);
const accountTaken = () => businessError("accountTaken", ["当前账号已被使用!", "This account is already in use"]);
/** Blanks alone; what is missing altogether is told by the definition in the same words. */
const accountMissing = () => businessError("accountMissing", ["请先输入账号名称", "Please enter the account first"]);
const tooManyAttempts = () => businessError("tooManyAttempts", ["操作过于频繁，请稍后再试", "Too many attempts; try again later"]);

/** Refusals tell whether an account exists, so they are counted; whoever mistypes has enough of them. */
const limits = { count: 10, minutes: 30 } as const;
/** So many attempts of an address need no captcha. */
const freeAttempts = 3;

/** Columns of a person's name; the longer one was asked for. */
const [longestName, longestRealName] = [20, 10];
const cut = (text: string, length: number): string => [...text].slice(0, length).join("");

/** The guest's own record, while it is bound to nobody. */
async function ownRecord(tx: Transaction, id: string): Promise<ThirdRecord & { readonly nickname: string }> {
  const record = await lockRecord(tx, id);
  if (record === undefined) throw unknownGuest();
  if (record.userId === undefined) return record;
  const bound = await tx.first({ sql: 'select 1 from "user" where tenant_id = $1 and id = $2 and is_deleted = 0', parameters: [record.tenantId, record.userId] });
  if (bound !== undefined) throw unknownGuest();
  return record;
}

async function requireTenant(tx: Transaction, tenantId: string, now: string): Promise<void> {
  const tenant = await tx.first({ sql: "select 1 from tenant where tenant_id = $1 and status = 1 and (expire_time is null or expire_time > $2) and is_deleted = 0", parameters: [tenantId, now] });
  if (tenant === undefined) throw unknownTenant();
}

interface Wish {
  readonly oauthId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly account: string;
  readonly hashedPassword: string;
}

async function register(context: CommitContext, tx: Transaction, wish: Wish): Promise<void> {
  const record = await ownRecord(tx, wish.oauthId);
  // The tenant whose site they came to, or whose account they had before, counts.
  const tenantId = tenantDecidedBy(record) ?? wish.tenantId;
  const now = context.now();
  await requireTenant(tx, tenantId, now);
  // First, because it makes others wait who add an account at the same moment.
  await requireQuota(tx, tenantId);
  const taken = await tx.first({ sql: 'select 1 from "user" where tenant_id = $1 and account = $2 and is_deleted = 0', parameters: [tenantId, wish.account] });
  if (taken !== undefined) throw accountTaken();
  const userId = await context.identifiers.next();
  const name = wish.name || record.nickname || wish.account;
  await tx.batch([
    {
      // Without role, department and post: -1 in Blade's tables, no value in ours.
      sql: `insert into "user" (id, tenant_id, account, password, user_type, name, real_name, sex, status, create_user, create_time, update_user, update_time)
        values ($1, $2, $3, $4, '1', $5, $6, '3', $7, $1, $8, $1, $8)`,
      parameters: [userId, tenantId, wish.account, wish.hashedPassword, cut(name, longestName), cut(name, longestRealName), userStatus.waiting, now],
    },
    { sql: "update user_oauth set tenant_id = $2, user_id = $3, update_time = $4, version = version + 1 where id = $1", parameters: [record.id, tenantId, userId, now] },
  ]);
}

const text = (values: Values, name: string): string => String(values[name] ?? "").trim();

interface Prepared {
  readonly wish: Wish;
  /** Takes the counted attempt back, with the account. */
  readonly succeeded: Statement;
}

const registerGuest = (services: AuthorityServices): Effect<Prepared> => ({
  prepare: async (context, { values }) => {
    const oauthId = await services.guests.recordOf(context.bearer);
    if (oauthId === undefined || oauthId !== text(values, "oauthId")) throw unknownGuest();
    if (text(values, "account") === "") throw accountMissing();
    const attempt = await services.failures.beginFrom(`register:${context.address.slice(0, 100)}`, limits);
    if (!attempt.isAdmitted) throw tooManyAttempts();
    if (attempt.count > freeAttempts) await requireCaptcha(context);
    const password = String(values["password"]);
    const field = { name: "password", label: ["密码", "Password"] } as const;
    await requireUncommon(field, password, services.passwordTransform);
    const asked = { oauthId, tenantId: text(values, "tenantId"), name: text(values, "name"), account: text(values, "account") };
    requireUnrelated(field, password, services.passwordTransform, [asked.tenantId, asked.name, asked.account]);
    return { wish: { ...asked, hashedPassword: await hashPassword(password) }, succeeded: attempt.success };
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
