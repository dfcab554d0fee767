// A stock-in document is finished: by what was scanned for it, by what its lines say, or by ranges of sequence numbers.
import { sql } from "kysely";
import { z } from "zod";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import { append, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, first, rows, rowsOfAll, run } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { entriesOf } from "../attributes/binding-values.ts";
import { isOn, settingsWithin } from "../bind-config/settings.ts";
import {
  addLineMoves,
  bookCodes,
  codesRefused,
  countAccepted,
  operatorOf,
  scannedUnits,
  maxReportedFaults,
  type CodeBooking,
  type CodeFault,
  type ScannedUnits,
} from "./booked-codes.ts";
import { Uncoded, writeUncoded } from "./current-goods.ts";
import { confirmDifferences } from "./differences.ts";
import {
  documentStates,
  goodsOf,
  lineIssue,
  linesOf,
  linesRefused,
  writeResults,
  wrongState,
  type DocumentLine,
} from "./document-lines.ts";
import { stockIn } from "./planned.ts";
import { codeFault, inTypes, reasons } from "./scan-rules.ts";
import { scannableBy, overlaps, rootOf, scannedDocument } from "./scans.ts";
import { maxAtOnce, openStock } from "./stock-book.ts";
import { sequencesOf, type Sequence } from "./sequences.ts";
import { reportToInBill } from "./bill-progress.ts";

type StockIn = StoredRow<"stock-in-doc">;

const stockInQueue = "stock-in.finish";

const billTypes: ReadonlyMap<number | null, number> = new Map([
  [inTypes.transfer, 3],
  [inTypes.return, 7],
]);
const moveTypes: ReadonlyMap<number | null, number> = new Map([
  [inTypes.transfer, 3],
  [inTypes.return, 4],
]);
const goodsIn = 1;
/** docType of goods that are new, so that only a binding tells where they are from. */
const newGoods: ReadonlySet<number | null> = new Set([1, 2]);
const bySequence = 3;

const bindingSetting = "warehouse.in.requireAttrBinding";
const qualitySetting = "production.qcRequired";
/** The attribute that says how the goods were judged. */
const qualityAttribute = "qcResult";

/** Bindings that say how the goods were judged: by the attribute, or by a report. */
async function judgedBindings(tx: Transaction, context: CommitContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { unscoped, withRemoved } = tables(context);
  const [bindings, attributes] = await rowsOfAll(tx, [
    db.selectFrom(unscoped("attribute-owner-doc", "b")).where("b.id", "=", anyOf(ids)).select(["b.id", "b.qcReport", "b.docAttrList"]),
    db.selectFrom(withRemoved("attr", "a")).where("a.attrProp", "=", qualityAttribute).select("a.id"),
  ]);
  const judging = new Set(attributes.map(({ id }) => id));
  const isJudged = (list: unknown): boolean =>
    entriesOf(list).some(({ attrId, attrValue, attrValueId }) => judging.has(attrId) && (attrValue ?? attrValueId ?? "") !== "");
  return new Set(bindings.flatMap(({ id, qcReport, docAttrList }) => ((qcReport ?? "") !== "" || isJudged(docAttrList) ? [id] : [])));
}

/**
 * Goods that are new carry their binding where the tenant asks for it, and in it a verdict of the quality control where it asks for that. Asked
 * for before scanning, because lines can be bound only until then, and again when the goods come in.
 */
