// The attribute map: one row for each attribute of a product (without a SKU) and for each value that makes a SKU. The forms of both write it.
import { scalarOrEmpty } from "#schema/json";
import { sql } from "kysely";
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { insertDerived } from "../../rows/insert.ts";
import { removeDerived, tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { isTaken, sameCombination, skuValues, type SkuValue } from "./combinations.ts";

const kinds = { sale: 1, basic: 2 } as const;

/** Texts of values, by their ids. */
export async function textsOfValues(context: CommitContext, tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).withRemoved("product-attribute-value", "v"))
      .where("v.id", "=", anyOf(ids))
      .select(["v.id", "v.attrValue"]),
  );
  return new Map(found.map(({ id, attrValue }) => [id, attrValue ?? ""]));
}

interface MappedSku {
  readonly id: string;
  readonly spuId: string | null;
  readonly values: readonly SkuValue[];
}

/** Leaves SKUs with one row for each of their values. */
export async function mapSkus(
  context: CommitContext,
  tx: Transaction,
  skus: readonly MappedSku[],
  texts: ReadonlyMap<string, string>,
): Promise<void> {
  const mapped = await Promise.all(
    skus.flatMap(({ id, spuId, values }) =>
      values.map(async ({ attributeId, attributeValueId }, index) => ({
        id: await context.identifiers.next(),
        spuId,
        skuId: id,
        attributeId,
        attributeValueId,
        attrValue: texts.get(attributeValueId) ?? "",
        type: kinds.sale,
        sort: index + 1,
      })),
    ),
  );
  const { unscoped } = tables(context);
  await run(
    tx,
    removeDerived(unscoped("spu-sku-attr-map", "m")).where("m.skuId", "=", anyOf(skus.map(({ id }) => id))),
    ...(mapped.length === 0 ? [] : [insertDerived(context, "spu-sku-attr-map", mapped)]),
  );
}

/** Removes the rows of SKUs that are removed. */
export function unmapSkus(context: CommitContext, tx: Transaction, ids: readonly string[]): Promise<void> {
  return run(tx, removeDerived(tables(context).unscoped("spu-sku-attr-map", "m")).where("m.skuId", "=", anyOf(ids)));
}

interface BasicLine {
  readonly attributeId: string;
  readonly attributeValueId: string | null;
  readonly attrValue: string;
}

export function basicLines(lines: unknown): readonly BasicLine[] {
  const sent: readonly unknown[] = Array.isArray(lines) ? lines : [];
  return sent.map((line) => {
    const { attributeId, attributeValueId, attrValue } = { ...(typeof line === "object" ? line : undefined) } as Readonly<
      Record<string, unknown>
    >;
    return {
      attributeId: scalarOrEmpty(attributeId),
      attributeValueId: scalarOrEmpty(attributeValueId) || null,
      attrValue: scalarOrEmpty(attrValue),
    };
  });
}

/** Writes the basic attributes of a product; those that only the map has stay. */
export async function mapSpu(
  context: CommitContext,
  tx: Transaction,
  { id, before, lines }: { readonly id: string; readonly before: readonly BasicLine[]; readonly lines: readonly BasicLine[] },
): Promise<void> {
  const texts = await textsOfValues(
    context,
    tx,
    lines.flatMap(({ attributeValueId }) => attributeValueId ?? []),
  );
  const mapped = await Promise.all(
    lines.map(async ({ attributeId, attributeValueId, attrValue }, index) => ({
      id: await context.identifiers.next(),
      spuId: id,
      skuId: null,
      attributeId,
      attributeValueId,
      attrValue: attributeValueId === null ? attrValue : (texts.get(attributeValueId) ?? ""),
      type: kinds.basic,
      sort: index + 1,
    })),
  );
  const named = [...new Set([...before, ...lines].map(({ attributeId }) => attributeId))];
  await run(
    tx,
    removeDerived(tables(context).unscoped("spu-sku-attr-map", "m"))
      .where("m.spuId", "=", id)
      .where("m.skuId", "is", null)
      .where("m.attributeId", "=", anyOf(named)),
    ...(mapped.length === 0 ? [] : [insertDerived(context, "spu-sku-attr-map", mapped)]),
  );
}

