// Attributes of products with their values and groups: what is in use stays what it is, and names follow when a value is renamed.
import { sql, type Expression, type RawBuilder } from "kysely";
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { replaceOwnRows, sentLines } from "../../crud/write/own-rows.ts";
import { lockRows } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { renameSkus } from "./product-skus.ts";

/** Attributes of this type make SKUs. */
const sale = 1;
/** Its values are picked from its list. */
const picked = 1;

/** The name of a product that uses an attribute: for its SKUs, or in the map. */
async function productWith(context: CommitContext, tx: Transaction, attributeId: string): Promise<string | undefined> {
  const { unscoped } = tables(context);
  const mapped = db.selectFrom(unscoped("spu-sku-attr-map", "m")).where("m.attributeId", "=", attributeId).select("m.spuId");
  const spu = await first(
    tx,
    db
      .selectFrom(unscoped("product-spu", "s"))
      .where(({ or, eb, ref }) => or([sql<boolean>`${attributeId}::bigint = any(${ref("s.saleAttributeIds")})`, eb("s.id", "in", mapped)]))
      .orderBy("s.id")
      .limit(1)
      .select("s.name"),
  );
  return spu === undefined ? undefined : (spu.name ?? "");
}

async function countValues(context: CommitContext, tx: Transaction, attributeId: string, leaving: readonly string[] = []): Promise<number> {
  const found = await rows(
    tx,
    db.selectFrom(tables(context).unscoped("product-attribute-value", "v")).where("v.attributeId", "=", attributeId).select("v.id"),
  );
  return found.filter(({ id }) => !leaving.includes(id)).length;
}

export const attributeHooks: ResourceHooks<"product-attribute"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const { type, inputType } = { ...current, ...values };
      if (type === sale && inputType !== picked)
        throw fieldError(context, "product-attribute", "inputType", {
          code: "notAllowed",
          message: ["销售属性须从列表选择", "A sale attribute is picked from a list"],
        });
      if (current === undefined) return;
      const changed = (["type", "inputType", "categoryId"] as const).find(
        (name) => values[name] !== undefined && values[name] !== current[name],
      );
      const user = changed === undefined ? undefined : await productWith(context, tx, current.id);
      if (changed === undefined || user === undefined) return;
      throw fieldError(context, "product-attribute", changed, {
        code: "fixed",
        message: [`产品“${user}”正在使用该属性，不能修改`, `The product “${user}” uses this attribute, so this no longer changes`],
      });
    },
    afterChange: async (tx, context, { id, values, current, unstored }) => {
      const { type, inputType } = { ...current, ...values };
      const sent = sentLines(unstored["attributeValues"]);
      if (inputType === picked && sent !== undefined) {
        const { changed } = await replaceOwnRows(context, tx, { resource: "product-attribute-value", by: "attributeId", of: id, sent });
        if (changed.length > 0) await renameSkus(context, tx, { valueIds: changed });
      }
      if (type === sale && (await countValues(context, tx, id)) === 0)
        throw fieldError(context, "product-attribute", "attributeValues", {
          code: "required",
          message: ["销售属性至少要有一个可选值", "A sale attribute needs at least one value"],
        });
      if (values.groupId !== undefined && values.groupId !== (current?.groupId ?? null))
        await moveIntoGroup(context, tx, id, values.groupId);
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: removed }) => {
      for (const { id, name } of removed) {
        const user = await productWith(context, tx, id);
        if (user !== undefined)
          throw businessError("inUse", [
            `产品属性“${name ?? ""}”正被 SPU“${user}”使用，不能删除`,
            `The product attribute “${name ?? ""}” is used by the SPU “${user}” and cannot be removed`,
          ]);
        await moveIntoGroup(context, tx, id, null);
      }
    },
  },
  restore: {
    afterRestore: async (tx, context, { rows: returning }) => {
      for (const { id, groupId } of returning) await moveIntoGroup(context, tx, id, groupId);
    },
  },
};

