// Combinations of the values that make a SKU.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

export const sameCombination: Text = ["规格组合与其他SKU重复", "Another SKU has the same combination"];

/** A value of a sale attribute. */
export interface SkuValue {
  readonly attributeId: string;
  readonly attributeValueId: string;
}

const textIn = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The values that make a SKU, in the order of its lines. */
export function skuValues(attrs: unknown): readonly SkuValue[] {
  const lines: readonly unknown[] = Array.isArray(attrs) ? attrs : [];
  return lines.flatMap((line) => {
    const { attributeId, attributeValueId } = { ...(typeof line === "object" ? line : undefined) } as Readonly<Record<string, unknown>>;
    return textIn(attributeValueId) === "" ? [] : [{ attributeId: textIn(attributeId), attributeValueId: textIn(attributeValueId) }];
  });
}

interface Combination {
  readonly spuId: string | null;
  readonly values: readonly SkuValue[];
  /** The SKU that has it itself; undefined while there is none. */
  readonly ownId: string | undefined;
}

/** Whether another SKU of the product has the combination, which is the same whatever the order of its values. */
export async function isTaken(context: CommitContext, tx: Transaction, { spuId, values, ownId }: Combination): Promise<boolean> {
  const ids = values.map(({ attributeValueId }) => attributeValueId).sort();
  const other = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("product-sku", "k"))
      .where("k.spuId", "=", spuId)
      .where("k.id", "<>", ownId ?? "0")
      .where(({ eb, ref }) => {
        const lines = sql<{
          line: unknown;
        }>`jsonb_array_elements(case when jsonb_typeof(${ref("k.attrs")}) = 'array' then ${ref("k.attrs")} else '[]' end)`.as<"l">(
          sql`l(line)`,
        );
        const own = db
          .selectFrom(lines)
          .select((line) =>
            sql`coalesce(array_agg(${line.ref("l.line")} ->> 'attributeValueId' order by ${line.ref("l.line")} ->> 'attributeValueId' collate "C"), '{}')`.as(
              "ids",
            ),
          );
        return eb(sql<string[]>`${own}`, "=", sql<string[]>`${ids}::text[]`);
      })
      .limit(1)
      .select("k.id"),
  );
  return other !== undefined;
}
