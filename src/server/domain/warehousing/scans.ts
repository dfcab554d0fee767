// What devices and people scan for stock documents: a verdict for each code, kept with it, and the count of its line.
import { labelOf } from "#schema/model";
import { sql } from "kysely";
import { z } from "zod";
import { inLanguage, type Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { changeRow, lockRows } from "../../crud/write/server-rows.ts";
import { businessError, invalidFields, malformedParameter, rowNotFound } from "../../http/errors.ts";
import { append, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { bySet, tables, update, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { isOn, settingsWithin } from "../bind-config/settings.ts";
import { currentCodes, maxLookupLength } from "../codes/current-code.ts";
import { codeStateOf, codeStates, type CodeState } from "./code-states.ts";
import { documentNames, documentStates, linesOf, wrongState, type StockDocKind, type StockDocument } from "./document-lines.ts";
import { unitsOfLayers, type UnitsOf } from "./layer-units.ts";
import { stockIn, stockOut } from "./planned.ts";
import { codeFault, lineFor, reasons, type CountedLine, type Reason, type ScannedDocument, type ScanSettings } from "./scan-rules.ts";
import { stateNote } from "./state-note.ts";

const maxScans = 200;
/** scanMode of a scan on a screen, without a device. */
const onScreen = 5;
const fixedScanner = 2;
const handheld = 1;
const activeDevice = 1;

const id = z.coerce.string().regex(/^\d{1,19}$/);
const docKind = z.coerce.number().pipe(z.union([z.literal(stockIn), z.literal(stockOut)]));
const localTime = z.iso.datetime({ local: true, offset: false, precision: 0 });

const sentScan = z.object({
  docKind,
  docId: id,
  code: z.string().trim().min(1).max(maxLookupLength),
  layer: z.coerce.number().int().min(1).nullish(),
  deviceCode: z.string().trim().max(64).nullish(),
  scanTime: z
    .string()
    .refine((text) => localTime.safeParse(text.replace(" ", "T")).success)
    .nullish(),
});
type SentScan = z.infer<typeof sentScan>;

const sentUndo = z.object({ docKind, docId: id, code: z.string().trim().min(1).max(maxLookupLength).nullish() });

/** What is wrong with a body, under the labels of scan records. */
function issuesOf(context: Pick<CommitContext, "model">, issues: readonly z.core.$ZodIssue[]): readonly Issue[] {
  const resource = context.model.resource.get("scan-record");
  return issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    const name = String(path.at(-1) ?? "");
    const label = labelOf(resource, name);
    return {
      code: issue.code === "invalid_type" && issue.message.includes("undefined") ? "required" : "pattern",
      path,
      parameters: {},
      label,
    };
  });
}

function scansIn(context: CommitContext, body: unknown): readonly SentScan[] {
  const sent = Array.isArray(body) ? body : [body];
  if (sent.length === 0) throw malformedParameter("body");
  if (sent.length > maxScans)
    throw businessError("tooManyScans", [`一次最多上报 ${maxScans} 个码`, `At most ${maxScans} codes can be posted at once`]);
  const parsed = z.array(sentScan).safeParse(sent);
  if (!parsed.success) throw invalidFields(issuesOf(context, parsed.error.issues));
  return parsed.data;
}

/** A document that is scanned, held until the transaction ends. */
interface LockedDocument extends ScannedDocument {
  readonly row: StockDocument;
  readonly id: string;
  readonly lines: readonly CountedLine[];
}

export function scannedDocument(kind: StockDocKind, row: StockDocument): ScannedDocument {
  return {
    kind,
    docType: row.docType,
    warehouseId: row.warehouseId,
    fromChannelId: "fromChannelId" in row ? row.fromChannelId : null,
    stockOutDocId: "stockOutDocId" in row ? row.stockOutDocId : null,
  };
}

const keyOf = (kind: number, docId: string): string => `${kind} ${docId}`;

/** Holds the documents that scans are for. */
async function lockDocuments(
  tx: Transaction,
  context: CommitContext,
  docs: readonly { readonly docKind: StockDocKind; readonly docId: string }[],
): Promise<ReadonlyMap<string, LockedDocument>> {
  const locked = new Map<string, LockedDocument>();
  const { accessible } = tables(context);
  for (const kind of [stockIn, stockOut] as const) {
    const ids = [...new Set(docs.filter((one) => one.docKind === kind).map(({ docId }) => docId))];
    if (ids.length === 0) continue;
    const name = documentNames[kind];
    const seen = await rows(tx, db.selectFrom(accessible(name, "d")).where("d.id", "=", anyOf(ids)).select("d.id"));
    const documents = await lockRows(context, tx, name, ids);
    if (seen.length < ids.length || documents.length < ids.length) throw rowNotFound();
    const lines = await linesOf(tx, context, kind, ids);
    for (const row of documents)
      locked.set(keyOf(kind, row.id), {
        ...scannedDocument(kind, row),
        row,
        id: row.id,
        lines: lines.filter(({ docId }) => docId === row.id).map((line) => ({ ...line, scanned: line.scannedNum })),
      });
  }
  return locked;
}

/** Refuses a document that is not being scanned. */
function requireOpen(context: CommitContext, { kind, row }: LockedDocument): void {
  if (row.status !== documentStates.open) throw wrongState(context, kind, row, ["扫码", "scanning"]);
}

interface Device {
  readonly id: string;
  readonly scanMode: number;
}

/** The devices that scans come from: they must work, and belong to the warehouse. */
async function devicesOf(
  tx: Transaction,
  context: CommitContext,
  scans: readonly SentScan[],
  documents: ReadonlyMap<string, LockedDocument>,
): Promise<ReadonlyMap<string, Device>> {
  const codes = [
    ...new Set(
      scans.flatMap(({ deviceCode }) => (deviceCode === null || deviceCode === undefined || deviceCode === "" ? [] : [deviceCode])),
    ),
  ];
  if (codes.length === 0) return new Map();
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("device", "e"))
      .where("e.deviceCode", "=", anyOf(codes))
      .select(["e.id", "e.deviceCode", "e.deviceType", "e.warehouseId", "e.status"]),
  );
  const byCode = new Map(found.map((device) => [device.deviceCode ?? "", device]));
  for (const { docKind: kind, docId, deviceCode } of scans) {
    if (deviceCode === null || deviceCode === undefined || deviceCode === "") continue;
    const device = byCode.get(deviceCode);
    const refused = (zh: string, en: string) =>
      businessError("deviceRefused", [`设备“${deviceCode}”${zh}`, `Device “${deviceCode}” ${en}`], { data: { deviceCode } });
    if (device === undefined) throw refused("不存在", "does not exist");
    if (device.status !== activeDevice)
      throw refused("未绑定或已停用，不能上报扫码", "is not bound or is disabled, so it may not post scans");
    if (device.warehouseId !== null && device.warehouseId !== documents.get(keyOf(kind, docId))?.warehouseId)
      throw refused("不属于该单据的仓库", "does not belong to the warehouse of the document");
  }
  await run(
    tx,
    updateDerived(tables(context).unscoped("device", "e"))
      .set({ lastOnlineTime: context.now() })
      .where("e.id", "=", anyOf(found.map((device) => device.id))),
  );
  return new Map(
    found.map((device) => [device.deviceCode ?? "", { id: device.id, scanMode: device.deviceType === handheld ? handheld : fixedScanner }]),
  );
}

