// Resources that have got one key for all that is done with their rows (`oneKey`), in an installation with a key for each: its entries of the
// menu become one, and whoever holds one of them holds that.
import type { Model, ResourceModel } from "#schema/model";
import { keyOfRows, rowKinds } from "#schema/permissions";
import type { Transaction } from "../store/database.ts";
import { givenGrantTable } from "../store/migrate.ts";

/** The entries of these keys, removed ones last. */
async function formerEntries(tx: Transaction, codes: readonly string[]) {
  const { rows } = await tx.query({
    sql: "SELECT id::text AS id, code, is_deleted FROM menu WHERE code = ANY($1::text[]) ORDER BY is_deleted, array_position($1::text[], code::text), id FOR UPDATE",
    parameters: [codes],
  });
  return rows.map((row) => ({ id: String(row["id"]), code: String(row["code"]), isRemoved: Number(row["is_deleted"]) === 1 }));
}

/** Has everything that names one of the entries name the one that stays, each role and package once. */
async function follow(tx: Transaction, kept: string, gone: readonly string[]): Promise<void> {
  const parameters = [kept, gone];
  await tx.batch([
    {
      sql: `UPDATE role_menu g SET menu_id = $1::bigint WHERE g.id IN (
        SELECT min(o.id) FROM role_menu o WHERE o.menu_id = ANY($2::bigint[]) AND o.is_deleted = 0
          AND NOT EXISTS (SELECT FROM role_menu k WHERE k.role_id = o.role_id AND k.menu_id = $1::bigint AND k.is_deleted = 0) GROUP BY o.role_id)`,
      parameters,
    },
    { sql: "DELETE FROM role_menu WHERE menu_id = ANY($1::bigint[])", parameters: [gone] },
    {
      sql: `UPDATE tenant_package p SET menu_id = (
        SELECT array_agg(DISTINCT CASE WHEN m = ANY($2::bigint[]) THEN $1::bigint ELSE m END) FROM unnest(p.menu_id) AS m)
        WHERE p.menu_id && $2::bigint[]`,
      parameters,
    },
    { sql: "UPDATE menu SET is_deleted = 1 WHERE id = ANY($1::bigint[])", parameters: [gone] },
  ]);
}

async function merge(tx: Transaction, resource: ResourceModel, oneKey: NonNullable<ResourceModel["data"]["oneKey"]>): Promise<void> {
  const key = keyOfRows(resource, "edit");
  const former = rowKinds.map((kind) => `${resource.permission}_${kind}`).filter((code) => code !== key);
  const entries = await formerEntries(tx, [key, ...former]);
  const own = entries.filter(({ code }) => code === key);
  const others = entries.filter(({ code, isRemoved }) => code !== key && !isRemoved);
  if (others.length === 0 && (own.length > 0 || entries.length === 0)) return;
  // Where an administrator has removed them all, the common one stays removed as well.
  const kept = own.find(({ isRemoved }) => !isRemoved) ?? others[0] ?? entries[0];
  if (kept === undefined) return;
  await follow(
    tx,
    kept.id,
    others.filter((entry) => entry !== kept).map(({ id }) => id),
  );
  await tx.batch([
    {
      sql: "UPDATE menu SET code = $2, alias = $2, name = $3, action = '3', version = version + 1 WHERE id = $1::bigint AND code <> $2",
      parameters: [kept.id, key, oneKey.label[0]],
    },
    {
      sql: `WITH gone AS (DELETE FROM ${givenGrantTable} WHERE code = ANY($2::text[]) RETURNING role_id)
        INSERT INTO ${givenGrantTable} (role_id, code) SELECT DISTINCT role_id, $1 FROM gone ON CONFLICT DO NOTHING`,
      parameters: [key, former],
    },
  ]);
}

/** Merges the keys of all resources that have one now. Done once: afterwards there is nothing of the former keys. */
export async function mergeKeys(tx: Transaction, model: Model): Promise<void> {
  for (const resource of model.resources) if (resource.data.oneKey !== undefined) await merge(tx, resource, resource.data.oneKey);
}
