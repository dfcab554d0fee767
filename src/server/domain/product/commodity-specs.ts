// Specs of commodities: what SKUs have chosen of them stays.
import { sql } from "kysely";
import { isRecord } from "#schema/json";
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

type Spec = Pick<StoredRow<"commodity-spec">, "id" | "commodityId" | "name">;

/** The values of a spec that people may choose. */
export function offeredValues(specValues: unknown): readonly string[] {
  const lines: readonly unknown[] = Array.isArray(specValues) ? specValues : [];
  return lines.flatMap((line) => (isRecord(line) && "value" in line ? [String(line["value"])] : []));
}

/** SKUs of commodities are written one after the other, so that none chooses what is taken away meanwhile. */
export async function lockCommodities(context: CommitContext, tx: Transaction, ids: readonly (string | null)[]): Promise<void> {
  await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("commodity", "c"))
      .where("c.id", "=", anyOf(ids))
      .orderBy("c.id")
      .forNoKeyUpdate()
      .select("c.id"),
  );
}

/** The values that SKUs of the commodity have chosen of a spec, each with one of these SKUs. */
async function chosenOf(context: CommitContext, tx: Transaction, { commodityId, name }: Spec): Promise<ReadonlyMap<string, string>> {
  const specName = name ?? "";
  const named = db
    .selectFrom(tables(context).unscoped("commodity-sku", "k"))
    .where("k.commodityId", "=", commodityId)
    .where(({ ref }) => sql<boolean>`jsonb_exists(${ref("k.specs")}, ${specName})`)
    .select(({ ref }) => ["k.skuCode", sql<string>`${ref("k.specs")} ->> ${specName}::text`.as("value")]);
  const found = await rows(
    tx,
    db
      .selectFrom(named.as("n"))
      .groupBy("n.value")
      .orderBy("n.value")
      .select(({ fn }) => ["n.value", fn.min("n.skuCode").as("skuCode")]),
  );
  return new Map(found.map(({ value, skuCode }) => [value, skuCode ?? ""]));
}

export const commoditySpecHooks: ResourceHooks<"commodity-spec"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current === undefined || current.commodityId === null) return;
      const next = { ...current, ...values };
      const isSame = next.commodityId === current.commodityId && next.name === current.name;
      if (isSame && values.specValues === undefined) return;
      await lockCommodities(context, tx, [current.commodityId]);
      const chosen = await chosenOf(context, tx, current);
      const [skuCode] = chosen.values();
      if (!isSame && skuCode !== undefined)
        throw fieldError(context, "commodity-spec", next.name === current.name ? "commodityId" : "name", {
          code: "notAllowed",
          message: [
            `SKU“${skuCode}”已按规格“${current.name ?? ""}”设置，不能修改`,
            `SKU “${skuCode}” has chosen of spec “${current.name ?? ""}”, so this cannot change`,
          ],
        });
      const offered = new Set(offeredValues(next.specValues));
      const gone = [...chosen].find(([value]) => !offered.has(value));
      if (gone !== undefined)
        throw fieldError(context, "commodity-spec", "specValues", {
          code: "notAllowed",
          message: [
            `规格值“${gone[0]}”正被SKU“${gone[1]}”使用，不能删除`,
            `SKU “${gone[1]}” uses the value “${gone[0]}”, so it cannot be removed`,
          ],
        });
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: removed }) => {
      for (const spec of removed.toSorted((left, right) => ((left.commodityId ?? "") < (right.commodityId ?? "") ? -1 : 1))) {
        if (spec.commodityId === null) continue;
        await lockCommodities(context, tx, [spec.commodityId]);
        const [skuCode] = (await chosenOf(context, tx, spec)).values();
        if (skuCode === undefined) continue;
        throw businessError(
          "specInUse",
          [
            `规格“${spec.name ?? ""}”正被SKU“${skuCode}”使用，不能删除`,
            `SKU “${skuCode}” uses spec “${spec.name ?? ""}”, so it cannot be removed`,
          ],
          { data: { id: spec.id } },
        );
      }
    },
  },
};
