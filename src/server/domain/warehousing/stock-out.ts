// Stock-out documents: stock is locked when one starts, goes out when it is finished, and is released when it is void.
import { z } from "zod";
import type { CommitContext, Domain, Effect, ResourceHooks } from "../../contract.ts";
import { withProgress } from "./shown-progress.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { anyOf, db, first, rows } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { reportToOutBill } from "./bill-progress.ts";
import { countAccepted, scannedUnits } from "./booked-codes.ts";
import { confirmDifferences } from "./differences.ts";
import {
  documentStates,
  goodsOf,
  lineIssue,
  linesOf,
  linesRefused,
  unitsText,
  writePicks,
  wrongState,
  type DocumentLine,
  type LockedBatch,
} from "./document-lines.ts";
import { refuseOfBill, requireOutBill, takeOutLines } from "./documents-of-bills.ts";
import { moveWaybills } from "./logistics.ts";
import { stockOut } from "./planned.ts";
import { releaseScans } from "./scans.ts";
import { maxAtOnce, openStock, type StockBook } from "./stock-book.ts";
import { codedLayers, possibleKeys, sendOut, types, type StockOut } from "./stock-out-going.ts";

const stockOutQueue = "stock-out.finish";

const activeChannel = 1;
/** The channel of a document; undefined where it has none. */
async function channelOf(tx: Transaction, context: CommitContext, { channelId }: Pick<StockOut, "channelId">) {
  if (channelId === null) return undefined;
  return first(
    tx,
    db
      .selectFrom(tables(context).withRemoved("channel", "c"))
      .where("c.id", "=", channelId)
      .select(["c.name", "c.status", "c.isDeleted", "c.saleRegionCodes"]),
  );
}

/** A sale needs a channel that may buy. */
async function requireChannel(tx: Transaction, context: CommitContext, document: StockOut): Promise<void> {
  const channel = await channelOf(tx, context, document);
  if (channel === undefined) {
    if (document.docType === types.sale)
      throw businessError("channelRequired", ["销售出库请选择渠道", "Please select the channel of the sale"], {
        data: { id: document.id },
      });
    return;
  }
  if (channel.status === activeChannel && channel.isDeleted === 0) return;
  const name = channel.name ?? "";
  throw businessError(
    "channelInactive",
    [
      `渠道“${name}”已停用或合同到期，不能出库`,
      `The channel “${name}” is disabled or its contract has ended, so nothing may be sold to it`,
    ],
    {
      data: { channelId: document.channelId },
      ...(document.channelId === null ? {} : { target: { resource: "channel", id: document.channelId, title: name } }),
    },
  );
}

/** Batches for a quantity: that of the line, or the oldest ones with something to spare. */
function allot(
  stock: StockBook,
  document: StockOut,
  line: DocumentLine,
): { readonly picks: readonly LockedBatch[]; readonly available: number } {
  const goods = goodsOf(document, line);
  const batches = line.batchCode === "" ? stock.batchesOf(goods).map(({ batchCode }) => batchCode) : [line.batchCode];
  let rest = line.num * line.perLayer;
  let available = 0;
  const picks: LockedBatch[] = [];
  for (const batchCode of batches) {
    const free = Math.max(0, stock.availableOf({ ...goods, batchCode }));
    available += free;
    const num = Math.min(free, rest);
    if (num === 0) continue;
    picks.push({ batchCode, num });
    rest -= num;
  }
  if (rest > 0 && stock.allowsNegative(goods)) {
    const batchCode = batches.at(-1) ?? "";
    const index = picks.findIndex((one) => one.batchCode === batchCode);
    if (index === -1) picks.push({ batchCode, num: rest });
    else picks[index] = { batchCode, num: (picks[index]?.num ?? 0) + rest };
  }
  for (const { batchCode, num } of picks) stock.lock({ ...goods, batchCode }, num);
  return { picks, available };
}

