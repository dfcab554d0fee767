// The documents of a synthetic world, one after the other as people write, scan and finish them.
import { anyOf, db, read } from "../../src/server/rows/query.ts";
import { tables } from "../../src/server/rows/tables.ts";
import type { Calls, SetClock } from "../../src/server/seed/calls.ts";
import { codesOf } from "./code-sets.ts";
import {
  layers,
  packageName,
  secondsLater,
  type Package,
  type Return,
  type Sale,
  type StatedIn,
  type StatedOut,
  type Step,
  type StockIn,
  type StockOut,
  type Transfer,
} from "./plan.ts";
import type { MadeProduct, Masters } from "./progress.ts";

/** Codes that a device sends at once. */
const maxScans = 200;
const kinds = { in: 1, out: 2 } as const;
/** Jobs that finish documents of many codes. */
export const bookingQueues = ["stock-in.finish", "stock-out.finish"] as const;

interface Bookkeeping {
  readonly calls: Calls;
  readonly clock: SetClock;
  readonly masters: Masters;
  readonly sets: readonly string[];
}

/** An entry of a list that the world has for each number of the plan. */
function entry<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`the world has no entry ${index}`);
  return found;
}

/** A minute later; nobody does two things at once. */
const later = (clock: SetClock): void => clock.set(secondsLater(clock.now(), 60));

interface Line {
  readonly goods: MadeProduct;
  readonly layer: number;
  readonly num: number;
}