/** Writes the values of a SKU as its rows of the map have them, when one of these was written by itself. */
async function followMap(context: CommitContext, tx: Transaction, skuId: string): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  const sku = await first(
    tx,
    db.selectFrom(unscoped("product-sku", "k")).where("k.id", "=", skuId).forNoKeyUpdate().select(["k.id", "k.spuId", "k.attrs"]),
  );
  if (sku === undefined) return;
  const spu = await first(
    tx,
    db.selectFrom(withRemoved("product-spu", "s")).where("s.id", "=", sku.spuId).forNoKeyUpdate().select("s.name"),
  );
  const mapped = await rows(
    tx,
    db
      .selectFrom(unscoped("spu-sku-attr-map", "m"))
      .where("m.skuId", "=", skuId)
      .where("m.attributeValueId", "is not", null)
      .orderBy("m.sort")
      .orderBy("m.id")
      .select(["m.attributeId", "m.attributeValueId", "m.attrValue"]),
  );
  const values = mapped.map(({ attributeId, attributeValueId }) => ({
    attributeId: attributeId ?? "",
    attributeValueId: attributeValueId ?? "",
  }));
  if (JSON.stringify(values) === JSON.stringify(skuValues(sku.attrs))) return;
  if (await isTaken(context, tx, { spuId: sku.spuId, values, ownId: skuId }))
    throw fieldError(context, "spu-sku-attr-map", "attributeValueId", { code: "duplicate", message: sameCombination });
  const lines = await Promise.all(values.map(async (value) => ({ id: await context.identifiers.next(), ...value })));
  const skuName = [spu?.name ?? "", ...mapped.map(({ attrValue }) => attrValue ?? "")].join(" ").slice(0, 255);
  await run(
    tx,
    updateWithoutVersion(unscoped("product-sku", "k"))
      .where("k.id", "=", skuId)
      .set({ attrs: sql`${JSON.stringify(lines)}::jsonb`, skuName }),
  );
}

export const attributeMapHooks: ResourceHooks<"spu-sku-attr-map"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const { unscoped, withRemoved } = tables(context);
      const attribute = await first(
        tx,
        db
          .selectFrom(unscoped("product-attribute", "a"))
          .where("a.id", "=", merged.attributeId ?? null)
          .select("a.type"),
      );
      values.type = attribute?.type ?? null;
      const picked = merged.attributeValueId ?? null;
      // A text that is given stays, such as another spelling of the picked value.
      if (picked === null || (values.attrValue ?? "") !== "") return;
      const value = await first(
        tx,
        db.selectFrom(withRemoved("product-attribute-value", "v")).where("v.id", "=", picked).select("v.attrValue"),
      );
      values.attrValue = value?.attrValue ?? null;
    },
    afterChange: async (tx, context, { values, current }) => {
      const skuIds = new Set([current?.skuId, values.skuId].flatMap((id) => id ?? []));
      for (const skuId of [...skuIds].sort()) await followMap(context, tx, skuId);
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: removed }) => {
      const skuIds = removed.flatMap(({ skuId }) => skuId ?? []);
      if (skuIds.length === 0) return;
      const sku = await first(
        tx,
        db
          .selectFrom(tables(context).unscoped("product-sku", "k"))
          .where("k.id", "=", anyOf(skuIds))
          .limit(1)
          .select(["k.id", "k.skuCode"]),
      );
      if (sku === undefined) return;
      const title = sku.skuCode ?? "";
      throw businessError("valueOfSku", [`该值组成SKU“${title}”，请在SKU中修改`, `This value makes SKU “${title}”; change it there`], {
        target: { resource: "product-sku", id: sku.id, title },
      });
    },
  },
};
