// Resources that have got one key for all that is done with their rows (`singlePermission`), in an installation with a key for each: its entries of the
// menu become one. It allows writing, so that only those get it who might write in every way before; nobody's rights grow by an upgrade.
import type { Model, ResourceModel } from "#schema/model";
import { keyOfRows, rowKinds, type RowKind } from "#schema/permissions";
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

interface Merging {
  /** The entry that stays, with the common key. */
  readonly remaining: string;
  /** All entries of former keys; `kept` is one of them, unless it had the common key before. */
  readonly former: readonly string[];
  /** Those of keys to write; none where one of them is not there, so that nobody may write in every way. */
  readonly writing: readonly string[];
}

/** Gives the entry that stays to those roles and packages that held all entries of keys to write, and takes the former ones away. */
async function follow(tx: Transaction, { remaining, former, writing }: Merging): Promise<void> {
  const { rows } = await tx.query({
    sql: `SELECT min(g.id)::text AS id FROM role_menu g WHERE g.menu_id = ANY($1::bigint[]) AND g.is_deleted = 0
      AND NOT EXISTS (
        SELECT 1 FROM role_menu k WHERE k.tenant_id = g.tenant_id AND k.role_id = g.role_id AND k.menu_id = $2::bigint AND k.menu_id <> ALL($3::bigint[]) AND k.is_deleted = 0)
      GROUP BY g.role_id HAVING count(DISTINCT g.menu_id) = cardinality($1::bigint[])`,
    parameters: [writing, remaining, former],
  });
  const holding = rows.map((row) => String(row["id"]));
  await tx.batch([
    { sql: "DELETE FROM role_menu WHERE menu_id = ANY($1::bigint[]) AND id <> ALL($2::bigint[])", parameters: [former, holding] },
    { sql: "UPDATE role_menu SET menu_id = $1::bigint WHERE id = ANY($2::bigint[])", parameters: [remaining, holding] },
    {
      sql: `UPDATE tenant_package p SET menu_id = ARRAY(
        SELECT m FROM unnest(p.menu_id) AS m WHERE m <> ALL($2::bigint[])
        UNION SELECT $1::bigint WHERE cardinality($3::bigint[]) > 0 AND p.menu_id @> $3::bigint[])
        WHERE p.menu_id && $2::bigint[]`,
      parameters: [remaining, former, writing],
    },
    { sql: "UPDATE menu SET is_deleted = 1 WHERE id = ANY($1::bigint[]) AND id <> $2::bigint", parameters: [former, remaining] },
  ]);
}

async function merge(
  tx: Transaction,
  resource: ResourceModel,
  singlePermission: NonNullable<ResourceModel["data"]["singlePermission"]>,
): Promise<void> {
  const key = keyOfRows(resource, "edit");
  const codeOf = (kind: RowKind) => `${resource.permission}_${kind}`;
  const former = rowKinds.map(codeOf).filter((code) => code !== key);
  const entries = await formerEntries(tx, [key, ...former]);
  const own = entries.filter(({ code }) => code === key);
  const others = entries.filter(({ code, isRemoved }) => code !== key && !isRemoved);
  if (others.length === 0 && (own.length > 0 || entries.length === 0)) return;
  // Where an administrator has removed them all, the common one stays removed as well.
  const remaining = own.find(({ isRemoved }) => !isRemoved) ?? others[0] ?? entries[0];
  if (remaining === undefined) return;
  const written = rowKinds.filter((kind) => kind !== "view").map((kind) => others.find(({ code }) => code === codeOf(kind))?.id);
  const writing = written.filter((id) => id !== undefined);
  await follow(tx, {
    remaining: remaining.id,
    former: others.map(({ id }) => id),
    writing: writing.length === written.length ? writing : [],
  });
  await tx.batch([
    {
      sql: "UPDATE menu SET code = $2, alias = $2, name = $3, action = '3', version = version + 1 WHERE id = $1::bigint AND code <> $2",
      parameters: [remaining.id, key, singlePermission.label[0]],
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
  for (const resource of model.resources)
    if (resource.data.singlePermission !== undefined) await merge(tx, resource, resource.data.singlePermission);
}
