// How many base units a layer of a spec holds: what every conversion of a document hangs on.
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** Base units that a layer of a spec holds; undefined where it has no such layer. */
export type UnitsOf = (specId: string, layer: number) => number | undefined;

/** Quantities are integers of 32 bits. */
export const maxUnits = 2_147_483_647;

/** Counting packages as single units would be wrong. */
export const noConversion: Text = [
  "该规格没有此层级的换算，请先维护规格包装层级",
  "The spec has no such layer; add it to the layers of the spec first",
];

export async function unitsOfLayers(tx: Transaction, context: CommitContext, specIds: readonly string[]): Promise<UnitsOf> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("specpacklayer", "p"))
      .where("p.specId", "=", anyOf([...new Set(specIds)]))
      .select(["p.specId", "p.layer", "p.totalNum"]),
  );
  const units = new Map(found.map((row) => [`${row.specId ?? ""} ${row.layer ?? 0}`, row.totalNum ?? undefined]));
  return (specId, layer) => units.get(`${specId} ${layer}`);
}
