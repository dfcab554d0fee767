// SKUs of products: one value of each sale attribute, no two alike, and what their product shows of them.
import { sql } from "kysely";
import type { CommitContext, ResourceHooks, SubmitWrite } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { ofRow, RowRefusal } from "../../crud/guards/row-set.ts";
import { phasesOfRows } from "../../crud/write/rows-phases.ts";
import { allOf, anyOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { mapSkus, textsOfValues, unmapSkus } from "./attribute-map.ts";
import { sameCombination, skuValues, takenAmong, type SkuValue } from "./combinations.ts";

type SkuWrite = SubmitWrite<unknown, StoredRow<"product-sku">, WritableValues<"product-sku">>;

/** A SKU whose combination is written, by its place in the list. */
interface Combined {
  readonly place: number;
  readonly write: SkuWrite;
  readonly spuId: string | null;
  readonly values: readonly SkuValue[];
}

function combined(writes: readonly SkuWrite[]): readonly Combined[] {
  return writes.flatMap((write, place) => {
    const { current, values } = write;
    if (current !== undefined && !("attrs" in values)) return [];
    const { spuId = null, attrs } = { ...current, ...values };
    return [{ place, write, spuId, values: skuValues(attrs) }];
  });
}

const valueIds = (skus: readonly Combined[]): readonly string[] => [
  ...new Set(skus.flatMap(({ values }) => values.map(({ attributeValueId }) => attributeValueId))),
];

/** SKUs of a product are written one after the other, so that none misses the combination of another. */
async function lockedSpus(context: CommitContext, tx: Transaction, spuIds: readonly (string | null)[]) {
  const spus = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("product-spu", "s"))
      .where("s.id", "=", anyOf(spuIds))
      .orderBy("s.id")
      .forNoKeyUpdate()
      .select(["s.id", "s.name", "s.saleAttributeIds"]),
  );
  return new Map(spus.map((spu) => [spu.id, spu]));
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
      : [`“${name}”不是该产品的销售属性`, `“${name}” is not a sale attribute of the product`],
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

const skuName = (spu: string, texts: readonly string[]) => [spu, ...texts].join(" ").slice(0, 255);

export const productSkuHooks: ResourceHooks<"product-sku"> = {
  submit: phasesOfRows({
    beforeChanges: async (tx, context, writes) => {
      const skus = combined(writes);
      if (skus.length === 0) return;
      const spus = await lockedSpus(
        context,
        tx,
        skus.map(({ spuId }) => spuId),
      );
      for (const { place, spuId, values } of skus)
        await ofRow(place, () => requireSaleValues(context, tx, spus.get(spuId ?? "")?.saleAttributeIds ?? [], values));
      const taken = await takenAmong(
        context,
        tx,
        skus.map(({ spuId, values, write }) => ({ spuId, values, ownId: write.current?.id })),
      );
      const [other] = skus.filter((_sku, index) => taken.has(index));
      if (other !== undefined)
        throw new RowRefusal(other.place, fieldError(context, "product-sku", "attrs", { code: "duplicate", message: sameCombination }));
      const texts = await textsOfValues(context, tx, valueIds(skus));
      for (const { write, spuId, values } of skus) {
        const spu = spus.get(spuId ?? "");
        // An installation brings SKUs before their products, with their names.
        if (spu === undefined) continue;
        write.values.skuName = skuName(
          spu.name ?? "",
          values.flatMap(({ attributeValueId }) => texts.get(attributeValueId) ?? []),
        );
      }
    },
    afterChanges: async (tx, context, writes) => {
      const skus = combined(writes);
      if (skus.length > 0) {
        const mapped = skus.flatMap(({ place, ...sku }) => ({ ...sku, id: writes[place]?.id ?? "" }));
        await mapSkus(context, tx, mapped, await textsOfValues(context, tx, valueIds(skus)));
      }
      const added = writes.filter(({ current }) => current === undefined).map(({ values }) => values.spuId ?? null);
      if (added.length > 0) await countSkus(context, tx, added);
    },
  }),
  remove: {
    beforeRemove: async (tx, context, { rows: removed }) => {
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
