// Lines of stock documents as booking and scanning see them: what they are for, and how many base units they count.
import { labelOf } from "#schema/model";
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { Issue, RowTarget } from "#schema/validation";
import type { CommitContext } from "../../contract.ts";
import { resourceNamed } from "../../crud/write/server-rows.ts";
import { stateName } from "../../crud/guards/state-sentence.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import type { StoredRow, Values } from "../../rows/stored.ts";
import { tables, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { stockIn, stockOut } from "./planned.ts";
import type { Goods } from "./stock-book.ts";

/** status of stock documents; both kinds have the same. */
export const documentStates = { draft: 0, open: 1, finished: 2, processing: 3, review: 4, void: 9 } as const;

/** docKind → the documents that are scanned and booked. */
export const documentNames = { [stockIn]: "stock-in-doc", [stockOut]: "stock-out-doc" } as const;
export type StockDocKind = keyof typeof documentNames;
export type StockDocument = StoredRow<"stock-in-doc"> | StoredRow<"stock-out-doc">;

/** How much of a batch is locked for a line, in base units. */
export interface LockedBatch {
  readonly batchCode: string;
  readonly num: number;
}

export interface DocumentLine {
  readonly id: string;
  readonly docId: string;
  readonly productId: string;
  readonly specId: string;
  readonly productName: string;
  readonly unit: string;
  readonly layer: number;
  /** Planned, in units of its layer. */
  readonly num: number;
  /** Base units that a unit of its layer holds. */
  readonly perLayer: number;
  readonly batchCode: string;
  readonly scannedNum: number;
  readonly picks: readonly LockedBatch[];
  /** The binding of its attributes; undefined where it has none. */
  readonly attrDocId: string | undefined;
}

function picksIn(value: unknown): readonly LockedBatch[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: Readonly<Values>) => ({ batchCode: String(one["batchCode"] ?? ""), num: Number(one["num"] ?? 0) }));
}

interface LineFault {
  readonly index: number;
  readonly field: "num" | "layer";
  /** Where it is mended. */
  readonly target?: RowTarget | undefined;
}

/** A document's lines as a part of a refusal: path and label of a field of the line. */
export function lineIssue(context: CommitContext, { index, field, target }: LineFault, message: Text): Issue {
  const label = labelOf(resourceNamed(context, "doc-detail"), field);
  return {
    code: field === "num" ? "tooLarge" : "notAllowed",
    path: ["details", index, field],
    parameters: {},
    label,
    message,
    ...(target === undefined ? {} : { target }),
  };
}

/** A refusal that is about lines: each has its own sentence. */
export function linesRefused(code: string, issues: readonly Issue[], data: Readonly<Values> = {}) {
  return new ApiError(400, code, ["单据明细有误", "Some lines need attention"], { issues, data });
}

/** Lines of documents, in the order of their ids. Refused where a spec does not say how much a layer of it holds. */
export async function linesOf(
  tx: Transaction,
  context: CommitContext,
  docKind: StockDocKind,
  docIds: readonly string[],
): Promise<readonly DocumentLine[]> {
  const { unscoped, withRemoved } = tables(context);
  const found = await rows(
    tx,
    db
      .selectFrom(unscoped("doc-detail", "l"))
      .leftJoin(withRemoved("attr-owner", "o"), "o.id", "l.productId")
      .leftJoin(withRemoved("spec", "x"), "x.id", "l.specId")
      .leftJoin(unscoped("specpacklayer", "p"), (join) => join.onRef("p.specId", "=", "l.specId").onRef("p.layer", "=", "l.layer"))
      .where("l.docKind", "=", docKind)
      .where("l.docId", "=", anyOf(docIds))
      .orderBy("l.id")
      .select([
        "l.id",
        "l.docId",
        "l.productId",
        "l.specId",
        "l.layer",
        "l.num",
        "l.batchCode",
        "l.scannedNum",
        "l.picks",
        "l.attrDocId",
        "o.name as productName",
        "x.unit",
        "p.totalNum",
      ]),
  );
  const issues = found.flatMap((row, index) =>
    row.totalNum === null
      ? [
          lineIssue(context, { index, field: "layer", target: row.specId === null ? undefined : { resource: "spec", id: row.specId } }, [
            `第 ${index + 1} 行“${row.productName ?? ""}”的规格没有此层级的换算，请先维护规格包装层级`,
            `Line ${index + 1}, “${row.productName ?? ""}”: the spec has no such layer; add it to the layers of the spec first`,
          ]),
        ]
      : [],
  );
  if (issues.length > 0) throw linesRefused("noConversion", issues);
  return found.map((row) => ({
    id: row.id,
    docId: row.docId ?? "",
    productId: row.productId ?? "",
    specId: row.specId ?? "",
    productName: row.productName ?? "",
    unit: row.unit ?? "",
    layer: row.layer ?? 1,
    num: row.num ?? 0,
    perLayer: row.totalNum ?? 1,
    batchCode: row.batchCode ?? "",
    scannedNum: row.scannedNum ?? 0,
    picks: picksIn(row.picks),
    attrDocId: row.attrDocId ?? undefined,
  }));
}