/** Codes by what was scanned; a text that is an address of a code stands for the code. */
export async function codesOf(tx: Transaction, context: CommitContext, sent: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  // Several texts may stand for one code, of which each look-up tells one.
  for (let rest: readonly string[] = [...new Set(sent)]; rest.length > 0;) {
    const found = await rows(tx, currentCodes(context, { sent: rest }));
    for (const row of found) codes.set(row.sent, row.code ?? "");
    rest = found.length === 0 ? [] : rest.filter((text) => !codes.has(text));
  }
  return codes;
}

/** An accepted scan of a document that is not finished. */
interface Taken {
  readonly kind: number;
  readonly docId: string;
  readonly state: CodeState;
}

interface ScanState {
  readonly states: ReadonlyMap<string, CodeState>;
  readonly taken: Taken[];
}

export const rootOf = ({ path, id: own }: CodeState): string => path.at(-1) ?? own;

async function statesOf(tx: Transaction, context: CommitContext, codes: readonly string[]): Promise<readonly CodeState[]> {
  return (await rows(tx, codeStates(context, { codes }))).map(codeStateOf);
}

/**
 * The codes as they are in effect, and what of their packages documents already hold. Their outermost packages are locked first, so that
 * two documents cannot take parts of one at the same moment.
 */
export async function scannableBy(tx: Transaction, context: CommitContext, codes: readonly string[]): Promise<ScanState> {
  const { unscoped, withRemoved } = tables(context);
  const roots = [...new Set((await statesOf(tx, context, codes)).map(rootOf))];
  await run(
    tx,
    db.selectFrom(withRemoved("code-item", "i")).where("i.id", "=", anyOf(roots)).orderBy("i.id").forNoKeyUpdate().select("i.id"),
  );
  const accepted = await rows(
    tx,
    db
      .selectFrom(unscoped("scan-record", "s"))
      .leftJoin(unscoped("stock-in-doc", "i"), (join) =>
        join.on("s.docKind", "=", stockIn).on(({ eb, cast, ref }) => eb(cast<string>("i.id", "text"), "=", ref("s.docId"))),
      )
      .leftJoin(unscoped("stock-out-doc", "o"), (join) =>
        join.on("s.docKind", "=", stockOut).on(({ eb, cast, ref }) => eb(cast<string>("o.id", "text"), "=", ref("s.docId"))),
      )
      .where("s.rootId", "=", anyOf(roots))
      .where("s.accepted", "=", 1)
      .where(({ eb, fn }) => eb(fn.coalesce("i.status", "o.status"), "in", [documentStates.open, documentStates.processing]))
      .select(["s.docKind", "s.docId", "s.code"]),
  );
  const all = await statesOf(tx, context, [...new Set([...codes, ...accepted.map(({ code }) => code ?? "")])]);
  const states = new Map(all.map((state) => [state.code, state]));
  const taken = accepted.flatMap(({ docKind: kind, docId, code }) => {
    const state = states.get(code ?? "");
    return state === undefined ? [] : [{ kind: kind ?? 0, docId: docId ?? "", state }];
  });
  return { states, taken };
}