async function requireBindings(tx: Transaction, context: CommitContext, document: StockIn, lines?: readonly DocumentLine[]): Promise<void> {
  if (!newGoods.has(document.docType)) return;
  const found = await settingsWithin(context, tx, [bindingSetting, qualitySetting]);
  const isJudgedToo = isOn(found, qualitySetting, false);
  if (!isJudgedToo && !isOn(found, bindingSetting, false)) return;
  lines ??= await linesOf(tx, context, stockIn, [document.id]);
  const bindings = lines.flatMap(({ attrDocId }) => attrDocId ?? []);
  const judged = isJudgedToo ? await judgedBindings(tx, context, bindings) : new Set(bindings);
  const issues = lines.flatMap(({ id, attrDocId, productName }, index) => {
    // The action opens the binding, a new one or the line's own.
    const target = { resource: "doc-detail", id, title: productName, action: "bindAttr" };
    const refused = (message: Text) => [lineIssue(context, { index, field: "num", target }, message)];
    if (attrDocId === undefined)
      return refused([
        `第 ${index + 1} 行“${productName}”未绑定属性，请先在单据明细中对该行点击“属性绑定”`,
        `Line ${index + 1}, “${productName}”, is not bound; choose “Bind attributes” at the line first`,
      ]);
    if (judged.has(attrDocId)) return [];
    return refused([
      `第 ${index + 1} 行“${productName}”没有质检结论，请先在属性绑定中填写质检结论或上传质检报告`,
      `Line ${index + 1}, “${productName}”, has no quality verdict; enter one, or attach a QC report, in its attribute binding first`,
    ]);
  });
  if (issues.length === 0) return;
  throw linesRefused(lines.some(({ attrDocId }) => attrDocId === undefined) ? "notBound" : "notJudged", issues);
}

/** Where goods of a transfer come from. */
async function warehouseBefore(tx: Transaction, context: CommitContext, { docType, stockOutDocId }: StockIn): Promise<string | null> {
  if (docType !== inTypes.transfer || stockOutDocId === null) return null;
  const row = await first(
    tx,
    db.selectFrom(tables(context).withRemoved("stock-out-doc", "o")).where("o.id", "=", stockOutDocId).select("o.warehouseId"),
  );
  return row?.warehouseId ?? null;
}

const start: Effect<"stock-in-doc.start"> = {
  commit: async (tx, context, { rows: documents }) => {
    for (const document of documents) await requireBindings(tx, context, document);
    return {};
  },
};

type OnProgress = (done: number, total: number) => void;

interface TakingIn {
  readonly document: StockIn;
  readonly isScanned: boolean;
  readonly onProgress?: OnProgress | undefined;
}

/** Takes the goods of a document in: stock, ledger, codes, moves, current goods, and what its lines say. */
async function takeIn(tx: Transaction, context: CommitContext, { document, isScanned, onProgress }: TakingIn): Promise<void> {
  const lines = await linesOf(tx, context, stockIn, [document.id]);
  await requireBindings(tx, context, document, lines);
  const parts: readonly ScannedUnits[] = isScanned
    ? await scannedUnits(tx, context, { kind: stockIn, docId: document.id, lines })
    : lines.map((line) => ({ lineId: line.id, batchCode: line.batchCode, units: line.num * line.perLayer }));
  const byLine = new Map(lines.map((line) => [line.id, line]));
  const moved = parts.flatMap(({ lineId, batchCode, units }) => {
    const line = byLine.get(lineId);
    return line === undefined || units === 0 ? [] : [{ line, batchCode, units, key: { ...goodsOf(document, line), batchCode } }];
  });
  const stock = await openStock(tx, context, { incoming: moved.map(({ key }) => key) });
  const billType = billTypes.get(document.docType) ?? goodsIn;
  for (const { line, units, key } of moved) stock.change({ ...key, units, billType, docDetailId: line.id });
  const uncoded = new Uncoded();
  const move: CodeBooking["move"] = {
    moveType: moveTypes.get(document.docType) ?? goodsIn,
    fromWarehouseId: await warehouseBefore(tx, context, document),
    toWarehouseId: document.warehouseId,
    fromChannelId: document.docType === inTypes.return ? document.fromChannelId : null,
    docKind: stockIn,
    docId: document.id,
    docNo: document.docNo,
    operatorId: operatorOf(context),
    moveTime: context.now(),
  };
  if (isScanned) {
    const booking: CodeBooking = {
      document: { ...scannedDocument(stockIn, document), id: document.id, docNo: document.docNo },
      lines,
      settings: { allowsUnstocked: false },
      move,
      channelId: null,
      saleRegionCodes: null,
      isScrap: false,
    };
    await bookCodes(tx, context, booking, { uncoded, onProgress });
  } else {
    await addLineMoves(tx, context, move, moved);
    for (const { key, units } of moved) uncoded.add(key, units);
  }
  await writeUncoded(tx, context, uncoded, { stockInDocId: document.id });
  await stock.write({ docKind: stockIn, docId: document.id, docNo: document.docNo });
  const results = lines.map((line) => {
    const units = moved.filter((one) => one.line === line).reduce((sum, one) => sum + one.units, 0);
    return { id: line.id, realNum: units / line.perLayer, unitNum: units };
  });
  await writeResults(tx, context, { kind: stockIn, id: document.id }, results);
}

