// SKUs of products and of commodities: no two of the same combination, and what their owners show of them.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError, invalidFields } from "../../http/errors.ts";
import { allOf, anyOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { refreshCartItems } from "./cart-items.ts";
import { summariseCommodities } from "./commodity-figures.ts";

const sameCombination: Text = ["规格组合与其他SKU重复", "Another SKU has the same combination"];

function refuseCombination(context: CommitContext, resource: string, name: string): never {
  const label = context.model.resource.get(resource)?.field.get(name)?.label ?? [name, name];
  throw invalidFields([{ code: "duplicate", path: [name], parameters: {}, label, message: sameCombination }]);
}

/** The ids of the values that make a SKU, in the order of its lines. */
function valueIds(attrs: unknown): readonly string[] {
  const lines: readonly unknown[] = Array.isArray(attrs) ? attrs : [];
  return lines.flatMap((line) =>
    typeof line === "object" && line !== null && "attributeValueId" in line ? [String(line.attributeValueId)] : [],
  );
}

/** SKUs of the product are written one after the other, so that none misses the combination of another. */
async function nameOfSpu(context: CommitContext, tx: Transaction, spuId: string | null): Promise<string> {
  const spu = await first(
    tx,
    db.selectFrom(tables(context).withRemoved("product-spu", "s")).where("s.id", "=", spuId).forNoKeyUpdate().select("s.name"),
  );
  return spu?.name ?? "";
}

interface Combination {
  readonly spuId: string | null;
  /** The ids of its values. */
  readonly values: readonly string[];
  /** The SKU that has it itself; undefined while there is none. */
  readonly ownId: string | undefined;
}

/** A combination is the same whatever the order of its values. */
async function hasCombination(context: CommitContext, tx: Transaction, { spuId, values, ownId }: Combination): Promise<boolean> {
  const other = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("product-sku", "k"))
      .where("k.spuId", "=", spuId)
      .where("k.id", "<>", ownId ?? "0")
      .where(({ and, eb, ref }) => {
        const lines = sql<{ line: unknown }>`jsonb_array_elements(${ref("k.attrs")})`.as<"l">(sql`l(line)`);
        const own = db
          .selectFrom(lines)
          .select((line) =>
            sql`array_agg(${line.ref("l.line")} ->> 'attributeValueId' order by ${line.ref("l.line")} ->> 'attributeValueId')`.as("ids"),
          );
        return and([
          sql<boolean>`jsonb_typeof(${ref("k.attrs")}) = 'array'`,
          eb(sql<string[]>`${own}`, "=", sql<string[]>`${[...values].sort()}::text[]`),
        ]);
      })
      .limit(1)
      .select("k.id"),
  );
  return other !== undefined;
}

async function textsOf(context: CommitContext, tx: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const matches = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("product-attribute-value", "v"))
      .where("v.id", "=", anyOf(ids))
      .select(["v.id", "v.attrValue"]),
  );
  const texts = new Map(matches.map((row) => [row.id, row.attrValue ?? ""]));
  return ids.flatMap((id) => texts.get(id) ?? []);
}

async function countSkus(
  context: CommitContext,
  tx: Transaction,
  spuIds: readonly (string | null)[],
  leaving: readonly string[] = [],
): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  // Locked first: of two calls that add and remove SKUs of one product the second counts what the first has left.
  await rows(
    tx,
    db.selectFrom(withRemoved("product-spu", "s")).where("s.id", "=", anyOf(spuIds)).orderBy("s.id").forNoKeyUpdate().select("s.id"),
  );
  await run(
    tx,
    updateDerived(withRemoved("product-spu", "s"))
      .where("s.id", "=", anyOf(spuIds))
      .set(({ ref }) => ({
        skuCount: db
          .selectFrom(unscoped("product-sku", "k"))
          .where("k.spuId", "=", ref("s.id"))
          .where("k.id", "<>", allOf(leaving))
          .select(({ fn }) => fn.countAll<number>().as("count")),
      })),
  );
}

const productSkuHooks: ResourceHooks<"product-sku"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      if (current !== undefined && !("attrs" in values)) return;
      const merged = { ...current, ...values };
      const ids = valueIds(merged.attrs);
      const name = await nameOfSpu(context, tx, merged.spuId ?? null);
      if (ids.length > 0 && (await hasCombination(context, tx, { spuId: merged.spuId ?? null, values: ids, ownId: current?.id })))
        refuseCombination(context, "product-sku", "attrs");
      values.skuName = [name, ...(await textsOf(context, tx, ids))].join(" ").slice(0, 255);
    },
    afterWrite: (tx, context, { values, current }) => countSkus(context, tx, [{ ...current, ...values }.spuId ?? null]),
  },
  remove: {
    beforeWrite: (tx, context, { rows: removed }) =>
      countSkus(
        context,
        tx,
        removed.map(({ spuId }) => spuId),
        removed.map(({ id }) => id),
      ),
  },
};

