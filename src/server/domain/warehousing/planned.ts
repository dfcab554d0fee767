// The planned quantity of a stock document, which follows from its lines whichever way the goods go.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks, SubmitWrite } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { RowRefusal } from "../../crud/guards/row-set.ts";
import { phasesOfRows } from "../../crud/write/rows-phases.ts";
import { allOf, db, first, run } from "../../rows/query.ts";
import type { RowValues, StoredRow, WritableValues } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { maxUnits, noConversion, unitsOfLayers } from "./layer-units.ts";

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

type LineWrite = SubmitWrite<unknown, StoredRow<"doc-detail">, WritableValues<"doc-detail">>;

const lineOf = ({ current, values }: Pick<LineWrite, "current" | "values">): RowValues<"doc-detail"> => ({ ...current, ...values });

/** Base units of lines. Refused where a spec does not say how many a layer holds: counting packages as single units would be wrong. */
async function convert(tx: Transaction, context: CommitContext, writes: readonly LineWrite[]): Promise<void> {
  const unitsOf = await unitsOfLayers(tx, context, [...new Set(writes.flatMap((write) => lineOf(write).specId ?? []))]);
  for (const [place, write] of writes.entries()) {
    const { specId, layer, num } = lineOf(write);
    const perLayer = unitsOf(specId ?? "", layer ?? 0);
    if (perLayer === undefined)
      throw new RowRefusal(place, fieldError(context, "doc-detail", "layer", { code: "notAllowed", message: noConversion }));
    const units = (num ?? 0) * perLayer;
    if (units > maxUnits)
      throw new RowRefusal(place, fieldError(context, "doc-detail", "num", { code: "tooLarge", message: quantityTooLarge }));
    write.values.unitNum = units;
  }
}

/** The lines of each document that some of these are of, by one of them. */
const byDocument = (lines: readonly RowValues<"doc-detail">[]): readonly RowValues<"doc-detail">[] => [
  ...new Map(lines.map((line) => [`${line.docKind} ${line.docId}`, line])).values(),
];

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
  submit: phasesOfRows({
    beforeChanges: async (tx, context, writes) => {
      await convert(tx, context, writes);
      for (const document of byDocument(writes.map(lineOf))) {
        const docNo = await documentNumber(tx, context, document);
        for (const write of writes)
          if (lineOf(write).docId === document.docId && lineOf(write).docKind === document.docKind) write.values.docNo = docNo;
      }
    },
    afterChanges: async (tx, context, writes) => {
      for (const document of byDocument(writes.map(lineOf))) await countPlanned(tx, context, document);
    },
  }),
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      const ids = rows.map((row) => row.id);
      for (const line of byDocument(rows)) await countPlanned(tx, context, line, ids);
    },
  },
  restore: {
    afterRestore: async (tx, context, { rows }) => {
      for (const line of new Map(rows.map((row) => [row.docId, row])).values()) await countPlanned(tx, context, line);
    },
  },
};

export const plannedDomain: Domain = { reads: {}, actions: {}, hooks: { "doc-detail": lineHooks } };