/** Whether two codes have goods in common: one is the other, or stands around it. */
export const overlaps = (left: CodeState, right: CodeState): boolean => left.path.includes(right.id) || right.path.includes(left.id);

async function readSettings(tx: Transaction, context: CommitContext): Promise<ScanSettings> {
  const keys = ["warehouse.out.allowUnstocked", "warehouse.out.allowOverScan"];
  const found = await settingsWithin(context, tx, keys);
  return {
    allowsUnstocked: isOn(found, "warehouse.out.allowUnstocked", false),
    allowsOverScan: isOn(found, "warehouse.out.allowOverScan", false),
  };
}

interface Verdict {
  readonly reason: Reason;
  readonly state?: CodeState | undefined;
  readonly line?: CountedLine | undefined;
  readonly units?: number | undefined;
}

/** The verdict on one scan; an accepted one counts for those after it. */
function judge(
  scan: SentScan,
  document: LockedDocument,
  {
    states,
    taken,
    codes,
    chosen,
    unitsOf,
  }: ScanState & {
    readonly codes: ReadonlyMap<string, string>;
    readonly chosen: ScanSettings;
    readonly unitsOf: UnitsOf;
  },
): Verdict {
  const state = states.get(codes.get(scan.code) ?? "");
  if (state === undefined) return { reason: reasons.unknown };
  const others = taken.filter((one) => overlaps(one.state, state));
  const isOwn = (one: Taken) => one.kind === document.kind && one.docId === document.id;
  if (others.some(isOwn)) return { reason: reasons.duplicate, state };
  if (others.length > 0) return { reason: reasons.otherDocument, state };
  const fault = codeFault(document, state, chosen);
  if (fault !== reasons.none) return { reason: fault, state };
  if ((scan.layer ?? state.layer) !== state.layer) return { reason: reasons.wrongLayer, state };
  const isLimited = document.kind === stockOut && !chosen.allowsOverScan;
  const { reason, line, units, counted = 0 } = lineFor(state, document.lines, { unitsOf, isLimited });
  if (reason === reasons.none && line !== undefined) {
    line.scanned += counted;
    taken.push({ kind: document.kind, docId: document.id, state });
  }
  return { reason, state, line, units };
}

/** What a scan is known by when a device sends it again. */
const sameScan = (docId: string, code: string, time: string): string => `${docId} ${code} ${time}`;