/** Takes an attribute out of the lists of other groups, and puts it at the end of the list of its own. */
async function moveIntoGroup(context: CommitContext, tx: Transaction, attributeId: string, groupId: string | null): Promise<void> {
  const { unscoped } = tables(context);
  await run(
    tx,
    updateWithoutVersion(unscoped("product-attribute-group", "g"))
      .where(({ ref }) => sql<boolean>`${attributeId}::bigint = any(${ref("g.attributeIds")})`)
      .where("g.id", "<>", groupId ?? "0")
      .set(({ ref }) => ({ attributeIds: sql`array_remove(${ref("g.attributeIds")}, ${attributeId}::bigint)` })),
    updateWithoutVersion(unscoped("product-attribute-group", "g"))
      .where("g.id", "=", groupId ?? "0")
      .where(({ ref }) => sql<boolean>`not (${attributeId}::bigint = any(coalesce(${ref("g.attributeIds")}, '{}')))`)
      .set(({ ref }) => ({ attributeIds: sql`array_append(coalesce(${ref("g.attributeIds")}, '{}'), ${attributeId}::bigint)` })),
  );
}

/** A list of ids without some of them, in its order. */
const without = (list: Expression<string[] | null>, ids: readonly string[]) =>
  ids.reduce<RawBuilder<string[] | null>>((left, id) => sql`array_remove(${left}, ${id}::bigint)`, sql`${list}`);

/** The attributes of a group know it, and belong to no other. */
async function takeAttributes(context: CommitContext, tx: Transaction, id: string, ids: readonly string[]): Promise<void> {
  const { unscoped } = tables(context);
  await lockRows(context, tx, "product-attribute", ids);
  await run(
    tx,
    updateWithoutVersion(unscoped("product-attribute", "a"))
      .where("a.groupId", "=", id)
      .where(({ not, eb }) => not(eb("a.id", "=", anyOf(ids))))
      .set({ groupId: null }),
    updateWithoutVersion(unscoped("product-attribute", "a"))
      .where("a.id", "=", anyOf(ids))
      .where(({ or, eb }) => or([eb("a.groupId", "is", null), eb("a.groupId", "<>", id)]))
      .set({ groupId: id }),
    updateWithoutVersion(unscoped("product-attribute-group", "g"))
      .where("g.id", "<>", id)
      .where(({ ref }) => sql<boolean>`${ref("g.attributeIds")} && ${ids}::bigint[]`)
      .set(({ ref }) => ({
        attributeIds: without(ref("g.attributeIds"), ids),
      })),
  );
}

export const groupHooks: ResourceHooks<"product-attribute-group"> = {
  submit: {
    afterChange: async (tx, context, { id, values }) => {
      if (values.attributeIds !== undefined) await takeAttributes(context, tx, id, values.attributeIds ?? []);
    },
  },
  restore: {
    afterRestore: async (tx, context, { rows: returning }) => {
      for (const { id, attributeIds } of returning) await takeAttributes(context, tx, id, attributeIds ?? []);
    },
  },
};

export const valueHooks: ResourceHooks<"product-attribute-value"> = {
  restore: {},
  submit: {
    afterChange: async (tx, context, { id, values, current }) => {
      if (current !== undefined && values.attrValue !== undefined && values.attrValue !== current.attrValue)
        await renameSkus(context, tx, { valueIds: [id] });
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: leaving }) => {
      const ids = [...new Set(leaving.flatMap(({ attributeId }) => attributeId ?? []))];
      for (const attribute of await lockRows(context, tx, "product-attribute", ids)) {
        if (attribute.type !== sale) continue;
        const gone = leaving.map(({ id }) => id);
        if ((await countValues(context, tx, attribute.id, gone)) > 0) continue;
        const name = attribute.name ?? "";
        throw businessError("lastValue", [
          `销售属性“${name}”至少要保留一个可选值`,
          `One value of the sale attribute “${name}” must remain`,
        ]);
      }
    },
  },
};