/** Writes the state of a document that a job takes on, or has done with. */
function settle(tx: Transaction, context: CommitContext, id: string, values: RowValues<"stock-in-doc">): Promise<void> {
  return changeRow(context, tx, "stock-in-doc", { id, values });
}

interface Queued {
  readonly queued: readonly StockIn[];
}

const isQueued = (answer: unknown): answer is Queued => typeof answer === "object" && answer !== null && "queued" in answer;

const jobsOf = (answer: unknown, segments?: unknown): readonly NewJob[] =>
  isQueued(answer)
    ? answer.queued.map(({ id, docNo }) => ({
        queue: stockInQueue,
        key: id,
        payload: z.json().parse({ docId: id, ...(segments === undefined ? {} : { segments }) }),
        subject: { resource: "stock-in-doc", id, title: docNo ?? "" },
      }))
    : [];

/** Asks, where the scans of a document, and codes that come in besides, are not what its lines plan. */
async function confirmScanned(tx: Transaction, context: CommitContext, document: StockIn, more: readonly Sequence[] = []): Promise<void> {
  const lines = await linesOf(tx, context, stockIn, [document.id]);
  const scanned = await scannedUnits(tx, context, { kind: stockIn, docId: document.id, lines });
  confirmDifferences(
    context,
    document.docNo,
    lines.map((line) => ({
      line,
      units:
        scanned.filter(({ lineId }) => lineId === line.id).reduce((sum, { units }) => sum + units, 0) +
        more.filter((one) => one.line.id === line.id).reduce((sum, { from, to }) => sum + (to - from + 1) * line.perLayer, 0),
    })),
  );
}

const finish: Effect<"stock-in-doc.finish"> = {
  commit: async (tx, context, { rows: documents, isConfirmed }) => {
    const queued: StockIn[] = [];
    for (const document of documents) {
      const count = await countAccepted(tx, context, stockIn, document.id);
      if (count === 0) {
        const number = document.docNo ?? "";
        throw businessError(
          "nothingScanned",
          [
            `入库单“${number}”没有有效扫码，请扫码，或选择免扫完成`,
            `Nothing was scanned for “${number}”: scan its goods, or finish it without scanning`,
          ],
          { data: { id: document.id } },
        );
      }
      if (!isConfirmed) await confirmScanned(tx, context, document);
      if (count <= maxAtOnce) {
        await takeIn(tx, context, { document, isScanned: true });
        await reportToInBill(tx, context, document);
      } else {
        await settle(tx, context, document.id, { status: documentStates.processing, finishTime: null, progress: 0, failReason: null });
        queued.push(document);
      }
    }
    return queued.length === 0 ? {} : { queued };
  },
  enqueue: (_context, { answer }) => jobsOf(answer),
};

async function refuseScanned(tx: Transaction, context: CommitContext, document: StockIn): Promise<void> {
  const count = await countAccepted(tx, context, stockIn, document.id);
  if (count === 0) return;
  const number = document.docNo ?? "";
  throw businessError(
    "alreadyScanned",
    [
      `入库单“${number}”已有 ${count} 个有效扫码，请按扫码完成，或先撤销扫码`,
      `“${number}” has ${count} accepted scans: finish it with them, or take them back first`,
    ],
    { data: { id: document.id, count } },
  );
}

