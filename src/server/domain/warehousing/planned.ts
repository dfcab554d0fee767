// The planned quantity of a stock document, which follows from its lines whichever way the goods go.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { allOf, db, first, run } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { maxUnits } from "./layer-units.ts";

/** docKind of the lines of a stock-in and of a stock-out document. */
export const stockIn = 1;
export const stockOut = 2;
const saleDocument = 3;

/** The documents that lines of a kind belong to. */
const documents: ReadonlyMap<number, "stock-in-doc" | "stock-out-doc"> = new Map([
  [stockIn, "stock-in-doc"],
  [stockOut, "stock-out-doc"],
]);

/** All documents with lines of their own. */
const numbered: ReadonlyMap<number, "stock-in-doc" | "stock-out-doc" | "saledoc"> = new Map([...documents, [saleDocument, "saledoc"]]);

/** Base units of the lines of a document, each by what its layer holds. */
export async function countPlanned(
  tx: Transaction,
  context: CommitContext,
  { docKind, docId = null }: RowValues<"doc-detail">,
  leaving: readonly string[] = [],
): Promise<void> {
  const document = documents.get(docKind ?? 0);
  if (document === undefined) return;
  const { unscoped, withRemoved } = tables(context);
  const planned = db
    .selectFrom(unscoped("doc-detail", "l"))
    .where("l.docId", "=", docId)
    .where("l.id", "<>", allOf(leaving))
    .select(({ fn, ref, selectFrom }) => {
      const units = selectFrom(unscoped("specpacklayer", "p"))
        .whereRef("p.specId", "=", "l.specId")
        .whereRef("p.layer", "=", "l.layer")
        .select(({ fn: { max } }) => max("p.totalNum").as("units"));
      return fn.coalesce(sql<number>`sum(${ref("l.num")} * ${units})`, sql.lit(0)).as("units");
    });
  await run(tx, updateDerived(withRemoved(document, "d")).set({ planNum: planned }).where("d.id", "=", docId));
}

const quantityTooLarge: Text = ["数量过大，折合最小单位超出范围", "The quantity is too large in base units"];

/** Base units of a line. Refused where its spec does not say how many the layer holds: counting packages as single units would be wrong. */
async function unitsOf(
  tx: Transaction,
  context: CommitContext,
  { specId = null, layer = null, num = null }: RowValues<"doc-detail">,
): Promise<number> {
  const packLayer = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("specpacklayer", "p"))
      .where("p.specId", "=", specId)
      .where("p.layer", "=", layer)
      .select("p.totalNum"),
  );
  if ((packLayer?.totalNum ?? null) === null)
    throw fieldError(context, "doc-detail", "layer", {
      code: "notAllowed",
      message: ["该规格没有此层级的换算，请先维护规格包装层级", "The spec has no such layer; add it to the layers of the spec first"],
    });
  const units = (num ?? 0) * (packLayer?.totalNum ?? 0);
  if (units > maxUnits) throw fieldError(context, "doc-detail", "num", { code: "tooLarge", message: quantityTooLarge });
  return units;
}

/** The number of the document of lines, by which people know it. */
export async function documentNumber(
  tx: Transaction,
  context: CommitContext,
  { docKind, docId = null }: RowValues<"doc-detail">,
): Promise<string | null> {
  const document = numbered.get(docKind ?? 0);
  if (document === undefined) return null;
  const found = await first(tx, db.selectFrom(tables(context).withRemoved(document, "d")).where("d.id", "=", docId).select("d.docNo"));
  return found?.docNo ?? null;
}

const lineHooks: ResourceHooks<"doc-detail"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const line = { ...current, ...values };
      values.unitNum = await unitsOf(tx, context, line);
      values.docNo = await documentNumber(tx, context, line);
    },
    afterChange: (tx, context, { values, current }) => countPlanned(tx, context, { ...current, ...values }),
  },
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      const ids = rows.map((row) => row.id);
      for (const line of new Map(rows.map((row) => [row.docId, row])).values()) await countPlanned(tx, context, line, ids);
    },
  },
};

export const plannedDomain: Domain = { reads: {}, actions: {}, hooks: { "doc-detail": lineHooks } };