/** Packages as lines of a document: those of one product and layer together. */
function linesOf({ masters }: Bookkeeping, packages: readonly Package[]): readonly (Line & { readonly packages: readonly Package[] })[] {
  const groups = new Map<string, Package[]>();
  for (const one of packages) {
    const key = `${one.product} ${one.layer}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].map((group) => {
    const { product, layer } = entry(group, 0);
    return { goods: entry(masters.products, product), layer, num: group.length, packages: group };
  });
}

const addLine = ({ calls }: Bookkeeping, docId: string, docKind: number, { goods, layer, num }: Line): Promise<string> =>
  calls.add("doc-detail", { docId, docKind, ...goods, layer, num, realNum: 0 });

/** Scans packages for a document, as many at once as a device sends. */
async function scan({ calls, sets }: Bookkeeping, docId: string, docKind: number, packages: readonly Package[]): Promise<void> {
  const codes = await codesOf(calls, sets, packages);
  for (let from = 0; from < packages.length; from += maxScans) {
    const sent = packages.slice(from, from + maxScans).map((one) => ({ docKind, docId, code: codes.get(packageName(one)) }));
    const verdicts: unknown = await calls.act("scan-record.post", undefined, sent);
    const isAccepted = (verdict: unknown) =>
      typeof verdict === "object" && verdict !== null && "accepted" in verdict && verdict.accepted === 1;
    if (!Array.isArray(verdicts) || !verdicts.every(isAccepted))
      throw new Error(`scans of the document ${docId} were refused: ${JSON.stringify(verdicts).slice(0, 500)}`);
  }
}

const namesOf = { [kinds.in]: "stock-in-doc", [kinds.out]: "stock-out-doc" } as const;

/** Starts a document, scans packages for it, and finishes it. */
async function scanned(book: Bookkeeping, docId: string, docKind: 1 | 2, packages: readonly Package[]): Promise<void> {
  const { calls, clock } = book;
  await calls.act(`${namesOf[docKind]}.start`, docId);
  later(clock);
  await scan(book, docId, docKind, packages);
  later(clock);
  await calls.act(`${namesOf[docKind]}.finish`, docId);
}

async function takeIn(book: Bookkeeping, { lots, way }: StockIn): Promise<void> {
  const { calls, clock, masters, sets } = book;
  const [first] = lots;
  const warehouseId = entry(masters.warehouses, first?.warehouse ?? 0);
  const docId = await calls.add("stock-in-doc", { docType: 1, warehouseId, bizDate: clock.now().slice(0, 10) });
  const packages: Package[] = [];
  const segments = [];
  for (const { product, first: from, last: to, batchCode, line } of lots) {
    const num = to - from + 1;
    const goods = entry(masters.products, product);
    const docDetailId = await addLine(book, docId, kinds.in, { goods, layer: layers.pallet, num });
    await calls.add("attribute-owner-doc", { docDetailId, ...goods, ...entry(masters.lines, line), batchCode, num });
    const ofLot = Array.from({ length: num }, (_, index): Package => ({ product, layer: layers.pallet, number: from + index }));
    packages.push(...ofLot);
    segments.push({ docDetailId, layer: layers.pallet, num, ends: [entry(ofLot, 0), entry(ofLot, num - 1)] as const });
  }
  if (way === "scan") return scanned(book, docId, kinds.in, packages);
  const codes = await codesOf(
    calls,
    sets,
    segments.flatMap(({ ends }) => ends),
  );
  later(clock);
  await calls.act("stock-in-doc.finishSeq", undefined, {
    docId,
    segments: segments.map(({ ends: [start, end], ...segment }) => ({
      ...segment,
      startCode: codes.get(packageName(start)),
      endCode: codes.get(packageName(end)),
    })),
  });
}

async function takeInStated(book: Bookkeeping, { warehouse, num }: StatedIn): Promise<void> {
  const { calls, clock, masters } = book;
  const warehouseId = entry(masters.warehouses, warehouse);
  const docId = await calls.add("stock-in-doc", { docType: 9, warehouseId, bizDate: clock.now().slice(0, 10) });
  const docDetailId = await addLine(book, docId, kinds.in, { goods: masters.gift, layer: layers.bottle, num });
  await calls.add("attribute-owner-doc", { docDetailId, ...masters.gift, batchCode: giftBatch(warehouse), num });
  later(clock);
  await calls.act("stock-in-doc.finishNonScan", docId);
}

/** The batch of the goods without codes in a warehouse. */
const giftBatch = (warehouse: number): string => `SWZP-${warehouse + 1}`;

async function addStockOut(book: Bookkeeping, values: Readonly<Record<string, unknown>>, lines: readonly Line[]): Promise<string> {
  const { calls, clock } = book;
  const docId = await calls.add("stock-out-doc", { bizDate: clock.now().slice(0, 10), ...values });
  for (const line of lines) await addLine(book, docId, kinds.out, line);
  return docId;
}

async function sendOut(book: Bookkeeping, { warehouse, dealer, packages }: StockOut): Promise<void> {
  const { masters } = book;
  const values = { docType: 1, warehouseId: entry(masters.warehouses, warehouse), channelId: entry(masters.dealers, dealer) };
  await scanned(book, await addStockOut(book, values, linesOf(book, packages)), kinds.out, packages);
}

/** A transfer brings a stock-in of the other warehouse, which takes the same packages in. */
async function transfer(book: Bookkeeping, { from, to, packages }: Transfer): Promise<void> {
  const { calls, clock, masters } = book;
  const values = { docType: 2, warehouseId: entry(masters.warehouses, from), toWarehouseId: entry(masters.warehouses, to) };
  const outId = await addStockOut(book, values, linesOf(book, packages));
  await scanned(book, outId, kinds.out, packages);
  const [[arriving]] = await read(calls.context, [
    db
      .selectFrom(tables(calls.context).unscoped("stock-in-doc", "d"))
      .where("d.stockOutDocId", "=", anyOf([outId]))
      .select("d.id"),
  ]);
  if (arriving === undefined) throw new Error(`the transfer ${outId} brought no stock-in`);
  later(clock);
  await scanned(book, arriving.id, kinds.in, packages);
}

async function sendOutStated(book: Bookkeeping, { warehouse, dealer, num, until }: StatedOut): Promise<void> {
  const { calls, clock, masters } = book;
  const values = { docType: 1, warehouseId: entry(masters.warehouses, warehouse), channelId: entry(masters.dealers, dealer) };
  const docId = await addStockOut(book, values, [{ goods: masters.gift, layer: layers.bottle, num }]);
  await calls.act("stock-out-doc.start", docId);
  later(clock);
  if (until === "finished") await calls.act("stock-out-doc.finish", docId);
  if (until === "void") await calls.act("stock-out-doc.void", docId);
}

/** Money for a unit of a line; what it is does not matter. */
const price = "268.00";

async function sell(book: Bookkeeping, { from, to, packages }: Sale): Promise<void> {
  const { calls, clock, masters, sets } = book;
  const codes = await codesOf(calls, sets, packages);
  const docId = await calls.add("saledoc", {
    saleType: to === undefined ? 2 : 1,
    fromChannelId: entry(masters.dealers, from),
    ...(to === undefined ? {} : { toChannelId: entry(masters.dealers, to) }),
    saleDate: clock.now().slice(0, 10),
    details: linesOf(book, packages).map(({ goods, layer, num, packages: own }) => ({
      ...goods,
      layer,
      num,
      price,
      codes: own.map((one) => codes.get(packageName(one))).join("\n"),
    })),
  });
  later(clock);
  await calls.act("saledoc.commit", docId);
  later(clock);
  await calls.act("saledoc.confirm", docId);
}

async function takeBack(book: Bookkeeping, { dealer, warehouse, packages }: Return): Promise<void> {
  const { calls, clock, masters } = book;
  const docId = await calls.add("stock-in-doc", {
    docType: 4,
    warehouseId: entry(masters.warehouses, warehouse),
    fromChannelId: entry(masters.dealers, dealer),
    bizDate: clock.now().slice(0, 10),
  });
  for (const line of linesOf(book, packages)) await addLine(book, docId, kinds.in, line);
  await scanned(book, docId, kinds.in, packages);
}

/** Does a step of the plan, but for the job that it may bring. */
export async function book(bookkeeping: Bookkeeping, step: Step): Promise<void> {
  bookkeeping.clock.set(step.at);
  switch (step.kind) {
    case "in":
      await takeIn(bookkeeping, step);
      break;
    case "statedIn":
      await takeInStated(bookkeeping, step);
      break;
    case "transfer":
      await transfer(bookkeeping, step);
      break;
    case "out":
      await sendOut(bookkeeping, step);
      break;
    case "statedOut":
      await sendOutStated(bookkeeping, step);
      break;
    case "sale":
      await sell(bookkeeping, step);
      break;
    case "return":
      await takeBack(bookkeeping, step);
      break;
  }
}
