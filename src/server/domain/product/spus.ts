// Products: their brand covers their category, their basic attributes stand in the map, and what spans SKUs stays while there are some.
import { sql } from "kysely";
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first, run } from "../../rows/query.ts";
import { removeDerived, tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { basicLines, mapSpu } from "./attribute-map.ts";
import { lineageOf } from "./attributes.ts";
import { renameSkus } from "./product-skus.ts";

async function requireBrand(context: CommitContext, tx: Transaction, brandId: string | null, categoryId: string | null): Promise<void> {
  const from = tables(context);
  const brand = await first(
    tx,
    db
      .selectFrom(from.unscoped("product-brand", "b"))
      .where("b.id", "=", brandId)
      .select(({ ref }) => [
        "b.name",
        sql<boolean>`coalesce(cardinality(${ref("b.categoryIds")}), 0) = 0 or ${ref("b.categoryIds")} && array(${lineageOf(from, sql`${categoryId}::bigint`)})`.as(
          "covers",
        ),
      ]),
  );
  if (brand === undefined) return;
  const name = brand.name ?? "";
  if (!brand.covers)
    throw fieldError(context, "product-spu", "brandId", {
      code: "notAllowed",
      message: [`品牌“${name}”不适用于所选分类`, `The brand “${name}” does not cover this category`],
    });
}

export const spuHooks: ResourceHooks<"product-spu"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const isNew = (name: "brandId" | "categoryId") => values[name] !== undefined && values[name] !== current?.[name];
      if (isNew("brandId") || isNew("categoryId")) await requireBrand(context, tx, merged.brandId ?? null, merged.categoryId ?? null);
      if (current === undefined || values.saleAttributeIds === undefined || (current.skuCount ?? 0) === 0) return;
      const remaining = new Set(values.saleAttributeIds ?? []);
      if ((current.saleAttributeIds ?? []).every((id) => remaining.has(id))) return;
      throw fieldError(context, "product-spu", "saleAttributeIds", {
        code: "fixed",
        message: ["已有SKU，不能减少销售属性", "There are SKUs, so no sale attribute can be taken away"],
      });
    },
    afterChange: async (tx, context, { id, values, current }) => {
      if (values.baseAttributes !== undefined)
        await mapSpu(context, tx, { id, before: basicLines(current?.baseAttributes), lines: basicLines(values.baseAttributes) });
      if (current !== undefined && values.name !== undefined && values.name !== current.name) await renameSkus(context, tx, { spuId: id });
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: removed }) => {
      const ids = removed.map(({ id }) => id);
      const { unscoped } = tables(context);
      const sku = await first(
        tx,
        db.selectFrom(unscoped("product-sku", "k")).where("k.spuId", "=", anyOf(ids)).limit(1).select(["k.id", "k.skuCode", "k.spuId"]),
      );
      if (sku !== undefined) {
        const [title, name] = [sku.skuCode ?? "", removed.find(({ id }) => id === sku.spuId)?.name ?? ""];
        throw businessError(
          "inUse",
          [`产品“${name}”还有SKU“${title}”，不能删除`, `The product “${name}” still has the SKU “${title}”, so it cannot be removed`],
          { target: { resource: "product-sku", id: sku.id, title } },
        );
      }
      await run(tx, removeDerived(unscoped("spu-sku-attr-map", "m")).where("m.spuId", "=", anyOf(ids)));
    },
  },
  restore: {
    afterRestore: async (tx, context, { rows: returning }) => {
      for (const { id, baseAttributes } of returning) await mapSpu(context, tx, { id, before: [], lines: basicLines(baseAttributes) });
    },
  },
};
