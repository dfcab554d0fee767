// The records of people who came from other platforms (resource user-oauth): one a person of a platform, in whichever tenant.
import { z } from "zod";
import { resourceIn, type Model } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import { originOn, type CallOrigin } from "../../audit/origin.ts";
import { logged } from "../../audit/usual-log.ts";
import { callerWithoutRights, platformTenant } from "../../caller/caller.ts";
import type { CommitContext } from "../../contract.ts";
import type { Clock } from "../../store/clock.ts";
import type { Database, Transaction } from "../../store/database.ts";
import type { Identifiers } from "../../store/identifiers.ts";
import type { ThirdPerson } from "./person.ts";

export interface ThirdRecord {
  readonly id: string;
  /** Where the row is kept; see {@link tenantDecidedBy}. */
  readonly tenantId: string;
  /** The account it is bound to. */
  readonly userId: string | undefined;
}

/** The tenant of a record; undefined while unknown: such rows are stored with the platform's own. */
export const tenantDecidedBy = ({ tenantId }: ThirdRecord): string | undefined => (tenantId === platformTenant ? undefined : tenantId);

const rowSchema = z.object({ id: z.string(), tenant_id: z.string(), user_id: z.string().nullable() });
const profileSchema = z.object({
  username: z.string().nullable(),
  nickname: z.string().nullable(),
  avatar: z.string().nullable(),
  email: z.string().nullable(),
});
type Profile = z.infer<typeof profileSchema>;

function recordOf(row: unknown): ThirdRecord {
  const { id, tenant_id: tenantId, user_id: userId } = rowSchema.parse(row);
  return { id, tenantId, userId: userId ?? undefined };
}

export interface RecordsOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

/** The visit by which somebody comes. */
interface Visit {
  /** Of the visited site, if it is known. */
  readonly tenantId: string | undefined;
  readonly address: string;
  readonly loggedAs: CallOrigin | undefined;
}

const orNull = (text: string): string | null => (text === "" ? null : text);

const isSameProfile = (one: Profile, other: Profile): boolean =>
  one.username === other.username && one.nickname === other.nickname && one.avatar === other.avatar && one.email === other.email;

/** The record of a user, created on their first visit. The platform's data is kept up to date. Both are in the log of the sign-in. */
export async function recordFor(
  { model, database, clock, identifiers }: RecordsOptions,
  source: string,
  person: ThirdPerson,
  { tenantId = platformTenant, address, loggedAs }: Visit,
): Promise<ThirdRecord> {
  const resource = resourceIn(model, "user-oauth");
  const profile: Profile = {
    username: orNull(person.account),
    nickname: orNull(person.name),
    avatar: orNull(person.avatar),
    email: orNull(person.email),
  };
  const reported = [profile.username, profile.nickname, profile.avatar, profile.email, clock.now()];
  const id = await identifiers.next();
  const context: CommitContext = {
    caller: callerWithoutRights(),
    language: "zh",
    model,
    scope: { tenantId },
    now: clock.now,
    identifiers,
    address,
    origin: originOn(resource, loggedAs),
  };
  const find = async (tx: Transaction): Promise<ThirdRecord> => {
    // A user has one record, even with two simultaneous first visits.
    await tx.query({
      sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.third-party.' || $1 || '.' || $2, 0))",
      parameters: [source, person.id],
    });
    // Rows are locked in their tenant, which a distributed database finds their node by.
    const updated = async () => {
      const known = await tx.first({
        sql: "select id, tenant_id from user_oauth where source = $1 and uuid = $2 and is_deleted = 0",
        parameters: [source, person.id],
      });
      return (
        known &&
        (await tx.first({
          sql: `update user_oauth u set username = $3, nickname = $4, avatar = $5, email = $6, update_time = $7, version = u.version + 1
            from (select username, nickname, avatar, email from user_oauth where tenant_id = $1 and id = $2 and is_deleted = 0 for no key update) before
            where u.tenant_id = $1 and u.id = $2
            returning u.id, u.tenant_id, u.user_id, before.username, before.nickname, before.avatar, before.email`,
          parameters: [known["tenant_id"], known["id"], ...reported],
        }))
      );
    };
    // A registration that ends in between has taken the record to its tenant.
    const existing = (await updated()) ?? (await updated());
    if (existing !== undefined) {
      const [record, before] = [recordOf(existing), profileSchema.parse(existing)];
      if (!isSameProfile(before, profile))
        auditLogOf(tx)?.record(resource, "edit", record.id, { before, after: profile, tenantId: record.tenantId });
      return record;
    }
    const made = await tx.first({
      sql: `insert into user_oauth (id, tenant_id, source, uuid, username, nickname, avatar, email, create_time, update_time)
        values ($8, $9, $1, $2, $3, $4, $5, $6, $7, $7) returning id, tenant_id, user_id`,
      parameters: [source, person.id, ...reported, id, tenantId],
    });
    auditLogOf(tx)?.record(resource, "add", id, { before: {}, after: { source, uuid: person.id, ...profile }, tenantId });
    return recordOf(made);
  };
  // As the owner throughout: the tenant of the record is not known yet.
  return database.authentication.transaction((tx) => logged(context, tx, find));
}

/** The record of this id, kept from others until the transaction ends; the transaction must be the owner's. */
export async function lockRecord(tx: Transaction, id: string): Promise<(ThirdRecord & { readonly nickname: string }) | undefined> {
  const known = await tx.first({ sql: "select tenant_id from user_oauth where id = $1 and is_deleted = 0", parameters: [id] });
  if (known === undefined) return undefined;
  const row = await tx.first({
    sql: "select id, tenant_id, user_id, nickname from user_oauth where tenant_id = $1 and id = $2 and is_deleted = 0 for update",
    parameters: [known["tenant_id"], id],
  });
  return row === undefined ? undefined : { ...recordOf(row), nickname: String(row["nickname"] ?? "") };
}
