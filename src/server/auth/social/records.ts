// The records of people who came from other platforms (resource user-oauth): one a person of a platform, in whichever tenant.
import { z } from "zod";
import { platformTenant } from "../../caller/caller.ts";
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

function recordOf(row: unknown): ThirdRecord {
  const { id, tenant_id: tenantId, user_id: userId } = rowSchema.parse(row);
  return { id, tenantId, userId: userId ?? undefined };
}

export interface RecordsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

const orNull = (text: string): string | null => (text === "" ? null : text);

/**
 * The record of a user, created on their first visit. The platform's data is kept up to date. `tenantId` is that of the visited site, if it
 * is known.
 */
export async function recordFor(
  { database, clock, identifiers }: RecordsOptions,
  source: string,
  person: ThirdPerson,
  tenantId: string | undefined,
): Promise<ThirdRecord> {
  const reported = [orNull(person.account), orNull(person.name), orNull(person.avatar), orNull(person.email), clock.now()];
  const id = await identifiers.next();
  // As the owner throughout: the tenant of the record is not known yet.
  return database.authentication.transaction(async (tx) => {
    // A user has one record, even with two simultaneous first visits.
    await tx.query({
      sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.third-party.' || $1 || '.' || $2, 0))",
      parameters: [source, person.id],
    });
    const existing = await tx.first({
      sql: `update user_oauth set username = $3, nickname = $4, avatar = $5, email = $6, update_time = $7, version = version + 1
        where source = $1 and uuid = $2 and is_deleted = 0 returning id, tenant_id, user_id`,
      parameters: [source, person.id, ...reported],
    });
    if (existing !== undefined) return recordOf(existing);
    const made = await tx.first({
      sql: `insert into user_oauth (id, tenant_id, source, uuid, username, nickname, avatar, email, create_time, update_time)
        values ($8, $9, $1, $2, $3, $4, $5, $6, $7, $7) returning id, tenant_id, user_id`,
      parameters: [source, person.id, ...reported, id, tenantId ?? platformTenant],
    });
    return recordOf(made);
  });
}

/** The record of this id, kept from others until the transaction ends; the transaction must be the owner's. */
export async function lockRecord(tx: Transaction, id: string): Promise<(ThirdRecord & { readonly nickname: string }) | undefined> {
  const row = await tx.first({
    sql: "select id, tenant_id, user_id, nickname from user_oauth where id = $1 and is_deleted = 0 for update",
    parameters: [id],
  });
  return row === undefined ? undefined : { ...recordOf(row), nickname: String(row["nickname"] ?? "") };
}