interface Stored {
  readonly accepted: number;
  readonly rejectReason: number;
  readonly docDetailId: string | null;
  /** Told with the first answer only. */
  readonly note?: Text | undefined;
}

/** Verdicts on scans that were posted before: the answer was lost on its way. */
async function storedVerdicts(
  tx: Transaction,
  context: CommitContext,
  scans: readonly { readonly docId: string; readonly code: string }[],
): Promise<Map<string, Stored>> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("scan-record", "s"))
      .where("s.docId", "=", anyOf([...new Set(scans.map(({ docId }) => docId))]))
      .where("s.code", "=", anyOf([...new Set(scans.map(({ code }) => code))]))
      .orderBy("s.id")
      .select(["s.docKind", "s.docId", "s.code", "s.scanTime", "s.accepted", "s.rejectReason", "s.docDetailId"]),
  );
  return new Map(
    found.map((row) => [
      sameScan(keyOf(row.docKind ?? 0, row.docId ?? ""), row.code ?? "", row.scanTime ?? ""),
      { accepted: row.accepted ?? 0, rejectReason: row.rejectReason ?? 0, docDetailId: row.docDetailId },
    ]),
  );
}

/** Writes the counts of lines that scans changed. */
async function writeCounts(tx: Transaction, context: CommitContext, lines: readonly CountedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const given = sql<{
    id: string;
    scanned: number;
  }>`unnest(${lines.map((line) => line.id)}::bigint[], ${lines.map(({ scanned }) => scanned)}::int[])`.as<"g">(sql`g(id, scanned)`);
  await run(
    tx,
    updateDerived(tables(context).unscoped("doc-detail", "l"))
      .from(given)
      .whereRef("l.id", "=", "g.id")
      .set(({ ref }) => ({ scannedNum: ref("g.scanned") })),
  );
}

const post: Effect<"scan-record.post", readonly SentScan[]> = {
  prepare: async (context, { body }) => scansIn(context, body),

  commit: async (tx, context, { prepared: scans }) => {
    const documents = await lockDocuments(tx, context, scans);
    const devices = await devicesOf(tx, context, scans, documents);
    const codes = await codesOf(
      tx,
      context,
      scans.map(({ code }) => code),
    );
    // A code is kept as it is stored; what nobody knows as it was scanned.
    const named = scans.map((scan) => ({ ...scan, stored: codes.get(scan.code) ?? scan.code, time: scan.scanTime ?? context.now() }));
    const [stored, resolved, chosen] = [
      await storedVerdicts(
        tx,
        context,
        named.map(({ docId, stored: code }) => ({ docId, code })),
      ),
      await scannableBy(tx, context, [...new Set(codes.values())]),
      await readSettings(tx, context),
    ];
    const all = [...documents.values()].flatMap(({ lines }) => lines);
    const unitsOf = await unitsOfLayers(
      tx,
      context,
      all.map(({ specId }) => specId),
    );
    const ids = await context.identifiers.take(scans.length);
    const added: NewRow<"scan-record">[] = [];
    const before = new Map(all.map((line) => [line.id, line.scanned]));
    const verdicts = named.map((scan, index) => {
      const document = documents.get(keyOf(scan.docKind, scan.docId));
      if (document === undefined) throw rowNotFound();
      const same = sameScan(keyOf(scan.docKind, scan.docId), scan.stored, scan.time);
      // A scan that is sent again gets its answer whatever has become of the document.
      let verdict = stored.get(same);
      if (verdict === undefined) {
        requireOpen(context, document);
        const { reason, state, line, units } = judge(scan, document, { ...resolved, codes, chosen, unitsOf });
        const isState = reason === reasons.wrongStatus && state !== undefined;
        const note = isState ? stateNote(context.model, document, state, chosen) : undefined;
        const device = devices.get(scan.deviceCode ?? "");
        const accepted = reason === reasons.none ? 1 : 0;
        verdict = { accepted, rejectReason: reason, docDetailId: line?.id ?? null, note };
        stored.set(same, verdict);
        added.push({
          id: ids[index] ?? "",
          docKind: scan.docKind,
          docId: scan.docId,
          docNo: document.row.docNo,
          docDetailId: verdict.docDetailId,
          code: scan.stored,
          layer: state?.layer ?? null,
          productId: state?.productId ?? line?.productId ?? null,
          specId: state?.specId ?? line?.specId ?? null,
          num: units ?? null,
          batchCode: state?.batchCode ?? "",
          rootId: state === undefined ? null : rootOf(state),
          scanMode: device?.scanMode ?? onScreen,
          accepted,
          rejectReason: reason,
          deviceId: device?.id ?? null,
          scanUserId: context.caller.userId === "" ? null : context.caller.userId,
          scanTime: scan.time,
        });
      }
      return { code: scan.code, ...verdict };
    });
    if (added.length > 0) await run(tx, append(context, "scan-record", added));
    await writeCounts(
      tx,
      context,
      all.filter((line) => line.scanned !== before.get(line.id)),
    );
    const lines = new Map(all.map((line) => [line.id, line]));
    return verdicts.map(({ code, accepted, rejectReason, docDetailId, note }) => {
      const line = lines.get(docDetailId ?? "");
      const rejectNote = note === undefined ? "" : inLanguage(note, context.language);
      return {
        code,
        accepted,
        rejectReason,
        rejectNote,
        docDetailId: docDetailId ?? -1,
        scannedNum: line?.scanned ?? -1,
        num: line?.num ?? -1,
      };
    });
  },
};

