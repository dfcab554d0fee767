// SKUs of commodities: one value of each spec, no two alike, and what their commodity shows of them.
import { isRecord } from "#schema/json";
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { ofRow, RowRefusal, claimedTwice } from "../../crud/guards/row-set.ts";
import { phasesOfRows } from "../../crud/write/rows-phases.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { refreshCartItems } from "./cart-items.ts";
import { sameCombination } from "./combinations.ts";
import { lockCommodities, offeredValues } from "./commodity-specs.ts";
import { summariseCommodities } from "./commodity-figures.ts";

const specFault = (context: CommitContext, message: Text) => fieldError(context, "commodity-sku", "specs", { code: "notAllowed", message });

interface Spec {
  readonly name: string | null;
  readonly specValues: unknown;
}

/** The specs of commodities in their order, by commodity. */
async function specsOf(
  context: CommitContext,
  tx: Transaction,
  commodityIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, readonly Spec[]>> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("commodity-spec", "s"))
      .where("s.commodityId", "=", anyOf(commodityIds))
      .where("s.status", "=", 1)
      .orderBy("s.sort")
      .orderBy("s.id")
      .select(["s.commodityId", "s.name", "s.specValues"]),
  );
  const specs = new Map<string, Spec[]>();
  for (const { commodityId, ...spec } of found) specs.set(commodityId ?? "", [...(specs.get(commodityId ?? "") ?? []), spec]);
  return specs;
}

/**
 * Refuses a combination that does not name every spec of its commodity once, with one of its values. A commodity without specs of its own
 * has no list to choose from, and templates are no more than proposals. Answers the names of the specs in their order.
 */
function requireOwnSpecs(context: CommitContext, specs: readonly Spec[], sent: object): readonly string[] {
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
  const existing = new Set(specs.map(({ name }) => name ?? ""));
  const unknown = [...chosen.keys()].find((name) => !existing.has(name));
  if (unknown !== undefined) throw specFault(context, [`商品没有规格“${unknown}”`, `The commodity has no spec “${unknown}”`]);
  return specs.map(({ name }) => name ?? "");
}

interface Combination {
  readonly commodityId: string | null;
  readonly specs: object;
}

/** The same whatever the order of its keys, as the database compares them. */
const keyOf = ({ commodityId, specs }: Combination): string =>
  JSON.stringify([commodityId, specs], (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))) : value,
  );

/** Which SKUs have the combination of another one of their commodity, by their places. */
async function takenAmong(
  context: CommitContext,
  tx: Transaction,
  combinations: readonly (Combination & { readonly ownId: string | undefined })[],
): Promise<ReadonlySet<number>> {
  const stored = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("commodity-sku", "k"))
      .where("k.commodityId", "=", anyOf(combinations.map(({ commodityId }) => commodityId)))
      .where(({ ref }) => sql<boolean>`${ref("k.specs")} = any(${combinations.map(({ specs }) => JSON.stringify(specs))}::jsonb[])`)
      .select(["k.id", "k.commodityId", "k.specs"]),
  );
  return claimedTwice(
    combinations.map((combination) => ({ id: combination.ownId, key: keyOf(combination) })),
    stored.map(({ id, commodityId, specs }) => ({
      id,
      key: keyOf({ commodityId, specs: typeof specs === "object" && specs !== null ? specs : {} }),
    })),
  );
}

export const commoditySkuHooks: ResourceHooks<"commodity-sku"> = {
  submit: phasesOfRows({
    beforeChanges: async (tx, context, writes) => {
      const skus = writes.flatMap(({ values, current }, place) => {
        const { specs } = values;
        if (typeof specs !== "object" || specs === null) return [];
        return [{ place, values, specs, commodityId: { ...current, ...values }.commodityId ?? null, ownId: current?.id }];
      });
      if (skus.length === 0) return;
      const commodityIds = skus.map(({ commodityId }) => commodityId);
      // SKUs of the commodity are written one after the other, so that none misses the combination of another.
      await lockCommodities(context, tx, commodityIds);
      const own = await specsOf(context, tx, commodityIds);
      for (const { place, values, specs, commodityId } of skus)
        await ofRow(place, () => {
          const names = requireOwnSpecs(context, own.get(commodityId ?? "") ?? [], specs);
          const chosen = new Map<string, unknown>(Object.entries(specs));
          values.specText = names
            .map((name) => String(chosen.get(name)))
            .join("/")
            .slice(0, 255);
        });
      const taken = await takenAmong(context, tx, skus);
      const [other] = skus.filter((_sku, index) => taken.has(index));
      if (other !== undefined)
        throw new RowRefusal(other.place, fieldError(context, "commodity-sku", "specs", { code: "duplicate", message: sameCombination }));
    },
    afterChanges: async (tx, context, writes) => {
      const commodityOf = ({ current, values }: (typeof writes)[number]) => ({ ...current, ...values }).commodityId ?? null;
      await summariseCommodities(context, tx, writes.map(commodityOf));
      const changed = writes.filter(
        ({ current, values }) => current !== undefined && (values.status !== undefined || values.price !== undefined),
      );
      if (changed.length > 0) await refreshCartItems(context, tx, changed.map(commodityOf));
    },
  }),
  remove: {
    beforeRemove: (tx, context, { rows: removed }) => {
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