const specFault = (context: CommitContext, message: Text) => fieldError(context, "commodity-sku", "specs", { code: "notAllowed", message });

/** The values of a spec that people may choose. */
function offeredValues(specValues: unknown): readonly string[] {
  const lines: readonly unknown[] = Array.isArray(specValues) ? specValues : [];
  return lines.flatMap((line) => (typeof line === "object" && line !== null && "value" in line ? [String(line.value)] : []));
}

/**
 * Refuses a combination that does not name every spec of its commodity once, with one of its values. A commodity without specs of its own
 * has no list to choose from, and templates are no more than proposals.
 */
async function requireOwnSpecs(context: CommitContext, tx: Transaction, commodityId: string | null, sent: object): Promise<void> {
  const specs = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("commodity-spec", "s"))
      .where("s.commodityId", "=", commodityId)
      .where("s.status", "=", 1)
      .orderBy("s.sort")
      .orderBy("s.id")
      .select(["s.name", "s.specValues"]),
  );
  if (specs.length === 0) return;
  const chosen = new Map<string, unknown>(Object.entries(sent));
  for (const { name, specValues } of specs) {
    const value = chosen.get(name ?? "");
    if (value === undefined) throw specFault(context, [`请选择规格“${name ?? ""}”的值`, `Choose a value of “${name ?? ""}”`]);
    const offered = offeredValues(specValues);
    if (typeof value !== "string" || !offered.includes(value))
      throw specFault(context, [
        `规格“${name ?? ""}”没有该值，可选：${offered.join("、")}`,
        `“${name ?? ""}” has no such value; there are: ${offered.join(", ")}`,
      ]);
  }
  const known = new Set(specs.map(({ name }) => name ?? ""));
  const unknown = [...chosen.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw specFault(context, [`商品没有规格“${unknown}”`, `The commodity has no spec “${unknown}”`]);
}

const commoditySkuHooks: ResourceHooks<"commodity-sku"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const { specs } = values;
      if (typeof specs !== "object" || specs === null) return;
      const commodityId = { ...current, ...values }.commodityId ?? null;
      await requireOwnSpecs(context, tx, commodityId, specs);
      // SKUs of the commodity are written one after the other, so that none misses the combination of another.
      const { unscoped, withRemoved } = tables(context);
      await first(tx, db.selectFrom(withRemoved("commodity", "c")).where("c.id", "=", commodityId).forNoKeyUpdate().select("c.id"));
      const other = await first(
        tx,
        db
          .selectFrom(unscoped("commodity-sku", "k"))
          .where("k.commodityId", "=", commodityId)
          .where(({ ref }) => sql<boolean>`${ref("k.specs")} = ${JSON.stringify(specs)}::jsonb`)
          .where("k.id", "<>", current?.id ?? "0")
          .limit(1)
          .select("k.id"),
      );
      if (other !== undefined) refuseCombination(context, "commodity-sku", "specs");
      values.specText = Object.values(specs).map(String).join("/").slice(0, 255);
    },
    afterWrite: async (tx, context, { values, current }) => {
      const commodityId = { ...current, ...values }.commodityId ?? null;
      await summariseCommodities(context, tx, [commodityId]);
      if (current !== undefined && (values.status !== undefined || values.price !== undefined))
        await refreshCartItems(context, tx, [commodityId]);
    },
  },
  remove: {
    beforeWrite: (tx, context, { rows: removed }) => {
      for (const { id, skuCode, lockStock } of removed) {
        if ((lockStock ?? 0) === 0) continue;
        const title = skuCode ?? "";
        throw businessError(
          "lockedStock",
          [
            `SKU“${title}”有 ${lockStock} 件被订单锁定，不能删除`,
            `${lockStock} pieces of SKU “${title}” are locked by orders, so it cannot be removed`,
          ],
          { data: { id } },
        );
      }
      return summariseCommodities(
        context,
        tx,
        removed.map(({ commodityId }) => commodityId),
        removed.map(({ id }) => id),
      );
    },
  },
};

export const skusDomain: Domain = { reads: {}, actions: {}, hooks: { "product-sku": productSkuHooks, "commodity-sku": commoditySkuHooks } };