const undo: Effect<"scan-record.undo", z.infer<typeof sentUndo>> = {
  prepare: async (context, { body }) => {
    const parsed = sentUndo.safeParse(body);
    if (!parsed.success) throw invalidFields(issuesOf(context, parsed.error.issues));
    return parsed.data;
  },

  commit: async (tx, context, { prepared }) => {
    const document = (await lockDocuments(tx, context, [prepared])).get(keyOf(prepared.docKind, prepared.docId));
    if (document === undefined) throw rowNotFound();
    requireOpen(context, document);
    const { unscoped } = tables(context);
    const accepted = db
      .selectFrom(unscoped("scan-record", "s"))
      .where("s.docId", "=", prepared.docId)
      .where("s.docKind", "=", prepared.docKind)
      .where("s.accepted", "=", 1);
    const code = prepared.code ?? undefined;
    const resolved = code === undefined ? undefined : ((await codesOf(tx, context, [code])).get(code) ?? code);
    const scan = await first(
      tx,
      (resolved === undefined ? accepted : accepted.where("s.code", "=", resolved))
        .orderBy("s.scanTime", "desc")
        .orderBy("s.id", "desc")
        .limit(1)
        .select(["s.id", "s.code", "s.docDetailId", "s.num"]),
    );
    if (scan === undefined)
      throw businessError("nothingToUndo", [
        code === undefined ? "该单据没有可撤销的扫码" : `该单据没有码“${code}”的有效扫码`,
        code === undefined ? "The document has no scan to take back" : `The document has no accepted scan of “${code}”`,
      ]);
    await changeRow(context, tx, "scan-record", { id: scan.id, values: { accepted: 0, rejectReason: reasons.undone } });
    const line = document.lines.find((one) => one.id === scan.docDetailId);
    if (line !== undefined) {
      line.scanned = Math.max(0, line.scanned - Math.floor((scan.num ?? 0) / line.perLayer));
      await writeCounts(tx, context, [line]);
    }
    return { code: scan.code ?? "", docDetailId: line?.id ?? -1, scannedNum: line?.scanned ?? -1, num: line?.num ?? -1 };
  },
};

/** Releases the accepted scans of documents; the refused ones stay as evidence. */
export function releaseScans(tx: Transaction, context: CommitContext, kind: StockDocKind, docIds: readonly string[]): Promise<void> {
  const { unscoped } = tables(context);
  return run(
    tx,
    update(context, unscoped("scan-record", "s"), bySet)
      .set({ accepted: 0, rejectReason: reasons.undone })
      .where("s.docId", "=", anyOf(docIds))
      .where("s.docKind", "=", kind)
      .where("s.accepted", "=", 1),
    updateDerived(unscoped("doc-detail", "d")).set({ scannedNum: 0 }).where("d.docId", "=", anyOf(docIds)).where("d.docKind", "=", kind),
  );
}

export const scansDomain: Domain = { reads: {}, actions: { "scan-record.post": post, "scan-record.undo": undo }, hooks: {} };