const finishNonScan: Effect<"stock-in-doc.finishNonScan"> = {
  commit: async (tx, context, { rows: documents }) => {
    for (const document of documents) {
      await refuseScanned(tx, context, document);
      await takeIn(tx, context, { document, isScanned: false });
      await reportToInBill(tx, context, document);
    }
    return {};
  },
};

const codesIn = (sequences: readonly Sequence[]): number => sequences.reduce((sum, { from, to }) => sum + to - from + 1, 0);

/** Codes of a range that are looked at together. */
const batch = 1000;

/** Packages with a blocked code somewhere inside. */
async function blockedInside(tx: Transaction, context: CommitContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { unscoped, withRemoved } = tables(context);
  const found = await rows(
    tx,
    db
      .withRecursive("inside(asked, id, depth)", (cte) =>
        cte
          .selectFrom(unscoped("code-relation", "r"))
          .where("r.parentId", "=", anyOf(ids))
          .select(({ ref }) => [
            sql<string>`${ref("r.parentId")}`.as("asked"),
            sql<string>`${ref("r.codeId")}`.as("id"),
            sql<number>`1`.as("depth"),
          ])
          .unionAll(
            cte
              .selectFrom("inside as n")
              .innerJoin(unscoped("code-relation", "r"), "r.parentId", "n.id")
              .where("n.depth", "<", 5)
              .select(({ ref }) => ["n.asked", sql<string>`${ref("r.codeId")}`.as("id"), sql<number>`${ref("n.depth")} + 1`.as("depth")]),
          ),
      )
      .selectFrom("inside as n")
      .innerJoin(withRemoved("code-item", "i"), "i.id", "n.id")
      .where("i.blockStatus", ">", 0)
      .distinct()
      .select("n.asked"),
  );
  return new Set(found.map(({ asked }) => asked));
}

/** Writes every code of the ranges down as scanned; refused with the first of those that cannot come in. */
async function scanSequences(
  tx: Transaction,
  context: CommitContext,
  document: StockIn,
  { sequences, onProgress }: { readonly sequences: readonly Sequence[]; readonly onProgress?: OnProgress | undefined },
): Promise<void> {
  const facts = scannedDocument(stockIn, document);
  const total = codesIn(sequences);
  let done = 0;
  const faults: CodeFault[] = [];
  for (const { line, codeSetId, layer, codeFuncType, from, to } of sequences) {
    for (let seqNo = from; seqNo <= to; seqNo += batch) {
      const found = await rows(
        tx,
        db
          .selectFrom(tables(context).unscoped("code-item", "i"))
          .where("i.codeSetId", "=", codeSetId)
          .where("i.layer", "=", layer)
          .where("i.codeFuncType", "=", codeFuncType)
          .where("i.seqNo", ">=", seqNo)
          .where("i.seqNo", "<=", Math.min(to, seqNo + batch - 1))
          .orderBy("i.seqNo")
          .select(["i.id", "i.code"]),
      );
      const codes = found.map(({ code }) => code ?? "");
      const { states, taken } = await scannableBy(tx, context, codes);
      const blocked = await blockedInside(
        tx,
        context,
        found.map(({ id }) => id),
      );
      const ids = await context.identifiers.take(codes.length);
      const added = codes.flatMap((code, index): NewRow<"scan-record">[] => {
        const state = states.get(code);
        let reason = state === undefined ? reasons.unknown : codeFault(facts, state, { allowsUnstocked: false });
        if (state !== undefined && reason === reasons.none) {
          if (blocked.has(state.id)) reason = reasons.blocked;
          else if (taken.some((one) => overlaps(one.state, state))) reason = reasons.otherDocument;
        }
        if (state === undefined || reason !== reasons.none) {
          faults.push({ code, reason });
          return [];
        }
        return [
          {
            id: ids[index] ?? "",
            docKind: stockIn,
            docId: document.id,
            docNo: document.docNo,
            docDetailId: line.id,
            code,
            layer: state.layer,
            productId: line.productId,
            specId: line.specId,
            num: line.perLayer,
            batchCode: state.batchCode,
            rootId: rootOf(state),
            scanMode: bySequence,
            accepted: 1,
            rejectReason: reasons.none,
            scanUserId: operatorOf(context),
            scanTime: context.now(),
          },
        ];
      });
      if (faults.length >= maxReportedFaults) throw codesRefused(context, faults);
      await run(tx, append(context, "scan-record", added));
      done += codes.length;
      onProgress?.(done, total);
    }
  }
  if (faults.length > 0) throw codesRefused(context, faults);
}

