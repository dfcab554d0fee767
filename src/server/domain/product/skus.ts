// SKUs of products and of commodities: no two of the same combination, and what their owners show of them (catalogue, `product-sku`, `commodity-sku`).
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks, Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { refreshCartItems } from "./cart-items.ts";

const sameCombination: Text = ["规格组合与其他SKU重复", "Another SKU has the same combination"];

function refuseCombination(context: CommitContext, resource: string, name: string): never {
  const label = context.model.resource.get(resource)?.field.get(name)?.label ?? [name, name];
  throw invalidFields([{ code: "duplicate", path: [name], parameters: {}, label, message: sameCombination }]);
}

/** The ids of the values that make a SKU, in the order of its lines. */
function valueIds(attrs: unknown): readonly string[] {
  const lines: readonly unknown[] = Array.isArray(attrs) ? attrs : [];
  return lines.flatMap((line) => (typeof line === "object" && line !== null && "attributeValueId" in line ? [String(line.attributeValueId)] : []));
}

/** SKUs of the product are written one after the other, so that none misses the combination of another. */
async function nameOfSpu(context: CommitContext, tx: Transaction, spuId: unknown): Promise<string> {
  const row = await tx.first({ sql: "select name from product_spu where tenant_id = $1 and id = $2::bigint for no key update", parameters: [context.scope.tenantId, spuId] });
  return String(row?.["name"] ?? "");
}

/** A combination is the same whatever the order of its values. */
async function hasCombination(context: CommitContext, tx: Transaction, spuId: unknown, values: readonly string[], ownId: unknown): Promise<boolean> {
  const other = await tx.first({
    sql: `select k.id from product_sku k where k.tenant_id = $1 and k.spu_id = $2::bigint and k.is_deleted = 0 and k.id is distinct from $4::bigint and jsonb_typeof(k.attrs) = 'array'
      and (select array_agg(line ->> 'attributeValueId' order by line ->> 'attributeValueId') from jsonb_array_elements(k.attrs) line)
        = (select array_agg(value order by value) from unnest($3::text[]) as value) limit 1`,
    parameters: [context.scope.tenantId, spuId, values, ownId ?? null],
  });
  return other !== undefined;
}

async function textsOf(context: CommitContext, tx: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query({ sql: "select id, attr_value from product_attribute_value where tenant_id = $1 and id = any($2::bigint[])", parameters: [context.scope.tenantId, ids] });
  const texts = new Map(rows.map((row) => [String(row["id"]), String(row["attr_value"])]));
  return ids.flatMap((id) => texts.get(id) ?? []);
}

async function countSkus(context: CommitContext, tx: Transaction, spuIds: readonly unknown[], leaving: readonly unknown[] = []): Promise<void> {
  await tx.query({
    sql: `update product_spu s set sku_count = (select count(*) from product_sku k where k.tenant_id = s.tenant_id and k.spu_id = s.id and k.is_deleted = 0 and k.id <> all($3::bigint[]))
      where s.tenant_id = $1 and s.id = any($2::bigint[])`,
    parameters: [context.scope.tenantId, spuIds, leaving],
  });
}

const ownersOf = (rows: readonly Readonly<Values>[], name: string): readonly string[] => [...new Set(rows.map((row) => String(row[name])))];

const productSkuHooks: ResourceHooks = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      if (current !== undefined && !("attrs" in values)) return;
      const merged = { ...current, ...values };
      const ids = valueIds(merged["attrs"]);
      const name = await nameOfSpu(context, tx, merged["spuId"]);
      if (ids.length > 0 && (await hasCombination(context, tx, merged["spuId"], ids, current?.["id"]))) refuseCombination(context, "product-sku", "attrs");
      values["skuName"] = [name, ...(await textsOf(context, tx, ids))].join(" ").slice(0, 255);
    },
    afterWrite: (tx, context, { values, current }) => countSkus(context, tx, [{ ...current, ...values }["spuId"]]),
  },
  remove: {
    beforeWrite: (tx, context, { rows }) => countSkus(context, tx, ownersOf(rows, "spuId"), rows.map((row) => row["id"])),
  },
};

/** What a commodity shows of its SKUs: the lowest price, and the sums of stock and sales. */
async function summarise(context: CommitContext, tx: Transaction, commodityIds: readonly string[], leaving: readonly unknown[] = []): Promise<void> {
  await tx.query({
    sql: `update commodity c set price = f.price, stock = f.stock, sales = f.sales
      from (select o.id, min(k.price) as price, coalesce(sum(k.stock), 0) as stock, coalesce(sum(k.sales), 0) as sales
        from unnest($2::bigint[]) as o (id) left join commodity_sku k on k.tenant_id = $1 and k.commodity_id = o.id and k.is_deleted = 0 and k.id <> all($3::bigint[]) group by o.id) f
      where c.tenant_id = $1 and c.id = f.id`,
    parameters: [context.scope.tenantId, commodityIds, leaving],
  });
}

const commoditySkuHooks: ResourceHooks = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const { specs } = values;
      if (typeof specs !== "object" || specs === null) return;
      const commodityId = { ...current, ...values }["commodityId"];
      // SKUs of the commodity are written one after the other, so that none misses the combination of another.
      await tx.query({ sql: "select from commodity where tenant_id = $1 and id = $2::bigint for no key update", parameters: [context.scope.tenantId, commodityId] });
      const other = await tx.first({
        sql: "select id from commodity_sku where tenant_id = $1 and commodity_id = $2::bigint and specs = $3::jsonb and id is distinct from $4::bigint and is_deleted = 0 limit 1",
        parameters: [context.scope.tenantId, commodityId, JSON.stringify(specs), current?.["id"] ?? null],
      });
      if (other !== undefined) refuseCombination(context, "commodity-sku", "specs");
      values["specText"] = Object.values(specs).map(String).join("/").slice(0, 255);
    },
    afterWrite: async (tx, context, { values, current }) => {
      const commodityId = String({ ...current, ...values }["commodityId"]);
      await summarise(context, tx, [commodityId]);
      if (current !== undefined && values["status"] !== undefined) await refreshCartItems(context, tx, [commodityId]);
    },
  },
  remove: {
    beforeWrite: (tx, context, { rows }) => summarise(context, tx, ownersOf(rows, "commodityId"), rows.map((row) => row["id"])),
  },
};

export const skusDomain: Domain = { reads: {}, actions: {}, hooks: { "product-sku": productSkuHooks, "commodity-sku": commoditySkuHooks } };
