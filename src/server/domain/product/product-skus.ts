// SKUs of products: one value of each sale attribute, no two alike, and what their product shows of them.
import { sql } from "kysely";
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { allOf, anyOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { mapSku, textsOfValues, unmapSkus } from "./attribute-map.ts";
import { isTaken, sameCombination, skuValues, type SkuValue } from "./combinations.ts";

/** SKUs of the product are written one after the other, so that none misses the combination of another. */
function lockedSpu(context: CommitContext, tx: Transaction, spuId: string | null) {
  return first(
    tx,
    db
      .selectFrom(tables(context).withRemoved("product-spu", "s"))
      .where("s.id", "=", spuId)
      .forNoKeyUpdate()
      .select(["s.name", "s.saleAttributeIds"]),
  );
}

/** Refuses values that are not exactly one of each sale attribute of the product, where it names some. */
async function requireSaleValues(context: CommitContext, tx: Transaction, attributeIds: readonly string[], values: readonly SkuValue[]) {
  if (attributeIds.length === 0) return;
  const given = new Set(values.map(({ attributeId }) => attributeId));
  const wrong = [...attributeIds.filter((id) => !given.has(id)), ...[...given].filter((id) => !attributeIds.includes(id))];
  const [attributeId] = wrong;
  if (attributeId === undefined) return;
  const attribute = await first(
    tx,
    db.selectFrom(tables(context).withRemoved("product-attribute", "a")).where("a.id", "=", attributeId).select("a.name"),
  );
  const name = attribute?.name ?? "";
  throw fieldError(context, "product-sku", "attrs", {
    code: "notAllowed",
    message: attributeIds.includes(attributeId)
      ? [`请选择销售属性“${name}”的值`, `Choose a value of the sale attribute “${name}”`]
      : [`“${name}”不是该产品的销售属性`, `“${name}” is no sale attribute of the product`],
  });
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

const nameOf = (spu: string, texts: readonly string[]) => [spu, ...texts].join(" ").slice(0, 255);

export const productSkuHooks: ResourceHooks<"product-sku"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      if (current !== undefined && !("attrs" in values)) return;
      const merged = { ...current, ...values };
      const spuId = merged.spuId ?? null;
      const sent = skuValues(merged.attrs);
      const spu = await lockedSpu(context, tx, spuId);
      await requireSaleValues(context, tx, spu?.saleAttributeIds ?? [], sent);
      if (await isTaken(context, tx, { spuId, values: sent, ownId: current?.id }))
        throw fieldError(context, "product-sku", "attrs", { code: "duplicate", message: sameCombination });
      const texts = await textsOfValues(
        context,
        tx,
        sent.map(({ attributeValueId }) => attributeValueId),
      );
      // An installation brings SKUs before their products, with their names.
      if (spu !== undefined)
        values.skuName = nameOf(
          spu.name ?? "",
          sent.flatMap(({ attributeValueId }) => texts.get(attributeValueId) ?? []),
        );
    },
    afterWrite: async (tx, context, { id, values, current }) => {
      const { spuId = null, attrs } = { ...current, ...values };
      if (current === undefined || "attrs" in values) {
        const sent = skuValues(attrs);
        const texts = await textsOfValues(
          context,
          tx,
          sent.map(({ attributeValueId }) => attributeValueId),
        );
        await mapSku(context, tx, { id, spuId, values: sent, texts });
      }
      if (current === undefined) await countSkus(context, tx, [spuId]);
    },
  },
  remove: {
    beforeWrite: async (tx, context, { rows: removed }) => {
      const ids = removed.map(({ id }) => id);
      await unmapSkus(context, tx, ids);
      await countSkus(
        context,
        tx,
        removed.map(({ spuId }) => spuId),
        ids,
      );
    },
  },
};

/** Works out the names of SKUs anew: of a product that was renamed, or with values that were. */
export async function renameSkus(
  context: CommitContext,
  tx: Transaction,
  changed: { readonly spuId: string } | { readonly valueIds: readonly string[] },
): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  const map = unscoped("spu-sku-attr-map", "m");
  if ("valueIds" in changed)
    await run(
      tx,
      updateDerived(map)
        .from(withRemoved("product-attribute-value", "v"))
        .whereRef("v.id", "=", "m.attributeValueId")
        .where("m.attributeValueId", "=", anyOf(changed.valueIds))
        .set(({ ref }) => ({ attrValue: ref("v.attrValue") })),
    );
  const concerned =
    "spuId" in changed
      ? db.selectFrom(unscoped("product-sku", "o")).where("o.spuId", "=", changed.spuId).select("o.id")
      : db
          .selectFrom(map)
          .where("m.attributeValueId", "=", anyOf(changed.valueIds))
          .where("m.skuId", "is not", null)
          .select("m.skuId as id");
  const names = db
    .selectFrom(unscoped("product-sku", "p"))
    .innerJoin(withRemoved("product-spu", "s"), "s.id", "p.spuId")
    .leftJoin(unscoped("spu-sku-attr-map", "a"), "a.skuId", "p.id")
    .where("p.id", "in", concerned)
    .groupBy(["p.id", "s.name"])
    .select(({ ref }) => [
      "p.id",
      sql<string>`left(concat_ws(' ', ${ref("s.name")}, string_agg(${ref("a.attrValue")}, ' ' order by ${ref("a.sort")}, ${ref("a.id")})), 255)`.as(
        "name",
      ),
    ]);
  await run(
    tx,
    updateDerived(unscoped("product-sku", "k"))
      .from(names.as("n"))
      .whereRef("k.id", "=", "n.id")
      .set(({ ref }) => ({ skuName: ref("n.name") })),
  );
}
