// Combinations of the values that make a SKU.
import { scalarOrEmpty } from "#schema/json";
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { claimedTwice } from "../../crud/guards/row-set.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

export const sameCombination: Text = ["规格组合与其他SKU重复", "Another SKU has the same combination"];

/** A value of a sale attribute. */
export interface SkuValue {
  readonly attributeId: string;
  readonly attributeValueId: string;
}

/** The values that make a SKU, in the order of its lines. */
export function skuValues(attrs: unknown): readonly SkuValue[] {
  const lines: readonly unknown[] = Array.isArray(attrs) ? attrs : [];
  return lines.flatMap((line) => {
    const { attributeId, attributeValueId } = { ...(typeof line === "object" ? line : undefined) } as Readonly<Record<string, unknown>>;
    return scalarOrEmpty(attributeValueId) === ""
      ? []
      : [{ attributeId: scalarOrEmpty(attributeId), attributeValueId: scalarOrEmpty(attributeValueId) }];
  });
}

interface Combination {
  readonly spuId: string | null;
  readonly values: readonly SkuValue[];
  /** The SKU that has it itself; undefined while there is none. */
  readonly ownId: string | undefined;
}

const keyOf = ({ spuId, values }: Pick<Combination, "spuId" | "values">): string =>
  [spuId ?? "", ...values.map(({ attributeValueId }) => attributeValueId).sort()].join();

/**
 * Which SKUs have the combination of another one of their product, by their places; it is the same whatever the order of its values. SKUs count
 * in their order: one may take what another before it has left.
 */
export async function takenAmong(
  context: CommitContext,
  tx: Transaction,
  combinations: readonly Combination[],
): Promise<ReadonlySet<number>> {
  const wanted = combinations.map(keyOf);
  const stored = await rows(
    tx,
    db
      .selectFrom((from) =>
        from
          .selectFrom(tables(context).unscoped("product-sku", "k"))
          .where("k.spuId", "=", anyOf(combinations.map(({ spuId }) => spuId)))
          .select(({ ref }) => {
            const lines = sql<{
              line: unknown;
            }>`jsonb_array_elements(case when jsonb_typeof(${ref("k.attrs")}) = 'array' then ${ref("k.attrs")} else '[]' end)`.as<"l">(
              sql`l(line)`,
            );
            const ids = db
              .selectFrom(lines)
              .select((line) =>
                sql`string_agg(${line.ref("l.line")} ->> 'attributeValueId', ',' order by ${line.ref("l.line")} ->> 'attributeValueId' collate "C")`.as(
                  "ids",
                ),
              );
            return ["k.id", sql<string>`concat_ws(',', ${ref("k.spuId")}::text, ${ids})`.as("key")];
          })
          .as("o"),
      )
      .where("o.key", "=", anyOf(wanted))
      .select(["o.id", "o.key"]),
  );
  return claimedTwice(
    combinations.map(({ ownId }, place) => ({ id: ownId, key: wanted[place] })),
    stored.map(({ id, key }) => ({ id, key })),
  );
}

/** Whether another SKU of the product has the combination. */
export async function isTaken(context: CommitContext, tx: Transaction, combination: Combination): Promise<boolean> {
  return (await takenAmong(context, tx, [combination])).size > 0;
}
