// The codes of a document when it is booked: looked at once more, stamped, moved, and put into or taken out of the current goods.
import { sql } from "kysely";
import { choicesOf } from "#schema/kinds";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { bySet, tables, update, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { codeStateOf, codeStates, life, type CodeState } from "./code-states.ts";
import { addPackages, removePackages, type BookedCode, type Uncoded } from "./current-goods.ts";
import type { DocumentLine, StockDocKind } from "./document-lines.ts";
import { stockIn } from "./planned.ts";
import { codeFault, reasons, type Reason, type ScannedDocument, type ScanSettings } from "./scan-rules.ts";
import type { StockKey } from "./stock-book.ts";
import { addMoves, type NewMove } from "./stock-moves.ts";

/** Codes that are written together. */
const batch = 2000;
/** Faults that are told of a document that cannot be booked. */
export const maxReportedFaults = 20;

/** How the codes of a document are stamped and moved. */
export interface CodeBooking {
  readonly document: ScannedDocument & { readonly id: string; readonly docNo: string | null };
  readonly lines: readonly DocumentLine[];
  readonly settings: Pick<ScanSettings, "allowsUnstocked">;
  /** What is the same in all moves of the document. */
  readonly move: Omit<NewMove, "code" | "codeId" | "layer" | "productId" | "specId" | "batchCode" | "num">;
  /** Of a stock-out: to whom the codes belong from now on. */
  readonly channelId: string | null;
  readonly saleRegionCodes: string[] | null;
  /** Scrap: the codes are void. */
  readonly isScrap: boolean;
}

interface Scan {
  readonly id: string;
  readonly code: string;
  readonly units: number;
  readonly lineId: string;
  readonly batchCode: string;
}

export interface CodeFault {
  readonly code: string;
  readonly reason: Reason;
}

/** "MXC1（状态不符）、MXC2（已封存/作废）" in both languages. */
function faultsText(context: Pick<CommitContext, "model">, faults: readonly CodeFault[]): Text {
  const field = context.model.resource.get("scan-record")?.field.get("rejectReason");
  const names = new Map((field === undefined ? [] : (choicesOf(field) ?? [])).map(([value, zh, en]) => [value, [zh, en] as const]));
  const reported = faults.slice(0, maxReportedFaults);
  return [
    reported.map(({ code, reason }) => `${code}（${names.get(reason)?.[0] ?? ""}）`).join("、"),
    reported.map(({ code, reason }) => `${code} (${names.get(reason)?.[1] ?? ""})`).join(", "),
  ];
}

export function codesRefused(context: Pick<CommitContext, "model">, faults: readonly CodeFault[]) {
  const [zh, en] = faultsText(context, faults);
  return businessError("codesRefused", [`以下码不能过账：${zh}`, `These codes cannot be booked: ${en}`], {
    data: { faults: faults.slice(0, maxReportedFaults) },
  });
}

const accepted = (context: CommitContext, kind: StockDocKind, docId: string) =>
  db
    .selectFrom(tables(context).unscoped("scan-record", "s"))
    .where("s.docId", "=", docId)
    .where("s.docKind", "=", kind)
    .where("s.accepted", "=", 1);

/** How many scans a document has accepted. */
export async function countAccepted(tx: Transaction, context: CommitContext, kind: StockDocKind, docId: string): Promise<number> {
  const row = await first(
    tx,
    accepted(context, kind, docId).select(({ fn }) => fn.countAll<string>().as("total")),
  );
  return Number(row?.total ?? 0);
}

/** Base units that were scanned, of each line and batch. */
export interface ScannedUnits {
  readonly lineId: string;
  readonly batchCode: string;
  readonly units: number;
}

/** The batch that a scan counts for: the code's own, else what its line says. */
const batchOf = (own: string | null, line: DocumentLine | undefined): string =>
  (own ?? "") === "" ? (line?.batchCode ?? "") : (own ?? "");

export async function scannedUnits(
  tx: Transaction,
  context: CommitContext,
  { kind, docId, lines }: { readonly kind: StockDocKind; readonly docId: string; readonly lines: readonly DocumentLine[] },
): Promise<readonly ScannedUnits[]> {
  const found = await rows(
    tx,
    accepted(context, kind, docId)
      .groupBy(["s.docDetailId", "s.batchCode"])
      .orderBy("s.docDetailId")
      .orderBy("s.batchCode")
      .select(({ ref }) => ["s.docDetailId", "s.batchCode", sql<string>`sum(${ref("s.num")})`.as("units")]),
  );
  const byLine = new Map(lines.map((line) => [line.id, line]));
  const units = new Map<string, ScannedUnits>();
  for (const row of found) {
    const line = byLine.get(row.docDetailId ?? "");
    if (line === undefined) throw new Error(`a scan of the document ${docId} is on no line of it`);
    const batchCode = batchOf(row.batchCode, line);
    const name = `${line.id} ${batchCode}`;
    units.set(name, { lineId: line.id, batchCode, units: (units.get(name)?.units ?? 0) + Number(row.units) });
  }
  return [...units.values()];
}

async function nextScans(
  tx: Transaction,
  context: CommitContext,
  { document: { kind, id }, lines }: CodeBooking,
  last: string,
): Promise<readonly Scan[]> {
  const byLine = new Map(lines.map((line) => [line.id, line]));
  const found = await rows(
    tx,
    accepted(context, kind, id)
      .where("s.id", ">", last)
      .orderBy("s.id")
      .limit(batch)
      .select(["s.id", "s.code", "s.num", "s.docDetailId", "s.batchCode"]),
  );
  return found.map((row) => ({
    id: row.id,
    code: row.code ?? "",
    units: row.num ?? 0,
    lineId: row.docDetailId ?? "",
    batchCode: batchOf(row.batchCode, byLine.get(row.docDetailId ?? "")),
  }));
}

/** The codes of scans as they are now, held until the transaction ends. */
async function heldStates(tx: Transaction, context: CommitContext, scans: readonly Scan[]): Promise<ReadonlyMap<string, CodeState>> {
  const codes = scans.map(({ code }) => code);
  await run(
    tx,
    db
      .selectFrom(tables(context).unscoped("code-item", "i"))
      .where("i.code", "=", anyOf(codes))
      .orderBy("i.id")
      .forNoKeyUpdate()
      .select("i.id"),
  );
  const states = (await rows(tx, codeStates(context, { codes }))).map(codeStateOf);
  return new Map(states.map((state) => [state.code, state]));
}

type Booked = BookedCode & { readonly line: DocumentLine };

/** Stamps the scanned codes alone: what they contain takes the stamp over without being touched. */
async function stamp(tx: Transaction, context: CommitContext, booking: CodeBooking, codes: readonly Booked[]): Promise<void> {
  const { document, channelId, saleRegionCodes, isScrap } = booking;
  const now = context.now();
  const given = sql<{
    id: string;
    productId: string | null;
    specId: string | null;
    batchCode: string | null;
    stockInDocId: string | null;
  }>`unnest(${codes.map(({ state }) => state.id)}::bigint[], ${codes.map(({ state, line }) => (state.productId === undefined ? line.productId : null))}::bigint[], ${codes.map(({ state, line }) => (state.specId === undefined ? line.specId : null))}::bigint[], ${codes.map(({ state, key }) => (state.batchCode === "" && key.batchCode !== "" ? key.batchCode : null))}::text[], ${codes.map(({ state }) => state.stockInDocId ?? null)}::bigint[])`.as<"g">(
    sql`g(id, product_id, spec_id, batch_code, stock_in_doc_id)`,
  );
  const stamped = update(context, tables(context).unscoped("code-item", "i"), bySet)
    .from(given)
    .whereRef("i.id", "=", "g.id")
    .set(({ ref, fn }) => ({
      productId: fn.coalesce("i.productId", "g.productId"),
      specId: fn.coalesce("i.specId", "g.specId"),
      batchCode: sql<string | null>`coalesce(nullif(${ref("i.batchCode")}, ''), ${ref("g.batchCode")})`,
      stampTime: now,
    }));
  const { id } = document;
  await run(
    tx,
    document.kind === stockIn
      ? stamped.set({
          lifeStatus: life.inStock,
          stockInDocId: id,
          stockOutDocId: null,
          channelId: null,
          saleRegionCodes: null,
          outTime: null,
        })
      : stamped
          .set({
            lifeStatus: life.shipped,
            stockOutDocId: id,
            channelId,
            saleRegionCodes,
            outTime: now,
            ...(isScrap ? { blockStatus: 2 } : {}),
          })
          .set(({ ref }) => ({ stockInDocId: ref("g.stockInDocId") })),
  );
}

/** What codes are packed in is no longer whole once they have left. */
export async function openPackages(tx: Transaction, context: CommitContext, codes: readonly CodeState[]): Promise<void> {
  const around = [...new Set(codes.flatMap(({ path }) => path.slice(1)))];
  if (around.length === 0) return;
  await run(
    tx,
    updateDerived(tables(context).unscoped("code-relation", "r"))
      .set({ opened: 1 })
      .where("r.codeId", "=", anyOf(around))
      .where("r.relationType", "=", 1),
  );
}

const moveOfCode = ({ move }: CodeBooking, { state, key, units }: Booked): NewMove => ({
  ...move,
  code: state.code,
  codeId: state.id,
  layer: state.layer,
  productId: key.productId,
  specId: key.specId,
  batchCode: key.batchCode,
  num: units,
});

/** Looks at every accepted code of a document once more, because it may have been sealed since it was scanned; batch by batch. */
async function forCodes(
  tx: Transaction,
  context: CommitContext,
  booking: CodeBooking,
  work: (codes: readonly Booked[]) => Promise<void>,
): Promise<void> {
  const { document, lines, settings } = booking;
  const byLine = new Map(lines.map((line) => [line.id, line]));
  const faults: CodeFault[] = [];
  for (let last = "0"; ;) {
    const scans = await nextScans(tx, context, booking, last);
    if (scans.length === 0) break;
    const states = await heldStates(tx, context, scans);
    const codes = scans.flatMap((scan): Booked[] => {
      const [state, line] = [states.get(scan.code), byLine.get(scan.lineId)];
      const reason = state === undefined ? reasons.unknown : codeFault(document, state, settings);
      if (state === undefined || line === undefined || reason !== reasons.none) {
        faults.push({ code: scan.code, reason });
        return [];
      }
      const key: StockKey = {
        warehouseId: document.warehouseId ?? "",
        productId: line.productId,
        specId: line.specId,
        batchCode: scan.batchCode,
      };
      return [{ state, line, key, units: scan.units }];
    });
    if (faults.length === 0) await work(codes);
    if (faults.length >= maxReportedFaults || scans.length < batch) break;
    last = scans.at(-1)?.id ?? last;
  }
  if (faults.length > 0) throw codesRefused(context, faults);
}

/** Books every accepted code of a document; refused with the first of those that cannot go. */
export async function bookCodes(
  tx: Transaction,
  context: CommitContext,
  booking: CodeBooking,
  { uncoded, onProgress }: { readonly uncoded: Uncoded; readonly onProgress?: ((done: number, total: number) => void) | undefined },
): Promise<void> {
  const { document } = booking;
  // Writing costs many times what looking does, so all codes of a long document are looked at before the first is written.
  const total = await countAccepted(tx, context, document.kind, document.id);
  if (total > batch) await forCodes(tx, context, booking, () => Promise.resolve());
  let done = 0;
  await forCodes(tx, context, booking, async (codes) => {
    if (document.kind === stockIn) await addPackages(tx, context, codes, { stockInDocId: document.id });
    else {
      await removePackages(tx, context, codes, uncoded);
      await openPackages(
        tx,
        context,
        codes.map(({ state }) => state),
      );
    }
    await stamp(tx, context, booking, codes);
    await addMoves(
      tx,
      context,
      codes.map((code) => moveOfCode(booking, code)),
    );
    done += codes.length;
    onProgress?.(done, total);
  });
}

/** Moves of lines without codes, one for each batch. */
export async function addLineMoves(
  tx: Transaction,
  context: CommitContext,
  move: CodeBooking["move"],
  parts: readonly { readonly line: DocumentLine; readonly batchCode: string; readonly units: number }[],
): Promise<void> {
  const moves = parts.map(({ line, batchCode, units }): NewMove => {
    const { layer, productId, specId } = line;
    return { ...move, layer, productId, specId, batchCode, num: units };
  });
  await addMoves(tx, context, moves);
}

/** Who books; null where the server does. */
export const operatorOf = ({ caller }: CommitContext): string | null => (caller.userId === "" ? null : caller.userId);