/** Locks what the document plans; refused with what is available of each line that is short. */
async function lockPlanned(tx: Transaction, context: CommitContext, document: StockOut): Promise<void> {
  const lines = await linesOf(tx, context, stockOut, [document.id]);
  const stock = await openStock(tx, context, {
    goods: lines.map((line) => goodsOf(document, line)),
    outgoing: possibleKeys(document, lines),
  });
  const allotted = lines.map((line) => ({ line, ...allot(stock, document, line) }));
  const short = allotted.flatMap(({ line, picks, available }, index) => {
    const planned = line.num * line.perLayer;
    return picks.reduce((sum, { num }) => sum + num, 0) >= planned ? [] : [{ line, index, planned, available }];
  });
  if (short.length > 0)
    throw linesRefused(
      "stockShort",
      short.map(({ line, index, planned, available }) =>
        lineIssue(context, { index, field: "num" }, [
          `第 ${index + 1} 行“${line.productName}”库存不足：可用 ${unitsText(available, line)}，计划 ${unitsText(planned, line)}`,
          `Line ${index + 1}, “${line.productName}”: ${available} of ${planned} base units are available`,
        ]),
      ),
      { lines: short.map(({ line, planned, available }) => ({ docDetailId: line.id, planned, available })) },
    );
  await writePicks(
    tx,
    context,
    allotted.map(({ line, picks }) => ({ lineId: line.id, picks })),
  );
  await stock.write({ docKind: stockOut, docId: document.id, docNo: document.docNo });
}

const start: Effect<"stock-out-doc.start"> = {
  commit: async (tx, context, { rows: documents }) => {
    for (const document of documents) {
      await requireChannel(tx, context, document);
      if (document.docType === types.transfer) requireTarget(context, document);
      await lockPlanned(tx, context, document);
      await fixRegions(tx, context, document);
    }
    return {};
  },
};

/** The regions of the channel, unless they were narrowed: a sale is bound to them from now on. */
async function fixRegions(tx: Transaction, context: CommitContext, document: StockOut): Promise<void> {
  if (document.saleRegionCodes !== null) return;
  const channel = await channelOf(tx, context, document);
  if (channel === undefined || channel.saleRegionCodes === null) return;
  await changeRow(context, tx, "stock-out-doc", { id: document.id, values: { saleRegionCodes: channel.saleRegionCodes } });
}

function requireTarget(context: CommitContext, { docType, toWarehouseId }: Partial<StockOut>): void {
  if (docType !== types.transfer) return;
  if ((toWarehouseId ?? null) === null)
    throw fieldError(context, "stock-out-doc", "toWarehouseId", {
      code: "required",
      message: ["调拨出库请选择调入仓库", "Please select the target warehouse of the transfer"],
    });
}

function settle(tx: Transaction, context: CommitContext, id: string, values: RowValues<"stock-out-doc">): Promise<void> {
  return changeRow(context, tx, "stock-out-doc", { id, values });
}

/** Asks, where the scans of a document are not what its lines plan; what carries no code goes out as planned. */
async function confirmScanned(tx: Transaction, context: CommitContext, document: StockOut): Promise<void> {
  if ((await countAccepted(tx, context, stockOut, document.id)) === 0) return;
  const lines = await linesOf(tx, context, stockOut, [document.id]);
  const scanned = await scannedUnits(tx, context, { kind: stockOut, docId: document.id, lines });
  const coded = await codedLayers(tx, context);
  confirmDifferences(
    context,
    document.docNo,
    lines.map((line) => ({
      line,
      units: coded.has(line.layer)
        ? scanned.filter(({ lineId }) => lineId === line.id).reduce((sum, { units }) => sum + units, 0)
        : line.num * line.perLayer,
    })),
  );
}

const finish: Effect<"stock-out-doc.finish"> = {
  commit: async (tx, context, { rows: documents, isConfirmed }) => {
    const queued: { readonly id: string; readonly docNo: string | null }[] = [];
    for (const document of documents) {
      if (!isConfirmed) await confirmScanned(tx, context, document);
      if ((await countAccepted(tx, context, stockOut, document.id)) <= maxAtOnce) {
        await sendOut(tx, context, { document });
        await reportToOutBill(tx, context, document);
        continue;
      }
      await settle(tx, context, document.id, { status: documentStates.processing, finishTime: null, progress: 0, failReason: null });
      queued.push(document);
    }
    return queued.length === 0 ? {} : { queued: queued.map(({ id, docNo }) => ({ id, docNo })) };
  },
  enqueue: (_context, { answer }) => {
    const parsed = z.object({ queued: z.array(z.object({ id: z.string(), docNo: z.string().nullable() })) }).safeParse(answer);
    return (parsed.data?.queued ?? []).map(({ id, docNo }) => ({
      queue: stockOutQueue,
      key: id,
      payload: { docId: id },
      subject: { resource: "stock-out-doc", id, title: docNo ?? "" },
    }));
  },
};

const payload = z.object({ docId: z.string() });