async function takeInSequences(
  tx: Transaction,
  context: CommitContext,
  document: StockIn,
  { segments, onProgress }: { readonly segments: unknown; readonly onProgress?: OnProgress },
): Promise<void> {
  const lines = await linesOf(tx, context, stockIn, [document.id]);
  const sequences = await sequencesOf(tx, context, { lines, segments });
  // Writing down and booking take about as long: the first half of the way is the one, the second the other.
  await scanSequences(tx, context, document, { sequences, onProgress: (done, total) => onProgress?.(done, 2 * total) });
  await takeIn(tx, context, { document, isScanned: true, onProgress: (done, total) => onProgress?.(total + done, 2 * total) });
}

const finishSeq: Effect<"stock-in-doc.finishSeq"> = {
  commit: async (tx, context, { rows: documents, values, isConfirmed }) => {
    const queued: StockIn[] = [];
    for (const document of documents) {
      const lines = await linesOf(tx, context, stockIn, [document.id]);
      const sequences = await sequencesOf(tx, context, { lines, segments: values.segments });
      if (!isConfirmed) await confirmScanned(tx, context, document, sequences);
      const count = codesIn(sequences) + (await countAccepted(tx, context, stockIn, document.id));
      if (count > maxAtOnce) {
        await settle(tx, context, document.id, { progress: 0, failReason: null });
        queued.push(document);
        continue;
      }
      await takeInSequences(tx, context, document, { segments: values.segments });
      await settle(tx, context, document.id, { status: documentStates.finished, finishTime: context.now(), failReason: null });
      // A bill counts documents that are finished.
      await reportToInBill(tx, context, document);
    }
    return queued.length === 0 ? {} : { queued };
  },
  enqueue: (_context, { answer, values }) => jobsOf(answer, values.segments),
};

const payload = z.object({ docId: z.string(), segments: z.unknown().optional() });

/** A document of many codes: all of it in one transaction, so that nothing is ever half booked. */
const job: JobHandler = {
  concurrency: 1,
  async run(task: JobRun) {
    const { docId, segments } = payload.parse(task.payload);
    const { context } = task;
    const onProgress = (done: number, total: number) => task.report({ done, total, note: ["过账中", "Booking"] });
    await task.step(
      async (tx) => {
        const document = await lockRow(context, tx, "stock-in-doc", docId);
        // The step was committed, but the server died before it could say so.
        if (document.status === documentStates.finished) return;
        if (document.status !== documentStates.processing) throw wrongState(context, stockIn, document, ["过账", "booking"]);
        if (segments === undefined) await takeIn(tx, context, { document, isScanned: true, onProgress });
        else await takeInSequences(tx, context, document, { segments, onProgress });
        await settle(tx, context, docId, { status: documentStates.finished, finishTime: context.now(), progress: 100 });
        await reportToInBill(tx, context, document);
      },
      { progress: { done: 1, total: 1 } },
    );
  },
  // Nothing is booked: the document can be scanned and finished again.
  async ended(tx, { context, payload: sent, reason }) {
    const { docId } = payload.parse(sent);
    const document = await lockRow(context, tx, "stock-in-doc", docId);
    if (document.status !== documentStates.processing) return;
    await settle(tx, context, docId, { status: documentStates.open, finishMode: null, finishTime: null, failReason: reason });
  },
};

export const stockInBookingDomain: Domain = {
  reads: {},
  actions: {
    "stock-in-doc.start": start,
    "stock-in-doc.finish": finish,
    "stock-in-doc.finishNonScan": finishNonScan,
    "stock-in-doc.finishSeq": finishSeq,
  },
  hooks: {},
  jobs: { [stockInQueue]: job },
};
