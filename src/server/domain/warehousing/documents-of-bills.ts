// A document that is made from a bill takes over what the bill still asks for: what no document of the bill has moved or plans to move.
import type { CommitContext } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { stateName } from "../../crud/guards/state-sentence.ts";
import { addRows, lockRow, resourceNamed } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { RowValues, StoredRow, WritableValues } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { inBillLines, movedFor, outBillLines, shared, type BillLine } from "./bill-lines.ts";
import { billStates } from "./bill-progress.ts";
import { documentStates } from "./document-lines.ts";
import { noConversion } from "./layer-units.ts";
import { countPlanned, documentNumber, stockIn, stockOut } from "./planned.ts";

/** States of documents that have moved the goods of a bill, or are going to. */
const counted = [documentStates.draft, documentStates.review, documentStates.open, documentStates.processing, documentStates.finished];
const unfinishedBill: ReadonlySet<number> = new Set([billStates.open, billStates.partial]);

interface OfBill<Name extends "stock-in-doc" | "stock-out-doc"> {
  readonly values: WritableValues<Name>;
  readonly current: StoredRow<Name> | undefined;
}

/** Documents that a new installation brings are further on than drafts, and their bills may be done. */
const isNew = ({ values, current }: OfBill<"stock-in-doc" | "stock-out-doc">): boolean =>
  current === undefined && (values.status ?? documentStates.draft) === documentStates.draft;

function requireUnfinished(
  context: CommitContext,
  [document, field]: readonly ["stock-in-doc", "warehouseInBillId"] | readonly ["stock-out-doc", "warehouseOutBillId"],
  bill: StoredRow<"warehouse-in-bill"> | StoredRow<"warehouse-out-bill">,
): void {
  if (unfinishedBill.has(bill.status)) return;
  const resource = resourceNamed(context, document === "stock-in-doc" ? "warehouse-in-bill" : "warehouse-out-bill");
  const [zh, en] = stateName(resource, { ...bill }) ?? ["", ""];
  throw fieldError(context, document, field, {
    code: "notAllowed",
    message: [
      `账单“${bill.billNo ?? ""}”当前状态为“${zh}”，不能再生成单据`,
      `Bill “${bill.billNo ?? ""}” is “${en}”, so no document can be made from it`,
    ],
  });
}

const otherWarehouse = {
  code: "different",
  message: ["仓库与账单不一致", "The warehouse differs from that of the bill"],
} as const;

/** Holds the bill of a new document until the transaction ends, so that two documents never take the same quantity. */
export async function requireInBill(tx: Transaction, context: CommitContext, write: OfBill<"stock-in-doc">): Promise<void> {
  const { warehouseInBillId = null, warehouseId } = write.values;
  if (!isNew(write) || warehouseInBillId === null) return;
  const bill = await lockRow(context, tx, "warehouse-in-bill", warehouseInBillId);
  requireUnfinished(context, ["stock-in-doc", "warehouseInBillId"], bill);
  if (warehouseId !== bill.warehouseId) throw fieldError(context, "stock-in-doc", "warehouseId", otherWarehouse);
}

/** The same for goods that leave; the channel is that of the bill. */
export async function requireOutBill(tx: Transaction, context: CommitContext, write: OfBill<"stock-out-doc">): Promise<void> {
  const { values } = write;
  const { warehouseOutBillId = null } = values;
  if (!isNew(write) || warehouseOutBillId === null) return;
  const bill = await lockRow(context, tx, "warehouse-out-bill", warehouseOutBillId);
  requireUnfinished(context, ["stock-out-doc", "warehouseOutBillId"], bill);
  if (values.warehouseId !== bill.warehouseId) throw fieldError(context, "stock-out-doc", "warehouseId", otherWarehouse);
  if (bill.channelId === null) return;
  values.channelId ??= bill.channelId;
  if (values.channelId !== bill.channelId)
    throw fieldError(context, "stock-out-doc", "channelId", {
      code: "different",
      message: ["渠道与账单不一致", "The channel differs from that of the bill"],
    });
}

/**
 * What a document of a bill plans to move is left to other documents once it is removed, so it does not come back: another one is made from the
 * bill.
 */
export function refuseOfBill(documents: readonly { readonly docNo: string | null; readonly billId: string | null }[]): void {
  const made = documents.find(({ billId }) => billId !== null);
  if (made === undefined) return;
  const number = made.docNo ?? "";
  throw businessError("madeFromBill", [
    `单据“${number}”由账单生成，不能还原，请从账单重新生成`,
    `Document “${number}” was made from a bill, so it cannot be restored; make it anew from the bill`,
  ]);
}

async function addLines(
  tx: Transaction,
  context: CommitContext,
  { docId, docKind }: { readonly docId: string; readonly docKind: typeof stockIn | typeof stockOut },
  open: readonly BillLine[],
): Promise<void> {
  if (open.length === 0) return;
  if (open.some(({ perLayer }) => !Number.isFinite(perLayer)))
    throw fieldError(
      context,
      docKind === stockIn ? "stock-in-doc" : "stock-out-doc",
      docKind === stockIn ? "warehouseInBillId" : "warehouseOutBillId",
      {
        code: "notAllowed",
        message: noConversion,
      },
    );
  const docNo = await documentNumber(tx, context, { docKind, docId });
  const added = open.map(({ productId, specId, layer, num, perLayer, batchCode }): RowValues<"doc-detail"> => ({
    docId,
    docKind,
    docNo,
    productId,
    specId,
    layer,
    num,
    realNum: 0,
    unitNum: num * perLayer,
    batchCode,
    scannedNum: 0,
  }));
  await addRows(context, tx, "doc-detail", added);
  await countPlanned(tx, context, { docKind, docId });
}

/** What is left of lines once others have taken their part. */
const rest = (lines: readonly BillLine[], got: readonly number[]): readonly BillLine[] =>
  lines.map((line, index) => ({ ...line, num: line.num - (got[index] ?? 0) })).filter(({ num }) => num > 0);

/** Gives a new stock-in the lines of its bill. */
export async function takeInLines(
  tx: Transaction,
  context: CommitContext,
  { id, values, current }: OfBill<"stock-in-doc"> & { readonly id: string },
): Promise<void> {
  const { warehouseInBillId: billId = null } = values;
  if (current !== undefined || billId === null) return;
  const lines = await inBillLines(tx, context, await lockRow(context, tx, "warehouse-in-bill", billId));
  const got = shared(lines, await movedFor(tx, context, { kind: stockIn, billId }, counted));
  await addLines(tx, context, { docId: id, docKind: stockIn }, rest(lines, got));
}

/** Gives a new stock-out the lines of its bill. */
export async function takeOutLines(
  tx: Transaction,
  context: CommitContext,
  { id, values, current }: OfBill<"stock-out-doc"> & { readonly id: string },
): Promise<void> {
  const { warehouseOutBillId: billId = null } = values;
  if (current !== undefined || billId === null) return;
  const lines = await outBillLines(tx, context, billId);
  const got = shared(lines, await movedFor(tx, context, { kind: stockOut, billId }, counted));
  await addLines(tx, context, { docId: id, docKind: stockOut }, rest(lines, got));
}