/** A document of many codes: all of it in one transaction, so that nothing is ever half booked. */
const job: JobHandler = {
  concurrency: 1,
  async run(task) {
    const { docId } = payload.parse(task.payload);
    const { context } = task;
    const onProgress = (done: number, total: number) => task.report({ done, total, note: ["过账中", "Booking"] });
    await task.step(
      async (tx) => {
        const document = await lockRow(context, tx, "stock-out-doc", docId);
        // The step was committed, but the server died before it could say so.
        if (document.status === documentStates.finished) return;
        if (document.status !== documentStates.processing) throw wrongState(context, stockOut, document, ["过账", "booking"]);
        await sendOut(tx, context, { document, onProgress });
        await settle(tx, context, docId, { status: documentStates.finished, finishTime: context.now(), progress: 100 });
        // A bill counts documents that are finished.
        await reportToOutBill(tx, context, document);
      },
      { progress: { done: 1, total: 1 } },
    );
  },
  // Nothing is booked and the stock stays locked: the document can be scanned and finished again.
  async ended(tx, { context, payload: sent, reason }) {
    const { docId } = payload.parse(sent);
    const document = await lockRow(context, tx, "stock-out-doc", docId);
    if (document.status !== documentStates.processing) return;
    await settle(tx, context, docId, { status: documentStates.open, finishTime: null, failReason: reason });
  },
};

const voiding: Effect<"stock-out-doc.void"> = {
  commit: async (tx, context, { rows: documents }) => {
    const ids = documents.map(({ id }) => id);
    await releaseScans(tx, context, stockOut, ids);
    const byId = new Map(documents.map((document) => [document.id, document]));
    const lines = await lockedLines(tx, context, ids);
    const locked = lines.flatMap((line) => {
      const document = byId.get(line.docId);
      return document === undefined
        ? []
        : line.picks.map(({ batchCode, num }) => ({ key: { ...goodsOf(document, line), batchCode }, num }));
    });
    if (locked.length === 0) return {};
    const stock = await openStock(tx, context, { goods: locked.map(({ key }) => key) });
    for (const { key, num } of locked) stock.lock(key, -num);
    await stock.write({ docKind: stockOut, docId: null, docNo: null });
    await writePicks(
      tx,
      context,
      lines.map(({ id }) => ({ lineId: id, picks: [] })),
    );
    return {};
  },
};

/** Lines that hold stock. A draft holds none, and may be void whatever its specs say. */
async function lockedLines(tx: Transaction, context: CommitContext, docIds: readonly string[]): Promise<readonly DocumentLine[]> {
  const picked = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("doc-detail", "l"))
      .where("l.docId", "=", anyOf(docIds))
      .where("l.docKind", "=", stockOut)
      .where("l.picks", "is not", null)
      .distinct()
      .select("l.docId"),
  );
  if (picked.length === 0) return [];
  return linesOf(
    tx,
    context,
    stockOut,
    picked.map(({ docId }) => docId ?? ""),
  );
}

const documentHooks: ResourceHooks<"stock-out-doc"> = {
  afterRead: withProgress,
  restore: {
    beforeRestore: async (_tx, _context, { rows }) => {
      refuseOfBill(rows.map(({ docNo, warehouseOutBillId: billId }) => ({ docNo, billId })));
    },
  },
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      await requireOutBill(tx, context, { values, current });
      const merged = { ...current, ...values };
      const channelId = merged.channelId ?? null;
      if (merged.docType === types.sale && channelId === null)
        throw fieldError(context, "stock-out-doc", "channelId", {
          code: "required",
          message: ["销售出库请选择渠道", "Please select the channel of the sale"],
        });
      requireTarget(context, merged);
      // The regions of the channel, unless they were narrowed.
      if (channelId !== null && channelId !== current?.channelId && (merged.saleRegionCodes ?? null) === null)
        values.saleRegionCodes = (await channelOf(tx, context, { channelId }))?.saleRegionCodes ?? null;
    },
    afterChange: async (tx, context, { id, values, current }) => {
      await takeOutLines(tx, context, { id, values, current });
      const channelId = values.channelId === undefined ? current?.channelId : values.channelId;
      if (current !== undefined && channelId !== current.channelId)
        await moveWaybills(tx, context, { docId: id, channelId: channelId ?? null });
    },
  },
};

export const stockOutDomain: Domain = {
  reads: {},
  actions: { "stock-out-doc.start": start, "stock-out-doc.finish": finish, "stock-out-doc.void": voiding },
  hooks: { "stock-out-doc": documentHooks },
  effects: ["stock-out-doc.linesOfBill"],
  jobs: { [stockOutQueue]: job },
};
