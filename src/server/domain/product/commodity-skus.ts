// SKUs of commodities: one value of each spec, no two alike, and what their commodity shows of them.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { refreshCartItems } from "./cart-items.ts";
import { sameCombination } from "./combinations.ts";
import { lockCommodity, offeredValues } from "./commodity-specs.ts";
import { summariseCommodities } from "./commodity-figures.ts";

const specFault = (context: CommitContext, message: Text) => fieldError(context, "commodity-sku", "specs", { code: "notAllowed", message });

/**
 * Refuses a combination that does not name every spec of its commodity once, with one of its values. A commodity without specs of its own
 * has no list to choose from, and templates are no more than proposals. Answers the names of the specs in their order.
 */
async function requireOwnSpecs(
  context: CommitContext,
  tx: Transaction,
  commodityId: string | null,
  sent: object,
): Promise<readonly string[]> {
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
  if (specs.length === 0) return Object.keys(sent);
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
  return specs.map(({ name }) => name ?? "");
}

export const commoditySkuHooks: ResourceHooks<"commodity-sku"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const { specs } = values;
      if (typeof specs !== "object" || specs === null) return;
      const commodityId = { ...current, ...values }.commodityId ?? null;
      // SKUs of the commodity are written one after the other, so that none misses the combination of another.
      await lockCommodity(context, tx, commodityId);
      const names = await requireOwnSpecs(context, tx, commodityId, specs);
      const { unscoped } = tables(context);
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
      if (other !== undefined) throw fieldError(context, "commodity-sku", "specs", { code: "duplicate", message: sameCombination });
      const chosen = new Map<string, unknown>(Object.entries(specs));
      values.specText = names
        .map((name) => String(chosen.get(name)))
        .join("/")
        .slice(0, 255);
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
