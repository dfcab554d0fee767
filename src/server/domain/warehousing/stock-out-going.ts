// How the goods of a stock-out document leave: their lock, stock, ledger, codes, moves, current goods and logistics.
import type { CommitContext } from "../../contract.ts";
import { addRow, addRows } from "../../crud/write/server-rows.ts";
import { db, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { isOn, settingsWithin } from "../bind-config/settings.ts";
import { addLineMoves, bookCodes, countAccepted, operatorOf, scannedUnits, type CodeBooking } from "./booked-codes.ts";
import { Uncoded, writeUncoded } from "./current-goods.ts";
import { goodsOf, linesOf, writePicks, writeResults, type DocumentLine } from "./document-lines.ts";
import { documentNumber, stockIn, stockOut } from "./planned.ts";
import { inTypes } from "./scan-rules.ts";
import { scannedDocument } from "./scans.ts";
import { openStock, type StockBook, type StockKey } from "./stock-book.ts";
import { shipTrays } from "./trays.ts";

export type StockOut = StoredRow<"stock-out-doc">;

export const types = { sale: 1, transfer: 2, gift: 3, scrap: 4 } as const;
const billTypes: ReadonlyMap<number | null, number> = new Map([
  [types.transfer, 4],
  [types.scrap, 6],
]);
const moveTypes: ReadonlyMap<number | null, number> = new Map([
  [types.transfer, 3],
  [types.scrap, 7],
]);
/** billType and moveType of everything else. */
const goodsOut = 2;
const logisticsToShip = 0;

/** Batches that a warehouse may come to owe: those of the lines, and the unknown one. */
export const possibleKeys = (document: StockOut, lines: readonly DocumentLine[]): readonly StockKey[] =>
  lines.map((line) => ({ ...goodsOf(document, line), batchCode: line.batchCode }));

/** A part of a line that goes out of one batch. */
interface Part {
  readonly line: DocumentLine;
  readonly batchCode: string;
  readonly units: number;
}

/**
 * Units of goods whose batch no code tells: from the unknown batch as far as it goes, then from those that were locked for the line, then
 * from whatever has some.
 */
function spread(stock: StockBook, document: StockOut, { line, units }: Pick<Part, "line" | "units">): readonly Part[] {
  const goods = goodsOf(document, line);
  const free = (batchCode: string) => Math.max(0, stock.availableOf({ ...goods, batchCode }));
  const all = stock.batchesOf(goods).map(({ batchCode }) => batchCode);
  const wanted = [
    ...new Set([...(all.includes("") && line.batchCode === "" ? [""] : []), ...line.picks.map(({ batchCode }) => batchCode), ...all]),
  ];
  const batches = line.batchCode === "" ? wanted : [line.batchCode];
  const parts: Part[] = [];
  let rest = units;
  for (const batchCode of batches) {
    const taken = Math.min(rest, free(batchCode));
    if (taken <= 0) continue;
    parts.push({ line, batchCode, units: taken });
    rest -= taken;
  }
  if (rest > 0) parts.push({ line, batchCode: batches.at(-1) ?? "", units: rest });
  return parts;
}

async function allowsUnstocked(tx: Transaction, context: CommitContext): Promise<boolean> {
  const key = "warehouse.out.allowUnstocked";
  return isOn(await settingsWithin(context, tx, [key]), key, false);
}

/** Layers of packages that carry codes. */
export async function codedLayers(tx: Transaction, context: CommitContext): Promise<ReadonlySet<number>> {
  const found = await rows(tx, db.selectFrom(tables(context).unscoped("pack-layer", "p")).where("p.isCoded", "=", 1).select("p.layer"));
  return new Set(found.map(({ layer }) => layer ?? 0));
}

/** The stock-in of the other warehouse: what left, batch by batch, in whole packages where it is whole ones. */
async function addTransferIn(tx: Transaction, context: CommitContext, document: StockOut, parts: readonly Part[]): Promise<void> {
  const planNum = parts.reduce((sum, { units }) => sum + units, 0);
  const arriving = await addRow(context, tx, "stock-in-doc", {
    docType: inTypes.transfer,
    warehouseId: document.toWarehouseId,
    digitSourceId: document.digitSourceId,
    stockOutDocId: document.id,
    bizDate: context.now().slice(0, 10),
    planNum,
  });
  const docNo = await documentNumber(tx, context, { docKind: stockIn, docId: arriving.id });
  const lines = parts.map(({ line, batchCode, units }) => {
    const isWhole = units % line.perLayer === 0;
    return {
      docId: arriving.id,
      docKind: stockIn,
      docNo,
      productId: line.productId,
      specId: line.specId,
      layer: isWhole ? line.layer : 1,
      num: isWhole ? units / line.perLayer : units,
      realNum: 0,
      unitNum: units,
      batchCode,
    };
  });
  await addRows(context, tx, "doc-detail", lines);
}

interface SendingOut {
  readonly document: StockOut;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Sends the goods of a document out: lock, stock, ledger, codes, moves, current goods, logistics, and what its lines say. */
export async function sendOut(tx: Transaction, context: CommitContext, { document, onProgress }: SendingOut): Promise<void> {
  const lines = await linesOf(tx, context, stockOut, [document.id]);
  const isScanned = (await countAccepted(tx, context, stockOut, document.id)) > 0;
  const scanned = isScanned ? await scannedUnits(tx, context, { kind: stockOut, docId: document.id, lines }) : [];
  const coded = isScanned ? await codedLayers(tx, context) : new Set<number>();
  const byLine = new Map(lines.map((line) => [line.id, line]));
  const keys = [
    ...possibleKeys(document, lines),
    ...lines.flatMap((line) => line.picks.map(({ batchCode }) => ({ ...goodsOf(document, line), batchCode }))),
    ...scanned.flatMap(({ lineId, batchCode }) => {
      const line = byLine.get(lineId);
      return line === undefined ? [] : [{ ...goodsOf(document, line), batchCode }];
    }),
  ];
  const stock = await openStock(tx, context, { goods: lines.map((line) => goodsOf(document, line)), outgoing: keys });
  for (const line of lines) for (const { batchCode, num } of line.picks) stock.lock({ ...goodsOf(document, line), batchCode }, -num);

  const billType = billTypes.get(document.docType) ?? goodsOut;
  const uncoded = new Uncoded();
  const parts: Part[] = [];
  const take = ({ line, batchCode, units }: Part): void => {
    if (units === 0) return;
    parts.push({ line, batchCode, units });
    stock.change({ ...goodsOf(document, line), batchCode, units: -units, billType, docDetailId: line.id });
  };
  for (const { lineId, batchCode, units } of scanned) {
    const line = byLine.get(lineId);
    if (line !== undefined) take({ line, batchCode, units });
  }
  const stated: Part[] = [];
  for (const line of lines) {
    if (isScanned && coded.has(line.layer)) continue;
    const alreadyScanned = scanned.filter(({ lineId }) => lineId === line.id).reduce((sum, { units }) => sum + units, 0);
    for (const part of spread(stock, document, { line, units: line.num * line.perLayer - alreadyScanned })) {
      take(part);
      stated.push(part);
      uncoded.add({ ...goodsOf(document, line), batchCode: part.batchCode }, -part.units);
    }
  }

  const isSold = document.docType === types.sale || document.docType === types.gift;
  const move: CodeBooking["move"] = {
    moveType: moveTypes.get(document.docType) ?? goodsOut,
    fromWarehouseId: document.warehouseId,
    toWarehouseId: document.docType === types.transfer ? document.toWarehouseId : null,
    toChannelId: isSold ? document.channelId : null,
    saleRegionCodes: isSold ? document.saleRegionCodes : null,
    docKind: stockOut,
    docId: document.id,
    docNo: document.docNo,
    operatorId: operatorOf(context),
    moveTime: context.now(),
  };
  if (isScanned) {
    const booking: CodeBooking = {
      document: { ...scannedDocument(stockOut, document), id: document.id, docNo: document.docNo },
      lines,
      settings: { allowsUnstocked: await allowsUnstocked(tx, context) },
      move,
      channelId: isSold ? document.channelId : null,
      saleRegionCodes: isSold ? document.saleRegionCodes : null,
      isScrap: document.docType === types.scrap,
    };
    await bookCodes(tx, context, booking, { uncoded, onProgress });
    await shipTrays(tx, context, document.id);
  }
  await addLineMoves(tx, context, move, stated);
  await writeUncoded(tx, context, uncoded, { stockInDocId: null });
  await stock.write({ docKind: stockOut, docId: document.id, docNo: document.docNo });
  await writeResults(
    tx,
    context,
    { kind: stockOut, id: document.id },
    lines.map((line) => {
      const units = parts.filter((part) => part.line === line).reduce((sum, part) => sum + part.units, 0);
      return { id: line.id, realNum: units / line.perLayer, unitNum: units };
    }),
  );
  await writePicks(
    tx,
    context,
    lines.map(({ id }) => ({ lineId: id, picks: [] })),
  );
  if (document.docType === types.transfer) await addTransferIn(tx, context, document, parts);
  if (document.docType === types.sale || document.docType === types.transfer)
    await addRow(context, tx, "logistics-out-doc", {
      stockOutDocId: document.id,
      docNo: document.docNo,
      channelId: document.channelId,
      status: logisticsToShip,
    });
}