export function goodsOf({ warehouseId }: { readonly warehouseId: string | null }, { productId, specId }: DocumentLine): Goods {
  return { warehouseId: warehouseId ?? "", productId, specId };
}

/** What a line says once its document is booked. */
interface LineResult {
  readonly id: string;
  /** In units of the line's layer. */
  readonly realNum: number;
  readonly unitNum: number;
}

/** Writes what lines came to, and the sum into their document. */
export async function writeResults(
  tx: Transaction,
  context: CommitContext,
  { kind, id }: { readonly kind: StockDocKind; readonly id: string },
  results: readonly LineResult[],
): Promise<void> {
  const { withRemoved, unscoped } = tables(context);
  const given = sql<{
    id: string;
    realNum: number;
    unitNum: number;
  }>`unnest(${results.map((one) => one.id)}::bigint[], ${results.map(({ realNum }) => realNum)}::int[], ${results.map(({ unitNum }) => unitNum)}::int[])`.as<"g">(
    sql`g(id, real_num, unit_num)`,
  );
  const realNum = results.reduce((sum, { unitNum }) => sum + unitNum, 0);
  await run(
    tx,
    updateDerived(unscoped("doc-detail", "l"))
      .from(given)
      .whereRef("l.id", "=", "g.id")
      .set(({ ref }) => ({ realNum: ref("g.realNum"), unitNum: ref("g.unitNum") })),
    updateDerived(withRemoved(documentNames[kind], "d")).set({ realNum }).where("d.id", "=", id),
  );
}

/** Locks batches for lines, or takes all their locks away. */
export async function writePicks(
  tx: Transaction,
  context: CommitContext,
  picks: readonly { readonly lineId: string; readonly picks: readonly LockedBatch[] }[],
): Promise<void> {
  const given = sql<{
    id: string;
    picks: string;
  }>`unnest(${picks.map(({ lineId }) => lineId)}::bigint[], ${picks.map((one) => JSON.stringify(one.picks))}::text[])`.as<"g">(
    sql`g(id, picks)`,
  );
  await run(
    tx,
    updateWithoutVersion(tables(context).unscoped("doc-detail", "l"))
      .from(given)
      .whereRef("l.id", "=", "g.id")
      .set(({ ref }) => ({ picks: sql<null>`${ref("g.picks")}::jsonb` })),
  );
}

/** The refusal of something that a document does not permit in its present state, which it names. */
export function wrongState(context: CommitContext, kind: StockDocKind, document: StockDocument, done: Text) {
  const resource = resourceNamed(context, documentNames[kind]);
  const [zh, en] = stateName(resource, { ...document }) ?? ["", ""];
  const number = document.docNo ?? "";
  return businessError(
    "wrongState",
    [
      `${resource.label[0]}“${number}”当前状态为“${zh}”，不能${done[0]}`,
      `${resource.label[1]} “${number}”: ${done[1]} is not possible while it is “${en}”`,
    ],
    { data: { id: document.id, state: document.status } },
  );
}

/** Base units as people read them: "36瓶". */
export const unitsText = (units: number, { unit }: { readonly unit: string }): string => `${units}${unit}`;
